"""The time that events carry, which no change of a wall clock can touch.

It is what the machine counts since it was started (suspended, it does not count), added to a base
that all processes of the machine share and that comes from the database.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tretorri.server.store import Store

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_NAMESPACE = Path("/proc/self/ns/time")  # where a container may count otherwise

OnLeap = Callable[[int, int], None]
"""Called at the moment at which the time goes ahead: with what it was, and what it is now."""


def read_ticks() -> int:
    """Return what the machine counts, in milliseconds."""
    return time.monotonic_ns() // 1_000_000


@cache
def read_boot_id() -> str:
    """Return what all processes that see the same ticks have in common."""
    try:
        namespace = _NAMESPACE.readlink().name if _NAMESPACE.exists() else ""
        return f"{_BOOT.read_text().strip()} {namespace}"
    except OSError:
        return uuid.uuid4().hex  # no other process is known to see the same ticks


class ServerClock:
    """The time of a server; *now* is what clocks go by, in milliseconds since 1970.

    It never goes back, so it stays *ahead* of the date if a wall clock was far ahead once.
    """

    def __init__(self, store: Store, boot: str, ticks: Callable[[], int] = read_ticks) -> None:
        self._store, self._boot, self._ticks = store, boot, ticks
        self._base: int | None = None
        self.ahead = 0
        self.found = 0  # when any server was last seen alive before this one
        self.on_leap: OnLeap | None = None

    @classmethod
    async def synchronise_with(cls, store: Store) -> ServerClock:
        """Return the time that the servers of a store agree upon."""
        piece = cls(store, read_boot_id())
        piece.found = await piece.synchronise()
        return piece

    def now(self) -> int:
        """Return the time."""
        return (self._base or 0) + self._ticks()

    async def synchronise(self, *, is_alive: bool = False) -> int:
        """Agree with the other servers upon the time; return when any was last seen alive."""
        agreed = await self._store.agree_on_time_base(self._boot, self._ticks, is_alive=is_alive)
        self.ahead = agreed.ahead
        if self._base is None:
            self._base = agreed.base
        elif agreed.base > self._base:
            since, self._base = self.now(), agreed.base
            if self.on_leap is not None:
                self.on_leap(since, self.now())
        return agreed.seen
