"""The ladder: matches of each level against the one below, and what they say together.

With more than two seats the higher level has one seat and the lower one all others.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from statistics import fmean

from tretorri.arena import ratings
from tretorri.arena.matches import GameResult, Match
from tretorri.arena.players import PlayerSpec, read_player
from tretorri.arena.ratings import Estimate
from tretorri.arena.standings import Standings
from tretorri.core.game import Position
from tretorri.core.records import Record
from tretorri.engine.bots import BOTS
from tretorri.engine.levels import LEVELS, level_turn

LADDER_OPENING_TURNS = 2
TIMED_GAMES = 8
ROUND_OFFSET = 10**7  # more than any match has: rounds of different matches must differ


@dataclass(frozen=True)
class Ladder:
    """Which levels of a game play each other, and from which openings."""

    game_id: str
    options: tuple[tuple[str, str], ...] = ()
    levels: tuple[int, ...] = tuple(range(1, LEVELS + 1))
    seed: int = 1

    def matches(self) -> Iterator[Match]:
        """Yield the lowest level against each simple bot, then each level against the next."""
        names = [f"level:{level}" for level in self.levels]
        for first, others in (*((names[0], bot) for bot in BOTS), *pairwise(reversed(names))):
            players = read_player(first), read_player(others)
            yield Match(
                players,
                self.game_id,
                self.options,
                seed=self.seed,
                opening_turns=LADDER_OPENING_TURNS,
            )


class LadderMatch(Standings):
    """A match of the ladder as it stands, with the games that were played."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.results: list[GameResult] = []

    def add(self, game: GameResult) -> None:
        """Count a game and keep it."""
        super().add(game)
        self.results.append(game)

    @property
    def names(self) -> tuple[str, ...]:
        """Return who plays; it is the first one's score that counts."""
        return tuple(player.name for player in self.match.players)

    @property
    def score(self) -> Estimate:
        """Return the first player's share of the wins."""
        return self.rows()[0].score


@dataclass(frozen=True, slots=True)
class LadderEntry:
    """A player of the ladder: its Elo above the average of all, and its CPU time for a turn.

    The simple bots are not timed.
    """

    player: str
    rating: Estimate
    seconds: float | None


def rank(matches: Sequence[LadderMatch]) -> list[LadderEntry]:
    """Return what the matches say about their players, the strongest first."""
    players = {each.name: each for match in matches for each in match.match.players}
    rated = ratings.bradley_terry(list(_outcomes(matches, list(players))), len(players))
    found = [
        LadderEntry(player.name, rating, _seconds(matches, player))
        for player, rating in zip(players.values(), rated, strict=True)
    ]
    return sorted(found, key=lambda entry: entry.rating.value, reverse=True)


def _outcomes(matches: Sequence[LadderMatch], names: Sequence[str]) -> Iterator[ratings.RatedGame]:
    """Yield all games as if they were of one match."""
    for number, match in enumerate(matches):
        players = [names.index(name) for name in match.names]
        for game in match.results:
            seating = tuple(players[who] for who in game.seating)
            yield ratings.RatedGame(
                number * ROUND_OFFSET + game.pairing.round, seating, game.shares
            )


def _seconds(matches: Sequence[LadderMatch], player: PlayerSpec) -> float | None:
    """Return the mean CPU time of a level for a turn, measured in some positions of its games."""
    level = player.limits.level
    games = chain.from_iterable(t.results for t in matches if player in t.match.players)
    positions = list(chain.from_iterable(map(_some_positions, islice(games, TIMED_GAMES))))
    if level is None or not positions:
        return None
    return fmean(_measure_seconds(position, level) for position in positions)


def _some_positions(game: GameResult) -> list[Position]:
    """Return the positions after a quarter, a half and three quarters of a game."""
    positions = list(Record.from_text(game.text).positions())
    return [positions[(len(positions) - 1) * part // 4] for part in (1, 2, 3)]


def _measure_seconds(position: Position, level: int) -> float:
    start_s = time.process_time()
    level_turn(position, level)
    return time.process_time() - start_s
