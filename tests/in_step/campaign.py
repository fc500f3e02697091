"""Compare the Python rules with their native twins on many positions.

``python -m tests.in_step.campaign --game towers --positions 300000``
"""

from __future__ import annotations

import argparse
import sys

from tests.in_step.walks import walk
from tests.settings import every_setting, name
from tretorri.engine.native import has_native


def campaign(game_id: str, positions: int, seed: int) -> int:
    """Walk until so many positions were compared; return how many games differed."""
    settings = [game for game in every_setting() if game.id == game_id]
    compared = differences = 0
    while compared < positions:
        game = settings[seed % len(settings)]
        try:
            compared += walk(game, seed, steps=600)
        except AssertionError as difference:
            differences += 1
            compared += 1  # so that a campaign of nothing but differences ends
            print(f"{name(game)}, seed {seed}: {difference}", flush=True)
        seed += 1
        if seed % 50 == 0:
            print(f"{compared:,} of {positions:,}", file=sys.stderr, end="\r", flush=True)
    print(f"{game_id}: {compared:,} positions compared, {differences} differences")
    return differences


def main() -> None:
    """Read the command line."""
    games = sorted({game.id for game in every_setting() if has_native(game.id)})
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=games, required=True)
    parser.add_argument("--positions", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    sys.exit(campaign(wanted.game, wanted.positions, wanted.seed) > 0)


if __name__ == "__main__":
    main()
