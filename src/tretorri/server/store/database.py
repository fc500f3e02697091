"""Open a database; everything that differs between SQLite and PostgreSQL is here.

There is one engine to read and one to write. In SQLite the writing one takes the write lock at
the beginning of a transaction: one that reads first and then writes is refused at once if another
process has written meanwhile, whatever the timeout. In PostgreSQL nothing is locked: the second
to store an event finds its number taken.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tretorri.core.errors import TretorriError
from tretorri.core.extras import require_extra
from tretorri.core.words import Reason, excerpt

try:
    import asyncpg
except ModuleNotFoundError:  # the extra "cluster" is not installed
    DRIVER_ERRORS: tuple[type[Exception], ...] = ()
else:
    DRIVER_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError)

MAX_READERS = 4
CACHE_KIB = 512  # KiB of the file that each connection keeps: the system keeps the rest for all
LOCK_TIMEOUT_S = 10.0  # that another process may hold the write lock
CONNECT_TIMEOUT_S, COMMAND_TIMEOUT_S = (
    5.0,
    15.0,
)  # seconds that PostgreSQL has to accept us, and to answer in
FILE = "games.sqlite"
OWNER_ONLY, OWNER_ONLY_FOLDER = 0o600, 0o700  # modes of new files and folders with games
URL_FORMS = "sqlite:///FILE, postgresql://USER@HOST/NAME"
UPGRADE_LOCK_ID = 0x7472_6574  # names the lock under which PostgreSQL is brought up to date
MAX_RETRIES, LOST_RETRY_S = 20, 0.25  # a database that restarts is away for some seconds
_MIGRATIONS = Path(__file__).parent / "migrations"
_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
}

_AWAY_CODES = (
    "0800",
    "57P0",
)  # how PostgreSQL's codes for a broken connection and a shutdown begin
_DATA_CODES = "22"  # how its codes for values that it cannot take begin
_LOST_ERRORS: tuple[type[Exception], ...] = (
    OSError,
    *DRIVER_ERRORS,
)  # before SQLAlchemy is at hand
FAILURES: tuple[type[Exception], ...] = (SQLAlchemyError, *_LOST_ERRORS)
"""What a database may raise."""

T = TypeVar("T")


class InvalidDatabaseUrl(ValueError):
    """The address of a database cannot be used."""


class NewerTables(TretorriError):
    """The tables were made by a later version of the program."""

    code = "newer-tables"


class WriteConnection(Protocol):
    """The one connection that writes."""

    @property
    def sync_engine(self) -> Engine:
        """Return the engine behind it."""
        ...

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do *work* on the connection; it commits by itself."""
        ...

    async def close(self) -> None:
        """Close the connection."""
        ...


class _InThread:
    """Writes in a thread of its own: to change threads once for each statement takes longer."""

    def __init__(self, engine: Engine) -> None:
        self.sync_engine = engine
        self._thread = ThreadPoolExecutor(1, "writer")

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do *work* on the connection; it commits by itself."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, work)

    def _do(self, work: Callable[[Connection], T]) -> T:
        with self.sync_engine.connect() as connection:
            return work(connection)

    async def close(self) -> None:
        """Close the connection."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self.sync_engine.dispose)
        self._thread.shutdown(wait=False)


class _OverNetwork:
    """Writes to a server of its own."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine, self.sync_engine = engine, engine.sync_engine

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do *work* on the connection; it commits by itself."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Close the connection."""
        await self._engine.dispose()


@dataclass(frozen=True, slots=True)
class Database:
    """Where games are kept: an engine to read, and one connection to write."""

    readers: AsyncEngine
    writing: WriteConnection
    is_sqlite: bool

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do *work*, which commits by itself, while nothing else in this process writes."""
        return await self.writing.run(work)

    async def foreign_changes(self) -> int | None:
        """Return a number that changes when another process writes, if there is such a number."""
        return await self.writing.run(_data_version) if self.is_sqlite else None

    async def close(self) -> None:
        """Close all connections."""
        await self.readers.dispose()
        await self.writing.close()


def sqlite_url_in(folder: Path) -> str:
    """Return the address of the SQLite database in a folder."""
    return f"sqlite+aiosqlite:///{folder / FILE}"


def parse_url(url: str) -> URL:
    """Return an address as the driver wants it.

    >>> str(parse_url("postgres://anna@db/games?sslmode=require"))
    'postgresql+asyncpg://anna@db/games?ssl=require'
    """
    try:
        address = make_url(url)
        driver = _DRIVERS[address.get_backend_name()]
    except (ArgumentError, LookupError, ValueError) as error:
        raise InvalidDatabaseUrl(URL_FORMS) from error
    if address.get_backend_name() == "sqlite" and not address.database:
        raise InvalidDatabaseUrl(URL_FORMS)  # it would be gone with the connection
    if driver == _DRIVERS["postgresql"]:
        require_extra("cluster")
    address = address.set(drivername=driver)
    mode = address.query.get("sslmode")
    if not isinstance(mode, str):
        return address
    return address.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})


def redacted_url(url: str) -> str:
    """Return an address as people may see it, without the password."""
    return parse_url(url).render_as_string(hide_password=True)


async def open_database(url: str) -> Database:
    """Open a database and bring its tables up to date."""
    address = parse_url(url)
    is_sqlite = address.get_backend_name() == "sqlite"
    database = _sqlite(address) if is_sqlite else _postgresql(address)
    try:
        await database.write(_upgrade if database.is_sqlite else _upgrade_alone)
    except BaseException:
        await database.close()
        raise
    return database


def is_lost(error: BaseException) -> bool:
    """Tell whether something failed because the database went away, not for what was asked."""
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or state_of(error)[:4] in _AWAY_CODES
    return isinstance(error, _LOST_ERRORS)


def is_about_data(error: BaseException) -> bool:
    """Tell whether a value was sent that the database cannot take, which only its sender can mend.

    Drivers check some values themselves, before a database sees them.
    """
    if isinstance(error, ValueError | OverflowError):
        return True
    return isinstance(error, DataError) or state_of(error).startswith(_DATA_CODES)


def state_of(error: BaseException) -> str:
    """Return the code that PostgreSQL gives an error, if it is one of its own."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""


