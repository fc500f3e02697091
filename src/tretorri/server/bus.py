"""Tell those who wait that a game has a new version.

A bus carries hints only, and may lose them: whoever hears one reads the truth from the store, and
whoever hears nothing looks again after a while.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Protocol

GONE = 2**31 - 1  # the version of a game that was deleted


class Bus(Protocol):
    """What carries hints between those who write and those who wait, in any number of processes."""

    is_closed: bool

    def publish(self, game_id: str, version: int) -> None:
        """Say that a game has this version."""

    async def wait(self, game_id: str, version: int, seconds: float) -> int:
        """Return a version above *version* as soon as one is heard of, else *version*."""

    def close(self) -> None:
        """Let everybody who waits go."""


class LocalBus:
    """A bus inside one process."""

    def __init__(self) -> None:
        self.is_closed = False
        self._waiting: dict[str, set[asyncio.Future[int]]] = defaultdict(set)

    def publish(self, game_id: str, version: int) -> None:
        """Say that a game has this version."""
        for waiting in self._waiting.get(game_id, ()):
            if not waiting.done():
                waiting.set_result(version)

    async def wait(self, game_id: str, version: int, seconds: float) -> int:
        """Return a version above *version* as soon as one is heard of, else *version*."""
        if self.is_closed:
            return version
        heard: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting[game_id].add(heard)
        try:
            return max(version, await asyncio.wait_for(heard, seconds))
        except TimeoutError:
            return version
        finally:
            self._waiting[game_id].discard(heard)
            if not self._waiting[game_id]:
                del self._waiting[game_id]

    def close(self) -> None:
        """Let everybody who waits go."""
        self.is_closed = True
        for game_id in list(self._waiting):
            self.publish(game_id, 0)
