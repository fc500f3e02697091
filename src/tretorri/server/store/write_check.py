"""Whether games can be stored now: by what the writer met last, else by trying."""

from __future__ import annotations

import asyncio
import time

from sqlalchemy import Connection, delete, insert

from tretorri.server.store.database import FAILURES, Database
from tretorri.server.store.tables import timebases

DISTRUST_S = 5.0  # after a write that failed: a smaller one may succeed on a disk that is full
MAX_AGE_S = 1.0  # of what is known, so that callers cannot make the disk busy by asking
PROBE = "probe"


class WriteCheck:
    """Tells whether a database takes writes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._failed_at = self._known_at = float("-inf")
        self._is_writable = True
        self._attempt: asyncio.Task[None] | None = None

    def note(self, *, is_stored: bool) -> None:
        """Take note of what became of a write."""
        self._failed_at = float("-inf") if is_stored else time.monotonic()
        self._know(is_stored)

    async def is_writable(self) -> bool:
        """Tell whether something can be stored; callers at the same time share one attempt."""
        now = time.monotonic()
        if now - self._failed_at > DISTRUST_S and now - self._known_at > MAX_AGE_S:
            if self._attempt is None or self._attempt.done():
                self._attempt = asyncio.create_task(self._try())
            await asyncio.shield(self._attempt)
        return self._is_writable

    async def close(self) -> None:
        """Try no more."""
        if self._attempt is not None:
            self._attempt.cancel()
            await asyncio.gather(self._attempt, return_exceptions=True)

    async def _try(self) -> None:
        try:
            await self._database.write(_write_nothing)
        except FAILURES:
            self._know(False)
        else:
            self._know(True)

    def _know(self, is_writable: bool) -> None:
        self._is_writable, self._known_at = is_writable, time.monotonic()


def _write_nothing(connection: Connection) -> None:
    """Write to the disk and leave no trace; a value that stays the same would not be written."""
    connection.execute(insert(timebases), {"boot": PROBE, "base": 0, "seen": 0})
    connection.execute(delete(timebases).where(timebases.c.boot == PROBE))
    connection.commit()
