"""How far it goes: moves a second, idle sockets, watchers who do not read, busy engines (L2–L5)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from tests.deadlines import Deadline
from tests.faults.figures import Figure, Setting, amount, count, share, took
from tests.faults.load import Load, Pair, play, seated, some_lines
from tests.faults.players import Steady
from tests.faults.processes import MEGABYTE, Measured, running
from tests.faults.tables import TOGETHER, Table, line
from tests.faults.wire import GONE, Http, Socket, source

IDLE, KILOBYTE = 5000, 1024
FIRST_RATE, RATE_STEP, STEP_SECONDS, MOST_RATE = 300, 100, 4, 2000
TOO_SLOW = 250  # milliseconds
WATCHERS, DEAF, MOVES_WATCHED = 1000, 20, 150
JOBS, BUDGET, PAIRS_BESIDE, BESIDE = 200, 2.0, 30, 40.0
WHOLE_GAMES, WARM_UP, ACTIONS_EACH = 2000, 400, 12
TOO_MANY = 429


# The ceiling ------------------------------------------------------------------------------------


async def _ceiling(server: Measured, games: int, scale: float) -> float:
    """Return the highest rate at which moves are still seen in time."""
    reached, rate = 0.0, FIRST_RATE * scale
    pairs, load = await _warm_pairs(server, games, rate)
    while rate <= MOST_RATE * scale:
        load.seen.clear()
        await play(pairs, rate, STEP_SECONDS * min(1, 4 * scale))
        if share(load.seen, 0.99) > TOO_SLOW or load.problems:
            break
        reached, rate = rate, rate + RATE_STEP * scale
        if any(len(pair.table.line.actions) - pair.done < 5 for pair in pairs):
            _leave(pairs)
            pairs, load = await _warm_pairs(server, games, FIRST_RATE * scale)
    _leave(pairs)
    return reached


async def _warm_pairs(server: Measured, games: int, rate: float) -> tuple[list[Pair], Load]:
    """Let everybody sit down and move once: they are still told who else has come."""
    pairs, load = await seated(server.address, some_lines(["volterra"], games, 40))
    await play(pairs, rate, games / rate)
    return pairs, load


def _leave(pairs: Sequence[Pair]) -> None:
    for pair in pairs:
        for socket in pair.table.sockets.values():
            socket.cut()


async def _idle(server: Measured, number: int) -> tuple[int, float]:
    """Return how many sockets are held that only wait, and what each takes, in kilobytes."""
    player = Steady()
    await player.begin(server.address)
    before, sockets = server.memory, list[Socket]()
    path = f"{player.path}/socket?since=0"
    for begin in range(0, number, TOGETHER):
        sockets += await asyncio.gather(
            *(
                Socket.open(server.address, path, _nothing, come_from=source(begin + nth))
                for nth in range(min(TOGETHER, number - begin))
            )
        )
    held = sum(not socket.closed.done() for socket in sockets)
    each = (server.memory - before) * MEGABYTE / KILOBYTE / number
    for socket in sockets:
        socket.cut()
    return held, each


def _nothing(_: dict[str, Any]) -> None:
    """Do nothing with a message."""


def ceiling(setting: Setting) -> list[Figure]:
    """Raise the rate until moves are seen too late; hold idle sockets (L2)."""
    number = setting.times(IDLE, 50)
    with setting.folder() as folder, running(folder, setting.port, "--workers", "1") as server:
        held, each = asyncio.run(_idle(server, number))
    with setting.folder() as folder, running(folder, setting.port, "--workers", "1") as server:
        rate = asyncio.run(_ceiling(server, setting.times(500, 20), setting.scale))
    return [
        Figure("moves/s with p99 below 250 ms", rate, at_least=1000 * setting.scale, is_time=True),
        amount("idle sockets held", held, at_least=number),
        took("memory per idle socket", each, "KB", at_most=60),
    ]


# Watchers ---------------------------------------------------------------------------------------


class Watchers:
    """Many who watch one game, and when the last of them has seen each event."""

    def __init__(self) -> None:
        self.last: dict[int, float] = {}
        self.seen: dict[int, int] = {}

    def hear(self, message: dict[str, Any]) -> None:
        """Note when an event was seen."""
        for event in message.get("events") or ():
            number = event["number"]
            self.last[number] = time.monotonic()
            self.seen[number] = self.seen.get(number, 0) + 1


async def _watched(server: Measured, watchers: int, deaf: int, moves: int) -> list[Figure]:
    player, crowd = Steady(), Watchers()
    await player.begin(server.address)
    path, files = f"{player.path}/socket?since=0", server.files
    for begin in range(0, watchers, TOGETHER):
        number = min(TOGETHER, watchers - begin)
        await asyncio.gather(
            *(
                Socket.open(server.address, path, crowd.hear, come_from=source(begin + nth))
                for nth in range(number)
            )
        )
    for nth in range(deaf):  # they are sent the whole state each time, and read none of it
        whole = f"{path}&with_state=true"
        come_from = source(watchers + nth)
        socket = await Socket.open(server.address, whole, _nothing, come_from=come_from)
        socket.stop_reading()
    memory, http, waits = server.memory, Http(server.address), list[float]()
    for number in range(1, moves + 1):
        begin_at = time.monotonic()
        assert await player.one(http) == 200
        end = Deadline()
        while crowd.seen.get(number, 0) < watchers and not end.has_passed:
            await asyncio.sleep(0.005)
        waits.append((crowd.last.get(number, time.monotonic()) - begin_at) * 1000)
    grown = server.memory - memory
    missed = sum(crowd.seen.get(number, 0) < watchers for number in range(1, moves + 1))
    return [
        amount("healthy spectators", watchers),
        amount("spectators that never read", deaf),
        count("events missed by a healthy spectator", missed),
        took("last healthy spectator, p99", share(waits, 0.99), at_most=250),
        took("memory growth", grown, "MB", at_most=100),
        took("open sockets of spectators that never read", server.files - files - watchers, ""),
    ]


def watchers(setting: Setting) -> list[Figure]:
    """Let a thousand watch one game, some of whom never read (L3)."""
    number, deaf = setting.times(WATCHERS, 20), setting.times(DEAF, 2)
    moves = setting.times(MOVES_WATCHED, 10)
    with setting.folder() as folder, running(folder, setting.port, "--workers", "1") as server:
        return asyncio.run(_watched(server, number, deaf, moves))


# Engines ----------------------------------------------------------------------------------------


async def _job(address: str, number: int, seconds: float) -> tuple[int, float]:
    """Ask the engine to think; return the status and how long it took."""
    http, begin = Http(address, source(number)), time.monotonic()
    wish = {"game": "volterra", "turns": [], "seconds": seconds}
    try:
        status, _ = await http.stream("POST", "/api/analysis", wish)
    except GONE:
        status = 0
    http.close()
    return status, time.monotonic() - begin


async def _beside_engines(
    server: Measured, jobs: int, budget: float, seconds: float
) -> list[Figure]:
    pairs, load = await seated(server.address, some_lines(["volterra"], PAIRS_BESIDE, 30))
    offered = [asyncio.create_task(_job(server.address, 1000 + nth, budget)) for nth in range(jobs)]
    await play(pairs, 20, seconds)
    told = await asyncio.gather(*offered)
    statuses = [status for status, _ in told]
    waits = [seconds for status, seconds in told if status == 200]
    _leave(pairs)
    return [
        amount("jobs offered", jobs),
        amount("answered", statuses.count(200), at_least=1),
        amount("refused with 429", statuses.count(TOO_MANY)),
        count("hung or failed", sum(status not in (200, TOO_MANY) for status in statuses)),
        count("errors seen by people", len(load.problems)),
        took("people's moves, p99", share(load.seen, 0.99), at_most=100),
        took("longest wait for an engine, queue included", max(waits), "s"),
    ]


def engines(setting: Setting) -> list[Figure]:
    """Let people play while all engine workers are busy (L4)."""
    with setting.folder() as folder, running(folder, setting.port) as server:
        jobs, budget = setting.times(JOBS, 40), min(BUDGET, max(0.1, 10 * BUDGET * setting.scale))
        seconds = max(4 * budget, BESIDE * setting.scale)
        return asyncio.run(_beside_engines(server, jobs, budget, seconds))


# Whole games ------------------------------------------------------------------------------------


async def _whole_game(address: str, number: int) -> None:
    table = Table(line("volterra", number % 20, ACTIONS_EACH, 40), number)
    await table.set(address)
    https = {seat: Http(address, source(2 * number + nth)) for nth, seat in enumerate(table.seats)}
    path = f"{table.path}/commands?reply=brief"
    for nth in range(ACTIONS_EACH):
        seat, _ = table.line.actions[nth]
        await https[seat].must("POST", path, table.request(nth), secret=table.secrets[seat])
    end = {**table.request(0, f"resign-{number:06}"), "command": {"do": "resign"}}
    end["version"] = table.base + ACTIONS_EACH
    seat = table.seats[0]
    await https[seat].must("POST", path, end, secret=table.secrets[seat])
    for http in https.values():
        http.close()


async def _many_whole_games(server: Measured, games: int, warm_up: int) -> list[Figure]:
    free = asyncio.Semaphore(20)

    async def one(number: int) -> None:
        async with free:
            await _whole_game(server.address, number)

    await asyncio.gather(*(one(number) for number in range(warm_up)))
    await asyncio.sleep(1)
    files, before, begin = server.files, server.memory, time.monotonic()
    await asyncio.gather(*(one(number) for number in range(warm_up, games)))
    seconds = time.monotonic() - begin
    await asyncio.sleep(1)
    grown = 100 * (server.memory - before) / before
    return [
        amount("complete games", games),
        took("memory after warm-up", before, "MB"),
        took("memory growth since then", grown, "%", at_most=5),
        count("additional open files", server.files - files, at_most=5),
        took("games per second", (games - warm_up) / seconds, ""),
    ]


def whole_games(setting: Setting) -> list[Figure]:
    """Make, play and end many games over the wire (L5)."""
    games = setting.times(WHOLE_GAMES, 20)
    warm_up = min(WARM_UP, games // 2)
    with setting.folder() as folder, running(folder, setting.port, "--workers", "1") as server:
        return asyncio.run(_many_whole_games(server, games, warm_up))
