"""Where games are kept, and what is wrong with a place."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import false, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from tretorri.core.errors import TretorriError
from tretorri.core.words import Reason, Text
from tretorri.server.store.database import DRIVER_ERRORS, Database, open_database
from tretorri.server.store.tables import games

# A connection that cannot be made is told by the driver, everything else by SQLAlchemy.
DATABASE_ERRORS: tuple[type[Exception], ...] = (SQLAlchemyError, *DRIVER_ERRORS, sqlite3.Error)
"""What a database may raise."""


class UpkeepError(TretorriError):
    """What was asked for cannot be done with these games or this file."""

    code = "upkeep"


def upkeep_error(key: str, **params: str | int | Text) -> UpkeepError:
    """Return the error that a sentence about upkeep describes."""
    return UpkeepError(Reason(f"core.upkeep-{key}", params))


def sqlite_file(url: str) -> Path | None:
    """Return the file of a SQLite database; ``None`` for a database that a server holds."""
    found = make_url(url)
    is_file = found.get_backend_name() == "sqlite" and found.database
    return Path(str(found.database)) if is_file else None


def describe_place(url: str) -> str:
    """Return how a place is called before people: a folder or file, or an address; no password."""
    file = sqlite_file(url)
    return str(file) if file else make_url(url).render_as_string(hide_password=True)


def is_new(url: str) -> bool:
    """Tell whether no server has been here yet; looking for games must not change that."""
    file = sqlite_file(url)
    return file is not None and (not file.is_file() or not file.stat().st_size)


def require_games(url: str) -> None:
    """Refuse a place where no server has been yet."""
    if is_new(url):
        raise upkeep_error("no-games", place=describe_place(url))


@asynccontextmanager
async def database_at(url: str) -> AsyncIterator[Database]:
    """Lend an open database whose tables are up to date."""
    database = await open_database(url)
    try:
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def write_transaction(database: Database) -> AsyncIterator[AsyncConnection]:
    """Lend a connection on which all is read and written in one transaction."""
    async with database.readers.begin() as connection:
        if database.is_sqlite:  # a transaction that reads first may not write later
            await connection.execute(update(games).where(false()).values(damage=None))
        yield connection


@asynccontextmanager
async def snapshot(database: Database) -> AsyncIterator[AsyncConnection]:
    """Lend a connection that sees all games as they are now, whatever is played meanwhile."""
    async with database.readers.connect() as connection:
        if connection.dialect.name != "sqlite":  # where every transaction is a snapshot
            await connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection
