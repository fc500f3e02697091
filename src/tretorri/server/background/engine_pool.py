"""A few worker processes that think; none of them can hold up the server.

A job has a deadline. A worker that has not answered half a second after it, or that has died, is
killed and replaced. Jobs wait by urgency, and within one urgency callers take turns. A turn in a
game that people play goes before everything else: what is less urgent is interrupted for it, and
begun again later. The queue for studies is bounded. A long job says how long it must have at
least; from then on it ends as soon as another caller waits.
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
MAX_QUEUED_STUDIES = 32
MAX_WORKER_ATTEMPTS = 2  # an idle worker may have died

_log = structlog.get_logger()


class WorkerFailed(ServerError):
    """A worker has died, or was killed because its time was over."""

    code, status = "engine-failed", 503
    retry_after = 2


class Urgency(IntEnum):
    """What goes before what."""

    LIVE = 0  # a turn in a game that people play
    STUDY = 1  # hints, analyses, reviews
    BACKGROUND = 2  # turns in games that only engines play


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
    """A job under way: whether it has had its share, and whether it has to make room for others."""

    urgency: Urgency
    is_cancelled: threading.Event = field(default_factory=threading.Event)
    has_used_share: bool = False
    is_cut: bool = False

    def cut(self) -> None:
        self.is_cut = True
        self.is_cancelled.set()


class EnginePool:
    """The workers, and the queues of jobs that wait for one."""

    def __init__(self, size: int) -> None:
        self._workers = [EngineWorker() for _ in range(size)]
        self._idle = list(self._workers)
        self._reserved = 1 if size > 1 else 0  # for turns in games that people play
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="engine")
        self._queues = {urgency: FairQueue[asyncio.Future[EngineWorker]]() for urgency in Urgency}
        self._running_jobs: list[_RunningJob] = []  # the longest under way first

    @property
    def pids(self) -> list[int]:
        """Return the ids of the processes that run."""
        return [worker.pid for worker in self._workers if worker.pid]

    @property
    def waiting(self) -> int:
        """Return how many wait for a worker."""
        return sum(map(len, self._queues.values()))

    def need_room(self) -> None:
        """Refuse more studies when many wait already."""
        if len(self._queues[Urgency.STUDY]) >= MAX_QUEUED_STUDIES:
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

        After *share* seconds, if that is given, the job is cut short as soon as others wait.
        Before that it may have to make room for something more urgent, and is begun again. The
        rest of what *is_begun* is never refused.
        """
        if urgency is Urgency.STUDY and not is_begun:
            self.need_room()
        loop, is_next = asyncio.get_running_loop(), False
        while True:
            with metrics.ENGINE_WAIT_SECONDS.labels(
                "yes" if urgency is Urgency.LIVE else "no"
            ).time():
                worker = await self._free_worker(urgency, caller, is_next)
            job_run = _RunningJob(urgency)
            try:
                if share is not None:
                    loop.call_later(share, self._end_share, job_run)
                return await self._ask(worker, job, seconds, job_run, tell)
            except JobStopped:
                if job_run.has_used_share or not job_run.is_cut:
                    raise error(JobCutShort, "busy") from None
            is_next = True

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
        try:
            return await asyncio.shield(asked)
        finally:
            job_run.is_cancelled.set()
            self._running_jobs.remove(job_run)

    async def _free_worker(self, urgency: Urgency, caller: str, is_next: bool) -> EngineWorker:
        """Wait for a worker."""
        queue = self._queues[urgency]
        worker: asyncio.Future[EngineWorker] = asyncio.get_running_loop().create_future()
        queue.add(caller, worker, is_next=is_next)
        self._assign()
        try:
            return await worker
        except asyncio.CancelledError:
            if not queue.remove(caller, worker) and not worker.cancelled():
                self._idle.append(worker.result())
                self._assign()
            raise

    def _assign(self) -> None:
        """Give idle workers to waiting jobs, keeping one for games that people play."""
        for urgency, queue in self._queues.items():
            kept = 0 if urgency is Urgency.LIVE else self._reserved
            while len(queue) and len(self._idle) > kept:
                waiting = queue.take()
                if not waiting.done():
                    waiting.set_result(self._idle.pop())
        self._make_room()

    def _make_room(self) -> None:
        """Interrupt what is less urgent than what waits, the least urgent first; then long jobs."""
        live, study = len(self._queues[Urgency.LIVE]), len(self._queues[Urgency.STUDY])
        by_urgency = sorted(self._running_jobs, key=lambda job_run: -job_run.urgency)
        self._cut(live, [each for each in by_urgency if each.urgency > Urgency.LIVE])
        self._cut(live + study, [each for each in by_urgency if each.urgency > Urgency.STUDY])
        self._cut(live + study, [each for each in self._running_jobs if each.has_used_share])

    def _cut(self, waiting: int, job_runs: list[_RunningJob]) -> None:
        """Cut jobs short, one for each waiting job for which no worker is being freed yet."""
        missing = waiting - sum(job_run.is_cut for job_run in self._running_jobs)
        for job_run in [each for each in job_runs if not each.is_cut][: max(0, missing)]:
            job_run.cut()

    def _end_share(self, job_run: _RunningJob) -> None:
        job_run.has_used_share = not job_run.is_cut
        self._make_room()

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
