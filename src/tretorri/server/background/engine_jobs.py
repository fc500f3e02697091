"""What worker processes do: think about a turn, a hint, a position or a whole game."""

from __future__ import annotations

import os
import resource
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from multiprocessing.connection import Connection
from types import FrameType
from typing import Any

from tretorri.core.errors import InvalidOption, TretorriError
from tretorri.core.game import Position
from tretorri.core.records import Record
from tretorri.engine.levels import level_turn
from tretorri.engine.processes import die_with_parent
from tretorri.engine.review import Evaluation, evaluate, make_review
from tretorri.engine.search import Engine, analyse, best_turn

NICENESS = 10
MAX_MEMORY_BYTES = 2 * 2**30
LEVEL_NODES = (20, 80, 300, 1_200, 5_000, 20_000, 60_000, 150_000)
REVIEW_SLICE_S = 0.5  # after which a review lets others have the worker
REVIEW_POSITION_S = 1.0  # of a processor for one position, however many nodes are wanted
MAX_CACHED_RECORDS = 4  # of reviews that take turns on a worker
STOP_SIGNAL = signal.SIGURG  # which a process that does not wait for it ignores
Progress = Callable[[dict[str, Any]], None]


class WorkerMessage(Enum):
    """What a worker says."""

    PROGRESS, DONE, STOPPED = range(3)


@dataclass(frozen=True, slots=True)
class TurnJob:
    """Choose a turn at a level, or the rest of a turn that has begun."""

    position: Position
    level: int
    seed: int

    def run(self, _: Progress) -> str:
        """Return the turn in notation."""
        return choose_turn(self.position, self.level, self.seed)


@dataclass(frozen=True, slots=True)
class AnalysisJob:
    """Find the best lines of a position."""

    position: Position
    lines: int
    nodes: int
    seconds: float

    def run(self, tell: Progress) -> dict[str, Any]:
        """Return the analysis as plain data; interim results are reported."""
        return analyse(
            self.position,
            nodes=self.nodes,
            seconds=self.seconds,
            lines=self.lines,
            listener=lambda found: tell(found.to_json()),
        ).to_json()


@dataclass(frozen=True, slots=True)
class ReviewSlice:
    """Some more *evaluations* of a game with *of* positions; with the last ones, the *review*."""

    evaluations: tuple[Evaluation, ...]
    of: int
    seconds: float
    review: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """Look over a game for a while; *evaluations* is what was found before."""

    record: str
    nodes: int
    evaluations: tuple[Evaluation, ...] = ()

    def run(self, _: Progress) -> ReviewSlice:
        """Return what was found in about half a second, at least one position."""
        begin = time.monotonic()
        record, positions = _replay_record(self.record)
        engine, found = Engine(record.game.id, clock="cpu"), list[Evaluation]()
        for position in positions[len(self.evaluations) :]:
            found.append(evaluate(engine, position, nodes=self.nodes, seconds=REVIEW_POSITION_S))
            if time.monotonic() - begin > REVIEW_SLICE_S:
                break
        known = (*self.evaluations, *found)
        is_whole = len(known) == len(positions)
        review = make_review(record, positions, known).to_json() if is_whole else None
        return ReviewSlice(tuple(found), len(positions), time.monotonic() - begin, review)


@lru_cache(maxsize=MAX_CACHED_RECORDS)
def _replay_record(text: str) -> tuple[Record, list[Position]]:
    record = Record.from_text(text)
    return record, list(record.positions())


Job = TurnJob | AnalysisJob | ReviewJob


def choose_turn(position: Position, level: int, seed: int) -> str:
    """Return what the engine plays at a level."""
    try:
        return str(level_turn(position, level, seed=seed))
    except InvalidOption:  # the game has no table of levels
        return str(best_turn(position, nodes=LEVEL_NODES[level - 1], seed=seed))


def run_worker(line: Connection) -> None:
    """Run jobs until the pipe is closed; the process has low priority and bounded memory."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    die_with_parent()
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    with suppress(EOFError, OSError):
        JobServer(line).serve()


class _Interrupted(Exception):
    """The job under way is not wanted any more."""


class JobServer:
    """Where jobs come in, each with a number; a number alone says that its job is to be stopped.

    The signal makes the worker read that number while it is at work.
    """

    def __init__(self, line: Connection) -> None:
        self._line, self._under_way = line, 0
        signal.signal(STOP_SIGNAL, self._look)

    def serve(self) -> None:
        """Run jobs until the pipe is closed."""
        while True:
            sent = self._line.recv()
            if not isinstance(sent, int):  # a number comes too late: its job was done
                self._line.send(self._answer(*sent))

    def _answer(self, number: int, job: Job) -> tuple[WorkerMessage, object, TretorriError | None]:
        try:
            try:
                self._under_way = number
                self._look(STOP_SIGNAL, None)  # the signal may have come before the job
                return WorkerMessage.DONE, job.run(self._tell), None
            finally:
                self._under_way = 0
        except TretorriError as error:
            return WorkerMessage.DONE, None, error
        except _Interrupted:
            return WorkerMessage.STOPPED, None, None

    def _tell(self, found: dict[str, Any]) -> None:
        self._line.send((WorkerMessage.PROGRESS, found, None))

    def _look(self, _: int, __: FrameType | None) -> None:
        while self._under_way and self._line.poll():
            if self._line.recv() == self._under_way:
                self._under_way = 0
                raise _Interrupted
