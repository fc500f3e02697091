"""Open a database; everything that only SQLite needs is here.

There is one engine to read and one to write. In SQLite the writing one takes the write lock at
the beginning of a transaction: who reads first and then wants to write is refused at once if
another process has written meanwhile, however long one is ready to wait.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

READERS = 4
WAITING = 10.0  # seconds that a foreign process may hold the write lock
FILE = "games.sqlite"
_MIGRATIONS = Path(__file__).parent / "migrations"


@dataclass(frozen=True, slots=True)
class Database:
    """Where games are kept: an engine to read and one to write."""

    readers: AsyncEngine
    writer: AsyncEngine

    async def close(self) -> None:
        """Close all connections."""
        await self.readers.dispose()
        await self.writer.dispose()


def url_in(folder: Path) -> str:
    """Return the address of the SQLite database in a folder."""
    return f"sqlite+aiosqlite:///{folder / FILE}"


async def opened(url: str) -> Database:
    """Open a database and bring its tables up to date."""
    if make_url(url).get_backend_name() == "sqlite":
        database = _sqlite(url)
    else:
        database = Database(
            create_async_engine(url, pool_size=READERS, pool_pre_ping=True),
            create_async_engine(url, pool_size=1, max_overflow=0, pool_pre_ping=True),
        )
    async with database.writer.begin() as connection:
        await connection.run_sync(_upgrade)
    return database


def _sqlite(url: str) -> Database:
    settings: dict[str, Any] = {"connect_args": {"timeout": WAITING}}
    readers = create_async_engine(url, pool_size=READERS, **settings)
    writer = create_async_engine(url, pool_size=1, max_overflow=0, **settings)
    for engine, begin in ((readers, "BEGIN"), (writer, "BEGIN IMMEDIATE")):
        event.listen(engine.sync_engine, "connect", _set_up)
        event.listen(engine.sync_engine, "begin", _beginning(begin))
    return Database(readers, writer)


def _set_up(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions begin when we say so
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _beginning(statement: str) -> Any:
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    return begin


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
