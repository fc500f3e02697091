"""``tretorri export``: all games as lines of JSON."""

from __future__ import annotations

import click

from tretorri.cli.database import database_options, progress, run
from tretorri.cli.options import PlainCommand
from tretorri.cli.output import say


@click.command(cls=PlainCommand, example="tretorri export games.jsonl")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@click.option(
    "--with-keys",
    is_flag=True,
    help="Also write the hashes of the secrets and what else only the players should have: needed "
    "to go on playing after an import, and nothing for a file that you give away.",
)
@database_options
def export(file: str, with_keys: bool, url: str) -> None:
    """Write all games as lines of JSON, with everything that has happened in them.

    Any database can take them in again (tretorri import). A FILE of - is standard output.
    """
    from tretorri.server.upkeep.exporting import export_games  # noqa: PLC0415 - slow to import
    from tretorri.server.upkeep.places import need_games  # noqa: PLC0415

    need_games(url)
    opened = click.open_file(file, "w", encoding="utf-8", atomic=file != "-")
    with opened as lines, progress() as show:
        done = run(export_games(url, lines, with_keys, show))
    say("exported", games=done.games, events=done.events)
