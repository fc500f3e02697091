"""Backups of games that are being played, restored and played through (F12)."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

from tests.faults.figures import Figure, Setting, amount, count
from tests.faults.history import Violations
from tests.faults.players import Steady, logs
from tests.faults.processes import Measured, running
from tests.services.places import Place

TIMES, PLAYERS = 20, 4


def _command(*arguments: str) -> bool:
    """Run a command of the program; tell whether it succeeded."""
    command = [sys.executable, "-m", "tretorri", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        print(ended.stdout + ended.stderr, file=sys.stderr)
    return ended.returncode == 0


async def _backed_up(server: Measured, folder: Path, times: int) -> list[Figure]:
    players = [Steady() for _ in range(PLAYERS)]
    for player in players:
        await player.begin(server.address)
    playing = [asyncio.create_task(player.play(server.address, 0.01)) for player in players]
    failed, copies = 0, list[Place]()
    for nth in range(times):
        file, copy = folder / f"backup-{nth}", folder / f"copy-{nth}"
        copy.mkdir()
        for arguments in (
            ("backup", str(file), "--data", str(folder)),
            ("restore", str(file), "--data", str(copy)),
            ("verify", "--data", str(copy)),
        ):
            failed += not await asyncio.to_thread(_command, *arguments)
        copies.append(Place(copy, None))
    server.kill()
    await asyncio.gather(*playing)
    place = Place(folder, None)
    final = logs(place)
    wrong = sum((player.judged(place) for player in players), Violations())
    stored = [(final[game][0], log) for copy in copies for game, (log, _) in logs(copy).items()]
    return [
        amount("backups restored and replayed", times),
        count("failed", failed),
        amount("events in the last copy", sum(len(log) for log, _ in logs(copies[-1]).values())),
        count("copies of a game that are not a prefix", sum(a[: len(b)] != b for a, b in stored)),
        count("losses, duplicates or gaps", wrong.total),
    ]


def backups(setting: Setting) -> list[Figure]:
    """Back up games while they are played, and restore each copy (F12)."""
    times = setting.times(TIMES, 1)
    with setting.folder() as folder, running(folder, setting.port, "--workers", "1") as server:
        return asyncio.run(_backed_up(server, folder, times))
