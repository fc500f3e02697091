"""Bad lines: messages come twice, late, out of order or never, and lines are cut (F9)."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.deadlines import deadline
from tests.faults.figures import Figure, Setting, amount, count
from tests.faults.processes import running
from tests.faults.tables import Line, Table, lines
from tests.faults.wire import GONE, Http, Socket, source

MOVES, ACTIONS_EACH = 20_000, 40
TWICE, REORDERED, DROPPED, CUT = 0.2, 0.2, 0.1, 0.005  # shares of all messages
HELD = 0.02  # seconds that a message waits for the next one, to come after it
AGAIN = 0.5  # seconds after which a player who hears nothing sends again, then comes anew
TOGETHER = 40  # tables
LINES = 20
CLOSE = 8


def frames(buffer: bytearray) -> list[bytes]:
    """Take the whole frames out of a buffer; both directions."""
    found: list[bytes] = []
    while len(buffer) >= 2:
        size, begin = buffer[1] & 0x7F, 2
        if size == 126:
            size, begin = int.from_bytes(buffer[2:4], "big"), 4
        elif size == 127:
            size, begin = int.from_bytes(buffer[2:10], "big"), 10
        end = begin + (4 if buffer[1] & 0x80 else 0) + size
        if len(buffer) < end:
            break
        found.append(bytes(buffer[:end]))
        del buffer[:end]
    return found


class Mischief:
    """Passes messages on, most of them as they came."""

    def __init__(self, write: Callable[[bytes], None], cut: Callable[[], None], seed: str) -> None:
        self._write, self._cut, self._chance = write, cut, random.Random(seed)
        self._held: bytes | None = None

    def take(self, message: bytes) -> None:
        """Take a message, and do something with it."""
        chance = self._chance
        if message[0] & 0x0F >= CLOSE:  # what keeps the line alive is left alone
            self._write(message)
            return
        if chance.random() < CUT:
            self._cut()
        elif chance.random() < DROPPED:
            return
        elif chance.random() < REORDERED and self._held is None:
            self._held = message
            asyncio.get_running_loop().call_later(HELD, self._let_go)
        else:
            self._write(message)
            if chance.random() < TWICE:
                self._write(message)
            self._let_go()

    def _let_go(self) -> None:
        if self._held is not None:
            held, self._held = self._held, None
            self._write(held)


class Proxy:
    """A bad line to a server."""

    def __init__(self, host: str, port: int, seed: int) -> None:
        self._host, self._port, self._seed = host, port, seed
        self._number = 0
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> str:
        """Listen; return the address."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}/"

    async def stop(self) -> None:
        """Cut everything."""
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self._number += 1
        name = f"{self._seed}/{self._number}"
        try:
            there, to_there = await asyncio.open_connection(self._host, self._port)
        except OSError:
            writer.transport.abort()
            return

        def cut() -> None:
            writer.transport.abort()
            to_there.transport.abort()

        ways = (
            self._pass_on(reader, Mischief(_writing(to_there), cut, name + "/up"), to_there),
            self._pass_on(there, Mischief(_writing(writer), cut, name + "/down"), writer),
        )
        await asyncio.gather(*ways, return_exceptions=True)
        cut()

    async def _pass_on(
        self, reader: asyncio.StreamReader, mischief: Mischief, writer: asyncio.StreamWriter
    ) -> None:
        writer.write(await reader.readuntil(b"\r\n\r\n"))  # the handshake comes through
        buffer = bytearray()
        while data := await reader.read(2**16):
            buffer += data
            for message in frames(buffer):
                mischief.take(message)
        writer.close()


def _writing(writer: asyncio.StreamWriter) -> Callable[[bytes], None]:
    def write(data: bytes) -> None:
        if not writer.transport.is_closing():
            writer.write(data)

    return write


