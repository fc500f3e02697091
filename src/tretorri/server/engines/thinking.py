"""What worker processes do: think about a turn, a hint, a position or a whole game."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from tretorri.core.errors import InvalidOption, TretorriError
from tretorri.core.game import Position
from tretorri.core.records import Record
from tretorri.engine.bots import GreedyBot
from tretorri.engine.external import die_with_parent
from tretorri.engine.levels import level_turn
from tretorri.engine.native import has_native
from tretorri.engine.review import review
from tretorri.engine.search import analyse, best_turn

NICE = 10
MOST_MEMORY = 2 * 2**30
LEVEL_NODES = (20, 80, 300, 1_200, 5_000, 20_000, 60_000, 150_000)
Progress = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, slots=True)
class TurnJob:
    """Choose a turn at a level, or the rest of a turn that has begun."""

    position: Position
    level: int
    seed: int

    def done(self, _: Progress) -> str:
        """Return the turn in notation."""
        return engine_turn(self.position, self.level, self.seed)


@dataclass(frozen=True, slots=True)
class AnalysisJob:
    """Find the best lines of a position."""

    position: Position
    lines: int
    nodes: int
    seconds: float

    def done(self, tell: Progress) -> dict[str, Any]:
        """Return the analysis as plain data; what is found on the way is told."""
        return analyse(
            self.position,
            nodes=self.nodes,
            seconds=self.seconds,
            lines=self.lines,
            listener=lambda found: tell(found.to_json()),
        ).to_json()


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """Look over a whole game."""

    record: str
    nodes: int

    def done(self, tell: Progress) -> dict[str, Any]:
        """Return the review as plain data; how far it is gets told."""
        record = Record.from_text(self.record)
        found = review(record, nodes=self.nodes, heard=lambda done, of: tell(_of(done, of)))
        return found.to_json()


Job = TurnJob | AnalysisJob | ReviewJob


def _of(done: int, of: int) -> dict[str, Any]:
    return {"done": done, "of": of}


def engine_turn(position: Position, level: int, seed: int) -> str:
    """Return what the engine plays at a level; games without a native twin have the greedy bot."""
    if not has_native(position.game.id):
        return str(GreedyBot(seed).choose(position))
    try:
        return str(level_turn(position, level, seed=seed))
    except InvalidOption:  # nobody has said yet how the levels of this game play
        return str(best_turn(position, nodes=LEVEL_NODES[level - 1], seed=seed))


def work(line: Connection) -> None:
    """Do jobs as they come, until nobody sends any; the process is niced and bounded."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    die_with_parent()
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    with suppress(EOFError, OSError):
        while True:
            line.send(("done", *_answer(line, line.recv())))


def _answer(line: Connection, job: Job) -> tuple[object, TretorriError | None]:
    try:
        return job.done(lambda found: line.send(("progress", found, None))), None
    except TretorriError as error:
        return None, error
