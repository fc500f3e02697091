"""Large messages for viewers: so many bytes an address, and not all at once.

When a move is made, all viewers of the game are told. Whatever is sent in the same turn of the
event loop holds up everybody else, so a caller sends one large message in a turn of the loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tretorri.server.capacity.computing import RoundRobin
from tretorri.server.capacity.limits import SENDING, Limits

LARGE_BYTES = 16 * 1024  # what is smaller is sent at once
MAX_SENDING_CALLERS = 4  # in one turn of the event loop


class SendTurns:
    """The turns of all callers to send large messages."""

    def __init__(self, limits: Limits, is_stopping: Callable[[], bool] = lambda: False) -> None:
        self._limits, self._is_stopping = limits, is_stopping
        self._turns = RoundRobin(MAX_SENDING_CALLERS)

    async def need(self, caller: str) -> None:
        """Wait while a caller has been sent too much."""
        await self._limits.wait(SENDING, caller, self._is_stopping)

    async def take(self, caller: str, size: int) -> None:
        """Count a message that is sent next, and wait for its turn if it is large."""
        self._limits.spend(SENDING, caller, size)
        if size < LARGE_BYTES:
            return
        async with self._turns.turn(caller):
            await asyncio.sleep(0)
