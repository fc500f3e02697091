"""Run a campaign: ``python -m tests.faults.campaign load --only F1 L1 --scale 0.1``.

Rows that were measured at this commit and size are not run again unless ``--again`` says so. At
full size the page ``docs/explanation/reliability.md`` is written anew from all that is known.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Sequence

from tests.faults.figures import Figure, NotRun, Row, Setting
from tests.faults.report import CAMPAIGNS, campaign_of, commit, keep, kept, outcome, write_page

# Each has ROWS: functions by row, which take a setting and return figures.
PARTS = (
    "tests.faults.rows",
    "tests.faults.input_rows",
    "tests.security.rows",
    "tests.faults.fairness",
)
PORT = 9230


def rows_of(campaign: str) -> dict[str, Row]:
    """Return the rows of a campaign, by id."""
    found: dict[str, Row] = {}
    for name in PARTS:
        found.update(importlib.import_module(name).ROWS)
    return {row: run for row, run in found.items() if campaign_of(row) == campaign}


def run(row: str, measure: Row, setting: Setting) -> bool:
    """Measure a row and keep what came of it; return whether every target is reached."""
    print(f"{row} ...", file=sys.stderr, flush=True)
    begin, figures, missing = time.monotonic(), list[Figure](), ""
    try:
        figures = measure(setting)
    except NotRun as why:
        missing = str(why)
    seconds = time.monotonic() - begin
    found = outcome(
        row,
        figures,
        seed=setting.seed,
        scale=setting.scale,
        seconds=seconds,
        missing=missing,
    )
    keep(found)
    print(f"{row} in {seconds:.0f} s: {missing or 'done'}", file=sys.stderr)
    for figure in figures:
        print(f"  {figure}", file=sys.stderr, flush=True)
    return found.is_reached


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("campaign", choices=[*CAMPAIGNS, "page"])
    parser.add_argument("--only", nargs="+", metavar="ROW", help="these rows")
    parser.add_argument("--scale", type=float, default=1.0, help="1 is the whole table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--again", action="store_true", help="also what was measured already")
    wanted = parser.parse_args(arguments)
    if wanted.campaign == "page":
        write_page()
        return
    setting = Setting(wanted.scale, wanted.seed, wanted.port)
    done, now = kept(), commit()
    missed: list[str] = []
    for row, measure in rows_of(wanted.campaign).items():
        known = done.get(row)
        is_known = known and (known.commit, known.scale) == (now, wanted.scale)
        if wanted.only and row not in wanted.only:
            continue
        if is_known and not wanted.again and not wanted.only:
            print(f"{row} is known", file=sys.stderr)
        elif not run(row, measure, setting):
            missed.append(row)
    if wanted.scale == 1:
        write_page()
    if missed:
        sys.exit(f"missed or not run: {' '.join(missed)}")


if __name__ == "__main__":
    main()
