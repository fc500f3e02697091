"""The trial of VoldéTour's wins and stops: so many positions of each sort, kept as they come."""

from __future__ import annotations

import json
import multiprocessing
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.strength_turns import Case, Findings, examine

POSITIONS = 500  # to be won, and as many to be stopped
SORTS = [
    (kind, source, seats)
    for kind in ("win", "stop")
    for source in ("crowd", "play")
    for seats in (2, 4)
]
TOGETHER = 8  # tasks between two looks at what is still missing
MOST_TASKS = 20_000
Sort = tuple[str, str, int]


@dataclass
class Tally:
    """What was found: of each sort how many positions and how many missed."""

    wanted: int  # of each sort
    counts: dict[Sort, tuple[int, int]] = field(default_factory=dict)
    missed: list[Case] = field(default_factory=list)
    not_won: int = 0
    not_stopped: int = 0
    undecided: int = 0

    def add(self, findings: Findings) -> None:
        """Count findings; of a sort that is complete no more are taken, unless they were missed."""
        self.not_won += findings.not_won
        self.not_stopped += findings.not_stopped
        self.undecided += findings.undecided
        for case in findings.cases:
            sort = (case.kind, case.source, case.seats)
            count, missed = self.counts.get(sort, (0, 0))
            if count < self.wanted or case.missed:
                self.counts[sort] = (count + 1, missed + bool(case.missed))
                self.missed += [case] if case.missed else []

    def is_complete(self, source: str, seats: tuple[int, ...]) -> bool:
        """Tell whether enough positions are there of a source."""
        sorts = [sort for sort in SORTS if sort[1] == source and sort[2] in seats]
        return all(self.counts.get(sort, (0, 0))[0] >= self.wanted for sort in sorts)

    @property
    def is_whole(self) -> bool:
        """Tell whether enough positions are there of every sort."""
        return all(self.is_complete(source, (2, 4)) for source in ("crowd", "play"))

    @property
    def is_reached(self) -> bool:
        """Tell whether all positions are there and none was missed."""
        return self.is_whole and not self.missed


def run(folder: Path, factor: float, jobs: int) -> Tally:
    """Look at positions until there are enough; those that *folder* has are not made again."""
    tally = Tally(max(1, round(POSITIONS * factor / 4)))
    file = folder / "voldetour-wins.jsonl"
    known = _known(file)
    with multiprocessing.get_context("spawn").Pool(jobs) as pool, file.open("a") as kept:
        for tasks in _batches(tally):
            missing = [task for task in tasks if task not in known]
            for findings in pool.imap(examine, missing):
                kept.write(json.dumps(findings.to_json()) + "\n")
                kept.flush()
                known[findings.task] = findings
            for task in tasks:
                tally.add(known[task])
            print(f"voldetour-wins: {_in_short(tally)}", file=sys.stderr)
    return tally


def _batches(tally: Tally) -> Iterator[list[int]]:
    """Yield the numbers of tasks, some at a time, as long as they can bring what is missing."""
    for first in range(0, MOST_TASKS, TOGETHER):
        if tally.is_whole:
            return
        if tasks := [task for task in range(first, first + TOGETHER) if _is_needed(task, tally)]:
            yield tasks


def _is_needed(task: int, tally: Tally) -> bool:
    if task % 2 == 0:
        return not tally.is_complete("crowd", (2, 4))
    return not tally.is_complete("play", (2,) if task % 4 == 1 else (4,))


def _known(file: Path) -> dict[int, Findings]:
    """Return the findings of a file; the last line may have been cut off."""
    known = dict[int, Findings]()
    if not file.exists():
        return known
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    file.write_text("".join(whole), encoding="utf-8")
    for findings in map(Findings.from_json, map(json.loads, whole)):
        known[findings.task] = findings
    return known


def _in_short(tally: Tally) -> str:
    counts = defaultdict[str, int](int, Counter())
    for (kind, _, _), (count, _) in tally.counts.items():
        counts[kind] += count
    return f"{counts['win']} wins, {counts['stop']} stops, {len(tally.missed)} missed"
