"""How long games are kept: what nobody has touched for long is deleted."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tretorri.server.events import now
from tretorri.server.store.tables import events, games
from tretorri.server.upkeep.places import lent, snapshot, writing
from tretorri.server.upkeep.stored import PAGE, remove

DAY = 24 * 3600 * 1000  # milliseconds


async def untouched(url: str, days: int) -> int:
    """Return in how many games nothing has happened for so many days, finished or not."""
    async with lent(url) as database, snapshot(database) as connection:
        return len(await _old(connection, days, None))


async def tidy(url: str, days: int) -> int:
    """Delete the games in which nothing has happened for so long; return how many."""
    deleted = 0
    async with lent(url) as database:
        while True:
            async with writing(database) as connection:
                if connection.dialect.name == "sqlite":
                    await connection.exec_driver_sql("PRAGMA secure_delete=ON")
                # Chosen and deleted in one transaction: nobody can come back in between.
                old = await _old(connection, days, PAGE)
                await remove(connection, old)
            deleted += len(old)
            if not old:
                return deleted


async def _old(connection: AsyncConnection, days: int, most: int | None) -> list[str]:
    last = func.coalesce(func.max(events.c.time), games.c.created)
    wanted = (
        select(games.c.id)
        .outerjoin(events, events.c.game_id == games.c.id)
        .group_by(games.c.id, games.c.created)
        .having(last < now() - days * DAY)
        .limit(most)
    )
    return [row.id for row in await connection.execute(wanted)]
