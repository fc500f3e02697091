"""Run the server: safe limits, a free port, a clean stop."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import signal
import socket
from collections.abc import Callable
from types import FrameType
from typing import TypeAlias

import uvicorn
from fastapi import FastAPI

from tretorri.server.api.app import make_app
from tretorri.server.bus import Bus, make_bus
from tretorri.server.capacity.addresses import parse_networks
from tretorri.server.capacity.connections import (
    MAX_ACCEPTS_AT_ONCE,
    MAX_CONNECTIONS_PER_ADDRESS,
    Connections,
    raise_file_limit,
)
from tretorri.server.settings import Settings
from tretorri.server.store.database import FAILURES, open_database
from tretorri.server.uvicorn_protocols import (
    MAX_HEAD_BYTES,
    LimitedWebSocket,
    ServerConfig,
    TimeoutHTTP,
)

MAX_SOCKET_MESSAGE_BYTES = 8 * 2**10
GRACEFUL_STOP_S = 3  # for requests to end
MAX_PORTS_TRIED = 50
IGNORED_LOG_LINES = (
    "Invalid HTTP request",
    "Invalid UTF-8",
    "Unsupported upgrade",
    "ASGI callable returned without completing handshake",  # it was refused
)
# Under full load a look at what is new takes 5 ms, one at what has stayed a while 60 ms in 13 s,
# and one at everything 0.4 s in three quarters of an hour.
GC_THRESHOLDS = 2_000, 50, 200
Ready: TypeAlias = Callable[[Callable[[], None]], None]
"""What is called when the server is ready, with what stops it."""


class DatabaseUnavailable(Exception):
    """The database does not let us in."""


class Server(uvicorn.Server):
    """A server that ends all waits before it stops, and says when it is ready."""

    def __init__(self, config: uvicorn.Config, bus: Bus, ready: Ready) -> None:
        super().__init__(config)
        self._bus, self._ready = bus, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(socket.SOMAXCONN)  # asyncio has set how many it accepts at once
        _tune_garbage_collection()
        if self.started:
            self._ready(self.stop)

    def stop(self) -> None:
        """Stop as soon as what is being answered is answered."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop taking requests, and end."""
        self._bus.close()
        await super().shutdown(sockets)


def _tune_garbage_collection() -> None:
    """Look for garbage among what is new, and seldom among what has stayed.

    A full collection over a thousand games in memory blocks all requests for almost half a second,
    and frees next to nothing. What was made to start the server stays until it stops.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(*GC_THRESHOLDS)


def bind_free_port(host: str, port: int, tries: int = 1) -> socket.socket:
    """Return a socket on *port*, or on the next free one among so many."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last = min(port + tries, 2**16) - 1
    for candidate in range(port, last + 1):
        # With its protocol named, asyncio sends answers without waiting for more to send.
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, candidate))
            found.listen(socket.SOMAXCONN)
        except OSError as error:
            found.close()
            if error.errno != errno.EADDRINUSE or candidate == last:
                raise
        else:
            return found
    raise OSError(errno.EADDRINUSE, "no free port")


def _is_about_server(record: logging.LogRecord) -> bool:
    """Tell whether a line is about us: what strangers send could fill the disk otherwise."""
    return not record.getMessage().startswith(IGNORED_LOG_LINES)


def make_config(app: FastAPI, connections: Connections) -> ServerConfig:
    """Return the settings of uvicorn; its usual ones are too trusting."""
    logging.getLogger("uvicorn.error").addFilter(_is_about_server)
    found = ServerConfig(
        app,
        ws=LimitedWebSocket,
        ws_max_size=MAX_SOCKET_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        backlog=MAX_ACCEPTS_AT_ONCE,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=GRACEFUL_STOP_S,
        h11_max_incomplete_event_size=MAX_HEAD_BYTES,
        http=TimeoutHTTP,
        proxy_headers=False,  # ProxyTrust does this
        server_header=False,
        access_log=False,
        log_config=None,  # everything goes to our log
        log_level="warning",
    )
    found.open_connections = connections
    return found


def make_connections(settings: Settings) -> Connections:
    """Return how many connections there may be, after the process may open as many files."""
    most = raise_file_limit()
    per_address = min(MAX_CONNECTIONS_PER_ADDRESS, most // 4) if settings.has_limits else None
    return Connections(most, per_address, parse_networks(settings.proxies))


def run(settings: Settings, listening: socket.socket, ready: Ready) -> bool:
    """Serve until stopped; return whether the server could be started.

    Raises *BadDatabase* or *BadBus* for an address that cannot be used, and *DatabaseUnavailable*.
    """
    bus = make_bus(settings.bus)
    asyncio.run(_test_database(settings.database))
    server = Server(make_config(make_app(settings, bus), make_connections(settings)), bus, ready)
    # Once stopped, uvicorn raises the signal again that has stopped it.
    before = {sign: signal.signal(sign, _ignore_signal) for sign in (signal.SIGINT, signal.SIGTERM)}
    try:
        server.run(sockets=[listening])
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)
    return server.started


async def _test_database(database: str) -> None:
    """Open the database once, before there is a server that would have to be stopped."""
    try:
        await (await open_database(database)).close()
    except FAILURES as error:
        raise DatabaseUnavailable(str(getattr(error, "orig", None) or error).strip()) from error


def _ignore_signal(_: int, __: FrameType | None) -> None:
    """Do nothing more about a signal."""
