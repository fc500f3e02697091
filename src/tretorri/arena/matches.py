"""Matches: many games between players, with openings that every seating plays.

A match is a *schedule* of games that depends only on its settings: the same settings give the same
games on any number of processes, and after an interruption.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import combinations
from typing import Any

from tretorri.arena import ratings
from tretorri.arena.players import GameLine, MatchPlayer, PlayerFailed, PlayerSpec
from tretorri.core.errors import IllegalAction, InvalidOption
from tretorri.core.game import LARGEST_SEED, Game, Position
from tretorri.core.records import Header, Line, Outcome, Record, RecordedTurn
from tretorri.core.registry import game
from tretorri.core.words import Reason, excerpt
from tretorri.engine.bots import RandomBot
from tretorri.engine.levels import level_mark

OPENING_TURNS = 4
DEFAULT_DEADLINE_S = 60.0
MAX_OPENING_ATTEMPTS = 200
OPENING, ROTATION, SETTINGS, FORFEIT = "Opening", "Rotation", "Match", "Forfeit"


@dataclass(frozen=True)
class Match:
    """The players, the game and the openings of a match; it can be sent between processes.

    *start* is a position text to start from, or ``None`` for the start of the game with *options*;
    *openings* is the number of different openings, ``None`` if every round has a new one.
    """

    players: tuple[PlayerSpec, ...]
    game_id: str
    options: tuple[tuple[str, str], ...] = ()
    start: str | None = None
    seed: int = 1
    openings: int | None = None
    opening_turns: int = OPENING_TURNS
    deadline: float = DEFAULT_DEADLINE_S

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """Return the seats in turn order."""
        return self._begin(0)[0].game.seats

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Return the names of the players, numbered where they repeat."""
        names = [player.name for player in self.players]
        before = [names[:at].count(name) for at, name in enumerate(names)]
        return tuple(
            f"{name} #{nth + 1}" if nth else name for name, nth in zip(names, before, strict=True)
        )

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """Return the seatings of one round: every line-up in every rotation.

        With more seats than players, the last player takes the remaining seats; with more
        players than seats, every selection plays.
        """
        count, seats = len(self.players), len(self.seats)
        all_seats = (*range(count), *[count - 1] * (seats - count))
        return tuple(
            line_up[-turned:] + line_up[:-turned] if turned else line_up
            for line_up in combinations(all_seats, seats)
            for turned in range(seats)
        )

    @property
    def are_pairs(self) -> bool:
        """Tell whether two players swap two seats, so that Elo and the test make sense."""
        return len(self.players) == len(self.seats) == 2

    def schedule(self, games: int) -> Iterator[Pairing]:
        """Yield at least *games* games, in whole rounds."""
        for number in range(-(-games // len(self.seatings))):
            for rotation in range(len(self.seatings)):
                yield Pairing(number, rotation)

    def __str__(self) -> str:
        """Return what must be the same for games to belong to one match."""
        said = {"seed": self.seed, "openings": self.openings, "turns": self.opening_turns}
        words = " ".join(f"{name} {value}" for name, value in said.items() if value is not None)
        return "; ".join((words, *self._limits))

    @cached_property
    def _limits(self) -> tuple[str, ...]:
        """Return how each player is limited; a level by how it plays now, as that may change."""
        game = self._begin(0)[0].game
        return tuple(_limits_of(player, game) or "-" for player in self.players)

    # Openings ---------------------------------------------------------------------------------

    def opening(self, number: int) -> GameLine:
        """Return the opening of a round: a few random turns, the same for all its games."""
        nth = self._nth(number)
        for attempt in range(MAX_OPENING_ATTEMPTS):
            game_line = GameLine(*self._begin(nth))
            dice = RandomBot(self._derive_seed("opening", nth, attempt))
            for _ in range(self.opening_turns):
                if game_line.position.is_over:
                    break
                game_line.play(str(dice.choose(game_line.position)))
            if not game_line.position.is_over:
                return game_line
        raise InvalidOption(Reason("core.no-opening", {"turns": self.opening_turns}))

    def _begin(self, nth: int) -> tuple[Position, int | None, Position]:
        """Return the first position of an opening and the seed of its layout."""
        if self.start is not None:
            position = game(self.game_id).position(self.start)
            return position, None, position
        seed = self._derive_seed("layout", nth)
        position = game(self.game_id, **dict(self.options)).start(seed)
        return position, seed, position

    def start_of(self, pairing: Pairing) -> Position:
        """Return the first position of a game."""
        return self._begin(self._nth(pairing.round))[0]

    def _nth(self, number: int) -> int:
        """Return which opening a round has: they come again when all have been played."""
        return number % self.openings if self.openings else number

    def player_seed(self, pairing: Pairing, seat: int) -> int:
        """Return the random seed of a seat in a game."""
        return self._derive_seed("player", pairing.round, pairing.rotation, seat)

    def _derive_seed(self, *words: str | int) -> int:
        text = " ".join(map(str, (self.seed, *words)))
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) & LARGEST_SEED


def _limits_of(player: PlayerSpec, game: Game[Any]) -> str:
    level = player.limits.level
    return str(player.limits) + ("" if level is None else f" {level_mark(game, level)}")


@dataclass(frozen=True, slots=True, order=True)
class Pairing:
    """A scheduled game: its round, which shares one opening, and its place in the round."""

    round: int
    rotation: int


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game: each seat's share of the win, who forfeited, and the record."""

    pairing: Pairing
    seating: tuple[int, ...]
    shares: tuple[float, ...]
    forfeit: int | None
    text: str

    @property
    def outcome(self) -> ratings.RatedGame:
        """Return the game as ratings see it."""
        return ratings.RatedGame(self.pairing.round, self.seating, self.shares)


class MatchRunner:
    """Plays the games of a match; players are reused, because they may be slow to start.

    Use it in a ``with`` statement, which closes the players.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._players: dict[tuple[int, int], MatchPlayer] = {}

    def __enter__(self) -> MatchRunner:
        return self

    def __exit__(self, *_: object) -> None:
        for player in self._players.values():
            player.close()

    def play(self, pairing: Pairing) -> GameResult:
        """Play a game to its end; a player that fails loses it."""
        match, game_line = self.match, self.match.opening(pairing.round)
        seating = match.seatings[pairing.rotation]
        players = [self._player(seating, seat) for seat in range(len(seating))]
        headers = _headers(match, pairing)
        seat = 0
        try:
            for seat, player in enumerate(players):
                player.begin(game_line, match.player_seed(pairing, seat))
            while not game_line.position.is_over:
                seat = match.seats.index(game_line.position.mover)
                game_line.play(_shorten(players[seat].choose(game_line)))
        except (PlayerFailed, IllegalAction) as error:
            players[seat].close()
            return read_result(match, _record_forfeit(game_line, headers, seat, error))
        return read_result(match, _make_record(game_line, headers))

    def _player(self, seating: Sequence[int], seat: int) -> MatchPlayer:
        """Return the player of a seat; one who has several seats is there several times."""
        who = seating[seat]
        place = (who, seating[:seat].count(who))
        if place not in self._players:
            self._players[place] = self.match.players[who].player(self.match.deadline)
        return self._players[place]


def _shorten(turn: str) -> str:
    """Return a turn unless it is far longer than any could be."""
    return turn if len(turn) < 1_000 else excerpt(turn)


def _headers(match: Match, pairing: Pairing) -> tuple[Header, ...]:
    seating = match.seatings[pairing.rotation]
    names = {f"Player.{s}": match.labels[who] for s, who in zip(match.seats, seating, strict=True)}
    said = {OPENING: str(pairing.round), ROTATION: str(pairing.rotation), SETTINGS: str(match)}
    return tuple(Header(name, value) for name, value in {**names, **said}.items())


def _make_record(
    game_line: GameLine, headers: tuple[Header, ...], outcome: Outcome | None = None
) -> Record:
    line = Line(tuple(map(RecordedTurn, game_line.turns)))
    return Record(game_line.start, game_line.seed, None, headers, line, outcome)


def _record_forfeit(
    game_line: GameLine, headers: tuple[Header, ...], seat: int, error: PlayerFailed | IllegalAction
) -> Record:
    """Return the record of a game that a seat has lost because it failed."""
    seats = game_line.position.game.seats
    others = tuple(each for each in seats if each != seats[seat])
    way = error.way if isinstance(error, PlayerFailed) else "abandoned"
    note = Header(FORFEIT, f"{seats[seat]}: {error}")
    return _make_record(game_line, (*headers, note), Outcome(others, way))


def read_result(match: Match, record: Record) -> GameResult:
    """Return what a record of the match says, or refuse one that belongs to another match."""
    pairing = Pairing(*(_number(record.header(name)) for name in (OPENING, ROTATION)))
    if not _belongs(match, pairing, record):
        raise InvalidOption(Reason("core.match-other"))
    winners = record.outcome.winners if record.outcome else ()
    note = record.header(FORFEIT)
    return GameResult(
        pairing,
        match.seatings[pairing.rotation],
        shares(match.seats, winners),
        match.seats.index(note.partition(":")[0]) if note else None,
        record.to_text(),
    )


def _belongs(match: Match, pairing: Pairing, record: Record) -> bool:
    """Tell whether a record is that game of the match: the start and all that is noted agree."""
    if pairing.round < 0 or not 0 <= pairing.rotation < len(match.seatings):
        return False
    if record.outcome is None or record.game.id != match.game_id:
        return False
    headers = _headers(match, pairing)
    return record.headers[: len(headers)] == headers and record.start == match.start_of(pairing)


def _number(text: str | None) -> int:
    return int(text) if text is not None and text.isdecimal() and len(text) < 10 else -1


def shares(seats: Sequence[str], winners: Sequence[str]) -> tuple[float, ...]:
    """Return each seat's share of the win; in a draw all share it.

    >>> shares("dl", "d"), shares("dl", ""), shares("vrb", "vb")
    ((1.0, 0.0), (0.5, 0.5), (0.5, 0.0, 0.5))
    """
    sharing = winners or seats
    return tuple((seat in sharing) / len(sharing) for seat in seats)
