"""System calls that kill, fail, or come in the wrong order, by strace (F2, F3)."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tests.deadlines import wait_until
from tests.faults.figures import Figure, NotRun, Setting, amount, count, share, took
from tests.faults.history import History, Violations, violations
from tests.faults.players import Steady
from tests.faults.processes import Measured, running
from tests.faults.wire import Http
from tests.faults.writing import ACKNOWLEDGED, GAME, prepare
from tests.faults.zygote import Zygote, zygote
from tests.programs import STRACE, Missing
from tests.services.places import Place
from tretorri.server.store.database import FILE

POINTS, ORDERED = 300, 10_000
MOVES = 100  # stored in each life, unless it ends before
FAULTS, PLAYERS = 300, 3
CALLS = "pwrite64,write,fdatasync,fsync"
FAILING = ("pwrite64:error=ENOSPC", "pwrite64:error=EIO", "fdatasync:error=EIO")
FAULT_LASTS = 0.4  # seconds


class Strace:
    """Traces a process and its threads, as far as they touch some files."""

    def __init__(self, process: int, files: list[Path], *options: str) -> None:
        try:
            program = STRACE.path()
        except Missing as missing:
            raise NotRun(str(missing)) from missing
        paths = [part for file in files for part in ("-P", str(file))]
        command = [program, "-f", "-y", "-p", str(process), *paths, *options]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr is not None
        line = self._process.stderr.readline()
        if "attached" not in line:
            self._process.kill()
            raise NotRun(f"needs the right to trace processes: {line.strip()}")

    def detach(self) -> None:
        """Let the process go on by itself."""
        self._process.send_signal(signal.SIGINT)
        self.wait()

    def wait(self) -> None:
        """Wait until there is nothing more to trace."""
        self._process.communicate()


def _trace_stopped(process: int, files: list[Path], *options: str) -> Strace:
    """Trace a process that waits to be let go; where that cannot be, it must not wait for ever.

    It was only just forked: if it were let go before it has stopped, it would stop for ever.
    """
    wait_until(lambda: _state(process) == "T", "a process that waits", pause=0.002)
    try:
        return Strace(process, files, *options)
    except NotRun:
        os.kill(process, signal.SIGKILL)
        raise


def _files(folder: Path) -> list[Path]:
    return [folder / FILE, folder / f"{FILE}-wal", folder / ACKNOWLEDGED]


def _let_go(process: int) -> None:
    """Let a stopped process go on: what is said while strace still attaches is not heard."""
    with suppress(ProcessLookupError, FileNotFoundError):  # it has come to its end already
        while True:
            os.kill(process, signal.SIGCONT)
            time.sleep(0.01)
            if _state(process) not in "tT":
                return


def _state(process: int) -> str:
    """Return what a process does, as the letter that Linux has for it."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]


def _judged(folder: Path) -> tuple[Violations, bool, int]:
    """Compare what was acknowledged with what is stored; tell whether the file is sound."""
    history = History()
    noted = folder / ACKNOWLEDGED
    for line in noted.read_text("utf-8").splitlines() if noted.exists() else ():
        number, name = line.split()
        history.acknowledge(int(number), name)
    connection = sqlite3.connect(folder / FILE)
    is_sound = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    log = connection.execute("SELECT number, request_id FROM event ORDER BY number").fetchall()
    connection.close()
    return violations(history, log), is_sound, len(history.acknowledged)


