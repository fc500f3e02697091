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
from tretorri.server.webhook_hosts import HTTPS, is_allowed, is_reachable, port_of
from tretorri.table.setup import ENGINE
from tretorri.table.state import GameState

SENDER_TASKS = 4
MAX_QUEUED_NOTICES = 256
WEBHOOK_TIMEOUT_S = 5.0  # from the search for the host to the first line of its answer
MAX_STATUS_LINE_BYTES = 4096

_log = structlog.get_logger()


class WebhookFailed(Exception):
    """A notice may not be sent, or did not arrive."""


@dataclass(frozen=True, slots=True)
class TurnNotice:
    """That a turn of a seat has begun, whose holder is the one of *generation*."""

    game_id: str
    seat: str
    generation: int
    turn: int


class WebhookSender:
    """Sends notices to the *hosts* that the owner of the server allows; without any it is idle."""

    def __init__(self, service: Service, hosts: Set[str]) -> None:
        self._store, self._hosts = service.store, hosts
        self._queue: asyncio.Queue[TurnNotice] = asyncio.Queue(MAX_QUEUED_NOTICES)
        self._senders: list[asyncio.Task[None]] = []
        if hosts:
            self._senders = [asyncio.create_task(self._run()) for _ in range(SENDER_TASKS)]
            service.add_turn_listener(self._note)

    async def close(self) -> None:
        """Send nothing more."""
        for sender in self._senders:
            sender.cancel()
        await asyncio.gather(*self._senders, return_exceptions=True)

    def _note(self, state: GameState) -> None:
        seat = state.to_move
        if seat is None or state.players[seat].kind == ENGINE:
            return
        generation = state.generations.get(seat, 0)
        try:
            self._queue.put_nowait(
                TurnNotice(state.setup.id, seat, generation, state.position.turn)
            )
        except asyncio.QueueFull:
            _log.warning("webhook dropped", game=state.setup.id)

    async def _run(self) -> None:
        while True:
            notice = await self._queue.get()
            try:
                await self._send(notice)
            except (WebhookFailed, TretorriError) as error:
                _log.info("webhook not sent", game=notice.game_id, error=str(error))

    async def _send(self, notice: TurnNotice) -> None:
        hook = await self._store.webhook(notice.game_id, notice.seat)
        if hook is None or hook.generation != notice.generation:
            return
        if not is_allowed(hook.url, self._hosts):
            raise WebhookFailed("no longer allowed")
        notice_data = {
            "game": notice.game_id,
            "seat": notice.seat,
            "turn": notice.turn,
            "url": hook.link,
        }
        await post_json(hook.url, json.dumps(notice_data).encode())


async def post_json(url: str, body: bytes) -> None:
    """Send JSON to an address that was checked; follow nothing that the answer says."""
    try:
        async with asyncio.timeout(WEBHOOK_TIMEOUT_S):
            status = await _send_request(url, body)
    except (OSError, ValueError, asyncio.IncompleteReadError) as error:  # TLS and time among them
        raise WebhookFailed(type(error).__name__) from error
    if not status.startswith("2"):
        raise WebhookFailed(f"status {status[:3]}")


async def _send_request(url: str, body: bytes) -> str:
    """Return the status that a host has answered."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", port_of(parts)
    tls = _tls_context() if parts.scheme == HTTPS else None
    reader, writer = await asyncio.open_connection(
        # The address that was checked, not the name: it might lead elsewhere by now.
        await _resolve_address(host, port),
        port,
        ssl=tls,
        server_hostname=host if tls else None,
        limit=MAX_STATUS_LINE_BYTES,
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


async def _resolve_address(host: str, port: int) -> str:
    """Return the address of a host, if all that it has may be reached."""
    loop = asyncio.get_running_loop()
    found = [str(info[4][0]) for info in await loop.getaddrinfo(host, port)]
    if not found or not all(is_reachable(address, host) for address in found):
        raise WebhookFailed("a private address")
    return found[0]


@cache
def _tls_context() -> ssl.SSLContext:
    return ssl.create_default_context()
