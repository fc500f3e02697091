"""Open connections: how many there may be in all, and how many of one address."""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import structlog

from tretorri.server.capacity.addresses import Network, customer_network, parse_address
from tretorri.server.errors import Full, ServerError, TooMany
from tretorri.server.monitoring import metrics
from tretorri.table.errors import error

MAX_CONNECTIONS = 10_000
MAX_CONNECTIONS_PER_ADDRESS = 512  # fifty people: a page, six requests and two sockets each
MIN_CONNECTIONS = 16
MAX_ACCEPTS_AT_ONCE = 16  # connections, in one turn of the event loop
MAX_PENDING_ACCEPTS = 8 * MAX_ACCEPTS_AT_ONCE  # it takes some turns until one is closed again
RESERVED_FILES = 64 + MAX_PENDING_ACCEPTS  # for the database, the bus and the workers, too
CONNECTION_RETRY_S = 5
LIMIT_NAME, ALL_LIMIT_NAME = "connections", "all-connections"

_log = structlog.get_logger()


def raise_file_limit() -> int:
    """Let this process open more files; return how many of them can be connections."""
    wanted = MAX_CONNECTIONS + RESERVED_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        except (OSError, ValueError):  # macOS has another, lower limit
            soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = wanted if soft == resource.RLIM_INFINITY else soft
    return min(MAX_CONNECTIONS, max(MIN_CONNECTIONS, files - RESERVED_FILES))


@dataclass(eq=False, slots=True)
class Connections:
    """The open connections of a server: at most so many in all (*most*), and *per_address*.

    The connections of a trusted proxy are those of many callers, so only the maximum of all
    applies to it.
    """

    most: int = MAX_CONNECTIONS
    per_address: int | None = None
    proxies: Sequence[Network] = ()
    _open: dict[asyncio.BaseTransport, str | None] = field(default_factory=dict)
    _by_address: Counter[str] = field(default_factory=Counter)

    def enter(self, transport: asyncio.BaseTransport, host: str | None) -> None:
        """Count a new connection, or raise why it is refused."""
        key = self._address_key(host)
        if len(self._open) >= self.most:
            metrics.REFUSAL_COUNT.labels(ALL_LIMIT_NAME).inc()
            _log.warning("connection refused", reason="all are in use", most=self.most)
            raise _retry_later(Full, "full")
        if key is not None and self._by_address[key] >= (self.per_address or 0):
            metrics.REFUSAL_COUNT.labels(LIMIT_NAME).inc()
            raise _retry_later(TooMany, "too-many", seconds=CONNECTION_RETRY_S)
        self._open[transport] = key
        if key is not None:
            self._by_address[key] += 1

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """Count a connection no longer; one that was refused never counted."""
        key = self._open.pop(transport, None)
        if key is None:
            return
        self._by_address[key] -= 1
        if not self._by_address[key]:
            del self._by_address[key]

    def _address_key(self, host: str | None) -> str | None:
        """Return by which address a connection counts; ``None`` if it counts only among all."""
        peer = parse_address(host) if host is not None else None
        if self.per_address is None or peer is None:
            return None
        return None if any(peer in each for each in self.proxies) else customer_network(peer)


def _retry_later(kind: type[ServerError], key: str, **params: int) -> ServerError:
    refusal = error(kind, key, **params)
    refusal.retry_after = CONNECTION_RETRY_S
    return refusal
