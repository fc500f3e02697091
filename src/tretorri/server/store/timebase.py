"""The time that all processes share: what a machine's own count of time is added to.

A machine counts milliseconds since it was started, whatever anybody does to its wall clock. What
has to be added is agreed upon once, by the first process after each start of the machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select, update

from tretorri.server.store.tables import timebases


@dataclass(frozen=True, slots=True)
class Timebase:
    """What is added to the ticks of a machine, and when any server was last *seen* alive."""

    base: int
    seen: int


def agreed(
    connection: Connection, boot: str, ticks: Callable[[], int], *, is_alive: bool
) -> Timebase:
    """Return what to add to *ticks*; who *is_alive* says so.

    Time never goes back: a machine whose clock is wrong, or which has slept, follows the others.
    """
    rows = {row.boot: row for row in connection.execute(select(timebases))}
    seen = max((row.seen for row in rows.values()), default=0)
    if boot not in rows:
        wall = max(_wall_clock(connection), seen)
        base = wall - ticks()
        row = {"boot": boot, "base": base, "seen": seen or wall}
        connection.execute(insert(timebases), row)
        return Timebase(base, seen or wall)
    ticked = ticks()  # after reading: what others of this machine have written is not ahead of it
    base = max(rows[boot].base, seen - ticked)
    now = {"base": base, "seen": base + ticked if is_alive else rows[boot].seen}
    if now != {"base": rows[boot].base, "seen": rows[boot].seen}:
        connection.execute(update(timebases).where(timebases.c.boot == boot).values(now))
    return Timebase(base, seen)


def _wall_clock(connection: Connection) -> int:
    """Return the time in milliseconds since 1970: the database's own, if it has one."""
    if connection.dialect.name == "postgresql":
        seconds = func.extract("epoch", func.clock_timestamp())
        return int((connection.execute(select(seconds * 1000))).scalar_one())
    return time.time_ns() // 1_000_000
