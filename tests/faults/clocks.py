"""The wall clock of a server jumps while people play against the clock (F7)."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from pathlib import Path

from tests.faults.figures import Figure, Setting, amount, count, share, took
from tests.faults.testing import failed, pytest_says
from tests.server import wandering
from tests.server.support import Guest, Server
from tests.server.test_time import AT_THE_EDGE

JUMPS = (3600, -3600, -5, 1, 0)  # seconds
ACTIONS = 200
CLOCK = {"per": "game", "seconds": 1000, "increment": 0}


def left_in_all(guest: Guest) -> tuple[float, int]:
    """Return what both have left, in milliseconds, and the least that anybody has."""
    clock = guest.look()["clock"]
    now = guest.client.get(f"{guest.path}/rights").json()["now"]
    left = {**clock["left"]}
    left[clock["running"]] -= now - clock["at"]
    return sum(left.values()), min(left.values())


def errors_in(guest: Guest, jump: Path) -> Iterator[tuple[float, bool]]:
    """Yield, turn by turn, by how much the time left is wrong, and whether it is below zero.

    What both have left together shrinks by what has passed, whatever the wall clock shows.
    """
    (whole, _), begin = left_in_all(guest), time.monotonic()
    for seconds in itertools.cycle(JUMPS):
        jump.write_text(str(seconds))
        if guest.do("action", action=guest.state["actions"]["texts"][0])["to_move"] is None:
            return
        left, least = left_in_all(guest)
        yield abs(whole - left - (time.monotonic() - begin) * 1000), least < 0


def wandering_clock(setting: Setting) -> list[Figure]:
    """Let the clock jump before each action (F7)."""
    with setting.folder() as folder:
        jump = folder / "jump"
        jump.write_text("0")
        program = [wandering.__file__, str(jump)]
        with (
            Server(folder, "--port", str(setting.port), program=program) as server,
            server.client() as client,
        ):
            games = (Guest(client, game="towers", seed=n, clock=CLOCK) for n in itertools.count(1))
            found = itertools.chain.from_iterable(errors_in(guest, jump) for guest in games)
            told = list(itertools.islice(found, setting.times(ACTIONS, 10)))
    said = pytest_says("tests/server/test_time.py", "-k", "at_the_edge")
    return [
        amount("jumps", len(told)),
        took("error of the remaining time, p99", share([e for e, _ in told], 0.99), at_most=50),
        count("negative times", sum(is_below for _, is_below in told)),
        amount("games at the edge of the flag", 3 * AT_THE_EDGE, at_least=500),
        count("wrong flags", failed(said)),
    ]
