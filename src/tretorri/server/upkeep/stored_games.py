"""Games as they are stored: a row of their own, and all rows that belong to them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Column, Table, delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tretorri.server.store.rows import event_of, setup_of
from tretorri.server.store.tables import events, games, metadata
from tretorri.table.events import StoredEvent
from tretorri.table.setup import GameSetup

PAGE_GAMES = 50  # games that are in memory at a time


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game and what belongs to it, by the name of the table."""

    row: Any
    parts: dict[str, list[Any]]

    @property
    def id(self) -> str:
        """Return the id of the game."""
        return str(self.row.id)

    @property
    def setup(self) -> GameSetup:
        """Return what the game began with."""
        return setup_of(self.row)

    @property
    def events(self) -> list[StoredEvent]:
        """Return what has happened, by number."""
        return [event_of(row) for row in self.parts[events.name]]


@cache
def game_column(table: Table) -> Column[Any] | None:
    """Return the column that names the game to which a row belongs, if there is one."""
    for column in table.columns:
        if any(key.column is games.c.id for key in column.foreign_keys):
            return column
    return None


def game_tables() -> list[Table]:
    """Return the tables whose rows belong to games."""
    return [table for table in metadata.sorted_tables if game_column(table) is not None]


async def count_games(connection: AsyncConnection) -> int:
    """Return how many games there are."""
    found: int = (await connection.execute(select(func.count()).select_from(games))).scalar_one()
    return found


async def read_games(
    connection: AsyncConnection, ids: Collection[str], tables: Sequence[Table]
) -> list[StoredGame]:
    """Return those of the named games that there are, with their rows in *tables*."""
    ids = [game_id for game_id in ids if game_id.isascii()]  # a database may refuse other names
    rows = await connection.execute(
        select(games).where(games.c.id.in_(ids)).order_by(games.c.created, games.c.id)
    )
    found = [StoredGame(row, {table.name: [] for table in tables}) for row in rows]
    by_id = {game.id: game for game in found}
    for table in tables:
        whose = game_column(table)
        if whose is None:
            continue
        of_these = select(table).where(whose.in_(ids)).order_by(*table.primary_key.columns)
        for row in await connection.execute(of_these):
            by_id[getattr(row, whose.name)].parts[table.name].append(row)
    return found


async def iterate_games(
    connection: AsyncConnection, tables: Sequence[Table] = (events,)
) -> AsyncIterator[StoredGame]:
    """Yield all games, the oldest first, however many there are."""
    wanted = select(games.c.id).order_by(games.c.created, games.c.id)
    ids = [row.id for row in await connection.execute(wanted)]
    for first in range(0, len(ids), PAGE_GAMES):
        for game in await read_games(connection, ids[first : first + PAGE_GAMES], tables):
            yield game


async def delete_games(connection: AsyncConnection, ids: Collection[str]) -> None:
    """Delete games and everything that belongs to them."""
    for table in reversed(game_tables()):
        whose = game_column(table)
        if whose is not None:
            await connection.execute(delete(table).where(whose.in_(ids)))
    await connection.execute(delete(games).where(games.c.id.in_(ids)))