def killed_at_every_call(setting: Setting) -> list[Figure]:
    """Kill the writing process at its first, second, third … write or sync (F2)."""
    points, wrong, unsound, told, ended = setting.times(POINTS, 8), Violations(), 0, 0, 0
    step = max(1, POINTS // points)  # a few points are spread over the same calls
    with setting.folder() as template, zygote() as processes:
        asyncio.run(prepare(template))
        for point in range(1, points * step + 1, step):
            with setting.folder() as folder:
                for name in (FILE, GAME):
                    shutil.copy(template / name, folder / name)
                process = processes.start("write", str(folder), MOVES)
                kill = f"inject={CALLS}:signal=SIGKILL:when={point}"
                strace = _trace_stopped(process, _files(folder)[:2], "-o/dev/null", "-e", kill)
                _let_go(process)
                ended += processes.line() == -signal.SIGKILL
                strace.wait()
                found, is_sound, acknowledged = _judged(folder)
                wrong, unsound, told = wrong + found, unsound + (not is_sound), told + acknowledged
        violated, ordered = _out_of_order(setting, template, processes)
    return [
        amount("kill points", ended, at_least=points),
        amount("acknowledged before the kill", told, at_least=1),
        count("losses, duplicates or gaps", wrong.total),
        count("damaged files", unsound),
        amount("acknowledgements in order", ordered, at_least=setting.times(ORDERED)),
        count("acknowledged before fsync", violated),
    ]


def _out_of_order(setting: Setting, template: Path, processes: Zygote) -> tuple[int, int]:
    """Return how many acknowledgements came before their sync, and how many there were."""
    moves = setting.times(ORDERED)
    with setting.folder() as folder:
        for name in (FILE, GAME):
            shutil.copy(template / name, folder / name)
        (folder / ACKNOWLEDGED).touch()
        process = processes.start("write", str(folder), moves)
        trace = folder / "trace"
        strace = _trace_stopped(process, _files(folder), "-o", str(trace), "-e", f"trace={CALLS}")
        _let_go(process)
        assert processes.line() == 0
        strace.wait()
        with trace.open(encoding="utf-8", errors="replace") as lines:
            return disorder(lines)


_CALL = re.compile(r"^\d+ +(?:<\.\.\. )?(\w+)(?:\(\d+<([^>]*)>)?")


def disorder(lines: Iterator[str] | list[str]) -> tuple[int, int]:
    """Count acknowledgements, and those that came while something was written and not synced.

    >>> wal, note = "7<games.sqlite-wal>", "9<acknowledged>"
    >>> good = [f"1 pwrite64({wal}, x) = 1", f"1 fdatasync({wal}) = 0", f"1 write({note}, x) = 1"]
    >>> disorder(good), disorder(good[:1] + good[2:])
    ((0, 1), (1, 1))
    """
    is_dirty, violated, told = False, 0, 0
    for line in lines:
        found = _CALL.match(line)
        if found is None:
            continue
        call, path = found[1], found[2] or ""
        if call == "pwrite64" and path.endswith("-wal"):
            is_dirty = True
        elif call in ("fdatasync", "fsync") and "= 0" in line:
            is_dirty = False
        elif call == "write" and path.endswith(ACKNOWLEDGED):
            told += 1
            violated += is_dirty
    return violated, told


def failing_disk(setting: Setting) -> list[Figure]:
    """Let writes and syncs of a server fail for a while, again and again (F3)."""
    with setting.folder() as folder, running(folder, setting.port, "--workers", "1") as server:
        return asyncio.run(_with_faults(server, folder, setting.times(FAULTS, 6)))


async def _with_faults(server: Measured, folder: Path, faults: int) -> list[Figure]:
    players = [Steady() for _ in range(PLAYERS)]
    for player in players:
        await player.begin(server.address)
    playing = [asyncio.create_task(player.play(server.address)) for player in players]
    looking, unread, back = Http(server.address), 0, list[float]()
    loop, nth = asyncio.get_running_loop(), 0

    def refused() -> int:
        return sum(player.statuses.get(503, 0) for player in players)

    while refused() < faults and nth < 10 * faults:
        fault = f"inject={FAILING[nth % len(FAILING)]}"
        files, process = _files(folder)[:2], server.process.pid
        strace = await asyncio.to_thread(Strace, process, files, "-o/dev/null", "-e", fault)
        await asyncio.sleep(FAULT_LASTS)
        status, _ = await looking.ask("GET", players[nth % len(players)].path)
        unread += status != 200
        await asyncio.to_thread(strace.detach)
        before, begin = sum(player.version for player in players), loop.time()
        while sum(player.version for player in players) == before:
            await asyncio.sleep(0.01)
        back.append(loop.time() - begin)
        nth += 1
    server.kill()
    await asyncio.gather(*playing)
    place = Place(folder, None)
    wrong = sum((player.judged(place) for player in players), Violations())
    return [
        amount("disk failures", nth),
        amount("refused with 503", refused(), at_least=faults),
        count("errors other than 503", sum(player.errors for player in players)),
        count("losses, duplicates or gaps", wrong.total),
        count("damaged files", place.ask("PRAGMA integrity_check") != [["ok"]]),
        count("reads refused", unread),
        took("recovery after the fault, p99", share(back, 0.99), "s", at_most=5),
    ]
