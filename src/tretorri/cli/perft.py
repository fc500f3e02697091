"""``tretorri perft``: move counts, to compare implementations of the rules."""

from __future__ import annotations

from functools import partial

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
    whole_number,
)
from tretorri.cli.output import print_json
from tretorri.core.perft import perft as count
from tretorri.engine.native import native


@click.command(
    cls=GameCommand,
    examples=(
        "tretorri perft GAME --depth 2",
        "tretorri perft GAME --depth 4 --backend native",
        "tretorri perft GAME --depth 2 --seed 7 --json",
    ),
    see=("legal", "bench"),
)
@game_argument()
@click.option(
    "--depth",
    required=True,
    metavar="N",
    callback=whole_number,
    help="Maximum number of actions in a sequence.",
)
@position_option
@seed_option(f"Seed of the random setup.  [default: {DEFAULT_SEED}]")
@backend_option
@json_option
def perft(
    *,
    game_id: str,
    depth: int,
    text: str | None,
    seed: int | None,
    backend: str,
    as_json: bool,
    **options: str | None,
) -> None:
    """Count sequences of legal actions (perft), to compare implementations of the rules.

    One line, `depth count`, is printed for each depth from 1 to N. Without --position, counting
    begins at the starting position.
    """
    position = opening(game_id, text, seed, options)
    perft_of = native(position).perft if backend == NATIVE else partial(count, position)
    counts = ((each, perft_of(each)) for each in range(1, depth + 1))
    if as_json:
        print_json([{"depth": each, "count": number} for each, number in counts])
    else:
        for each, number in counts:
            click.echo(f"{each} {number}")