async def retry_when_lost(attempt: Callable[[], Awaitable[T]]) -> T:
    """Do something in a database, again if that goes away meanwhile."""
    for _ in range(MAX_RETRIES):
        try:
            return await attempt()
        except FAILURES as error:
            if not is_lost(error):
                raise
        await asyncio.sleep(LOST_RETRY_S)
    return await attempt()


# SQLite -----------------------------------------------------------------------------------------


def _sqlite(address: URL) -> Database:
    _create_file(str(address.database))
    settings: dict[str, Any] = {"connect_args": {"timeout": LOCK_TIMEOUT_S}}
    readers = create_async_engine(address, pool_size=MAX_READERS, **settings)
    in_thread = address.set(drivername="sqlite+pysqlite")
    writer = create_engine(in_thread, poolclass=QueuePool, pool_size=1, max_overflow=0, **settings)
    for engine, begin in ((readers.sync_engine, "BEGIN"), (writer, "BEGIN IMMEDIATE")):
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin_with(begin))
    return Database(readers, _InThread(writer), is_sqlite=True)


def _create_file(path: str) -> None:
    """Create a file that only its owner may read; SQLite gives those beside it the same mode.

    A file that exists keeps its mode. What cannot be created, SQLite complains about.
    """
    if not path.startswith(("file:", ":memory:")):
        with suppress(OSError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY))


def create_folder(folder: Path) -> None:
    """Create a folder for games that only its owner may open; one that exists keeps its mode."""
    folder.mkdir(OWNER_ONLY_FOLDER, parents=True, exist_ok=True)


def _set_up(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions begin when we say so
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
    cursor.close()


def _data_version(connection: Connection) -> int:
    """Return what SQLite counts: commits of others than this connection, which is our writer."""
    cursor = connection.connection.cursor()  # without a transaction, which would lock
    try:
        cursor.execute("PRAGMA data_version")
        return int((cursor.fetchone() or (0,))[0])
    finally:
        cursor.close()


def _begin_with(statement: str) -> Any:
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    return begin


# PostgreSQL -------------------------------------------------------------------------------------


def _postgresql(address: URL) -> Database:
    limits = {"statement_timeout": "10s", "idle_in_transaction_session_timeout": "15s"}
    named = {"application_name": "tretorri", **limits}
    settings: dict[str, Any] = {
        "connect_args": {
            "timeout": CONNECT_TIMEOUT_S,
            "command_timeout": COMMAND_TIMEOUT_S,
            "server_settings": named,
        },
        "isolation_level": "READ COMMITTED",
        "pool_pre_ping": True,
    }
    readers = create_async_engine(address, pool_size=MAX_READERS, **settings)
    writer = create_async_engine(address, pool_size=1, max_overflow=0, **settings)
    event.listen(writer.sync_engine, "connect", _commit_to_disk)
    return Database(readers, _OverNetwork(writer), is_sqlite=False)


def _commit_to_disk(connection: Any, _: object) -> None:
    """Let a commit wait for the disk even where the server is set up not to."""
    cursor = connection.cursor()
    cursor.execute(
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') = 'off'"
    )
    cursor.close()
    connection.commit()


def _upgrade_alone(connection: Connection) -> None:
    """Upgrade as soon as no other process changes the tables, however long that takes."""
    connection.execute(text("SET LOCAL statement_timeout = 0"))
    connection.execute(text(f"SELECT pg_advisory_xact_lock({UPGRADE_LOCK_ID})"))
    _upgrade(connection)


def _upgrade(connection: Connection) -> None:
    found = _versions(connection)
    require_known_versions(found)
    if found != [max(_list_versions())]:
        # Needed once for each version of ours, and takes a tenth of a start to import.
        from alembic import command  # noqa: PLC0415
        from alembic.config import Config  # noqa: PLC0415

        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    connection.commit()


def require_known_versions(versions: Collection[str]) -> None:
    """Refuse tables that only a later version of the program knows."""
    if unknown := set(versions) - _list_versions():
        version = excerpt(max(unknown))
        raise NewerTables(Reason("core.upkeep-newer-tables", {"version": version}))


def _versions(connection: Connection) -> list[str]:
    """Return the versions that the tables say they have: one, or none before there are tables."""
    if not inspect(connection).has_table("alembic_version"):
        return []
    found = connection.execute(text("SELECT version_num FROM alembic_version"))
    return list(found.scalars())


def _list_versions() -> set[str]:
    files = (_MIGRATIONS / "versions").glob("[0-9]*.py")
    return {path.name.partition("_")[0] for path in files}
