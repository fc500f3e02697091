"""Sockets by hand: frames as no honest client would send them."""

from __future__ import annotations

import base64
import os
import socket
import struct
from collections.abc import Mapping
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from tests.deadlines import deadline

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9


def frame(
    payload: bytes,
    opcode: int = TEXT,
    *,
    fin: bool = True,
    reserved: int = 0,
    is_masked: bool = True,
    length: int | None = None,
) -> bytes:
    """Return a frame; *length* is what it claims to be long."""
    size = len(payload) if length is None else length
    head = bytes([(0x80 if fin else 0) | reserved << 4 | opcode])
    mask = 0x80 if is_masked else 0
    if size < 126:
        head += bytes([mask | size])
    elif size < 2**16:
        head += bytes([mask | 126]) + struct.pack(">H", size)
    else:
        head += bytes([mask | 127]) + struct.pack(">Q", size)
    return head + (b"\0\0\0\0" if is_masked else b"") + payload  # a mask of zeros changes nothing


def dialled(address: str, source: str = "127.0.0.1") -> socket.socket:
    """Return a connection to a server, from one of the addresses of this machine."""
    host, port = urlsplit(address).netloc.split(":")
    return socket.create_connection(
        (host, int(port)), timeout=deadline(), source_address=(source, 0)
    )


class RawSocket:
    """A WebSocket over which any bytes can be sent."""

    def __init__(
        self,
        address: str,
        path: str,
        headers: Mapping[str, str] | None = None,
        source: str = "127.0.0.1",
    ) -> None:
        self.line = dialled(address, source)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {urlsplit(address).netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *(f"{name}: {value}" for name, value in (headers or {}).items()),
        ]
        self.line.sendall("\r\n".join([*lines, "", ""]).encode())
        self._heard = b""
        head = self._until(b"\r\n\r\n")
        self.status = int(head.split(b" ")[1])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.line.close()

    def send(self, data: bytes) -> None:
        """Send bytes; that the other side has hung up is no news."""
        try:
            self.line.sendall(data)
        except OSError:
            return

    def message(self) -> tuple[int, bytes] | None:
        """Return the next frame as opcode and payload; ``None`` if the line was closed."""
        try:
            first, second = self._take(2)
            size = second & 0x7F
            if size == 126:
                (size,) = struct.unpack(">H", self._take(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self._take(8))
            return first & 0x0F, self._take(size)
        except (EOFError, ConnectionError):
            return None

    def code(self) -> int | None:
        """Return the code with which the server closes; ``None`` if it closes without one."""
        while (heard := self.message()) is not None:
            opcode, payload = heard
            if opcode == CLOSE:
                return int.from_bytes(payload[:2], "big") if payload else None
        return None

    def _until(self, end: bytes) -> bytes:
        while end not in self._heard:
            self._more()
        found, _, self._heard = self._heard.partition(end)
        return found

    def _take(self, size: int) -> bytes:
        while len(self._heard) < size:
            self._more()
        found, self._heard = self._heard[:size], self._heard[size:]
        return found

    def _more(self) -> None:
        got = self.line.recv(2**16)
        if not got:
            raise EOFError
        self._heard += got
