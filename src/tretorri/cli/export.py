"""``tretorri export``: all games as JSON Lines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click

from tretorri.cli.database import database_options, progress, run
from tretorri.cli.options import PlainCommand
from tretorri.cli.output import say


@click.command(
    cls=PlainCommand,
    examples=(
        "tretorri export games.jsonl",
        "tretorri export games.jsonl --with-keys",
        "tretorri export - | gzip > games.jsonl.gz",
    ),
    see=("import", "backup"),
)
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@click.option(
    "--with-keys",
    is_flag=True,
    help="Include the hashes of the players' secrets and other private data. Required to continue "
    "playing after an import; do not publish such a file.",
)
@database_options
def export(file: str, with_keys: bool, url: str) -> None:
    """Export all games with their complete logs to FILE, as JSON Lines.

    `tretorri import` reads the file into any kind of database. Only its owner may read the file.
    FILE can be - for standard output.
    """
    # Slow to import, and only this command needs it.
    from tretorri.server.upkeep.exports import export_games, write_header  # noqa: PLC0415
    from tretorri.server.upkeep.places import describe_place, is_new  # noqa: PLC0415

    if is_new(url):
        with _writing(file) as lines:
            write_header(lines)
        say("written-without-games", place=describe_place(url), file=file)
        return
    with _writing(file) as lines, progress() as show:
        done = run(export_games(url, lines, with_keys, show))
    say("exported", games=done.games, events=done.events)


@contextmanager
def _writing(file: str) -> Iterator[IO[str]]:
    """Lend what to write to; a file gets its name when it is whole, a device is written to."""
    from tretorri.server.upkeep.files import write_atomically  # noqa: PLC0415

    target = Path(file)
    if file == "-" or (target.exists() and not target.is_file()):
        with click.open_file(file, "w", encoding="utf-8") as lines:
            yield lines
    else:
        with write_atomically(target.resolve()) as part, part.open("w", encoding="utf-8") as lines:
            yield lines
