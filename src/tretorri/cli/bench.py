"""``tretorri bench``: a fixed workload, to see whether the engine is still the same."""

from __future__ import annotations

from dataclasses import asdict

import click

from tretorri.cli.options import PlainCommand, json_option
from tretorri.cli.output import print_json, print_table, sentence
from tretorri.core.registry import games
from tretorri.engine import bench as work
from tretorri.engine.native import has_native

COLUMNS = ("game", "signature", "nodes", "nodes-per-second", "playouts-per-second")


@click.command(cls=PlainCommand, example="tretorri bench --nodes 5000")
@click.option(
    "--nodes", type=click.IntRange(min=1), default=work.NODES, help="How much to look at each time."
)
@json_option
def bench(nodes: int, as_json: bool) -> None:
    """Search fixed positions: a signature of what was found, and the speed.

    A change of the engine either keeps the signature or says why it is another one.
    """
    rows = [work.bench(game_id, nodes) for game_id in games() if has_native(game_id)]
    if as_json:
        print_json([asdict(row) for row in rows])
        return
    print_table(
        [
            [sentence(f"bench-{column}") for column in COLUMNS],
            *(
                (
                    row.game,
                    row.signature,
                    f"{row.nodes:,}",
                    f"{row.nodes_per_second:,.0f}",
                    f"{row.playouts_per_second:,.0f}",
                )
                for row in rows
            ),
        ]
    )
