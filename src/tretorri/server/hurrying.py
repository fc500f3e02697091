"""Connections that cost too much are closed: on which nothing whole arrives, or far too much."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import h11
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

ARRIVING = 10.0  # seconds that the head of a request has to arrive in
SLICE = 4 * 2**10  # bytes that are read before others have their turn
MOST_WAITING = 64  # messages that were not looked at yet
MOST_PARTS = 64  # of one message
MOST_PINGS = 200  # of the other side, in a minute
MINUTE = 60.0
POLICY = 1008
FLOODED, TELL = "flooded", "tell-of-a-flood"  # in the state of a socket


def when_flooded(scope: Scope, tell: Callable[[], None]) -> None:
    """Have it told the moment that too much comes over a socket, or now if it has come already."""
    scope["state"][TELL] = tell
    if FLOODED in scope["state"]:
        tell()


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


class Bounded(WebSocketsSansIOProtocol):
    """A socket over which only so much may come at a time.

    What comes in one go is read in slices, for a hundred thousand small messages fit into a few
    packets, and nobody else would be served meanwhile.
    """

    _pings, _since, _after_the_end = 0, 0.0, 0

    def data_received(self, data: bytes) -> None:
        """Take what has come, unless it is too much."""
        for at in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            piece = data[at : at + SLICE]
            if self.close_sent:
                self._after_the_end += len(piece)
            super().data_received(piece)
            if self._after_the_end > SLICE:
                self.transport.abort()
            elif self._is_too_much and not self.close_sent:
                self._show_out()

    def handle_ping(self) -> None:
        """Answer a ping."""
        now = self.loop.time()
        if now - self._since > MINUTE:
            self._pings, self._since = 0, now
        self._pings += 1
        super().handle_ping()

    def handle_parser_exception(self) -> None:
        """Close a socket over which nothing sensible came; whatever is still said is not sent."""
        super().handle_parser_exception()
        self.disconnected = True

    @property
    def _is_too_much(self) -> bool:
        waiting, parts = self.queue.qsize(), len(self.frames)
        return waiting > MOST_WAITING or parts > MOST_PARTS or self._pings > MOST_PINGS

    def _show_out(self) -> None:
        state = self.scope["state"]
        state[FLOODED] = True
        if TELL in state:
            state[TELL]()
        self.conn.fail(POLICY)
        self.handle_parser_exception()
