"""The rows of fairness and cost: what one caller may take from the others.

Most of them are tests of the suite that count; the table names them, and the campaign runs them
again by row. P1 measures the worst request of every operation, P2 the moves of others beside it.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import httpx

from tests.faults.costs import costs
from tests.faults.figures import Figure, Row, Setting, amount, count, share, took
from tests.faults.processes import Measured
from tests.faults.report import PROJECT, table
from tests.server.support import Guest

MAX_CPU_MS = 4_500
MAX_EXTRA_MB = 64
MAX_HOLD_MS = 5
REQUESTS_PER_S = 25
MOVES = 200
GENTLE_S = 0.22  # between two moves: within the limit for commands
ATTACKER = {"X-Forwarded-For": "198.51.100.7"}
PLAYER = {"X-Forwarded-For": "203.0.113.9"}
FIRST_ACTION = "Pb4"
SET_UP: dict[str, Any] = {"game": "voldetour", "options": {"players": "4"}}
TRUST = {"TRETORRI_PROXIES": "127.0.0.1"}


def worst_requests(setting: Setting) -> list[Figure]:
    """Measure the worst allowed request of every operation."""
    with setting.folder() as folder, Measured(folder, "--workers", "1") as server:
        found = dict(costs(server, setting.times(2)))
    loops = [cost.hold_ms for cost in found.values() if cost.hold_ms is not None]
    dearest = max(found, key=lambda name: found[name].cpu_ms)
    largest = max(found, key=lambda name: found[name].extra_mb)
    return [
        amount("operations and refused bodies", len(found), at_least=1),
        count("answers of 500 and above", sum(cost.status >= 500 for cost in found.values())),
        took(f"most CPU time, {dearest}", found[dearest].cpu_ms, at_most=MAX_CPU_MS),
        took(f"most memory, {largest}", found[largest].extra_mb, "MB", at_most=MAX_EXTRA_MB),
        took("longest hold of the event loop, at most", max(loops), at_most=MAX_HOLD_MS),
    ]


def beside_others(setting: Setting) -> list[Figure]:
    """Measure the moves of a player beside set-ups that one other address sends all the time."""
    with (
        setting.folder() as folder,
        Measured(folder, env=TRUST, has_limits=True) as server,
        server.client() as attacker,
        server.client() as player,
    ):
        attacker.headers.update(ATTACKER)
        player.headers.update(PLAYER)
        moves = setting.times(MOVES, 20)
        peace = list(_moves(player, moves))
        with _flood(attacker) as answers:
            beside = list(_moves(player, moves))
    quiet = share(peace, 0.99)
    return [
        amount("requests of the other address", len(answers), at_least=1),
        amount("of these, refused by its limits", sum(status == 429 for status in answers)),
        count("answers of 500 and above", sum(status >= 500 for status in answers)),
        took("a move in peace, p50", share(peace, 0.5)),
        took("a move in peace, p99", quiet),
        took("a move beside, p50", share(beside, 0.5)),
        took("a move beside, p99", share(beside, 0.99), at_most=2 * quiet),
    ]


def _moves(client: httpx.Client, number: int) -> Iterator[float]:
    """Play and take back a move; yield the milliseconds of each."""
    guest = Guest(client, game="volterra", seed=1)
    for nth in range(number):
        begin = time.perf_counter()
        guest.do("back") if nth % 2 else guest.do("action", action=FIRST_ACTION)
        yield 1000 * (time.perf_counter() - begin)
        time.sleep(GENTLE_S)


@contextmanager
def _flood(client: httpx.Client) -> Iterator[list[int]]:
    """Let an address ask for set-ups all the time; return the answers."""
    answers, is_over = list[int](), threading.Event()

    def ask() -> None:
        while not is_over.wait(1 / REQUESTS_PER_S):
            answers.append(client.post("/api/setups", json=SET_UP).status_code)

    threads = [threading.Thread(target=ask, daemon=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        yield answers
    finally:
        is_over.set()
        for thread in threads:
            thread.join()


def run_tests(row: str, setting: Setting) -> list[Figure]:
    """Run the tests that the table names for a row."""
    with setting.folder() as folder:
        report = folder / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", f"--junitxml={report}"]
        subprocess.run([*command, *tests_of(row)], cwd=PROJECT, capture_output=True, check=False)
        suite = next(ET.parse(report).getroot().iter("testsuite"))
    number = {name: int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")}
    return [
        amount("tests", number["tests"], at_least=1),
        count("failed or skipped", sum(number.values()) - number["tests"]),
    ]


def tests_of(row: str) -> list[str]:
    """Return the tests of a row, as pytest names them."""
    return [str(test) for test in table()[row].get("tests", ())]


MEASURED: dict[str, Row] = {"P1": worst_requests, "P2": beside_others}
ROWS: dict[str, Row] = {
    row: MEASURED.get(row) or partial(run_tests, row) for row in table() if row.startswith("P")
}