class Stubborn:
    """Somebody at a table who keeps the log, comes again after a gap, and plays a seat."""

    def __init__(self, table: Table, seat: str | None, address: str, number: int) -> None:
        self.table, self.seat = table, seat
        self._address, self._number = address, number
        self.log: list[Any] = []
        self.contradictions = 0
        self.refusals: list[Any] = []
        self._is_changed = asyncio.Event()
        self._has_gap = False

    @property
    def is_done(self) -> bool:
        """Tell whether the whole game was seen."""
        return len(self.log) >= len(self.table.line.actions)

    def hear(self, message: dict[str, Any]) -> None:
        """Take in a message: what fits behind the log, nothing else."""
        base = self.table.base
        for event in message.get("events") or ():
            nth = event["number"] - base - 1
            if nth == len(self.log):
                self.log.append(event["data"]["action"])
            elif nth > len(self.log):
                self._has_gap = True
            elif nth >= 0 and self.log[nth] != event["data"]["action"]:
                self.contradictions += 1
        if message["kind"] in ("ping", "answer"):
            version = message.get("version") or message["answer"]["version"]
            self._has_gap = self._has_gap or version > base + len(self.log)
        elif message["kind"] == "problem" and message["problem"]["code"] != "conflict":
            self.refusals.append(message["problem"])
        self._is_changed.set()

    async def play(self) -> None:
        """Play and watch until the game is through."""
        while not self.is_done:
            try:
                socket = await self._come()
                await self._stay(socket)
                socket.cut()
            except GONE:
                await asyncio.sleep(0.05)

    async def _come(self) -> Socket:
        self._has_gap = False
        since = self.table.base + len(self.log)
        secret = self.table.secrets[self.seat] if self.seat else ""
        path = f"{self.table.path}/socket?since={since}"
        come_from = source(self._number)
        return await Socket.open(self._address, path, self.hear, secret=secret, come_from=come_from)

    async def _stay(self, socket: Socket) -> None:
        """Send what is to be sent, until there is a gap, silence or nothing more to do."""
        silent = 0
        while not self.is_done and not self._has_gap and not socket.closed.done() and silent < 3:
            self._is_changed.clear()
            nth = len(self.log)
            if self.table.line.actions[nth][0] == self.seat:
                socket.send(self.table.request(nth))
            try:
                await asyncio.wait_for(self._is_changed.wait(), AGAIN)
            except TimeoutError:
                silent += 1


@dataclass
class Chaos:
    """What came of all games on bad lines."""

    moves: int = 0
    differing: int = 0
    contradictions: int = 0
    refusals: int = 0
    unfinished: int = 0
    reads: int = 0


async def _table(table: Table, address: str, bad: str, found: Chaos) -> None:
    await table.set(address)
    people = [
        Stubborn(table, seat, bad, 3 * table.number + nth)
        for nth, seat in enumerate((*table.seats, None))
    ]
    await asyncio.wait_for(asyncio.gather(*(person.play() for person in people)), deadline(360))
    http = Http(address, source(3 * table.number))
    news = await http.must("GET", f"{table.path}/news?since={table.base}&wait=0")
    http.close()
    stored = [event["data"]["action"] for event in news["events"]]
    model = [action for _, action in table.line.actions]
    found.moves += len(stored)
    found.differing += sum(log != model for log in (stored, *(person.log for person in people)))
    found.contradictions += sum(person.contradictions for person in people)
    found.refusals += sum(len(person.refusals) for person in people)
    found.reads += sum(len(person.log) for person in people)


async def _all_tables(address: str, chosen: Sequence[Line], seed: int) -> Chaos:
    found, free = Chaos(), asyncio.Semaphore(TOGETHER)
    host, _, port = address.removeprefix("http://").strip("/").partition(":")
    proxy = Proxy(host, int(port), seed)
    bad = await proxy.start()

    async def one(number: int, line: Line) -> None:
        async with free:
            await _table(Table(line, number), address, bad, found)

    await asyncio.gather(*(one(number, line) for number, line in enumerate(chosen)))
    await proxy.stop()
    return found


def bad_lines(setting: Setting) -> list[Figure]:
    """Play games over bad lines (F9)."""
    games = setting.times(MOVES // ACTIONS_EACH, 5)
    prepared = lines("volterra", min(games, LINES), ACTIONS_EACH, seed=100 * setting.seed)
    chosen = [_cut(prepared[nth % len(prepared)]) for nth in range(games)]
    with setting.folder() as folder, running(folder, setting.port, "--workers", "1") as server:
        found = asyncio.run(_all_tables(server.address, chosen, setting.seed))
    return [
        amount("moves", found.moves, at_least=games * ACTIONS_EACH),
        amount("operations checked", found.moves + found.reads),
        count("logs that differ from server or model", found.differing),
        count("contradictions", found.contradictions),
        count("legal moves refused", found.refusals),
    ]


def _cut(line: Line) -> Line:
    return Line(line.game, line.seed, line.actions[:ACTIONS_EACH])
