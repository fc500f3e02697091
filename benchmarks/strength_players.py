"""Who plays in the trials of strength: engines by CPU time, and a note of what each turn took."""

from __future__ import annotations

import os
import statistics
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from tretorri.arena.players import (
    UCT,
    EnginePlayer,
    GameLine,
    Listener,
    MatchPlayer,
    PlayerSpec,
    TurnLimits,
)
from tretorri.core.game import Position
from tretorri.engine import search
from tretorri.engine.bots import BOTS

OPEN_SPIEL = "open_spiel"


class CpuPlayer(EnginePlayer):
    """A player inside this process whose seconds are those of CPU time."""

    def think(
        self, position: Position, limits: TurnLimits, listener: Listener | None = None
    ) -> str:
        """Return a whole turn, or the rest of one that has begun."""
        if self.spec.kind in BOTS:
            return super().think(position, limits, listener)
        seconds = limits.seconds
        if self.spec.kind == UCT:
            turn = search.uct_turn(position, seconds=seconds, seed=self._seed, clock="cpu")
            return str(turn)
        if self._engine is None:
            self._engine = search.Engine(position.game.id, seed=self._seed, clock="cpu")
        best: str = self._engine.analyse(position, seconds=seconds).best.turns[0]
        return best


class Metered:
    """A player with a file to which the CPU time of each of its turns is added."""

    def __init__(self, name: str, player: MatchPlayer, times: Path) -> None:
        self._name, self._player, self._times = name, player, times

    def begin(self, game_line: GameLine, seed: int) -> None:
        """Get ready for a game."""
        self._player.begin(game_line, seed)

    def choose(self, game_line: GameLine) -> str:
        """Return the turn of the player."""
        begin = process_time()
        turn = self._player.choose(game_line)
        line = f"{self._name}\t{process_time() - begin:.6f}\n"
        with self._times.open("a", encoding="utf-8") as file:
            file.write(line)  # short enough to be added in one piece, whoever else writes
        return turn

    def close(self) -> None:
        """Let the player give back what it holds."""
        self._player.close()


@dataclass(frozen=True, slots=True)
class Contestant(PlayerSpec):
    """A player of a trial; *times* is where its times are noted."""

    times: str = os.devnull

    def player(self, deadline: float) -> MatchPlayer:
        """Return the player with its meter."""
        return Metered(self.name, self._bare(), Path(self.times))

    def _bare(self) -> MatchPlayer:
        if self.kind != OPEN_SPIEL:
            return CpuPlayer(self)
        from benchmarks.open_spiel_bot import OpenSpielPlayer  # noqa: PLC0415 - it installs peers

        return OpenSpielPlayer(self.limits.seconds or 0.0)


def contestant(kind: str, seconds: float, times: Path) -> Contestant:
    """Return a player of a kind with so much CPU time per turn; simple bots take what they need."""
    if kind in BOTS:
        return Contestant(kind, kind, times=str(times))
    name = f"{kind}:seconds={seconds:g}"
    return Contestant(name, kind, TurnLimits(seconds=seconds), times=str(times))


@dataclass(frozen=True, slots=True)
class Times:
    """What a player's turns took, in seconds of CPU time."""

    mean: float
    longest: float  # but for one turn in a hundred


def read_times(file: Path) -> Mapping[str, Times]:
    """Return the times of each player as noted."""
    noted = defaultdict[str, list[float]](list)
    for line in file.read_text(encoding="utf-8").splitlines():
        name, _, seconds = line.partition("\t")
        noted[name].append(float(seconds))
    return {
        name: Times(statistics.fmean(each), sorted(each)[len(each) * 99 // 100])
        for name, each in noted.items()
    }
