"""A few worker processes that think; none of them can hold up the server.

A job has a deadline. A worker that has not answered half a second after it, or that has died, is
killed and replaced. Jobs wait in a queue that is bounded for everything but turns in games. A
long job says how long it must have at least; from then on it ends as soon as somebody waits.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

import structlog

from tretorri.core.errors import TretorriError
from tretorri.server import metrics
from tretorri.server.engines.thinking import Job, Progress, work
from tretorri.server.errors import Busy, ServerError, refused

GRACE = 0.5
OFTEN = 0.05  # seconds between two looks whether the asker has gone
MOST_WAITING = 32
ATTEMPTS = 2  # a worker may have died while nobody asked it anything

_log = structlog.get_logger()


class WorkerFailed(ServerError):
    """A worker has died, or was killed because its time was over."""

    code, status = "engine-failed", 503
    retry_after = 2


class CutShort(ServerError):
    """A long job has ended before its time because others wait."""

    code, status = Busy.code, Busy.status
    retry_after = Busy.retry_after


class Worker:
    """One worker process, started when it is first needed."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

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
        """Return what the worker answers within *seconds*; if it dies, a second one may try."""
        deadline = time.monotonic() + seconds + GRACE
        for _ in range(ATTEMPTS):
            try:
                return self._asked(job, deadline, tell, is_given_up)
            except TimeoutError:
                self._replace()
                break
            except (EOFError, OSError):
                self._replace()
        raise refused(WorkerFailed, "engine-failed")

    def _asked(
        self,
        job: Job,
        deadline: float,
        tell: Progress,
        is_given_up: threading.Event,
    ) -> Any:
        line = self._line or self._started()
        line.send(job)
        while True:
            if time.monotonic() > deadline or is_given_up.is_set():
                raise TimeoutError
            if line.poll(OFTEN):
                kind, found, error = line.recv()
                if error is not None:
                    raise error
                if kind == "done":
                    return found
                tell(found)

    def _started(self) -> Connection:
        # Not by fork: the server has threads.
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        return self._line

    def _replace(self) -> None:
        metrics.REPLACEMENTS.inc()
        self.kill()

    def kill(self) -> None:
        """End the process at once; the next job starts another."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None


Waiting = deque[asyncio.Future[Worker]]


@dataclass(eq=False, slots=True)
class _Errand:
    """A job under way: whether it has had its share, and whether it was cut short for others."""

    is_given_up: threading.Event = field(default_factory=threading.Event)
    has_had_share: bool = False
    is_cut: bool = False

    def cut(self) -> None:
        self.is_cut = True
        self.is_given_up.set()


class Pool:
    """The workers, and who waits for them; turns in games go before everything else."""

    def __init__(self, size: int) -> None:
        self._workers = [Worker() for _ in range(size)]
        self._idle = list(self._workers)
        self._kept = 1 if size > 1 else 0  # for turns in games, whatever else is asked
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="engine")
        self._urgent: Waiting = deque()
        self._patient: Waiting = deque()
        self._errands: list[_Errand] = []  # the longest under way first

    @property
    def pids(self) -> list[int]:
        """Return the ids of the processes that run."""
        return [worker.pid for worker in self._workers if worker.pid]

    @property
    def waiting(self) -> int:
        """Return how many wait for a worker."""
        return len(self._urgent) + len(self._patient)

    def need_room(self) -> None:
        """Refuse more work when many wait already."""
        if len(self._patient) >= MOST_WAITING:
            raise refused(Busy, "busy")

    async def run(
        self,
        job: Job,
        seconds: float,
        *,
        is_urgent: bool = False,
        share: float | None = None,
        tell: Progress = lambda found: None,
    ) -> Any:
        """Do a job as soon as a worker is free; *tell* hears what is found on the way.

        After *share* seconds, if that is given, the job is cut short as soon as others wait.
        """
        with metrics.ENGINE_WAITS.labels("yes" if is_urgent else "no").time():
            worker = await self._free_worker(is_urgent)
        loop, errand = asyncio.get_running_loop(), _Errand()
        self._errands.append(errand)
        if share is not None:
            loop.call_later(share, self._has_had_share, errand)

        def told(found: dict[str, Any]) -> None:
            with suppress(RuntimeError):  # the loop has closed
                loop.call_soon_threadsafe(tell, found)

        asked = loop.run_in_executor(
            self._threads, worker.ask, job, seconds, told, errand.is_given_up
        )
        asked.add_done_callback(lambda done: self._release(worker, done))
        try:
            return await asyncio.shield(asked)
        except WorkerFailed as error:
            raise (refused(CutShort, "busy") if errand.is_cut else error) from None
        finally:
            errand.is_given_up.set()
            self._errands.remove(errand)

    async def _free_worker(self, is_urgent: bool) -> Worker:
        """Wait for a worker; whoever is not urgent may be sent away."""
        queue = self._urgent if is_urgent else self._patient
        if not is_urgent:
            self.need_room()
        worker: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        queue.append(worker)
        self._assign()
        try:
            return await worker
        except asyncio.CancelledError:
            if worker in queue:
                queue.remove(worker)
            elif not worker.cancelled():
                self._idle.append(worker.result())
                self._assign()
            raise

    def _assign(self) -> None:
        """Give idle workers to those who wait, as far as they may have them."""
        for queue, kept in ((self._urgent, 0), (self._patient, self._kept)):
            while queue and len(self._idle) > kept:
                waiting = queue.popleft()
                if not waiting.done():
                    waiting.set_result(self._idle.pop())
        self._cut_for_others()

    def _cut_for_others(self) -> None:
        """Cut long jobs short, one for each who waits."""
        leaving = sum(errand.is_cut for errand in self._errands)
        missing = len(self._urgent) + len(self._patient) - leaving
        long = [each for each in self._errands if each.has_had_share and not each.is_cut]
        for errand in long[: max(0, missing)]:
            errand.cut()

    def _has_had_share(self, errand: _Errand) -> None:
        errand.has_had_share = True
        self._cut_for_others()

    def _release(self, worker: Worker, done: asyncio.Future[Any]) -> None:
        error = None if done.cancelled() else done.exception()
        if error is not None and not isinstance(error, TretorriError):
            _log.error("engine job failed", error=repr(error))
        self._idle.append(worker)
        self._assign()

    async def close(self) -> None:
        """End all processes."""
        for errand in self._errands:
            errand.is_given_up.set()
        await asyncio.to_thread(self._threads.shutdown)
        for worker in self._workers:
            worker.kill()
