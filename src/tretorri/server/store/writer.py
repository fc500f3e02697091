"""The one writer: whatever waits is stored in one transaction, and only then acknowledged."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from itertools import compress

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from tretorri.server.errors import BadRequest, Busy, StorageDown
from tretorri.server.monitoring import metrics
from tretorri.server.store.database import (
    FAILURES,
    Database,
    is_about_data,
    is_lost,
    retry_when_lost,
    state_of,
)
from tretorri.server.store.write_check import WriteCheck
from tretorri.server.store.writes import Write, is_stored, read_heads, reserve_numbers, store_writes
from tretorri.table.errors import error

MAX_BATCH = 256
MAX_QUEUED_WRITES = 4096
BATCH_WAIT_S = 0.004  # of a busy writer, for more writes to store together
BUSY_WINDOW_S = 0.04  # for the last commits, below which the writer is busy
BUSY_COMMITS = 8  # commits

_log = structlog.get_logger()


class WriteConflict(Exception):
    """Another event has taken the number first."""


class _QueuedWrite:
    """A write in the queue, and the future of its caller."""

    def __init__(self, write: Write) -> None:
        self.work = write
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Writer:
    """Stores what is given to it, many at a time; the primary key decides between rivals."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.check = WriteCheck(database)
        self._queue: asyncio.Queue[_QueuedWrite | None] = asyncio.Queue(MAX_QUEUED_WRITES)
        self._commits: deque[float] = deque([float("-inf")] * BUSY_COMMITS, BUSY_COMMITS)
        self._task = asyncio.create_task(self._run())

    async def write(self, write: Write) -> None:
        """Return when *work* is on the disk; raise *WriteConflict* if the number is taken."""
        waiting = _QueuedWrite(write)
        try:
            self._queue.put_nowait(waiting)
        except asyncio.QueueFull:
            raise error(Busy, "busy") from None
        await waiting.done  # a caller that goes away cancels only this future, not the write

    async def close(self) -> None:
        """Finish what waits, then stop."""
        await self._queue.put(None)
        await self._task
        await self.check.close()

    def _is_busy(self) -> bool:
        """Tell whether the last few commits came so fast that it is worth to wait for more."""
        now = asyncio.get_running_loop().time()
        self._commits.append(now)
        return now - self._commits[0] < BUSY_WINDOW_S

    async def _run(self) -> None:
        while (first := await self._queue.get()) is not None:
            if self._is_busy():
                await asyncio.sleep(BATCH_WAIT_S)
            batch, is_last = [first], False
            while len(batch) < MAX_BATCH and not self._queue.empty():
                waiting = self._queue.get_nowait()
                if waiting is None:
                    is_last = True
                    break
                batch.append(waiting)
            await self._store(batch)
            if is_last:
                return

    async def _store(self, batch: Sequence[_QueuedWrite], is_unsure: bool = False) -> None:
        """Store a batch in one transaction; if one of them does not fit, each by itself."""
        attempt = _Attempt(self._database, [waiting.work for waiting in batch], is_unsure)
        try:
            stored = await retry_when_lost(attempt.run)
        except Exception as error:  # whatever one work brings, the writer goes on with the next
            if isinstance(error, FAILURES) and not _is_about_one(error):
                self.check.note(is_stored=False)
                _reject_batch(batch, error, attempt.is_unsure)
            elif len(batch) > 1:
                for waiting in batch:
                    await self._store([waiting], attempt.is_unsure)
            else:
                _reject(batch[0], _error_of_one(error))
        else:
            self.check.note(is_stored=True)
            metrics.BATCH_SIZES.observe(len(batch))
            metrics.EVENT_COUNT.inc(
                sum(_count_events(each.work) for each in compress(batch, stored))
            )
            for waiting, is_stored in zip(batch, stored, strict=True):
                if is_stored:
                    _resolve(waiting)
                else:
                    _reject(waiting, WriteConflict("the game has moved on"))


class _Attempt:
    """Stores works in one transaction; can be made again if the connection was lost.

    If it was lost during the commit, its outcome is not known: *is_unsure*. The next attempt finds
    its own events or stores them; and waits, by the primary key, for a lost transaction that may
    still be under way.
    """

    def __init__(self, database: Database, writes: Sequence[Write], is_unsure: bool) -> None:
        self._database, self._works = database, writes
        self.is_unsure = is_unsure

    async def run(self) -> list[bool]:
        """Store those whose number is free; tell of each whether it is stored."""
        try:
            return await self._database.write(self._store_fitting)
        except IntegrityError:
            if not self.is_unsure:
                raise
            # The lost transaction has ended, and its events can be seen.
            return await self._database.write(self._store_fitting)

    def _store_fitting(self, connection: Connection) -> list[bool]:
        there = self._find_stored(connection)
        numbers = read_heads(connection, self._works)
        fits = [write not in there and reserve_numbers(write, numbers) for write in self._works]
        store_writes(connection, list(compress(self._works, fits)))
        try:
            connection.commit()
        except FAILURES as error:
            self.is_unsure = self.is_unsure or is_lost(error)
            raise
        self.is_unsure = False
        return [fit or write in there for fit, write in zip(fits, self._works, strict=True)]

    def _find_stored(self, connection: Connection) -> list[Write]:
        """Return the works that an earlier try has stored although it was lost."""
        if not self.is_unsure:
            return []
        return [write for write in self._works if is_stored(connection, write)]


def _is_about_one(error: BaseException) -> bool:
    """Tell whether one work of a batch is to blame: its number, its data, or a deadlock."""
    is_rival = isinstance(error, IntegrityError) or state_of(error)[:2] == "40"
    return is_rival or is_about_data(error)


def _error_of_one(cause: Exception) -> Exception:
    """Return what a work has failed for by itself."""
    if is_about_data(cause):
        return error(BadRequest, "not-possible")
    return WriteConflict(str(cause)) if isinstance(cause, FAILURES) else cause


def _count_events(write: Write) -> int:
    return len(getattr(write, "events", ()))


def _resolve(waiting: _QueuedWrite) -> None:
    with suppress(asyncio.InvalidStateError):
        waiting.done.set_result(None)


def _reject(waiting: _QueuedWrite, error: Exception) -> None:
    with suppress(asyncio.InvalidStateError):
        waiting.done.set_exception(error)


def _reject_batch(batch: Sequence[_QueuedWrite], cause: BaseException, is_unsure: bool) -> None:
    _log.error("write failed", count=len(batch), error=type(cause).__name__, unsure=is_unsure)
    for waiting in batch:
        _reject(waiting, error(StorageDown, "storage-unsure" if is_unsure else "storage-down"))
