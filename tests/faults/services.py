"""PostgreSQL and Redis go away and come back while people play (F5, F6)."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Sequence

from tests.faults.figures import Figure, NotRun, Setting, amount, count, share, took
from tests.faults.history import Violations
from tests.faults.kills import postgresql
from tests.faults.players import Steady
from tests.faults.processes import Measured, running
from tests.programs import Missing
from tests.services.places import Place
from tests.services.servers import PostgreSQL, Redis

TIMES, PLAYERS, PAUSE = 20, 4, 0.04  # about 100 moves a second
CALM = 0.5  # seconds between two faults


async def _moves_on(players: Sequence[Steady]) -> float:
    """Return how long it takes until somebody's move is acknowledged."""
    begin, before = time.monotonic(), sum(player.version for player in players)
    while sum(player.version for player in players) == before:
        await asyncio.sleep(0.005)
    return time.monotonic() - begin


async def _restarted(
    server: Measured, database: PostgreSQL, place: Place, times: int
) -> list[Figure]:
    players, back = [Steady() for _ in range(PLAYERS)], list[float]()
    for player in players:
        await player.begin(server.address)
    playing = [asyncio.create_task(player.play(server.address, PAUSE)) for player in players]
    for _ in range(times):
        await _moves_on(players)
        await asyncio.sleep(CALM)
        await asyncio.to_thread(database.restart)
        back.append(await _moves_on(players))
    server.kill()
    await asyncio.gather(*playing)
    wrong = sum((player.judged(place) for player in players), Violations())
    return [
        amount("restarts", times),
        amount("acknowledged", sum(len(p.history.acknowledged) for p in players), at_least=1),
        count("lost", wrong.lost),
        count("duplicates or gaps", wrong.twice + wrong.gaps),
        count("errors other than 503", sum(player.errors for player in players)),
        took("longest recovery", max(back), "s", at_most=3),
    ]


def restarts_of_postgresql(setting: Setting) -> list[Figure]:
    """Restart PostgreSQL with immediate effect (F5)."""
    times = setting.times(TIMES, 2)
    with setting.folder() as folder, postgresql() as database:
        place = Place(folder, database)
        options = ("--database", place.url, "--workers", "1")
        with running(folder, setting.port, *options) as server:
            return asyncio.run(_restarted(server, database, place, times))


async def _without_redis(
    servers: Sequence[Measured], redis: Redis, place: Place, times: int
) -> list[Figure]:
    players = [Steady() for _ in range(PLAYERS)]
    for player in players:
        await player.begin(servers[0].address)
        await player.watch(servers[1].address)  # who watches is at the other server
    playing = [asyncio.create_task(player.play(servers[0].address, PAUSE)) for player in players]
    behind: list[float] = []
    for nth in range(times):
        await asyncio.sleep(CALM)
        await asyncio.to_thread(_disturb, redis, nth)
        behind.append(await _catches_up(players[nth % PLAYERS]))
    for server in servers:
        server.kill()
    await asyncio.gather(*playing)
    wrong = sum((player.judged(place) for player in players), Violations())
    return [
        amount("disturbances", times),
        amount("acknowledged", sum(len(p.history.acknowledged) for p in players), at_least=1),
        count("losses, duplicates or gaps", wrong.total),
        count("errors", sum(player.errors for player in players)),
        took("views converge, p99", share(behind, 0.99), "s", at_most=2),
    ]


def _disturb(redis: Redis, nth: int) -> None:
    if nth % 2:
        with socket.create_connection(("127.0.0.1", redis.port)) as line:
            line.sendall(b"FLUSHALL\r\n")
            line.recv(64)
    else:
        redis.kill()
        time.sleep(CALM)
        redis.start()


async def _catches_up(player: Steady) -> float:
    """Return how long it takes until a watcher has seen what was acknowledged until now."""
    begin, version = time.monotonic(), player.version
    while version not in player.history.read.get("watcher", {}):
        await asyncio.sleep(0.01)
    return time.monotonic() - begin


def without_redis(setting: Setting) -> list[Figure]:
    """Kill, restart and flush Redis between two servers (F6)."""
    times = setting.times(TIMES, 2)
    try:
        redis = Redis()
    except Missing as missing:
        raise NotRun(str(missing)) from missing
    try:
        with setting.folder() as folder, postgresql() as database:
            place = Place(folder, database)
            options = ("--database", place.url, "--bus", redis.url, "--workers", "1")
            with (
                running(folder, setting.port, *options) as one,
                running(folder, setting.port + 1, *options) as other,
            ):
                return asyncio.run(_without_redis([one, other], redis, place, times))
    finally:
        redis.stop()
