"""What the doctor asks a database; nothing is changed, and no table is made."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from tretorri.server import store
from tretorri.server.background.server_clock import read_boot_id, read_ticks
from tretorri.server.store.tables import BLOCKED, events, games, timebases
from tretorri.server.store.time_base import DAY_MS, now, read_ahead
from tretorri.server.upkeep.findings import Finding, ok, problem, warning
from tretorri.server.upkeep.places import DATABASE_ERRORS, describe_place, sqlite_file
from tretorri.server.upkeep.tidy import server_time

MAX_AHEAD_MS = 60_000  # by which a stored time may be ahead of the clock
MAX_SHOWN = 20  # damaged games
HOUR_MS = 3_600_000
_MIGRATIONS = Path(store.__file__).parent / "migrations"

UNREACHABLE: tuple[type[Exception], ...] = (OSError, *DATABASE_ERRORS)


async def examine_storage(url: str) -> AsyncIterator[Finding]:
    """Yield how the games are kept."""
    file = sqlite_file(url)
    if file is not None and not file.is_file():
        yield ok("database", "no-games", place=str(file))
        return
    engine = create_async_engine(url)
    try:
        async with engine.connect() as connection:
            async for finding in _examine(connection, url):
                yield finding
    except UNREACHABLE as error:
        cause = getattr(error, "orig", None) or error
        yield problem("database", "unreachable", place=describe_place(url), problem=str(cause))
    finally:
        await engine.dispose()


async def _examine(connection: AsyncConnection, url: str) -> AsyncIterator[Finding]:
    await connection.execute(select(1))
    is_sqlite = connection.dialect.name == "sqlite"
    durable = await (_check_sqlite_durability if is_sqlite else _check_postgres_durability)(
        connection
    )
    sound = await _check_soundness(connection) if is_sqlite else None
    yield ok("database", place=describe_place(url))
    yield durable
    if sound is not None:
        yield sound
        if sound.level != "ok":
            return
    tables = await connection.run_sync(_check_migrations)
    yield tables
    if tables.level == "ok":
        yield await _check_damage(connection)
        yield await _check_clock(connection)


async def _read_word(connection: AsyncConnection, statement: str) -> str:
    return str((await connection.exec_driver_sql(statement)).scalar())


async def _check_sqlite_durability(connection: AsyncConnection) -> Finding:
    mode = await _read_word(connection, "PRAGMA journal_mode")
    return ok("durability") if mode == "wal" else warning("durability", "not-wal", mode=mode)


async def _check_postgres_durability(connection: AsyncConnection) -> Finding:
    for name in ("fsync", "synchronous_commit", "full_page_writes"):
        if await _read_word(connection, f"SHOW {name}") == "off":
            return problem("durability", "not-durable", name=name)
    return ok("durability")


async def _check_soundness(connection: AsyncConnection) -> Finding:
    found = await _read_word(connection, "PRAGMA integrity_check(1)")
    if found == "ok" and await _read_word(connection, "PRAGMA foreign_key_check") != "None":
        found = "foreign_key_check"
    return ok("integrity") if found == "ok" else problem("integrity", "not-sound", problem=found)


def _check_migrations(connection: Connection) -> Finding:
    """Tell whether the tables are those that this program knows."""
    script = ScriptDirectory(str(_MIGRATIONS))
    current = MigrationContext.configure(connection).get_current_revision()
    known = {revision.revision for revision in script.walk_revisions()}
    if current == script.get_current_head():
        return ok("tables", version=str(current))
    if current is None or current in known:
        return warning("tables", "old-tables", version=str(current or 0))
    return problem("tables", "newer-tables", version=current)


async def _check_damage(connection: AsyncConnection) -> Finding:
    wanted = select(games.c.id).where(games.c.damage != BLOCKED).order_by(games.c.created)
    ids = tuple(row.id for row in await connection.execute(wanted))
    if not ids:
        return ok("games")
    found = warning("games", "damaged", count=len(ids), games=" ".join(ids[:MAX_SHOWN]))
    return replace(found, games=ids)


async def _check_clock(connection: AsyncConnection) -> Finding:
    """Tell whether the clock goes as that of the servers, and is not behind what is stored."""
    last = (await connection.execute(select(func.max(events.c.time)))).scalar() or 0
    apart = await connection.run_sync(_compare_clocks)
    if apart is not None:
        return apart
    behind = last - now() - await connection.run_sync(read_ahead)
    return (
        problem("clock", "clock-behind", seconds=behind // 1000)
        if behind > MAX_AHEAD_MS
        else ok("clock")
    )


def _compare_clocks(connection: Connection) -> Finding | None:
    """Tell whether the clock and the servers' own time are more than a day apart.

    Where no server has run since the machine was started, perhaps none was meant to.
    """
    here = select(timebases.c.base).where(timebases.c.boot == read_boot_id())
    base, seen = connection.execute(here).scalar(), server_time(connection)
    server = seen if base is None else base + read_ticks()
    apart = 0 if server is None else now() - (server - read_ahead(connection))
    if abs(apart) <= DAY_MS:
        return None
    level = warning if base is None and apart > 0 else problem
    return level("clock", "clocks-apart", hours=abs(apart) // HOUR_MS)
