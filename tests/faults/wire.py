"""Players on the wire, as light as can be: thousands share one event loop with their tables.

A frame of ours is masked with zeros, which is allowed and costs nothing.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, Self
from urllib.parse import urlsplit

from tests.deadlines import deadline

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
KEY = "dHJldG9ycmktdHJldG9ycg=="  # any 16 bytes will do

GONE = (OSError, EOFError, asyncio.TimeoutError)  # what somebody who goes away leaves behind
Hear = Callable[[dict[str, Any]], None]
Source = tuple[str, int] | None


def source(number: int) -> Source:
    """Return one of many addresses of this machine to come from."""
    return f"127.{1 + number // 62_500}.{number // 250 % 250}.{number % 250 + 1}", 0


def frame(opcode: int, payload: bytes) -> bytes:
    """Return a whole frame from a client.

    >>> frame(TEXT, b"hi")
    b'\\x81\\x82\\x00\\x00\\x00\\x00hi'
    """
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([0x80 | opcode]) + length + b"\0\0\0\0" + payload


class Socket(asyncio.Protocol):
    """A web socket to a game: *hear* gets every message, *code* says how it was closed."""

    def __init__(self, hear: Hear, request: bytes) -> None:
        self._hear, self._request = hear, request
        self._buffer = bytearray()
        self._is_open = False
        self.code: int | None = None
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[None] = loop.create_future()
        self.transport: asyncio.Transport | None = None

    @classmethod
    async def open(
        cls, address: str, path: str, hear: Hear, *, secret: str = "", come_from: Source = None
    ) -> Self:
        """Open a socket; *path* is that of a game with its question."""
        place = urlsplit(address)
        token = f"Authorization: Bearer {secret}\r\n" if secret else ""
        request = (
            f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n"
            f"{token}\r\n"
        )
        loop = asyncio.get_running_loop()
        host, port = place.hostname or "", place.port or 80
        _, socket = await loop.create_connection(
            lambda: cls(hear, request.encode()), host, port, local_addr=come_from
        )
        await asyncio.wait_for(asyncio.shield(socket.opened), deadline())
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        """Note that it is over."""
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionResetError("refused"))
        if not self.closed.done():
            self.closed.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Take in what has come."""
        self._buffer += data
        if not self._is_open and not self._shake_hands():
            return
        while (found := self._next()) is not None:
            self._take(*found)

    def _shake_hands(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self._buffer[:end])
        del self._buffer[: end + 4]
        if b" 101 " not in head.split(b"\r\n", 1)[0]:
            self.opened.set_exception(ConnectionRefusedError(head.decode(errors="replace")))
            self.cut()
            return False
        self._is_open = True
        self.opened.set_result(None)
        return True

    def _next(self) -> tuple[int, bytes] | None:
        """Return the next whole frame, if it has come."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, begin = buffer[1] & 0x7F, 2
        if size >= 126:
            wide = 2 if size == 126 else 8
            if len(buffer) < 2 + wide:
                return None
            size, begin = int.from_bytes(buffer[2 : 2 + wide], "big"), 2 + wide
        if len(buffer) < begin + size:
            return None
        found = buffer[0] & 0x0F, bytes(buffer[begin : begin + size])
        del buffer[: begin + size]
        return found

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode == TEXT:
            self._hear(json.loads(payload))
        elif opcode == PING:
            self._write(frame(PONG, payload))
        elif opcode == CLOSE:
            self.code = int.from_bytes(payload[:2], "big") if payload else 1005
            self._write(frame(CLOSE, payload))
            if self.transport:
                self.transport.close()

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self._write(frame(TEXT, json.dumps(message).encode()))

    def _write(self, data: bytes) -> None:
        if self.transport and not self.transport.is_closing():
            self.transport.write(data)

    def cut(self) -> None:
        """Go without a word, as a broken line does."""
        if self.transport:
            self.transport.abort()

    def stop_reading(self) -> None:
        """Read nothing any more, as a viewer who hangs."""
        if self.transport:
            self.transport.pause_reading()


class Http:
    """Somebody who asks the server, over one connection that is kept."""

    def __init__(self, address: str, come_from: Source = None) -> None:
        self._place, self._from = urlsplit(address), come_from
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, body: object = None, *, secret: str = ""
    ) -> tuple[int, Any]:
        """Send a request; return the status and the answer."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                self._place.hostname, self._place.port, local_addr=self._from
            )
        reader, writer = self._streams
        data = b"" if body is None else json.dumps(body).encode()
        token = f"Authorization: Bearer {secret}\r\n" if secret else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._place.netloc}\r\n{token}"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        writer.write(head.encode() + data)
        return await asyncio.wait_for(self._answer(reader), deadline())

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[int, Any]:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        sizes = [line.split(":")[1] for line in lines if line.startswith("content-length:")]
        body = await reader.readexactly(int(sizes[0])) if sizes else b""
        if "connection: close" in lines:
            self.close()
        return int(lines[0].split()[1]), json.loads(body) if body else None

    async def must(self, method: str, path: str, body: object = None, *, secret: str = "") -> Any:
        """Send a request that must succeed; return the answer."""
        status, answer = await self.ask(method, path, body, secret=secret)
        assert status < 300, (status, answer)
        return answer

    async def stream(self, method: str, path: str, body: object) -> tuple[int, bytes]:
        """Send a request whose answer comes piece by piece; return the status and all of it."""
        reader, writer = await asyncio.open_connection(
            self._place.hostname, self._place.port, local_addr=self._from
        )
        data = json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._place.netloc}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        writer.write(head.encode() + data)
        answer = await asyncio.wait_for(reader.read(), deadline(360))
        writer.close()
        return int(answer.split(maxsplit=2)[1]), answer

    def close(self) -> None:
        """End the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
