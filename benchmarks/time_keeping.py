"""How well the engine keeps its time: ``python -m benchmarks.time_keeping --searches 1000``.

Searches positions of every setting, from random and from strong play, at the start of turns and in
mid-turn. A search keeps its time if it ends within 50 ms or 5 % of its budget, whichever is more.
Each position is searched twice, by the wall clock and by CPU time: on a busy machine a search
waits for a processor, which is no fault of its own.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter, process_time

from tests.settings import AnyGame, every_setting, name
from tretorri.core.game import Position
from tretorri.engine import analyse, best_turn
from tretorri.engine.native import has_native

LEAST, MOST = 0.01, 0.5  # seconds of a budget
SLACK, PART = 0.05, 0.05  # what a search may take longer: seconds, or a part of its budget
SEARCHES = 1000
GAMES = 2  # of each setting and kind of play
STEPS = 300  # actions of a game that are played at most
NODES = 300  # of a turn of strong play
CHANCE = 0.1  # how often strong play draws an action instead


@dataclass(frozen=True, slots=True)
class Timed:
    """A position searched by both clocks: how much longer than its budget each search took."""

    game_id: str
    setting: str
    position: Position
    budget: float
    wall: float
    cpu: float

    def keeps(self, over: float) -> bool:
        """Tell whether so many seconds more than the budget are allowed."""
        return over <= max(SLACK, PART * self.budget)


def random_game(game: AnyGame, chance: random.Random) -> Iterator[Position]:
    """Yield the positions of a random game, in mid-turn too."""
    position = game.start(seed=chance.randrange(1000))
    for _ in range(STEPS):
        if position.is_over:
            return
        yield position
        position = position.play(chance.choice(position.actions()))


def strong_game(game: AnyGame, chance: random.Random) -> Iterator[Position]:
    """Yield the positions of a game that the engine plays with itself, in mid-turn too."""
    position, steps = game.start(seed=chance.randrange(1000)), 0
    while not position.is_over and steps < STEPS:
        if chance.random() < CHANCE:
            actions = [chance.choice(position.actions())]
        else:
            actions = list(best_turn(position, nodes=NODES, seed=steps).actions)
        for action in actions:
            yield position
            position, steps = position.play(action), steps + 1


def positions(chance: random.Random) -> Iterator[tuple[AnyGame, Position]]:
    """Yield positions without end, from all games in turn."""
    played: dict[str, list[tuple[AnyGame, list[Position]]]] = {}
    for game in every_setting():
        if has_native(game.id):
            games = [play(game, chance) for play in (random_game, strong_game) * GAMES]
            played.setdefault(game.id, []).extend((game, list(one)) for one in games)
    while True:
        for choices in played.values():
            game, walk = chance.choice(choices)
            yield game, chance.choice(walk)


def search(game: AnyGame, position: Position, budget: float, threads: int) -> Timed:
    """Search once by each clock."""
    begin = perf_counter()
    analyse(position, seconds=budget, threads=threads)
    wall = perf_counter() - begin
    begin = process_time()
    analyse(position, seconds=budget, threads=threads, clock="cpu")
    cpu = (process_time() - begin) / threads
    return Timed(game.id, name(game), position, budget, wall - budget, cpu - budget)


def measure(searches: int, seed: int, threads: int) -> list[Timed]:
    """Search so many positions."""
    chance, done = random.Random(seed), list[Timed]()
    for game, position in positions(chance):
        if len(done) == searches:
            break
        budget = math.exp(chance.uniform(math.log(LEAST), math.log(MOST)))
        done.append(search(game, position, budget, threads))
        if len(done) % 100 == 0:
            print(f"{len(done)} of {searches}", file=sys.stderr)
    return done


def line(label: str, timed: list[Timed]) -> str:
    """Return a row of the table."""
    wall = sum(one.keeps(one.wall) for one in timed) / len(timed)
    cpu = sum(one.keeps(one.cpu) for one in timed) / len(timed)
    worst, worst_cpu = max(one.wall for one in timed), max(one.cpu for one in timed)
    return (
        f"| {label} | {len(timed)} | {wall:.1%} | {1000 * worst:.0f} ms |"
        f" {cpu:.1%} | {1000 * worst_cpu:.0f} ms |"
    )


def about() -> str:
    """Say what was measured, and where."""
    return (
        f"Searches of {1000 * LEAST:.0f} to {1000 * MOST:.0f} ms, each with both clocks. A search"
        f" is on time if it ends within {1000 * SLACK:.0f} ms or {100 * PART:.0f} % of its budget,"
        " whichever is more. On the wall clock, a busy machine delays searches:"
        f" {os.cpu_count()} processors, finally under a load of {os.getloadavg()[0]:.1f}."
    )


def section(searches: int, seed: int = 1, threads: int = 1) -> str:
    """Measure, and return the report as Markdown."""
    timed = measure(searches, seed, threads)
    games = sorted({one.game_id for one in timed})
    worst = sorted(timed, key=lambda one: one.cpu, reverse=True)[:3]
    return "\n".join(
        [
            "## Time keeping",
            "",
            about(),
            "",
            "| game | searches | on time, wall clock | worst overrun |"
            " on time, CPU time | worst overrun |",
            "| --- | ---: | ---: | ---: | ---: | ---: |",
            *(line(game_id, [one for one in timed if one.game_id == game_id]) for game_id in games),
            line("all", timed),
            "",
            "The largest overruns by CPU time:",
            "",
            *(
                f"- {one.setting}, {1000 * one.budget:.0f} ms and {1000 * one.cpu:.0f} ms more:"
                f" `{one.position}`"
                for one in worst
            ),
        ]
    )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--searches", type=int, default=SEARCHES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    wanted = parser.parse_args()
    print(section(wanted.searches, wanted.seed, wanted.threads))


if __name__ == "__main__":
    main()
