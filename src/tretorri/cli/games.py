"""``tretorri games``: list the games, and look after those that are stored."""

from __future__ import annotations

from dataclasses import asdict

import click

from tretorri.cli import stored_games
from tretorri.cli.about import about
from tretorri.cli.options import PlainGroup, json_option
from tretorri.cli.output import print_json, print_table, sentence
from tretorri.core.registry import games as all_games

COLUMNS = ("id", "title", "players", "minutes", "author", "publisher")


@click.group(
    cls=PlainGroup,
    invoke_without_command=True,
    examples=("tretorri games", "tretorri games --json", "tretorri games list --inactive-days 90"),
    see=("rules", "play", "stats", "tidy"),
)
@json_option
@click.pass_context
def games(ctx: click.Context, as_json: bool) -> None:
    """List the games: id, title, players, minutes, author, publisher.

    Other commands take the id, shown in the column GAME. The subcommands are for hosts: they list,
    show, remove and block the games that a server has stored.
    """
    if ctx.invoked_subcommand is not None:
        return
    facts = [asdict(about(game_id)) for game_id in all_games()]
    rows = [{column: fact[column] for column in COLUMNS} for fact in facts]
    if as_json:
        print_json(rows)
    else:
        head = [sentence(f"column-{column}") for column in COLUMNS]
        print_table([head, *(list(row.values()) for row in rows)])


for _command in (
    stored_games.list_,
    stored_games.show,
    stored_games.remove,
    stored_games.block,
    stored_games.unblock,
):
    games.add_command(_command)
