"""Connections on which nothing whole arrives are closed: they would cost room for ever."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

ARRIVING = 10.0  # seconds that the head of a request has to arrive in


class Hurried(H11Protocol):
    """HTTP for callers who send the heads of their requests in time."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._hurry()

    def data_received(self, data: bytes) -> None:
        """Take what has come; if it is not a whole head yet, the rest must come soon."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._relax()
        elif self._deadline is None:
            self._hurry()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._relax()
        super().connection_lost(exc)

    def _hurry(self) -> None:
        self._deadline = self.loop.call_later(ARRIVING, self._give_up)

    def _relax(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if self.conn.their_state is h11.IDLE:
            self.transport.close()
