"""``tretorri legal``: list the legal actions."""

from __future__ import annotations

import click

from tretorri.cli.options import (
    DEFAULT_SEED,
    NATIVE,
    GameCommand,
    backend_option,
    game_argument,
    json_option,
    opening,
    position_option,
    seed_option,
)
from tretorri.cli.output import print_json
from tretorri.engine.native import native


@click.command(
    cls=GameCommand,
    examples=(
        "tretorri legal GAME --seed 7",
        "tretorri legal GAME --json",
        "tretorri legal GAME --backend native",
    ),
    see=("show", "perft", "rules"),
)
@game_argument()
@position_option
@seed_option(f"Seed of the random setup.  [default: {DEFAULT_SEED}]")
@backend_option
@json_option
def legal(
    *,
    game_id: str,
    text: str | None,
    seed: int | None,
    backend: str,
    as_json: bool,
    **options: str | None,
) -> None:
    """List the legal actions of a position of GAME, one per line.

    Without --position, the starting position is used.
    """
    position = opening(game_id, text, seed, options)
    legal_here = native(position).actions() if backend == NATIVE else position.actions()
    actions = [str(action) for action in legal_here]
    if as_json:
        print_json(actions)
    elif actions:
        click.echo("\n".join(actions))
