"""A fixed workload for the engine: one signature and some speeds per game.

The signature sums up what the search found with a fixed number of nodes. A change of the engine
must keep it or explain the new one.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time

from tretorri.core.game import Position
from tretorri.core.registry import find, game
from tretorri.engine.native import native
from tretorri.engine.search import analyse

POSITIONS = 6
NODES = 20_000
PLAYOUTS = 2_000


@dataclass(frozen=True, slots=True)
class Bench:
    """What the workload of one game came to."""

    game: str
    signature: str
    nodes: int
    nodes_per_second: float
    playouts_per_second: float


def workload(game_id: str) -> Iterator[Position]:
    """Yield fixed positions: each number of players in turn, a little into the game."""
    chance = random.Random(game_id)  # noqa: S311 - the same positions every time
    options = {option.name: option for option in find(game_id).OPTIONS}
    players = tuple(options["players"].values or ()) if "players" in options else ()
    for number in range(POSITIONS):
        chosen = {"players": players[number % len(players)]} if players else {}
        position = game(game_id, **chosen).start(seed=number)
        for _ in range(4 * number):
            after = position.play(chance.choice(position.actions()))
            position = position if after.is_over else after
        yield position


def bench(game_id: str, nodes: int = NODES) -> Bench:
    """Run the workload of a game."""
    found, spent, begin = "", 0, process_time()
    for position in workload(game_id):
        analysis = analyse(position, nodes=nodes, seed=1)
        found += f"{analysis.best.turns} {analysis.depth} {analysis.nodes}\n"
        spent += analysis.nodes
    searched = process_time() - begin
    begin = process_time()
    for position in workload(game_id):
        native(position).playouts(PLAYOUTS // POSITIONS, 1)
    played = process_time() - begin
    signature = f"{zlib.crc32(found.encode()):08x}"
    return Bench(game_id, signature, spent, spent / searched, PLAYOUTS / played)
