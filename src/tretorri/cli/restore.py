"""``tretorri restore``: restore a backup."""

from __future__ import annotations

from pathlib import Path

import click

from tretorri.cli.database import database_options, run
from tretorri.cli.options import PlainCommand
from tretorri.cli.output import say


@click.command(
    cls=PlainCommand,
    examples=(
        "tretorri restore games.backup --data restored",
        "tretorri restore games.backup --force",
        "tretorri restore games.dump --database postgresql://tretorri@localhost/tretorri",
    ),
    see=("backup", "verify", "import"),
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--force", is_flag=True, help="Replace existing games.")
@database_options
def restore(file: Path, force: bool, url: str) -> None:
    """Replace the stored games with the backup in FILE; stop the server first.

    FILE is checked first, and restored completely or not at all. The previous games are kept in a
    file next to the new ones, except in PostgreSQL.
    """
    from tretorri.server.upkeep import backup, dump  # noqa: PLC0415 - slow to import
    from tretorri.server.upkeep.places import describe_place, sqlite_file, upkeep_error  # noqa: PLC0415

    target = sqlite_file(url)
    is_readable = backup.is_sqlite(file) if target else dump.is_dump(file)
    if not is_readable:
        raise upkeep_error("no-backup", file=str(file))
    if target is None:
        run(dump.restore(file, url, force))
        say("restored-dump", place=describe_place(url))
        return
    games, old = backup.restore(file, target, force)
    say("restored", games=games, place=str(target))
    if old:
        say("kept-before", file=str(old))
