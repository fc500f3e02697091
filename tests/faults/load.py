"""Load: many live games, each with two players who wait for each other's moves (L1)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import tretorri
from tests.deadlines import Deadline
from tests.faults.figures import Figure, Setting, amount, count, share, took
from tests.faults.processes import Measured, running
from tests.faults.tables import TOGETHER, Line, Table, lines, set_tables
from tests.faults.wire import Socket, source

GAMES, RATE, SECONDS = 1000, 500, 60
RUNS = 3
WARM_UP = 2  # moves of each game before the time counts
LINES = 40  # prepared games, used again and again
KINDS = tuple(tretorri.all_games())


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
    for begin in range(0, len(pairs), TOGETHER):
        some = pairs[begin : begin + TOGETHER]
        await asyncio.gather(*(pair.sit_down(address) for pair in some))
    return pairs, load


async def play(pairs: Sequence[Pair], rate: float, seconds: float) -> None:
    """Let the pairs move in turn, so many moves in each second, however long an answer takes."""
    loop = asyncio.get_running_loop()
    start, number = loop.time() + 0.1, int(rate * seconds)
    for nth in range(number):
        at = start + nth / rate
        ahead = at - loop.time()
        if ahead > 0:
            await asyncio.sleep(ahead)
        pairs[nth % len(pairs)].move(loop.time())
    await quiet(pairs)


async def quiet(pairs: Sequence[Pair]) -> None:
    """Wait until every move that was sent has been seen."""
    end = Deadline()
    while any(pair.waits for pair in pairs) and not end.has_passed:
        await asyncio.sleep(0.05)


@dataclass(frozen=True, slots=True)
class Run:
    """What one run under load has come to."""

    seen: Sequence[float]
    sent: int
    errors: int
    memory: float
    seconds: float

    @property
    def missing(self) -> int:
        """Return how many moves nobody has seen, or whose sender got no answer."""
        return self.sent - len(self.seen)


def run(setting: Setting, chosen: Sequence[Line], rate: float, seconds: float) -> Run:
    """Play on a server of its own; return what came of it."""

    async def test(server: Measured) -> Run:
        pairs, load = await seated(server.address, chosen)
        await play(pairs, rate, WARM_UP * len(pairs) / rate)
        load.seen.clear()
        before, warmed_up = server.seconds, sum(pair.done for pair in pairs)
        await play(pairs, rate, seconds)
        sent = sum(pair.done for pair in pairs)
        errors = len(load.problems) + max(0, sent - load.answered)
        sent -= warmed_up
        took = server.seconds - before
        memory = server.memory
        for pair in pairs:
            for socket in pair.table.sockets.values():
                socket.cut()
        return Run(load.seen, sent, errors, memory, took)

    with setting.folder() as folder, running(folder, setting.port) as server:
        return asyncio.run(test(server))


def some_lines(kinds: Sequence[str], number: int, at_least: int) -> list[Line]:
    """Return so many prepared games, of each kind in turn."""
    each = min(LINES, number)
    prepared = [lines(kind, each, at_least) for kind in kinds]
    return [prepared[nth % len(kinds)][nth // len(kinds) % each] for nth in range(number)]


def steady(setting: Setting) -> list[Figure]:
    """Measure many live games of Volterra (L1)."""
    games, seconds = setting.times(GAMES, 10), max(3.0, SECONDS * setting.scale)
    rate = setting.times(RATE, 5)
    moves = int(rate * seconds / games) + WARM_UP + 1
    runs = [
        run(setting, some_lines(["volterra"], games, moves), rate, seconds)
        for _ in range(RUNS if setting.scale == 1 else 1)
    ]
    return figures(runs, games, rate)


def figures(runs: Sequence[Run], games: int, rate: float) -> list[Figure]:
    """Return the figures of several runs: what is counted in all, what is measured as median."""

    def middle(of: Callable[[Run], float]) -> float:
        return float(median(map(of, runs)))

    return [
        amount("live games", games),
        amount("sockets", 2 * games),
        amount("durable moves/s", rate),
        amount("total moves", sum(run.sent for run in runs), at_least=1),
        count("moves not seen", sum(run.missing for run in runs)),
        count("errors", sum(run.errors for run in runs)),
        took("p50", middle(lambda run: share(run.seen, 0.5)), at_most=10),
        took("p99", middle(lambda run: share(run.seen, 0.99)), at_most=50),
        took("max", middle(lambda run: max(run.seen, default=0)), at_most=500),
        took("memory of the server", middle(lambda run: run.memory), "MB", at_most=250),
        took("CPU time per move", middle(lambda run: 1000 * run.seconds / run.sent)),
    ]


def mixed(setting: Setting) -> list[Figure]:
    """Measure live games of all kinds (L1, mixed); only reported."""
    games, seconds = setting.times(300, 3), max(3.0, 20 * setting.scale)
    rate = setting.times(60, 3)
    moves = int(rate * seconds / games) + WARM_UP + 1
    found = run(setting, some_lines(KINDS, games, moves), rate, seconds)
    return [
        amount("live games", games),
        amount("durable moves/s", rate),
        count("moves not seen", found.missing),
        count("errors", found.errors),
        took("p50", share(found.seen, 0.5)),
        took("p99", share(found.seen, 0.99)),
        took("CPU time per move", 1000 * found.seconds / found.sent),
    ]
