"""Run the long forms: ``make sanitize``, ``make fuzz RUNS=10000000``.

``python -m tests.native.campaign sanitize`` puts perft, random games and searches through the
sanitizers; ``python -m tests.native.campaign fuzz --runs 1000000 --game towers`` fuzzes texts.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.native import checks
from tests.native.corpus import GAMES
from tests.native.drivers import BUILD
from tests.programs import Missing


def sanitize(scale: int) -> None:
    """Run everything under the sanitizers; *scale* is how much."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("address and undefined behaviour:")
        print(checks.walks(folder, most_leaves=100_000 * scale, games=3 * scale), end="")
        print(checks.winning_turns(seconds=20 * scale), end="")
        print("threads:")
        print(checks.threads(folder, number=4, rounds=400 * scale), end="")


def fuzz(games: list[str], runs: int, seed: int) -> None:
    """Fuzz the texts of games; what is found stays in ``build``."""
    for game in games:
        begin = time.monotonic()
        tried, accepted = checks.fuzz(BUILD / "fuzz", game, runs, seed=seed)
        seconds = time.monotonic() - begin
        print(
            f"{game}: {tried:,} executions, {accepted:,} of them positions, 0 crashes, "
            f"{seconds:.0f} s",
            flush=True,
        )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    sanitizing = commands.add_parser("sanitize")
    sanitizing.add_argument("--scale", type=int, default=1)
    fuzzing = commands.add_parser("fuzz")
    fuzzing.add_argument("--runs", type=int, default=1_000_000, help="for each game")
    fuzzing.add_argument("--seed", type=int, default=1)
    fuzzing.add_argument("--game", choices=GAMES, action="append", help="all unless given")
    wanted = parser.parse_args()
    try:
        if wanted.command == "sanitize":
            sanitize(wanted.scale)
        else:
            fuzz(wanted.game or GAMES, wanted.runs, wanted.seed)
    except (AssertionError, Missing) as failure:
        sys.exit(str(failure))


if __name__ == "__main__":
    main()
