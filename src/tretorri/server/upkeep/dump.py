"""Copies of a PostgreSQL database, by its own programs."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from sqlalchemy import inspect
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from tretorri.server.store.tables import games
from tretorri.server.upkeep.files import write_atomically
from tretorri.server.upkeep.places import describe_place, upkeep_error
from tretorri.server.upkeep.stored_games import count_games

DUMP_MAGIC = b"PGDMP"


def is_dump(file: Path) -> bool:
    """Tell whether a file is a dump of a PostgreSQL database."""
    with file.open("rb") as stream:
        return stream.read(len(DUMP_MAGIC)) == DUMP_MAGIC


def back_up(url: str, target: Path) -> None:
    """Dump a database that may be in use: one snapshot of it."""
    with write_atomically(target) as part:
        _run("pg_dump", url, "--format=custom", "--no-owner", f"--file={part}")


async def restore(file: Path, url: str, force: bool) -> None:
    """Put a dump in the place of what is there, wholly or not at all."""
    if not force and await _has_games(url):
        raise upkeep_error("occupied", place=describe_place(url))
    whole = ("--clean", "--if-exists", "--no-owner", "--single-transaction")
    _run("pg_restore", url, *whole, f"--dbname={make_url(url).database}", str(file))


async def _has_games(url: str) -> bool:
    """Tell whether there are games to lose; the tables may be of any version."""
    engine = create_async_engine(url)
    try:
        async with engine.connect() as connection:
            if not await connection.run_sync(lambda found: inspect(found).has_table(games.name)):
                return False
            return await count_games(connection) > 0
    finally:
        await engine.dispose()


def _run(program: str, url: str, *options: str) -> None:
    found = shutil.which(program)
    if found is None:
        raise upkeep_error("no-program", program=program)
    done = subprocess.run(  # noqa: S603 - the program was looked up, the options are ours
        [found, *options], env=_environment(url), capture_output=True, text=True, check=False
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [str(done.returncode)]
        raise upkeep_error("program-failed", program=program, problem=lines[-1])


def _environment(url: str) -> dict[str, str]:
    """Return how to reach the database; in a command line others could read the password."""
    where = make_url(url)
    found = {
        "PGHOST": where.host or where.query.get("host"),
        "PGPORT": where.port,
        "PGUSER": where.username,
        "PGPASSWORD": where.password,
        "PGDATABASE": where.database,
    }
    return {**os.environ, **{name: str(value) for name, value in found.items() if value}}
