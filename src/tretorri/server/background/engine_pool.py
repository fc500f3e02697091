"""A few worker processes that think; none of them can hold up the server.

A job has a deadline. A worker that has not answered half a second after it, or that has died, is
killed and replaced. Jobs wait by urgency, and within one urgency callers take turns. A turn in a
game that people play goes before everything else, then come hints: what is less urgent is
interrupted for them, and begun again later. After a few hints a study has its turn, which no hint
interrupts. The queues for hints and studies are bounded. A long job says how long it should have
at least; from then on it ends as soon as another caller waits, and the more wait, the sooner.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

import structlog

from tretorri.core.errors import TretorriError
from tretorri.server.background.engine_jobs import (
    STOP_SIGNAL,
    Job,
    Progress,
    WorkerMessage,
    run_worker,
)
from tretorri.server.background.fair_queue import FairQueue
from tretorri.server.capacity.current_caller import NO_CALLER
from tretorri.server.errors import Busy, ServerError
from tretorri.server.monitoring import metrics
from tretorri.table.errors import error

WORKER_GRACE_S = 0.5
WORKER_STOP_TIMEOUT_S = 5.0  # for a worker to stop; one that is just starting needs them
PIPE_POLL_S = 0.05  # between two looks whether the asker has gone
MAX_QUEUED_STUDIES = 32  # and as many hints
MAX_HINTS_IN_ROW = 4  # while a study waits; and so often one study is interrupted
MAX_WORKER_ATTEMPTS = 2  # an idle worker may have died

_log = structlog.get_logger()


class WorkerFailed(ServerError):
    """A worker has died, or was killed because its time was over."""

    code, status = "engine-failed", 503
    retry_after = 2


class Urgency(IntEnum):
    """What goes before what."""

    LIVE = 0  # a turn in a game that people play
    HINT = 1  # for which a person waits
    STUDY = 2  # analyses, reviews
    BACKGROUND = 3  # turns in games that only engines play


class JobStopped(ServerError):
    """A worker has stopped in the middle of a job, as it was asked to."""

    code, status = Busy.code, Busy.status
    retry_after = Busy.retry_after


class JobCutShort(ServerError):
    """A long job has ended before its time because others wait."""

    code, status = Busy.code, Busy.status
    retry_after = Busy.retry_after


class EngineWorker:
    """One worker process, started when it is first needed."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._jobs = 0

    @property
    def pid(self) -> int | None:
        """Return the id of the process, if it runs."""
        return self._process.pid if self._process else None

    def ask(
        self,
        job: Job,
        seconds: float,
        tell: Progress,
        is_given_up: threading.Event,
    ) -> Any:
        """Return what the worker answers within *seconds*; if it dies, a second one may try.

        Raises *JobStopped* if the job is given up before it is done.
        """
        deadline = time.monotonic() + seconds + WORKER_GRACE_S
        for _ in range(MAX_WORKER_ATTEMPTS):
            try:
                return self._receive_result(job, deadline, tell, is_given_up)
            except TimeoutError:
                self._replace()
                break
            except (EOFError, OSError):
                self._replace()
                if is_given_up.is_set():
                    break
        raise _stop_error() if is_given_up.is_set() else error(WorkerFailed, "engine-failed")

    def _receive_result(
        self,
        job: Job,
        deadline: float,
        tell: Progress,
        is_given_up: threading.Event,
    ) -> Any:
        line, is_stopping = self._line or self._start_worker(), False
        self._jobs += 1
        line.send((self._jobs, job))
        while True:
            if time.monotonic() > deadline:
                raise TimeoutError
            if is_given_up.is_set() and not is_stopping:
                is_stopping, deadline = (
                    True,
                    min(deadline, time.monotonic() + WORKER_STOP_TIMEOUT_S),
                )
                self._interrupt(line)
            if line.poll(PIPE_POLL_S):
                kind, found, error = line.recv()
                if error is not None:
                    raise error
                if kind == WorkerMessage.STOPPED:
                    raise _stop_error()
                if kind == WorkerMessage.DONE:
                    return found
                tell(found)

    def _interrupt(self, line: Connection) -> None:
        """Ask the worker to stop what it does now; it says which job that is."""
        line.send(self._jobs)
        if self.pid is not None:
            os.kill(self.pid, STOP_SIGNAL)

    def _start_worker(self) -> Connection:
        # Not by fork: the server has threads.
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=run_worker, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        return self._line

    def _replace(self) -> None:
        metrics.REPLACED_WORKERS.inc()
        self.kill()

    def kill(self) -> None:
        """End the process at once; the next job starts another."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None


def _stop_error() -> ServerError:
    return error(JobStopped, "busy")


@dataclass(eq=False, slots=True)
class _RunningJob:
    """A job under way: how long it should have, and whether it has to make room for others.

    One that *is_kept* is not interrupted for hints.
    """

    urgency: Urgency
    share_s: float | None = None
    is_kept: bool = False
    is_cancelled: threading.Event = field(default_factory=threading.Event)
    begun_s: float = field(default_factory=time.monotonic)
    has_used_share: bool = False
    is_cut: bool = False
    timer: asyncio.TimerHandle | None = None

    @property
    def took_s(self) -> float:
        """Return for how long the job has been under way."""
        return time.monotonic() - self.begun_s

    def share_left_s(self, waiting_callers: int) -> float | None:
        """Return for how long it should still go on if so many callers wait; they share."""
        if self.share_s is None:
            return None
        return self.share_s / max(1, waiting_callers) - self.took_s

    def cut(self) -> None:
        self.is_cut = True
        self.is_cancelled.set()

    def end(self) -> None:
        self.is_cancelled.set()
        if self.timer is not None:
            self.timer.cancel()


@dataclass(frozen=True, slots=True)
class _Place:
    """A worker for a job, and whether no hint may interrupt it."""

    worker: EngineWorker
    is_kept: bool


class EnginePool:
    """The workers, and the queues of jobs that wait for one."""

    def __init__(self, size: int) -> None:
        self._workers = [EngineWorker() for _ in range(size)]
        self._idle = list(self._workers)
        self._reserved = 1 if size > 1 else 0  # for turns in games that people play
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="engine")
        self._queues = {urgency: FairQueue[asyncio.Future[_Place]]() for urgency in Urgency}
        self._hints_in_row = 0  # since a study that waits had a worker
        self._running_jobs: list[_RunningJob] = []  # the longest under way first

    @property
    def pids(self) -> list[int]:
        """Return the ids of the processes that run."""
        return [worker.pid for worker in self._workers if worker.pid]

    @property
    def waiting(self) -> int:
        """Return how many wait for a worker."""
        return sum(map(len, self._queues.values()))

    def need_room(self, urgency: Urgency = Urgency.STUDY) -> None:
        """Refuse more studies, or hints, when many wait already."""
        if len(self._queues[urgency]) >= MAX_QUEUED_STUDIES:
            raise error(Busy, "busy")

    async def run(
        self,
        job: Job,
        seconds: float,
        *,
        caller: str = NO_CALLER,
        urgency: Urgency = Urgency.STUDY,
        is_begun: bool = False,
        share: float | None = None,
        tell: Progress = lambda found: None,
    ) -> Any:
        """Do a job as soon as it is its turn; *tell* hears what is found on the way.

        After *share* seconds, if that is given, the job is cut short as soon as others wait; if
        many callers wait, after a part of them. Before that it may have to make room for something
        more urgent, and is begun again. The rest of what *is_begun* is never refused.
        """
        if urgency in (Urgency.HINT, Urgency.STUDY) and not is_begun:
            self.need_room(urgency)
        interruptions = 0
        while True:
            with metrics.ENGINE_WAIT_SECONDS.labels(
                "yes" if urgency is Urgency.LIVE else "no"
            ).time():
                place = await self._free_worker(urgency, caller, interruptions > 0)
            is_kept = place.is_kept or interruptions >= MAX_HINTS_IN_ROW
            job_run = _RunningJob(urgency, share, is_kept)
            try:
                return await self._ask(place.worker, job, seconds, job_run, tell)
            except JobStopped:
                if share is not None:
                    share -= job_run.took_s  # what was begun again and again has had it, too
                if job_run.has_used_share or not job_run.is_cut:
                    raise error(JobCutShort, "busy") from None
            interruptions += 1

    async def _ask(
        self,
        worker: EngineWorker,
        job: Job,
        seconds: float,
        job_run: _RunningJob,
        tell: Progress,
    ) -> Any:
        loop = asyncio.get_running_loop()
        self._running_jobs.append(job_run)

        def forward(found: dict[str, Any]) -> None:
            with suppress(RuntimeError):  # the loop has closed
                loop.call_soon_threadsafe(tell, found)

        asked = loop.run_in_executor(
            self._threads, worker.ask, job, seconds, forward, job_run.is_cancelled
        )
        asked.add_done_callback(lambda done: self._release(worker, done))
        self._make_room()
        try:
            return await asyncio.shield(asked)
        finally:
            job_run.end()
            self._running_jobs.remove(job_run)

    async def _free_worker(self, urgency: Urgency, caller: str, is_next: bool) -> _Place:
        """Wait for a worker."""
        queue = self._queues[urgency]
        place: asyncio.Future[_Place] = asyncio.get_running_loop().create_future()
        queue.add(caller, place, is_next=is_next)
        self._assign()
        try:
            return await place
        except asyncio.CancelledError:
            if not queue.remove(caller, place) and not place.cancelled():
                self._idle.append(place.result().worker)
                self._assign()
            raise

    def _assign(self) -> None:
        """Give idle workers to waiting jobs, keeping one for games that people play."""
        while self._idle and (urgency := self._next_urgency()) is not None:
            is_kept = urgency is Urgency.STUDY and self._hints_in_row >= MAX_HINTS_IN_ROW
            waiting = self._queues[urgency].take()
            if waiting.done():
                continue
            waiting.set_result(_Place(self._idle.pop(), is_kept))
            if urgency is Urgency.STUDY:
                self._hints_in_row = 0
            elif urgency is Urgency.HINT and self._queues[Urgency.STUDY]:
                self._hints_in_row += 1
        self._make_room()

    def _next_urgency(self) -> Urgency | None:
        """Return whose turn it is: the most urgent, but a study after some hints."""
        if self._queues[Urgency.LIVE]:
            return Urgency.LIVE
        if len(self._idle) <= self._reserved:
            return None
        if self._queues[Urgency.STUDY] and self._hints_in_row >= MAX_HINTS_IN_ROW:
            return Urgency.STUDY
        return next((urgency for urgency, queue in self._queues.items() if queue), None)

    def _make_room(self) -> None:
        """Interrupt what is less urgent than what waits, the least urgent first; then long jobs."""
        callers = sum(self._queues[each].callers for each in (Urgency.HINT, Urgency.STUDY))
        for job_run in self._running_jobs:
            self._watch_share(job_run, callers)
        by_urgency, waiting = sorted(self._running_jobs, key=lambda run: -run.urgency), 0
        for urgency in (Urgency.LIVE, Urgency.HINT, Urgency.STUDY):
            waiting += len(self._queues[urgency])
            less_urgent = [each for each in by_urgency if each.urgency > urgency]
            if urgency is Urgency.HINT:
                less_urgent = [each for each in less_urgent if not each.is_kept]
            self._cut(waiting, less_urgent)
        self._cut(waiting, [each for each in self._running_jobs if each.has_used_share])

    def _watch_share(self, job_run: _RunningJob, waiting_callers: int) -> None:
        """Note whether a job has had its share, or look again when it has."""
        left_s = job_run.share_left_s(waiting_callers)
        if left_s is None or job_run.is_cut:
            return
        if job_run.timer is not None:
            job_run.timer.cancel()
        job_run.has_used_share = left_s <= 0
        if left_s > 0:
            loop = asyncio.get_running_loop()
            job_run.timer = loop.call_later(left_s, self._make_room)

    def _cut(self, waiting: int, job_runs: list[_RunningJob]) -> None:
        """Cut jobs short, one for each waiting job for which no worker is being freed yet."""
        missing = waiting - sum(job_run.is_cut for job_run in self._running_jobs)
        for job_run in [each for each in job_runs if not each.is_cut][: max(0, missing)]:
            job_run.cut()

    def _release(self, worker: EngineWorker, done: asyncio.Future[Any]) -> None:
        error = None if done.cancelled() else done.exception()
        if error is not None and not isinstance(error, TretorriError):
            _log.error("engine job failed", error=repr(error))
        self._idle.append(worker)
        self._assign()

    async def close(self) -> None:
        """End all processes."""
        for job_run in self._running_jobs:
            job_run.is_cancelled.set()
        await asyncio.to_thread(self._threads.shutdown)
        for worker in self._workers:
            worker.kill()
