"""``tretorri backup``: copy all games into one file."""

from __future__ import annotations

from pathlib import Path

import click

from tretorri.cli.database import database_options, run
from tretorri.cli.errors import bad_usage
from tretorri.cli.options import PlainCommand
from tretorri.cli.output import say


@click.command(
    cls=PlainCommand,
    examples=(
        "tretorri backup games.backup",
        "tretorri backup games.backup --data /var/lib/tretorri",
        "tretorri backup games.dump --database postgresql://tretorri@localhost/tretorri",
    ),
    see=("restore", "export", "verify"),
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@database_options
def backup(file: Path, url: str) -> None:
    """Back up all games to FILE, even while the server runs, and check the copy.

    FILE must not exist yet; only its owner may read it. It contains the hashes of all secrets: keep
    it as safe as the games themselves. PostgreSQL databases require pg_dump.
    """
    from tretorri.server.upkeep import backup as sqlite  # noqa: PLC0415 - slow to import
    from tretorri.server.upkeep import dump  # noqa: PLC0415
    from tretorri.server.upkeep.places import describe_place, is_new, sqlite_file  # noqa: PLC0415

    if file.exists():
        raise bad_usage("file-exists", file=str(file))
    source = sqlite_file(url)
    if is_new(url):
        run(sqlite.back_up_nothing(file))
        say("written-without-games", place=describe_place(url), file=str(file))
    elif source is None:
        dump.back_up(url, file)
        say("written", file=str(file))
    else:
        say("backed-up", games=sqlite.back_up(source, file), file=str(file))
