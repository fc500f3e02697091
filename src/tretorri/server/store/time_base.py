"""The time that all processes share: what a machine's own count of time is added to.

A machine counts milliseconds since it was started, whatever happens to its wall clock. What
has to be added is agreed upon once, by the first process after each start of the machine. A wall
clock that is more than a day ahead of that is followed: the first one may have been wrong.

Servers say now and then that they are alive. When more than a day lies between two such signs,
no server has counted that time; perhaps it did not even pass. It is stored as a leap, and does not
make games older.

This time never goes back. Once a wall clock that was far ahead has been set right, the difference
is stored: dates are the time less that difference.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select, update

from tretorri.server.store.tables import events, games, leaps, timebases

DAY_MS = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class TimeBase:
    """What is added to the ticks of a machine, and when any server was last *seen* alive.

    The time is *ahead* of the date by so much.
    """

    base: int
    seen: int
    ahead: int


def agree_on_time_base(
    connection: Connection, boot: str, ticks: Callable[[], int], *, is_alive: bool
) -> TimeBase:
    """Return what to add to *ticks*; if the server *is_alive*, store that.

    Time never goes back: a machine whose clock is wrong, or which has slept, follows the others.
    """
    rows = {row.boot: row for row in connection.execute(select(timebases))}
    seen = max((row.seen for row in rows.values()), default=0)
    before, wall = read_ahead(connection), read_wall_clock(connection)
    ticked = ticks()  # after reading: what others of this machine have written is not ahead of it
    if boot not in rows:
        base = max(wall + before, seen) - ticked
        ahead = _find_ahead(base + ticked, wall, before)
        row = {"boot": boot, "base": base, "seen": seen or wall, "ahead": ahead}
        connection.execute(insert(timebases), row)
        _note_leap(connection, seen, base + ticked)
        return TimeBase(base, seen or wall, ahead)
    base = max(rows[boot].base, seen - ticked)
    if wall - (base + ticked) > DAY_MS:
        base = wall - ticked
    ahead = _find_ahead(base + ticked, wall, before)
    row = {"base": base, "seen": base + ticked if is_alive else rows[boot].seen, "ahead": ahead}
    if any(rows[boot]._mapping[name] != value for name, value in row.items()):
        connection.execute(update(timebases).where(timebases.c.boot == boot).values(row))
    _note_leap(connection, seen, base + ticked)
    return TimeBase(base, seen, ahead)


def read_ahead(connection: Connection) -> int:
    """Return by how much the servers' time is ahead of the date."""
    newest = select(timebases.c.ahead).order_by(timebases.c.seen.desc(), timebases.c.ahead.desc())
    return connection.execute(newest.limit(1)).scalar() or 0


def _find_ahead(now: int, wall: int, before: int) -> int:
    """Return by how much the time *now* is ahead of the date: as *before*, unless that is wrong.

    The wall clock is believed about dates, but a day is no matter.
    """
    if abs(now - before - wall) <= DAY_MS:
        return before
    return now - wall if now - wall > DAY_MS else 0


def read_last_seen(connection: Connection) -> int | None:
    """Return when any server was last seen alive; ``None`` if none has ever run."""
    found: int | None = connection.execute(select(func.max(timebases.c.seen))).scalar()
    return found


def read_newest_time(connection: Connection) -> int:
    """Return the latest time that stands in a game; 0 if there is none."""
    times = (func.max(events.c.time), func.max(games.c.created))
    return max(connection.execute(select(each)).scalar() or 0 for each in times)


def find_time_ago(connection: Connection, now: int, duration: int) -> int:
    """Return which time was *duration* before *now*, of which servers have counted every bit."""
    rows = connection.execute(select(leaps.c.since, leaps.c.until))
    return subtract_without_leaps(now, duration, [(row.since, row.until) for row in rows])


def subtract_without_leaps(now: int, duration: int, leaps: Iterable[tuple[int, int]]) -> int:
    """Return the time before *now* from which *duration* has passed, not counting *leaps*.

    >>> subtract_without_leaps(1000, 100, [])
    900
    >>> subtract_without_leaps(1000, 100, [(200, 950), (100, 300)])
    50
    """
    at = now
    for since, until in sorted(leaps, key=lambda leap: leap[1], reverse=True):
        counted = max(0, at - until)
        if counted >= duration:
            break
        if since < at:
            duration -= counted
            at = since
    return at - duration


def now() -> int:
    """Return the system time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def read_wall_clock(connection: Connection) -> int:
    """Return the time in milliseconds since 1970: the database's own, if it has one."""
    if connection.dialect.name == "postgresql":
        seconds = func.extract("epoch", func.clock_timestamp())
        return int((connection.execute(select(seconds * 1000))).scalar_one())
    return now()


def _note_leap(connection: Connection, seen: int, now: int) -> None:
    """Store a leap if the last sign of life of any server is long ago."""
    if not seen or now - seen <= DAY_MS:
        return
    since = max(seen, read_newest_time(connection))
    if now - since <= DAY_MS:
        return
    stored = connection.execute(select(leaps.c.until).where(leaps.c.since == since)).scalar()
    if stored is None:
        connection.execute(insert(leaps), {"since": since, "until": now})
    elif stored < now:
        connection.execute(update(leaps).where(leaps.c.since == since).values(until=now))
