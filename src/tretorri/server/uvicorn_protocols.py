"""The protocols of uvicorn, with timeouts and limits on what a connection may send."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import h11
import uvicorn
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tretorri.core.words import ENGLISH
from tretorri.server.api.middleware.guard import SECURITY_HEADERS
from tretorri.server.api.problems import describe_error
from tretorri.server.capacity.connections import Connections
from tretorri.server.errors import BadRequest, ServerError
from tretorri.table.errors import error

FIRST_LINE_TIMEOUT_S = 2.0  # for the first line of the first request to arrive
MAX_HEAD_BYTES = 16 * 2**10
HEAD_TIMEOUT_S = 10.0  # for the head of a request to arrive
SLICE_BYTES = 4 * 2**10  # bytes that are read before others have their turn
MAX_UNREAD_MESSAGES = 64  # messages that were not looked at yet
MAX_FRAMES_PER_MESSAGE = 64  # of one message
MAX_PINGS_PER_MINUTE = 200  # of the other side, in a minute
MINUTE_S = 60.0
POLICY_VIOLATION = 1008
FLOODED, ON_FLOOD = "flooded", "tell-of-a-flood"  # in the state of a socket
_END_OF_HEAD = re.compile(rb"\n\r?\n")
_FOLDED = re.compile(rb"\n[ \t]")


class ServerConfig(uvicorn.Config):
    """Settings of uvicorn, and the connections that its protocols count."""

    open_connections: Connections


def on_flood(scope: Scope, tell: Callable[[], None]) -> None:
    """Have it told the moment that too much comes over a socket, or now if it has come already."""
    scope["state"][ON_FLOOD] = tell
    if FLOODED in scope["state"]:
        tell()


class StrictConnection(h11.Connection):
    """HTTP as proxies and servers read it alike; what they may read differently is refused."""

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Return what has come next."""
        if self.their_state is h11.IDLE and self._has_folded_lines():
            raise h11.RemoteProtocolError("folded header")
        event = super().next_event()
        if isinstance(event, h11.Request):
            names = {name for name, _ in event.headers}
            if names >= {b"content-length", b"transfer-encoding"}:
                raise h11.RemoteProtocolError("two lengths")
            if not event.target.startswith(b"/"):
                raise h11.RemoteProtocolError("not a path")
        return event

    def _has_folded_lines(self) -> bool:
        """Tell whether a head that is whole has a line that goes on in the next one."""
        data, _ = self.trailing_data
        end = _END_OF_HEAD.search(data)
        return end is not None and _FOLDED.search(data, 0, end.end()) is not None


class TimeoutHTTP(H11Protocol):
    """HTTP with a timeout for the heads of requests, and a limit on connections."""

    config: ServerConfig
    _deadline: asyncio.TimerHandle | None = None
    _has_begun = False  # whether the first line has come

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn = StrictConnection(h11.SERVER, MAX_HEAD_BYTES)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request, unless there are too many connections."""
        super().connection_made(transport)
        try:
            self.config.open_connections.enter(transport, self.client[0] if self.client else None)
        except ServerError as error:
            self._refuse(error)
        else:
            self._set_deadline(FIRST_LINE_TIMEOUT_S)

    def data_received(self, data: bytes) -> None:
        """Take what has come; if it is not a whole head yet, the rest must come soon."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._clear_deadline()
        elif self._deadline is None or (not self._has_begun and b"\n" in data):
            self._set_deadline(HEAD_TIMEOUT_S)
        self._has_begun = self._has_begun or b"\n" in data

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._clear_deadline()
        self.config.open_connections.leave(self.transport)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP, unless another answer is being sent."""
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and cycle.response_started and not cycle.response_complete:
            self.transport.close()
        else:
            self._refuse(error(BadRequest, "not-http"))

    def _refuse(self, error: ServerError) -> None:
        self.transport.write(make_raw_response(error))
        self.transport.close()

    def _set_deadline(self, seconds: float) -> None:
        self._clear_deadline()
        self._deadline = self.loop.call_later(seconds, self._close_idle)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _close_idle(self) -> None:
        self._deadline = None
        if self.conn.their_state is h11.IDLE:
            self.transport.close()


def make_raw_response(error: ServerError) -> bytes:
    """Return a whole answer, in English, to bytes that never become a request."""
    body = describe_error(error, ENGLISH).model_dump_json().encode()
    headers = {
        "content-type": "application/json",
        "content-length": str(len(body)),
        "connection": "close",
        "cache-control": "no-store",
        **SECURITY_HEADERS,
    }
    if error.retry_after is not None:
        headers["retry-after"] = str(error.retry_after)
    head = f"HTTP/1.1 {error.status} {HTTPStatus(error.status).phrase}\r\n"
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"{head}{lines}\r\n".encode("ascii") + body


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A socket over which only so much may come at a time.

    What comes in one go is read in slices, for a hundred thousand small messages fit into a few
    packets, and no other caller would be served meanwhile.
    """

    config: ServerConfig
    _pings, _counting_since, _bytes_after_close = 0, 0.0, 0

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no longer."""
        self.config.open_connections.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come, unless it is too much."""
        for at in range(0, len(data), SLICE_BYTES):
            if self.transport.is_closing():
                return
            piece = data[at : at + SLICE_BYTES]
            if self.close_sent:
                self._bytes_after_close += len(piece)
            super().data_received(piece)
            if self._bytes_after_close > SLICE_BYTES:
                self.transport.abort()
            elif self._is_too_much and not self.close_sent:
                self._close_flooded()

    def handle_ping(self) -> None:
        """Answer a ping."""
        now = self.loop.time()
        if now - self._counting_since > MINUTE_S:
            self._pings, self._counting_since = 0, now
        self._pings += 1
        super().handle_ping()

    def handle_parser_exception(self) -> None:
        """Close a socket over which nothing sensible came; whatever is still said is not sent."""
        super().handle_parser_exception()
        self.disconnected = True

    @property
    def _is_too_much(self) -> bool:
        waiting, parts = self.queue.qsize(), len(self.frames)
        return (
            waiting > MAX_UNREAD_MESSAGES
            or parts > MAX_FRAMES_PER_MESSAGE
            or self._pings > MAX_PINGS_PER_MINUTE
        )

    def _close_flooded(self) -> None:
        state = self.scope["state"]
        state[FLOODED] = True
        if ON_FLOOD in state:
            state[ON_FLOOD]()
        self.conn.fail(POLICY_VIOLATION)
        self.handle_parser_exception()
