"""How long games are kept: those without activity for long are archived, then deleted.

The age of a game is what the servers themselves have counted since anything happened in it. No
wall clock can make a game old, and where they disagree nothing is deleted.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tretorri.server.store.tables import events, games
from tretorri.server.store.time_base import (
    DAY_MS,
    counted_ago,
    last_sign,
    newest_time,
    now,
    wall_clock,
)
from tretorri.server.upkeep.archive import FOLDER, Archive, archive_in
from tretorri.server.upkeep.places import failed, lent, snapshot, sqlite_file, writing
from tretorri.server.upkeep.stored_games import PAGE, belonging, read, remove


async def untouched(url: str, days: int) -> int:
    """Return in how many games nothing has happened for so many days, finished or not."""
    async with lent(url) as database, snapshot(database) as connection:
        return len(await _old(connection, days))


def archive_folder(url: str, chosen: Path | None) -> Path:
    """Return where deleted games go: a chosen folder, or one beside the games."""
    file = sqlite_file(url)
    if chosen is None and file is None:
        raise failed("needs-archive")
    return chosen or Path(str(file)).parent / FOLDER


async def tidy(url: str, days: int, folder: Path) -> tuple[int, Path | None]:
    """Move the games in which nothing has happened for so long into an archive in *folder*.

    Return how many, and the file in which they are.
    """
    with archive_in(folder) as archive:
        deleted = 0
        async with lent(url) as database:
            while True:
                async with writing(database) as connection:
                    found, moved = await _move(connection, days, archive)
                deleted += moved
                if not found:
                    return deleted, archive.file


async def _move(connection: AsyncConnection, days: int, archive: Archive) -> tuple[int, int]:
    """Archive some games and delete them; return how many were found, and how many moved."""
    if connection.dialect.name == "sqlite":
        await connection.exec_driver_sql("PRAGMA secure_delete=ON")
    found = await _old(connection, days, most=PAGE)
    if not found:
        return 0, 0
    # From here on nobody can come back: who plays waits for us, and then finds no game.
    await connection.execute(select(games.c.id).where(games.c.id.in_(found)).with_for_update())
    old = await _old(connection, days, among=found)
    if old:
        archive.add(await read(connection, old, belonging()))
        await remove(connection, old)
    return len(found), len(old)


async def _old(
    connection: AsyncConnection, days: int, *, most: int | None = None, among: Sequence[str] = ()
) -> list[str]:
    """Return the games in which nothing has happened for so long, if wanted only *among* some."""
    before = await connection.run_sync(_time_ago, days)
    last = func.coalesce(func.max(events.c.time), games.c.created)
    wanted = (
        select(games.c.id)
        .outerjoin(events, events.c.game_id == games.c.id)
        .group_by(games.c.id, games.c.created)
        .having(last < before)
        .limit(most)
    )
    if among:
        wanted = wanted.where(games.c.id.in_(among))
    return [row.id for row in await connection.execute(wanted)]


def _time_ago(connection: Connection, days: int) -> int:
    """Return which time was so many *days* ago, or refuse if nobody can tell."""
    server = server_time(connection)
    for clock in (now(), wall_clock(connection)):
        if server is not None and abs(clock - server) > DAY_MS:
            raise failed("clocks-apart", clock=_date(clock), server=_date(server))
    return counted_ago(connection, now() if server is None else server, days * DAY_MS)


def server_time(connection: Connection) -> int | None:
    """Return what the servers' own clock has shown last; ``None`` if no server has ever run here.

    Games that were brought here have times as well, of which none can be to come.
    """
    seen, newest = last_sign(connection), newest_time(connection)
    if seen is None:
        return newest if newest > now() else None
    return max(seen, newest)


def _date(time: int) -> str:
    return f"{datetime.fromtimestamp(time / 1000, UTC):%Y-%m-%d %H:%M}"
