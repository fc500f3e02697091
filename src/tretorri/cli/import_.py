"""``tretorri import``: read exported games."""

from __future__ import annotations

import click

from tretorri.cli.database import database_options, run
from tretorri.cli.language import spoken_language
from tretorri.cli.options import PlainCommand
from tretorri.cli.output import say
from tretorri.core.words import Reason

REFUSED_SOME = 1


@click.command(
    "import",
    cls=PlainCommand,
    examples=(
        "tretorri import games.jsonl --data copy",
        "tretorri import games.jsonl --database postgresql://tretorri@localhost/tretorri",
        "gunzip < games.jsonl.gz | tretorri import -",
    ),
    see=("export", "restore", "verify"),
)
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@database_options
@click.pass_context
def import_(ctx: click.Context, file: str, url: str) -> None:
    """Import exported games from FILE; existing games are unchanged.

    A game that already exists with a different log is rejected, and so is a line that is not a
    game; the exit status is then 1. A game that cannot be replayed is imported but set aside. FILE
    can be - for standard input.
    """
    from tretorri.server.store.database import create_folder  # noqa: PLC0415 - slow to import
    from tretorri.server.upkeep.imports import import_games  # noqa: PLC0415
    from tretorri.server.upkeep.places import sqlite_file  # noqa: PLC0415

    target = sqlite_file(url)
    if target is not None:
        create_folder(target.parent)
    with click.open_file(file, encoding="utf-8", errors="replace") as lines:
        done = run(import_games(url, lines, _print_reason))
    say("imported", added=done.added, known=done.known, refused=done.refused)
    if done.refused:
        ctx.exit(REFUSED_SOME)


def _print_reason(why: Reason) -> None:
    click.echo(why.sentence(spoken_language()))
