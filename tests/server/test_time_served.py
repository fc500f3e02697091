"""Time in a real server: its wall clock jumps, it is killed, and no player loses a second by it."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from pathlib import Path

from tests.server import wandering
from tests.server.support import Guest, Server
from tretorri.server.store.database import FILE

HOUR = 3_600_000
MARGIN = 300_000  # milliseconds; the machine may be busy, but no jump is that small
CLOCK = {"per": "game", "seconds": 1000, "increment": 0}


def monotonic() -> int:
    return time.monotonic_ns() // 1_000_000


def ahead(guest: Guest) -> int:
    """Return by how much the server's time is ahead of what this machine counts."""
    now: int = guest.client.get(f"{guest.path}/rights").json()["now"]
    return now - monotonic()


def left(guest: Guest) -> int:
    """Return what the seat to move has left."""
    clock = guest.look()["clock"]
    now = guest.client.get(f"{guest.path}/rights").json()["now"]
    has: int = clock["left"][clock["running"]] - (now - clock["at"])
    return has


def a_turn(guest: Guest) -> None:
    state = guest.look()
    while guest.state["turn"] == state["turn"]:
        guest.do("action", action=guest.state["actions"]["texts"][0])


def test_no_jump_of_the_wall_clock_changes_what_anybody_has_left(tmp_path: Path) -> None:
    jump = tmp_path / "jump"
    jump.write_text("0")
    program = [wandering.__file__, str(jump)]
    with Server(tmp_path, program=program) as server, server.client() as client:
        guest = Guest(client, game="volterra", seed=1, clock=CLOCK)
        before = ahead(guest)
        for seconds in (3600, -3600, -5, 0):
            jump.write_text(str(seconds))
            a_turn(guest)
            assert abs(ahead(guest) - before) < MARGIN
            assert 1_000_000 - MARGIN < left(guest) <= 1_000_000
        jump.write_text("-3600")
        server.kill()
    with Server(tmp_path, program=program) as server, server.client() as client:
        guest.client = client
        assert abs(ahead(guest) - before) < MARGIN  # the same machine still counts on


def test_the_time_in_which_the_server_was_down_is_given_back(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.client() as client:
        guest = Guest(client, game="volterra", seed=1, clock=CLOCK, absence=None)
        a_turn(guest)
        server.kill()
    long_ago(tmp_path / FILE)
    with Server(tmp_path) as server, server.client() as client:
        guest.client = client
        guest.wait_until(lambda _: bool(credits_in(tmp_path / FILE)))
        (credit,) = credits_in(tmp_path / FILE)
        assert abs(credit - HOUR) < MARGIN
        assert 1_000_000 - MARGIN < left(guest) <= 1_000_000


def test_a_flag_falls_and_the_result_says_so(tmp_path: Path) -> None:
    clock = {"per": "turn", "seconds": 1, "increment": 0}
    with Server(tmp_path) as server, server.client() as client:
        guest = Guest(client, game="volterra", seed=1, clock=clock)
        mover = guest.state["to_move"]
        state = guest.wait_until(lambda state: bool(state["is_over"]))
        assert state["result"]["reason"] == "time"
        assert mover not in state["result"]["winners"]
        assert state["clock"]["left"][mover] == 0


def long_ago(file: Path) -> None:
    """Let everything that is stored have happened an hour earlier."""
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE timebase SET seen = seen - ?", (HOUR,))
        database.execute("UPDATE game SET created = created - ?1, due_at = due_at - ?1", (HOUR,))
        database.execute("UPDATE event SET time = time - ?", (HOUR,))


def credits_in(file: Path) -> list[int]:
    with contextlib.closing(sqlite3.connect(file)) as database:
        wanted = "SELECT json_extract(data, '$.ms') FROM event WHERE kind = 'credit'"
        return [row[0] for row in database.execute(wanted)]
