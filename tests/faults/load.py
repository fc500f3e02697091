"""Load: many live games, each with two players who wait for each other's moves (L1, L2)."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.faults.figures import Figure, Setting, amount, count, share, took
from tests.faults.processes import Measured, running
from tests.faults.tables import Line, Table, lines, set_tables
from tests.faults.wire import PATIENCE, Socket, source

GAMES, RATE, SECONDS = 1000, 500, 60
LINES = 40  # prepared games, used again and again
KINDS = ("volterra", "towers", "voldetour")


@dataclass
class Load:
    """What the players of many tables have seen: how long each move took, and what went wrong."""

    seen: list[float] = field(default_factory=list)
    answered: int = 0
    problems: list[Any] = field(default_factory=list)
    late: int = 0


class Player:
    """Somebody at a table: tells the table when a move of the other one is seen."""

    def __init__(self, pair: Pair, seat: str) -> None:
        self.pair, self.seat = pair, seat

    def hear(self, message: dict[str, Any]) -> None:
        """Take in a message."""
        kind = message["kind"]
        if kind == "events":
            for event in message["events"]:
                self.pair.seen(self.seat, event["number"])
        elif kind == "answer":
            self.pair.load.answered += 1
        elif kind == "problem":
            self.pair.load.problems.append(message["problem"])


class Pair:
    """Two players who play the prepared game of their table."""

    def __init__(self, table: Table, load: Load) -> None:
        self.table, self.load = table, load
        self.done = 0  # moves that were sent
        self.waits: dict[int, float] = {}  # when the move with this number was sent
        self.overdue: float | None = None

    async def sit_down(self, address: str) -> None:
        """Open both sockets."""
        table = self.table
        for nth, seat in enumerate(table.seats):
            table.sockets[seat] = await Socket.open(
                address,
                f"{table.path}/socket?since={table.base}",
                Player(self, seat).hear,
                secret=table.secrets[seat],
                come_from=source(2 * table.number + nth),
            )

    def move(self, at: float) -> None:
        """Send the next move; whoever still waits for the last one is late, and that counts."""
        if self.waits:
            self.overdue = at if self.overdue is None else self.overdue
            self.load.late += 1
        elif self.done < len(self.table.line.actions):
            seat, _ = self.table.line.actions[self.done]
            request = self.table.request(self.done)
            self.done += 1
            self.waits[request["version"] + 1] = at
            self.table.sockets[seat].send(request)

    def seen(self, seat: str, number: int) -> None:
        """Note that a move has come to the player who did not make it."""
        mover, _ = self.table.line.actions[number - self.table.base - 1]
        if seat == mover or number not in self.waits:
            return
        self.load.seen.append((asyncio.get_running_loop().time() - self.waits.pop(number)) * 1000)
        if self.overdue is not None:
            at, self.overdue = self.overdue, None
            self.move(at)


async def seated(address: str, chosen: Sequence[Line]) -> tuple[list[Pair], Load]:
    """Set the tables and let everybody sit down."""
    load = Load()
    pairs = [Pair(table, load) for table in await set_tables(address, chosen)]
    for some in itertools.batched(pairs, 50) if hasattr(itertools, "batched") else _by_fifty(pairs):
        await asyncio.gather(*(pair.sit_down(address) for pair in some))
    return pairs, load


def _by_fifty(pairs: list[Pair]) -> list[list[Pair]]:
    return [pairs[begin : begin + 50] for begin in range(0, len(pairs), 50)]


async def play(pairs: Sequence[Pair], rate: float, seconds: float) -> None:
    """Let the pairs move in turn, so many moves in each second, however long an answer takes."""
    loop = asyncio.get_running_loop()
    start, number = loop.time() + 0.1, int(rate * seconds)
    for nth in range(number):
        at = start + nth / rate
        ahead = at - loop.time()
        if ahead > 0:
            await asyncio.sleep(ahead)
        pairs[nth % len(pairs)].move(max(at, loop.time()) if ahead > 0 else loop.time())
    await quiet(pairs)


async def quiet(pairs: Sequence[Pair]) -> None:
    """Wait until every move that was sent has been seen."""
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE
    while any(pair.waits for pair in pairs) and loop.time() < end:
        await asyncio.sleep(0.05)
