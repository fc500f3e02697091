"""``tretorri backup``: all games in one file, while they are played."""

from __future__ import annotations

from pathlib import Path

import click

from tretorri.cli.database import database_options
from tretorri.cli.errors import bad_usage
from tretorri.cli.options import PlainCommand
from tretorri.cli.output import say


@click.command(cls=PlainCommand, example="tretorri backup games.backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@database_options
def backup(file: Path, url: str) -> None:
    """Copy all games into FILE while they are played; the copy is checked.

    It holds the hashes of all secrets: keep it as safe as the games themselves. For PostgreSQL,
    pg_dump must be installed.
    """
    from tretorri.server.upkeep import backup as sqlite  # noqa: PLC0415 - slow to import
    from tretorri.server.upkeep import dump  # noqa: PLC0415
    from tretorri.server.upkeep.places import need_games, sqlite_file  # noqa: PLC0415

    need_games(url)
    if file.exists():
        raise bad_usage("file-exists", file=str(file))
    source = sqlite_file(url)
    if source is None:
        dump.back_up(url, file)
        say("written", file=str(file))
    else:
        say("backed-up", games=sqlite.back_up(source, file), file=str(file))
