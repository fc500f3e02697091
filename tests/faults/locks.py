"""A foreign process holds the write lock of the file (F4)."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

from tests.faults.figures import Figure, Setting, amount, count, share, took
from tests.faults.history import Violations
from tests.faults.players import Steady
from tests.faults.processes import Measured, running
from tests.services.places import Place
from tretorri.server.store.database import FILE

TIMES, SECONDS, PLAYERS = 20, 3.0, 4
HOLD = """
import sqlite3, sys, time
held = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
held.execute("BEGIN IMMEDIATE")

time.sleep(float(sys.argv[2]))
held.execute("COMMIT")
"""


async def _played(server: Measured, folder: Path, times: int, seconds: float) -> list[Figure]:
    players = [Steady() for _ in range(PLAYERS)]
    for player in players:
        await player.begin(server.address)
    playing = [asyncio.create_task(player.play(server.address, 0.02)) for player in players]
    waits: list[float] = []
    loop = asyncio.get_running_loop()
    for _ in range(times):
        await asyncio.to_thread(_hold, folder / FILE, seconds)
        before, begin = sum(player.version for player in players), loop.time()
        while sum(player.version for player in players) == before:
            await asyncio.sleep(0.01)
        waits.append(loop.time() - begin)
    server.kill()
    await asyncio.gather(*playing)
    place = Place(folder, None)
    wrong = sum((player.judged(place) for player in players), Violations())
    unwilling = sum(n for p in players for status, n in p.statuses.items() if status != 200)
    return [
        amount("locks held", times),
        amount("acknowledged", sum(len(p.history.acknowledged) for p in players), at_least=1),
        count("errors seen by players", unwilling),
        count("losses, duplicates or gaps", wrong.total),
        took("recovery after the lock, p99", share(waits, 0.99), "s"),
    ]


def _hold(file: Path, seconds: float) -> None:
    subprocess.run([sys.executable, "-c", HOLD, str(file), str(seconds)], check=True)


def foreign_lock(setting: Setting) -> list[Figure]:
    """Play while somebody else holds the lock (F4)."""
    times = setting.times(TIMES, 1)
    with setting.folder() as folder, running(folder, setting.port, "--workers", "1") as server:
        return asyncio.run(_played(server, folder, times, SECONDS))
