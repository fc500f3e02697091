"""Copies of a SQLite database: made while it is played, checked, and put back in one step.

A copy is made by SQLite itself. The files of a database in use are never copied: part of what was
stored last stands in another file beside it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tretorri.server.upkeep.places import failed

MAGIC = b"SQLite format 3\x00"
PART, OLD = ".part", ".old"
BESIDE = ("-wal", "-shm")
OWNER_ONLY = 0o600
PATIENCE = 10.0  # seconds


def is_sqlite(file: Path) -> bool:
    """Tell whether a file is a SQLite database."""
    with file.open("rb") as stream:
        return stream.read(len(MAGIC)) == MAGIC


def back_up(source: Path, target: Path) -> int:
    """Copy a database that may be in use into a file of its own; return how many games it has."""
    with _finished(target) as part:
        _copy(source, part)
        return _sound(part, str(source))


def restore(file: Path, target: Path, force: bool) -> tuple[int, Path | None]:
    """Put a backup in its place; return how many games it has, and where the old ones are now."""
    games = _sound(file, str(file))
    target.parent.mkdir(parents=True, exist_ok=True)
    with _finished(target) as part:
        _copy(file, part)
        _give_to_owner(part)
        old = _set_aside(target, force) if target.exists() else None
    return games, old


def _copy(source: Path, target: Path) -> None:
    """Copy all pages in one step: a snapshot, and whoever writes meanwhile is not held up."""
    target.touch(OWNER_ONLY)
    with closing(_reading(source)) as ours, closing(sqlite3.connect(target)) as theirs:
        try:
            ours.backup(theirs)
            theirs.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
        except sqlite3.Error as error:
            raise failed("damaged", place=str(source), problem=str(error)) from error


def _give_to_owner(file: Path) -> None:
    """Let a file belong to whom its folder belongs: root may restore what a service reads."""
    if os.geteuid() == 0:
        folder = file.parent.stat()
        os.chown(file, folder.st_uid, folder.st_gid)


def _reading(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE)


def _sound(file: Path, name: str) -> int:
    """Return how many games a database has, or raise what is wrong with it."""
    with closing(_reading(file)) as connection:
        try:
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            (games,) = connection.execute("SELECT count(*) FROM game").fetchone()
        except sqlite3.Error as error:
            found = str(error)
    if found != "ok":
        raise failed("damaged", place=name, problem=found)
    return int(games)


def _set_aside(target: Path, force: bool) -> Path:
    """Keep what stands in the place of a backup under another name, if that is allowed."""
    games = _games_in(target)
    if games != 0 and not force:
        raise failed("occupied", place=str(target))
    old = target.with_name(target.name + OLD)
    for suffix in BESIDE:  # of a damaged database; a sound one has none any more
        beside = target.with_name(target.name + suffix)
        if beside.exists():
            beside.replace(old.with_name(old.name + suffix))
    old.unlink(missing_ok=True)
    os.link(target, old)
    return old


def _games_in(target: Path) -> int | None:
    """Return how many games a database has that nobody uses; ``None`` if it is damaged."""
    with closing(sqlite3.connect(target, timeout=0)) as connection:
        try:
            # SQLite leaves this mode only if no other process has the database open.
            connection.execute("PRAGMA journal_mode=DELETE")
            (games,) = connection.execute("SELECT count(*) FROM game").fetchone()
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise failed("in-use", place=str(target)) from error
            return None
        except sqlite3.DatabaseError:
            return None
    return int(games)


@contextmanager
def _finished(target: Path) -> Iterator[Path]:
    """Lend a file to write, which takes the name *target* once it is whole and on the disk."""
    part = target.with_name(target.name + PART)
    part.unlink(missing_ok=True)
    try:
        yield part
        _reach_disk(part)
        part.replace(target)
        _reach_disk(target.parent)
    finally:
        part.unlink(missing_ok=True)


def _reach_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
