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
    find_time_ago,
    now,
    read_ahead,
    read_last_seen,
    read_newest_time,
    read_wall_clock,
)
from tretorri.server.upkeep.archive import FOLDER, Archive, open_archive
from tretorri.server.upkeep.places import (
    database_at,
    snapshot,
    sqlite_file,
    upkeep_error,
    write_transaction,
)
from tretorri.server.upkeep.stored_games import PAGE_GAMES, delete_games, game_tables, read_games


async def count_inactive(url: str, days: int) -> int:
    """Return in how many games nothing has happened for so many days, finished or not."""
    async with database_at(url) as database, snapshot(database) as connection:
        return len(await _find_inactive(connection, days))


def archive_folder(url: str, chosen: Path | None) -> Path:
    """Return where deleted games go: a chosen folder, or one beside the games."""
    file = sqlite_file(url)
    if chosen is None and file is None:
        raise upkeep_error("needs-archive")
    return chosen or Path(str(file)).parent / FOLDER


async def tidy(url: str, days: int, folder: Path) -> tuple[int, Path | None]:
    """Move the games in which nothing has happened for so long into an archive in *folder*.

    Return how many, and the file in which they are.
    """
    with open_archive(folder) as archive:
        deleted = 0
        async with database_at(url) as database:
            while True:
                async with write_transaction(database) as connection:
                    found, moved = await _archive_some(connection, days, archive)
                deleted += moved
                if not found:
                    return deleted, archive.file


async def _archive_some(
    connection: AsyncConnection, days: int, archive: Archive
) -> tuple[int, int]:
    """Archive some games and delete them; return how many were found, and how many moved."""
    if connection.dialect.name == "sqlite":
        await connection.exec_driver_sql("PRAGMA secure_delete=ON")
    found = await _find_inactive(connection, days, most=PAGE_GAMES)
    if not found:
        return 0, 0
    # From here on no player can come back: a command waits for us, and then finds no game.
    await connection.execute(select(games.c.id).where(games.c.id.in_(found)).with_for_update())
    old = await _find_inactive(connection, days, among=found)
    if old:
        archive.add(await read_games(connection, old, game_tables()))
        await delete_games(connection, old)
    return len(found), len(old)


async def _find_inactive(
    connection: AsyncConnection, days: int, *, most: int | None = None, among: Sequence[str] = ()
) -> list[str]:
    """Return the games in which nothing has happened for so long, if wanted only *among* some."""
    before = await connection.run_sync(_find_cutoff, days)
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


def _find_cutoff(connection: Connection, days: int) -> int:
    """Return which time was so many *days* ago, or refuse if that is not known."""
    server = server_time(connection)
    for clock in (now(), read_wall_clock(connection)):
        date = clock if server is None else server - read_ahead(connection)
        if abs(clock - date) > DAY_MS:
            raise upkeep_error("clocks-apart", clock=_date(clock), server=_date(date))
    return find_time_ago(connection, now() if server is None else server, days * DAY_MS)


def server_time(connection: Connection) -> int | None:
    """Return what the servers' own clock has shown last; ``None`` if no server has ever run here.

    Games that were brought here have times as well, of which none can be to come.
    """
    seen, newest = read_last_seen(connection), read_newest_time(connection)
    if seen is None:
        return newest if newest > now() else None
    return max(seen, newest)


def _date(time: int) -> str:
    return f"{datetime.fromtimestamp(time / 1000, UTC):%Y-%m-%d %H:%M}"
