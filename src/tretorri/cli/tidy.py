"""``tretorri tidy``: games are kept for a while, not for ever."""

from __future__ import annotations

import click

from tretorri.cli.database import database_options, run
from tretorri.cli.options import PlainCommand
from tretorri.cli.output import say


@click.command(cls=PlainCommand, example="tretorri tidy --days 365")
@click.option(
    "--days",
    type=click.IntRange(1, 36500),
    envvar="TRETORRI_KEEP_DAYS",
    required=True,
    help="How long games are kept after the last thing that happened in them; also "
    "$TRETORRI_KEEP_DAYS.",
)
@click.option("--yes", "is_meant", is_flag=True, help="Delete them; else they are only counted.")
@database_options
def tidy(days: int, is_meant: bool, url: str) -> None:
    """Delete games that nobody has touched for long, finished or not, and their secrets."""
    from tretorri.server.upkeep import tidy as upkeep  # noqa: PLC0415 - slow to import
    from tretorri.server.upkeep.places import need_games  # noqa: PLC0415

    need_games(url)
    if is_meant:
        say("tidied", games=run(upkeep.tidy(url, days)), days=days)
    else:
        say("tidy-found", games=run(upkeep.untouched(url, days)), days=days)
