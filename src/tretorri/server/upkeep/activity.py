"""How much is played: games and moves by day and by game, active seats, the size of it all."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from tretorri.core.errors import TretorriError
from tretorri.server.store.tables import BLOCKED, events, games
from tretorri.server.store.time_base import DAY_MS, now
from tretorri.server.upkeep.places import database_at, snapshot, sqlite_file
from tretorri.server.upkeep.stored_games import PAGE_GAMES, StoredGame, read_games
from tretorri.server.upkeep.verify import Progress
from tretorri.table.events import EventKind
from tretorri.table.state import GameState

PERIODS = (1, 7, 30)  # days
FIELDS = ("created", "finished", "moves")
_ahead = func.coalesce(games.c.ahead, 0)
event_date = events.c.time - _ahead


@dataclass(slots=True)
class Activity:
    """What has happened in the last *days* days, by day (``2026-11-18``) and by game.

    *seats* counts the seats of people and bots that have moved in the last 1, 7 and 30 days;
    *stored* the games that there are by game, *set_aside* the blocked and the damaged ones among
    them; *size* is that of the database, in bytes.
    """

    days: int
    by_day: dict[str, Counter[str]] = field(default_factory=dict)
    by_game: dict[str, Counter[str]] = field(default_factory=dict)
    seats: dict[int, int] = field(default_factory=dict)
    stored: dict[str, int] = field(default_factory=dict)
    set_aside: dict[str, int] = field(default_factory=dict)
    size: int = 0

    @classmethod
    def of(cls, days: int) -> Activity:
        """Return that nothing has happened in the last *days* days, today included."""
        today = datetime.fromtimestamp(now() / 1000, UTC)
        dates = (today - timedelta(days=ago) for ago in range(days))
        return cls(days, {f"{date:%Y-%m-%d}": Counter() for date in dates})

    def add(self, what: str, time: int, game: str, number: int = 1) -> None:
        """Count what happened at a time in a game."""
        day = _day(time)
        if day in self.by_day:
            self.by_day[day][what] += number
            self.by_game.setdefault(game, Counter())[what] += number


def _day(time: int) -> str:
    return f"{datetime.fromtimestamp(time / 1000, UTC):%Y-%m-%d}"


async def measure_activity(url: str, days: int, progress: Progress) -> Activity:
    """Return how much was played in the last *days* days, today included."""
    time, found = now(), Activity.of(days)
    first = (time // DAY_MS - days + 1) * DAY_MS
    async with database_at(url) as database, snapshot(database) as connection:
        await _count_stored(connection, found)
        await _count_moves(connection, found, first)
        await _count_seats(connection, found, time)
        await _count_endings(connection, found, first, progress)
        found.size = await _read_size(connection, url)
    return found


async def _count_stored(connection: AsyncConnection, found: Activity) -> None:
    asked = select(games.c.kind, (games.c.created - _ahead).label("date"), games.c.damage)
    for row in await connection.execute(asked):
        found.stored[row.kind] = found.stored.get(row.kind, 0) + 1
        found.add("created", row.date, row.kind)
        if row.damage:
            name = "blocked" if row.damage == BLOCKED else "damaged"
            found.set_aside[name] = found.set_aside.get(name, 0) + 1


def _by_people(since: int) -> ColumnElement[bool]:
    """Return the condition for moves that no engine of the server has made."""
    is_move = and_(events.c.kind == EventKind.ACTION, event_date >= since)
    return and_(is_move, events.c.request_id.not_like("engine/%"))


async def _count_moves(connection: AsyncConnection, found: Activity, first: int) -> None:
    day = (event_date // DAY_MS).label("day")
    asked = (
        select(games.c.kind, day, func.count().label("number"))
        .join(events, events.c.game_id == games.c.id)
        .where(events.c.kind == EventKind.ACTION, event_date >= first)
        .group_by(games.c.kind, day)
    )
    for row in await connection.execute(asked):
        found.add("moves", int(row.day) * DAY_MS, row.kind, row.number)


async def _count_seats(connection: AsyncConnection, found: Activity, time: int) -> None:
    for days in PERIODS:
        moved = select(events.c.game_id, events.c.seat).join(games)
        moved = moved.where(_by_people(time - days * DAY_MS))
        asked = select(func.count()).select_from(moved.distinct().subquery())
        found.seats[days] = (await connection.execute(asked)).scalar_one()


async def _count_endings(
    connection: AsyncConnection, found: Activity, first: int, progress: Progress
) -> None:
    """Replay the games in which something has happened lately: no column says when one ended."""
    asked = select(events.c.game_id).join(games).where(event_date >= first).distinct()
    ids = [row.game_id for row in await connection.execute(asked)]
    for at in range(0, len(ids), PAGE_GAMES):
        for game in await read_games(connection, ids[at : at + PAGE_GAMES], [events]):
            ended = _find_end_time(game)
            if ended is not None:
                found.add("finished", ended - game.setup.ahead, game.row.kind)
        progress(min(at + PAGE_GAMES, len(ids)), len(ids))


def _find_end_time(game: StoredGame) -> int | None:
    """Return when a game ended that is over; one that cannot be replayed is not."""
    ended: int | None = None
    try:
        state = GameState.of(game.setup)
        for event in game.events:
            was_over, state = state.is_over, state.after(event)
            if not state.is_over:
                ended = None
            elif not was_over:
                ended = event.time
    except (TretorriError, LookupError, TypeError, ValueError, AttributeError):
        return None
    return ended


async def _read_size(connection: AsyncConnection, url: str) -> int:
    file = sqlite_file(url)
    if file is None:
        asked = text("SELECT pg_database_size(current_database())")
        return int((await connection.execute(asked)).scalar_one())
    parts = (file, file.with_name(f"{file.name}-wal"))
    return sum(part.stat().st_size for part in parts if part.exists())


def as_json(found: Activity) -> dict[str, Any]:
    """Return the figures as plain data."""

    def count_fields(counts: dict[str, Counter[str]]) -> dict[str, dict[str, int]]:
        return {name: {each: count[each] for each in FIELDS} for name, count in counts.items()}

    return {
        "days": found.days,
        "by_day": count_fields(found.by_day),
        "by_game": count_fields(dict(sorted(found.by_game.items()))),
        "active_seats": {str(days): number for days, number in found.seats.items()},
        "stored": dict(sorted(found.stored.items())),
        "blocked": found.set_aside.get("blocked", 0),
        "damaged": found.set_aside.get("damaged", 0),
        "database_bytes": found.size,
    }
