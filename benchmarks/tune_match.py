"""The third stage of tuning: the engine with new weights against the engine as it is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tretorri.arena.matches import Match
from tretorri.arena.players import EnginePlayer, GameLine, MatchPlayer, PlayerSpec, TurnLimits
from tretorri.arena.ratings import Sprt
from tretorri.arena.standings import Standings
from tretorri.arena.workers import MatchFile, play_out
from tretorri.cli.match_output import Progress
from tretorri.engine.search import Engine

NamedWeights = tuple[tuple[tuple[str, int], ...], ...]


class WeightedPlayer(EnginePlayer):
    """The engine with weights of one's own."""

    def begin(self, game_line: GameLine, seed: int) -> None:
        """Get ready for a game."""
        super().begin(game_line, seed)
        assert isinstance(self.spec, Weighted)
        self._engine = Engine(game_line.position.game.id, seed=seed)
        self._engine.set_weights([dict(each) for each in self.spec.weights])


@dataclass(frozen=True, slots=True)
class Weighted(PlayerSpec):
    """The engine with weights of one's own, as a player of a match."""

    weights: NamedWeights = ()

    def player(self, deadline: float) -> MatchPlayer:
        """Return the player; it never takes so long that the deadline matters."""
        return WeightedPlayer(self)


def weighted(name: str, sets: list[dict[str, int]], limits: TurnLimits) -> Weighted:
    """Return a player with these sets of weights."""
    frozen = tuple(tuple(each.items()) for each in sets)
    return Weighted(name, "engine", limits, weights=frozen)


def play_match(match: Match, games: int, sprt: Sprt | None, path: Path, jobs: int) -> Standings:
    """Play a match to its end, or until the test knows; games that the file has are not repeated.

    With more than two seats the first player has one of them and the second all others.
    """
    standings = Standings(match, sprt if match.are_pairs else None)
    with MatchFile(path, match) as match_file:
        known = match_file.load()
        total = len(list(match.schedule(games)))
        with Progress(standings, total) as progress:
            play_out(
                standings, games, known, jobs, keep=match_file.keep, tell=lambda _: progress.show()
            )
    return standings


def outcome(standings: Standings) -> str:
    """Say how the first player did."""
    row = standings.rows()[0]
    even = 1 / len(standings.match.seats)
    text = (
        f"{row.player}: {row.games} games, score {row.score.value:.1%}"
        f" ({row.score.low:.1%} to {row.score.high:.1%}; even would be {even:.1%})"
    )
    if standings.accepted is not None:
        text += f"; the test accepts {standings.accepted:+g} Elo"
    return text
