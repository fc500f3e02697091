"""Copies of a SQLite database: made while it is played, checked, and put back in one step.

A copy is made by SQLite itself. The files of a database in use are never copied: part of what was
stored last stands in another file beside it.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tretorri.server.store.database import create_folder, open_database, require_known_versions
from tretorri.server.upkeep.files import write_atomically
from tretorri.server.upkeep.places import upkeep_error

SQLITE_MAGIC = b"SQLite format 3\x00"
OLD_SUFFIX = ".old"
SIDE_FILES = WAL, SHM = ("-wal", "-shm")
BUSY_TIMEOUT_S = 10.0


def is_sqlite(file: Path) -> bool:
    """Tell whether a file is a SQLite database."""
    with file.open("rb") as stream:
        return stream.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC


def back_up(source: Path, target: Path) -> int:
    """Copy a database that may be in use into a file of its own; return how many games it has."""
    with write_atomically(target) as part:
        _copy(source, part)
        return _check_sound(part, str(source))


async def back_up_nothing(target: Path) -> None:
    """Write the backup of a place where there are no games yet: tables without rows."""
    with write_atomically(target) as part:
        await (await open_database(f"sqlite:///{part.absolute()}")).close()
        with closing(sqlite3.connect(part)) as connection:
            _leave_one_file(connection)


def restore(file: Path, target: Path, force: bool) -> tuple[int, Path | None]:
    """Put a backup in its place; return how many games it has, and where the old ones are now."""
    games = _check_sound(file, str(file))
    require_known_versions(_versions(file))
    create_folder(target.parent)
    with write_atomically(target) as part:
        _copy(file, part)
        _give_to_owner(part)
        old = _set_aside(target, force) if target.exists() else None
    return games, old


def _copy(source: Path, target: Path) -> None:
    """Copy all pages in one step: a snapshot that does not hold up writers."""
    with closing(sqlite3.connect(target)) as theirs:
        try:
            with _connect_anywhere(source, target.parent) as ours:
                ours.backup(theirs)
            _leave_one_file(theirs)
        except sqlite3.Error as error:
            raise upkeep_error("damaged", place=str(source), problem=str(error)) from error


def _leave_one_file(connection: sqlite3.Connection) -> None:
    """Leave nothing beside the file of a database."""
    connection.execute("PRAGMA journal_mode=DELETE")


def _give_to_owner(file: Path) -> None:
    """Let a file belong to whom its folder belongs: root may restore what a service reads."""
    if os.geteuid() == 0:
        folder = file.parent.stat()
        os.chown(file, folder.st_uid, folder.st_gid)


def _connect_read_only(file: Path, how: str = "mode=ro") -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True, timeout=BUSY_TIMEOUT_S)


@contextmanager
def _connect_anywhere(file: Path, spare: Path) -> Iterator[sqlite3.Connection]:
    """Lend a connection that reads a database even if nothing can be written beside it.

    Even to read, SQLite makes a file beside a database. Where that is missing and cannot be made,
    no process uses the database, so it is read as it is; if part of it stands in another file,
    both are put together in a folder within *spare*.
    """
    wal, shm = (file.with_name(file.name + suffix) for suffix in SIDE_FILES)
    with ExitStack() as stack:
        connection = stack.enter_context(closing(_connect_read_only(file)))
        if shm.exists() or _is_readable(connection):
            yield connection
        elif not wal.exists() or not wal.stat().st_size:
            yield stack.enter_context(closing(_connect_read_only(file, "mode=ro&immutable=1")))
        else:
            folder = Path(stack.enter_context(TemporaryDirectory(dir=spare)))
            for part in (file, wal):
                shutil.copyfile(part, folder / part.name)
            yield stack.enter_context(closing(_connect_read_only(folder / file.name)))


def _is_readable(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.OperationalError:
        return False
    return True


def _check_sound(file: Path, name: str) -> int:
    """Return how many games a database has, or raise what is wrong with it."""
    with closing(_connect_read_only(file)) as connection:
        try:
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            (games,) = connection.execute("SELECT count(*) FROM game").fetchone()
        except sqlite3.Error as error:
            found = str(error)
    if found != "ok":
        raise upkeep_error("damaged", place=name, problem=found)
    return int(games)


def _versions(file: Path) -> list[str]:
    """Return the versions that the tables of a sound database say they have."""
    with closing(_connect_read_only(file)) as connection:
        try:
            return [
                found for (found,) in connection.execute("SELECT version_num FROM alembic_version")
            ]
        except sqlite3.OperationalError:  # no such table
            return []


def _set_aside(target: Path, force: bool) -> Path:
    """Keep what stands in the place of a backup under another name, if that is allowed."""
    games = _count_games(target)
    if games != 0 and not force:
        raise upkeep_error("occupied", place=str(target))
    old = target.with_name(target.name + OLD_SUFFIX)
    for suffix in SIDE_FILES:  # of a damaged database; a sound one has none any more
        beside = target.with_name(target.name + suffix)
        if beside.exists():
            beside.replace(old.with_name(old.name + suffix))
    old.unlink(missing_ok=True)
    os.link(target, old)
    return old


def _count_games(target: Path) -> int | None:
    """Return how many games a database not in use has; ``None`` if it is damaged."""
    with closing(sqlite3.connect(target, timeout=0)) as connection:
        try:
            # SQLite leaves this mode only if no other process has the database open.
            connection.execute("PRAGMA journal_mode=DELETE")
            (games,) = connection.execute("SELECT count(*) FROM game").fetchone()
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise upkeep_error("in-use", place=str(target)) from error
            return None
        except sqlite3.DatabaseError:
            return None
    return int(games)
