"""``tretorri tidy``: archive and delete inactive games."""

from __future__ import annotations

from pathlib import Path

import click

from tretorri.cli.database import database_options, run
from tretorri.cli.options import PlainCommand
from tretorri.cli.output import say


@click.command(
    cls=PlainCommand,
    examples=(
        "tretorri tidy --days 365",
        "tretorri tidy --days 365 --yes",
        "tretorri tidy --days 365 --yes --archive /var/backups/tretorri",
    ),
    see=("import", "backup"),
)
@click.option(
    "--days",
    metavar="N",
    type=click.IntRange(1, 36500),
    envvar="TRETORRI_KEEP_DAYS",
    required=True,
    help="Days without activity after which a game is deleted.  [env: TRETORRI_KEEP_DAYS]",
)
@click.option(
    "--yes", "is_meant", is_flag=True, help="Delete the games; otherwise they are only counted."
)
@click.option(
    "--archive",
    "folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="TRETORRI_ARCHIVE",
    help="Folder for the archive of the deleted games. Required with a PostgreSQL database."
    "  [default: archive, in the folder of the games; env: TRETORRI_ARCHIVE]",
)
@database_options
def tidy(days: int, is_meant: bool, folder: Path | None, url: str) -> None:
    """Archive and delete games inactive for N days, finished or not, with their secrets.

    Without --yes, the games are only counted. The archive is a file that `tretorri import` reads.
    Days on which no server ran do not count. If the system clock and the server's own time are
    more than a day apart, nothing is deleted.
    """
    from tretorri.server.upkeep import tidy as upkeep  # noqa: PLC0415 - slow to import
    from tretorri.server.upkeep.places import require_games  # noqa: PLC0415

    require_games(url)
    if not is_meant:
        say("tidy-found", games=run(upkeep.count_inactive(url, days)), days=days)
        return
    deleted, file = run(upkeep.tidy(url, days, upkeep.archive_folder(url, folder)))
    say("tidied", games=deleted, days=days)
    if file is not None:
        say("tidy-archived", file=str(file))
