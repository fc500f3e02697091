"""A wire to PostgreSQL that is cut when a commit passes: before it arrives, or before the answer.

Either way the client cannot know what has happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

PIECE = 2**16


class Cutter:
    """Passes bytes on until it is told to cut."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.cuts = 0  # how many commits are still to be lost
        self.does_arrive = False

    @asynccontextmanager
    async def wire(self) -> AsyncIterator[int]:
        """Lend the port on which the wire begins."""
        server = await asyncio.start_server(self._passes, "127.0.0.1", 0)
        yield server.sockets[0].getsockname()[1]
        server.close()

    async def _passes(self, client: asyncio.StreamReader, answer: asyncio.StreamWriter) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        back = asyncio.create_task(self._back(reader, answer))
        with suppress(OSError):
            while piece := await client.read(PIECE):
                if self.cuts and b"COMMIT;" in piece:
                    self.cuts -= 1
                    back.cancel()
                    await asyncio.gather(back, return_exceptions=True)
                    if self.does_arrive:
                        writer.write(piece)
                        await writer.drain()
                        await reader.read(PIECE)  # it was carried out
                    break
                writer.write(piece)
        for end in (answer, writer):
            end.close()

    async def _back(self, reader: asyncio.StreamReader, answer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reader.read(PIECE):
                answer.write(piece)
        answer.close()
