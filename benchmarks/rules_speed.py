"""Positions per second of the Python rules, beside python-chess in the same run.

A position counts when all its legal actions were listed and one of them, drawn at random, was
played. Rounds of ours and the peer alternate; CPU time; the median round is reported.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections.abc import Callable, Iterator
from time import process_time

import tretorri
from benchmarks import peers

SETTINGS: list[tuple[str, dict[str, int]]] = [
    ("volterra", {}),
    ("towers", {"players": 2}),
    ("towers", {"players": 4}),
    ("voldetour", {"players": 2}),
    ("voldetour", {"players": 4}),
]
Walk = Callable[[random.Random], Iterator[None]]


def our_walk(game: str, options: dict[str, int]) -> Walk:
    """Return a walk through random games of ours, one step per position."""

    def walk(chance: random.Random) -> Iterator[None]:
        setting = tretorri.game(game, **options)
        while True:
            position = setting.start(seed=chance.randrange(10**6))
            while not position.is_over:
                position = position.play(chance.choice(position.actions()))
                yield

    return walk


def speed(walk: Walk, seconds: float, seed: int) -> float:
    """Return the positions per second of CPU time of one round."""
    steps = walk(random.Random(seed))
    begin, count = process_time(), 0
    while (spent := process_time() - begin) < seconds:
        for _ in range(20):
            next(steps)
        count += 20
    return count / spent


def slowest_listing(positions: int, seed: int) -> list[float]:
    """Return the milliseconds that VoldéTour needs to list the actions of mid-game positions."""
    chance, times = random.Random(seed), list[float]()
    while len(times) < positions:
        position = tretorri.game("voldetour", players=chance.choice((2, 4))).start()
        for _ in range(chance.randrange(10, 70)):
            if position.is_over:
                break
            position = position.play(likely(position, chance))
        if position.is_over:
            continue
        fresh = position.game.position(str(position))
        begin = process_time()
        fresh.actions()
        times.append(1000 * (process_time() - begin))
    return sorted(times)


def likely(position: tretorri.Position, chance: random.Random) -> tretorri.Action:
    """Draw an action, Lords' moves as often as placements: random games seldom leave the Tower."""
    lords = [action for action in position.actions() if str(action).startswith("L")]
    return chance.choice(lords if lords and chance.random() < 0.5 else position.actions())


def section(rounds: int, seconds: float) -> str:
    """Measure everything; return this part of the report as Markdown."""
    peers.install()
    walks: dict[str, Walk] = {"python-chess": peers.chess_walk}
    for game, options in SETTINGS:
        players = f", {options['players']} players" if options else ""
        walks[f"{game}{players}"] = our_walk(game, options)
    speeds: dict[str, list[float]] = {label: [] for label in walks}
    for number in range(rounds):
        print(f"rules: round {number + 1} of {rounds}", file=sys.stderr)
        for label, walk in walks.items():
            speeds[label].append(speed(walk, seconds, number))
    medians = {label: statistics.median(values) for label, values in speeds.items()}
    rows = [
        f"| {label} | {median:,.0f} | {median / medians['python-chess']:.2f} |"
        for label, median in medians.items()
    ]
    listing = slowest_listing(200, seed=1)
    return "\n".join(
        [
            "## Python rules",
            "",
            "List all legal actions and play one at random: positions per second of CPU time,"
            f" median of {rounds} alternating rounds of {seconds:g} s.",
            "",
            "| game | positions/s | relative to python-chess |",
            "| --- | ---: | ---: |",
            *rows,
            "",
            "## Listing the actions of VoldéTour",
            "",
            f"{len(listing)} mid-game positions, read from text, first listing: median"
            f" {statistics.median(listing):.1f} ms, slowest {listing[-1]:.1f} ms.",
            "",
        ]
    )


def main() -> None:
    """Run this benchmark alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    arguments = parser.parse_args()
    print(section(arguments.rounds, arguments.seconds))


if __name__ == "__main__":
    main()
