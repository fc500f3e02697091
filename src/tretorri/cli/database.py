"""What the commands on stored games share: options, database access, progress."""

from __future__ import annotations

import asyncio
import functools
import os
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from tretorri.cli.errors import bad_usage
from tretorri.cli.output import CLEAR_LINE, sentence

DATABASE_VARIABLE = "TRETORRI_DATABASE"
F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def database_options(command: F) -> F:
    """Add ``--data`` and ``--database``; the command gets the database URL as *url*."""

    @click.option(
        "--data",
        metavar="FOLDER",
        type=click.Path(path_type=Path, file_okay=False),
        help="Folder of the stored games.  [default: ~/.local/share/tretorri]",
    )
    @click.option(
        "--database",
        metavar="URL",
        help=f"Database of the stored games, in place of a folder:"
        f" postgresql://USER@HOST/NAME.  [env: {DATABASE_VARIABLE}]",
    )
    @functools.wraps(command)
    def with_url(*args: Any, data: Path | None, database: str | None, **others: Any) -> Any:
        return command(*args, url=url_of(data, database), **others)

    return with_url  # type: ignore[return-value]


def url_of(data: Path | None, database: str | None) -> str:
    """Return the database URL of the games; ``--data`` takes precedence over the environment."""
    # Slow to import, and only these commands need it.
    from tretorri.server.settings import find_data_folder  # noqa: PLC0415
    from tretorri.server.store.database import sqlite_url_in  # noqa: PLC0415

    if data is not None and database is not None:
        raise bad_usage("one-place")
    chosen = database or (os.environ.get(DATABASE_VARIABLE) if data is None else None)
    return _with_driver(chosen) if chosen else sqlite_url_in(data or find_data_folder())


def _with_driver(url: str) -> str:
    """Return the URL with the driver that we use for it."""
    from tretorri.server.store.database import InvalidDatabaseUrl, parse_url  # noqa: PLC0415

    try:
        return parse_url(url).render_as_string(hide_password=False)
    except InvalidDatabaseUrl:
        raise bad_usage("bad-database") from None


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run *work* on a database; report its errors as *BadUsage*."""
    from tretorri.server.upkeep.places import DATABASE_ERRORS  # noqa: PLC0415

    try:
        return asyncio.run(work)
    except DATABASE_ERRORS as error:
        problem = getattr(error, "orig", None) or error
        raise bad_usage("database-failed", problem=str(problem)) from error


@contextmanager
def progress() -> Iterator[Callable[[int, int], None]]:
    """Yield a function that shows on a terminal how many games are done."""
    is_seen = sys.stderr.isatty()

    def show(done: int, of: int) -> None:
        if is_seen:
            line = sentence("games-done", done=done, of=of)
            click.echo(f"{CLEAR_LINE}{line}", err=True, nl=False)

    try:
        yield show
    finally:
        if is_seen:
            click.echo(CLEAR_LINE, err=True, nl=False)
