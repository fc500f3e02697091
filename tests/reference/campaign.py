"""Compare a game with its reference for minutes and print every difference.

``python -m tests.reference.campaign --game towers --minutes 5 --seed 1``
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter

from tests.reference.walks import (
    REFERENCES,
    Difference,
    Pair,
    play_a_game,
    play_from_a_text,
    read_a_damaged_text,
)

MOST_PRINTED = 100


def one(game_id: str, rng: random.Random, steps: int) -> tuple[str, Pair | None]:
    """Make one comparison, of any kind."""
    kind = rng.choice(["game", "text", "text", "damaged", "damaged", "damaged", "damaged"])
    if kind == "game":
        return kind, play_a_game(game_id, rng, steps)
    if kind == "text":
        return kind, play_from_a_text(game_id, rng, steps)
    return kind, read_a_damaged_text(game_id, rng)


def campaign(game_id: str, minutes: float, seed: int, steps: int) -> int:
    """Compare until the time is up; return the number of differences."""
    end = time.monotonic() + 60 * minutes
    seen: Counter[str] = Counter()
    while time.monotonic() < end and seen["differences"] < MOST_PRINTED:
        try:
            kind, pair = one(game_id, random.Random(f"{game_id} {seed}"), steps)
        except Difference as difference:
            seen["differences"] += 1
            print(f"seed {seed}: {difference}\n", flush=True)
        except Exception as error:
            seen["differences"] += 1
            print(f"seed {seed}: {type(error).__name__}: {error}", flush=True)
            traceback.print_exc()
        else:
            over = pair.theirs.over if pair else None
            seen[f"{kind}: {'refused' if pair is None else over[2] if over else 'running'}"] += 1
            seen["steps"] += len(pair.story) if pair else 1
        seed += 1
    print(game_id, *(f"{what}={number}" for what, number in sorted(seen.items())), sep="\n  ")
    return seen["differences"]


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted(REFERENCES), required=True)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=300)
    wanted = parser.parse_args()
    sys.exit(campaign(wanted.game, wanted.minutes, wanted.seed, wanted.steps) > 0)


if __name__ == "__main__":
    main()
