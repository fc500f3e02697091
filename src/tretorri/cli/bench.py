"""``tretorri bench``: a fixed workload that shows speed and changes of the engine."""

from __future__ import annotations

from dataclasses import asdict

import click

from tretorri.arena.players import MAX_NODES
from tretorri.cli.options import PlainCommand, json_option
from tretorri.cli.output import print_json, print_table, sentence
from tretorri.core.registry import games
from tretorri.engine import bench as work
from tretorri.engine.native import has_search

COLUMNS = ("game", "signature", "nodes", "nodes-per-second", "playouts-per-second")


@click.command(
    cls=PlainCommand,
    examples=("tretorri bench --nodes 5000", "tretorri bench --json"),
    see=("match", "perft"),
)
@click.option(
    "--nodes",
    metavar="N",
    type=click.IntRange(1, MAX_NODES),
    default=work.NODES,
    show_default=True,
    help="Number of positions to search in each test position.",
)
@json_option
def bench(nodes: int, as_json: bool) -> None:
    """Benchmark the engine: search fixed positions, print a signature and the speed.

    The signature is a hash of what the search finds. A change to the engine must keep the
    signature or explain the new one.
    """
    rows = [work.bench(game_id, nodes) for game_id in games() if has_search(game_id)]
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
