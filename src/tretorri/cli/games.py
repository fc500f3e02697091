"""``tretorri games``: which games there are."""

from __future__ import annotations

from dataclasses import asdict

import click

from tretorri.cli.about import about
from tretorri.cli.options import PlainCommand, json_option
from tretorri.cli.output import print_json, print_table, sentence
from tretorri.core.registry import games as all_games

COLUMNS = ("id", "title", "players", "minutes", "author", "publisher")


@click.command(cls=PlainCommand, example="tretorri games --json")
@json_option
def games(as_json: bool) -> None:
    """List the games: id, title, players, minutes, author, publisher."""
    facts = [asdict(about(game_id)) for game_id in all_games()]
    rows = [{column: fact[column] for column in COLUMNS} for fact in facts]
    if as_json:
        print_json(rows)
    else:
        head = [sentence(f"column-{column}") for column in COLUMNS]
        print_table([head, *(list(row.values()) for row in rows)])
