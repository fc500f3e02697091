"""``tretorri perft``: count, to compare programs that claim the same rules."""

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


@click.command(cls=GameCommand, example="tretorri perft GAME --depth 2")
@game_argument()
@click.option(
    "--depth",
    required=True,
    metavar="NUMBER",
    callback=whole_number,
    help="How many actions, at most.",
)
@position_option
@seed_option(f"What the start is shuffled by ({DEFAULT_SEED} unless given).")
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
    """Count the sequences of legal actions: one line `depth count` for each depth."""
    position = opening(game_id, text, seed, options)
    perft_of = native(position).perft if backend == NATIVE else partial(count, position)
    counts = ((each, perft_of(each)) for each in range(1, depth + 1))
    if as_json:
        print_json([{"depth": each, "count": number} for each, number in counts])
    else:
        for each, number in counts:
            click.echo(f"{each} {number}")
