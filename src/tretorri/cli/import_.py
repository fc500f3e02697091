"""``tretorri import``: games that were exported."""

from __future__ import annotations

import click

from tretorri.cli.database import database_options, run
from tretorri.cli.language import spoken_language
from tretorri.cli.options import PlainCommand
from tretorri.cli.output import say
from tretorri.core.words import Reason

REFUSED_SOME = 1


@click.command("import", cls=PlainCommand, example="tretorri import games.jsonl --data copy")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@database_options
@click.pass_context
def import_(ctx: click.Context, file: str, url: str) -> None:
    """Take in games that were exported; games that are here already stay as they are.

    A game that is here with another log is refused by name, and so is a line that is no game: the
    exit status is 1 then. A game that does not replay is taken in, but put aside. A FILE of - is
    standard input.
    """
    from tretorri.server.upkeep.importing import import_games  # noqa: PLC0415 - slow to import
    from tretorri.server.upkeep.places import sqlite_file  # noqa: PLC0415

    target = sqlite_file(url)
    if target is not None:
        target.parent.mkdir(parents=True, exist_ok=True)
    with click.open_file(file, encoding="utf-8", errors="replace") as lines:
        done = run(import_games(url, lines, _told))
    say("imported", added=done.added, known=done.known, refused=done.refused)
    if done.refused:
        ctx.exit(REFUSED_SOME)


def _told(why: Reason) -> None:
    click.echo(why.sentence(spoken_language()))
