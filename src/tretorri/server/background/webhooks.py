"""Tells programs elsewhere that it is their turn: once, soon or not at all."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Set
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlsplit

import structlog

from tretorri.core.errors import TretorriError
from tretorri.server.service import Service
from tretorri.server.webhook_hosts import HTTPS, is_allowed, may_reach, port_of
from tretorri.table.setup import ENGINE
from tretorri.table.state import Fold

SENDERS = 4
MOST_WAITING = 256
PATIENCE = 5.0  # seconds from the search for the host to the first line of its answer
LONGEST_LINE = 4096

_log = structlog.get_logger()


class Unreachable(Exception):
    """A notice may not be sent, or did not arrive."""


@dataclass(frozen=True, slots=True)
class Notice:
    """That a turn of a seat has begun, whose holder is the one of *generation*."""

    game_id: str
    seat: str
    generation: int
    turn: int


class Messenger:
    """Sends notices to the *hosts* that the owner of the server allows; without any it is idle."""

    def __init__(self, service: Service, hosts: Set[str]) -> None:
        self._store, self._hosts = service.store, hosts
        self._queue: asyncio.Queue[Notice] = asyncio.Queue(MOST_WAITING)
        self._senders: list[asyncio.Task[None]] = []
        if hosts:
            self._senders = [asyncio.create_task(self._run()) for _ in range(SENDERS)]
            service.listen_to_turns(self._note)

    async def close(self) -> None:
        """Send nothing more."""
        for sender in self._senders:
            sender.cancel()
        await asyncio.gather(*self._senders, return_exceptions=True)

    def _note(self, fold: Fold) -> None:
        seat = fold.to_move
        if seat is None or fold.players[seat].kind == ENGINE:
            return
        generation = fold.generations.get(seat, 0)
        try:
            self._queue.put_nowait(Notice(fold.opening.id, seat, generation, fold.standing.turn))
        except asyncio.QueueFull:
            _log.warning("webhook dropped", game=fold.opening.id)

    async def _run(self) -> None:
        while True:
            notice = await self._queue.get()
            try:
                await self._send(notice)
            except (Unreachable, TretorriError) as error:
                _log.info("webhook not sent", game=notice.game_id, error=str(error))

    async def _send(self, notice: Notice) -> None:
        hook = await self._store.webhook(notice.game_id, notice.seat)
        if hook is None or hook.generation != notice.generation:
            return
        if not is_allowed(hook.url, self._hosts):
            raise Unreachable("no longer allowed")
        told = {"game": notice.game_id, "seat": notice.seat, "turn": notice.turn, "url": hook.link}
        await post(hook.url, json.dumps(told).encode())


async def post(url: str, body: bytes) -> None:
    """Send JSON to an address that was checked; follow nothing that the answer says."""
    try:
        async with asyncio.timeout(PATIENCE):
            status = await _posted(url, body)
    except (OSError, ValueError, asyncio.IncompleteReadError) as error:  # TLS and time among them
        raise Unreachable(type(error).__name__) from error
    if not status.startswith("2"):
        raise Unreachable(f"status {status[:3]}")


async def _posted(url: str, body: bytes) -> str:
    """Return the status that a host has answered."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", port_of(parts)
    tls = _tls() if parts.scheme == HTTPS else None
    reader, writer = await asyncio.open_connection(
        # The address that was checked, not the name: it might lead elsewhere by now.
        await _address(host, port),
        port,
        ssl=tls,
        server_hostname=host if tls else None,
        limit=LONGEST_LINE,
    )
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        head = (
            f"POST {target} HTTP/1.1\r\nHost: {parts.netloc}\r\nUser-Agent: Tretorri\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            "Connection: close\r\n\r\n"
        )
        writer.write(head.encode() + body)
        await writer.drain()
        return (await reader.readuntil(b"\r\n")).decode("latin-1")[len("HTTP/1.1 ") :]
    except asyncio.LimitOverrunError as error:
        raise ValueError("not HTTP") from error
    finally:
        writer.close()


async def _address(host: str, port: int) -> str:
    """Return the address of a host, if all that it has may be reached."""
    loop = asyncio.get_running_loop()
    found = [str(info[4][0]) for info in await loop.getaddrinfo(host, port)]
    if not found or not all(may_reach(address, host) for address in found):
        raise Unreachable("a private address")
    return found[0]


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
