"""``tretorri restore``: the games of a backup."""

from __future__ import annotations

from pathlib import Path

import click

from tretorri.cli.database import database_options, run
from tretorri.cli.options import PlainCommand
from tretorri.cli.output import say


@click.command(cls=PlainCommand, example="tretorri restore games.backup --data restored")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--force", is_flag=True, help="Replace the games that are there.")
@database_options
def restore(file: Path, force: bool, url: str) -> None:
    """Put a backup in the place of the games; the server must be stopped.

    FILE is checked first, and all of it is put in place in one step or nothing. What was there
    before is kept beside it (in PostgreSQL it is not).
    """
    from tretorri.server.upkeep import backup, dump  # noqa: PLC0415 - slow to import
    from tretorri.server.upkeep.places import failed, place_of, sqlite_file  # noqa: PLC0415

    target = sqlite_file(url)
    is_readable = backup.is_sqlite(file) if target else dump.is_dump(file)
    if not is_readable:
        raise failed("no-backup", file=str(file))
    if target is None:
        run(dump.restore(file, url, force))
        say("restored-dump", place=place_of(url))
        return
    games, old = backup.restore(file, target, force)
    say("restored", games=games, place=str(target))
    if old:
        say("kept-before", file=str(old))
