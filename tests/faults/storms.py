"""Everybody is cut off at once and comes back (F8); the server is stopped under load (F12)."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.deadlines import deadline
from tests.faults.figures import Figure, Setting, amount, count, share, took
from tests.faults.history import Violations
from tests.faults.load import GAMES, Pair, seated, some_lines
from tests.faults.players import Steady
from tests.faults.processes import Measured, running
from tests.faults.wire import Http, Socket, source
from tests.faults.zygote import Forked, Zygote, zygote
from tests.services.places import Place

STOPS, PLAYERS = 50, 8
RESTARTING = 1012
FIRST_PAUSE = 1.0  # seconds within which the page comes back (web/src/api/live.ts)


class Returning:
    """Somebody who comes back with the version that they have, and waits for what they missed."""

    def __init__(self) -> None:
        self.events: list[int] = []
        self.is_in_sync = asyncio.Event()

    def hear(self, message: dict[str, Any]) -> None:
        """Take in what was missed."""
        self.events += [event["number"] for event in message.get("events") or ()]
        if self.events or message["kind"] == "snapshot":
            self.is_in_sync.set()


async def _storm(server: Measured, games: int) -> list[Figure]:
    pairs, _ = await seated(server.address, some_lines(["volterra"], games, 4))
    for pair in pairs:
        for socket in pair.table.sockets.values():
            socket.cut()
    await asyncio.gather(*(_move(server.address, pair) for pair in pairs[:: len(pairs) // 50 or 1]))
    for begin in range(0, len(pairs), 50):
        await asyncio.gather(*(_move(server.address, pair) for pair in pairs[begin : begin + 50]))
    before, begin_at = server.seconds, time.monotonic()
    waits = await asyncio.gather(
        *(_return(server.address, pair, seat) for pair in pairs for seat in pair.table.seats)
    )
    all_back, used = time.monotonic() - begin_at, server.seconds - before
    return [
        amount("sockets", len(waits)),
        count("not in sync", sum(wait is None for wait in waits)),
        took("all in sync", all_back, "s", at_most=10),
        took(
            "time to sync, p99",
            share([w for w in waits if w is not None], 0.99),
            "s",
            at_most=2,
        ),
        took("CPU time per socket", 1000 * used / len(waits)),
    ]


async def _move(address: str, pair: Pair) -> None:
    """Play one move while everybody is away."""
    if pair.done:
        return
    pair.done = 1
    table = pair.table
    seat, _ = table.line.actions[0]
    http = Http(address, source(table.number))
    path = f"{table.path}/commands?reply=brief"
    await http.must("POST", path, table.request(0), secret=table.secrets[seat])
    http.close()


async def _return(address: str, pair: Pair, seat: str) -> float | None:
    """Come back to a seat, as soon as the page does; return how long that takes from there on."""
    await asyncio.sleep(random.random() * FIRST_PAUSE)
    table, somebody, begin = pair.table, Returning(), time.monotonic()
    try:
        socket = await Socket.open(
            address,
            f"{table.path}/socket?since={table.base}",
            somebody.hear,
            secret=table.secrets[seat],
            come_from=source(2 * table.number + table.seats.index(seat)),
        )
        await asyncio.wait_for(somebody.is_in_sync.wait(), deadline())
    except (OSError, TimeoutError):
        return None
    socket.cut()
    return time.monotonic() - begin if somebody.events == [table.base + 1] else None


def storm(setting: Setting) -> list[Figure]:
    """Cut all sockets at once (F8)."""
    games = setting.times(GAMES, 10)
    with setting.folder() as folder, running(folder, setting.port, "--workers", "1") as server:
        return asyncio.run(_storm(server, games))


class Stops:
    """What came of stopping servers under load."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.statuses: list[int] = []
        self.codes: list[int | None] = []
        self.violations = Violations()
        self.errors = 0


async def _stopped(parent: Zygote, folder: Path, port: int, times: int) -> Stops:
    found = Stops()
    for _ in range(times):
        players = [Steady() for _ in range(PLAYERS)]
        options = ("--data", str(folder), "--workers", "1")
        with await asyncio.to_thread(Forked, parent, port, *options) as server:
            await asyncio.gather(*(player.begin(server.address) for player in players))
            sockets = [await player.watch(server.address) for player in players]
            playing = [asyncio.create_task(player.play(server.address)) for player in players]
            while any(len(player.history.acknowledged) < 3 for player in players):
                await asyncio.sleep(0.01)
            await _one_stop(server, sockets, found)
            await asyncio.gather(*playing)
        for player in players:
            found.violations += player.judged(Place(folder, None))
            found.errors += player.errors
    return found


async def _one_stop(server: Forked, sockets: Sequence[Socket], found: Stops) -> None:
    begin = time.monotonic()
    found.statuses.append(await asyncio.to_thread(server.end, signal.SIGTERM))
    found.seconds.append(time.monotonic() - begin)
    await asyncio.wait([socket.closed for socket in sockets], timeout=deadline())
    found.codes += [socket.code for socket in sockets]


def stops(setting: Setting) -> list[Figure]:
    """Stop servers by SIGTERM while they are played on (F12)."""
    times = setting.times(STOPS, 2)
    with setting.folder() as folder, zygote() as parent:
        found = asyncio.run(_stopped(parent, folder, setting.port, times))
    return [
        amount("stops", times),
        took("longest time to exit", max(found.seconds), "s", at_most=5),
        count("exits with a status other than 0", sum(map(bool, found.statuses))),
        count("sockets not closed with 1012", sum(code != RESTARTING for code in found.codes)),
        count("lost, duplicated, or shown but not stored", found.violations.total),
        count("errors", found.errors),
    ]
