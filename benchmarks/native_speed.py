"""The native core beside OpenSpiel and python-chess, with the floors and aims of the project.

One thread, CPU time. Each round measures everything once, so that ours and the peers alternate;
the medians of the rounds are reported, and the median of the ratios within a round.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from dataclasses import dataclass
from os import cpu_count, getloadavg

from benchmarks import peers
from benchmarks.measures import (
    MEASURES,
    SIMULATIONS,
    WON_POSITIONS,
    breakthrough_length,
    question_times,
)

TUNED_LEAVES = 2324  # turns made by a hand-tuned program in the time of one clobber simulation
Round = dict[str, float]


@dataclass(frozen=True)
class Row:
    """One line of the table: two measures and how far apart they shall be."""

    what: str
    against: str
    ours: str
    peer: str
    floor: float
    aim: float
    factor: float = 1  # of the peer's speed
    counts_leaves: bool = False  # how many of the peer's units one of ours takes: less is better

    def ratio(self, values: Round) -> float:
        """Return what floor and aim speak of."""
        ratio = values[self.ours] / (self.factor * values[self.peer])
        return 1 / ratio if self.counts_leaves else ratio

    def reached(self, ratio: float) -> str:
        """Say in a word what was reached."""
        if ratio <= self.aim if self.counts_leaves else ratio >= self.aim:
            return "aim"
        is_enough = ratio <= self.floor if self.counts_leaves else ratio >= self.floor
        return "floor" if is_enough else "**missed**"

    def line(self, rounds: list[Round]) -> str:
        """Return the row as Markdown."""
        ratio = statistics.median(map(self.ratio, rounds))
        ours = statistics.median(values[self.ours] for values in rounds)
        peer = statistics.median(self.factor * values[self.peer] for values in rounds)
        numbers = " | ".join(map(shown, (ours, peer, ratio, self.floor, self.aim)))
        return f"| {self.what} | {self.against} | {numbers} | {self.reached(ratio)} |"


LOOP = "random games in a Python loop"
MCTS = "MCTSBot"
CHESS = "python-chess perft(3), every leaf made"


def rows() -> list[Row]:
    """Return the table "Speed to reach" of the project's design."""
    return [
        Row("Volterra random games", f"clobber {LOOP}", "volterra games", "clobber games", 18, 30),
        Row("Volterra simulations", f"clobber {MCTS}", "volterra search", "clobber search", 3.5, 6),
        Row(
            "Volterra simulations",
            f"breakthrough {MCTS}",
            "volterra search",
            "breakthrough search",
            14,
            25,
        ),
        Row(
            "Volterra turn perft, every leaf made",
            f"{TUNED_LEAVES:,} × clobber {MCTS}",
            "volterra turns",
            "clobber search",
            0.5,
            0.8,
            factor=TUNED_LEAVES,
        ),
        Row("Towers actions", f"breakthrough {LOOP}", "towers", "breakthrough", 14, 23),
        Row("VoldéTour actions", f"breakthrough {LOOP}", "voldetour", "breakthrough", 8, 13),
        Row("Towers perft, every leaf made", CHESS, "towers leaves", "chess leaves", 130, 210),
        Row(
            "VoldéTour perft, every leaf made", CHESS, "voldetour leaves", "chess leaves", 290, 460
        ),
        Row(
            "Towers simulations × length",
            f"the same of breakthrough {MCTS}",
            "towers search",
            "breakthrough search",
            6,
            10,
            factor=breakthrough_length(),
        ),
        Row(
            "VoldéTour: can the mover win in this turn?",
            CHESS,
            "voldetour questions",
            "chess leaves",
            10,
            4,
            counts_leaves=True,
        ),
        Row("Volterra random games, two threads", "one", "two threads", "one thread", 1.6, 1.9),
    ]


def shown(value: float) -> str:
    """Write a number so that three digits of it can be read."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def measure(rounds: int) -> list[Round]:
    """Measure everything once per round."""
    done = list[Round]()
    for number in range(rounds):
        print(f"native: round {number + 1} of {rounds}", file=sys.stderr)
        done.append({label: speed(number) for label, speed in MEASURES.items()})
    return done


def section(rounds: int) -> str:
    """Measure everything; return this part of the report as Markdown."""
    peers.install()
    values = measure(rounds)
    leaf = statistics.median(1 / value["chess leaves"] for value in values)
    slowest = question_times()[-1]
    together = statistics.median(
        value["two threads, CPU"] / value["one thread, CPU"] for value in values
    )
    return "\n".join(
        [
            "## Native core",
            "",
            f"Per second of CPU time on one thread, medians of {rounds} alternating rounds; the"
            " ratio is the median of the ratios within a round. MCTSBot is OpenSpiel's C++ bot with"
            " one random playout per simulation; clobber and breakthrough are games of OpenSpiel.",
            "",
            "| ours | peer | ours/s | peer/s | ratio | floor | aim | reached |",
            "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |",
            *(row.line(values) for row in rows()),
            "",
            f"- Searches are plain UCT with random playouts, {SIMULATIONS:,} simulations from the"
            " start (Towers: half as many). The length of breakthrough's simulations is assumed"
            f" to be that of its random games, {breakthrough_length():.1f} actions.",
            f"- The question is asked in {WON_POSITIONS} generated positions that no Lord's move"
            " alone wins; the ratio is the number of python-chess leaves in the median time of an"
            f" answer, so less is better. The slowest answer took {1e6 * slowest:.0f} µs,"
            f" {slowest / leaf:.1f} leaves.",
            f"- Threads are measured by wall time on {cpu_count()} processors, finally under a"
            f" load of {getloadavg()[0]:.1f}; other work on the machine lowers the ratio. Per"
            f" second of CPU time two threads play {together:.2f} × the games of one: they"
            " hardly slow each other down, which does not prove that they ran at the same time.",
            "",
        ]
    )


def main() -> None:
    """Run this benchmark alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    print(section(parser.parse_args().rounds))


if __name__ == "__main__":
    main()
