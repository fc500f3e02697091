"""The rows of load and faults at a small size: what can be counted must be right.

Times are only printed, as the machine may be busy. Seeds that have failed once are run again.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.faults import fairness
from tests.faults.campaign import rows_of
from tests.faults.figures import Figure, NotRun, Row, Setting
from tests.faults.report import CAMPAIGNS, PROJECT, Outcome, page, table

SEEDS = Path(__file__).parent / "seeds"
LONG = {"L1m", "L2", "F11"}  # only in the campaign: they are long, or made of other rows
ELSEWHERE = {"F5", "F6", "F7"}  # tests/server: test_several.py, test_time.py, test_time_served.py
ROWS = {row: run for row, run in rows_of("load").items() if row not in LONG | ELSEWHERE}


def seeds_of(row: str) -> list[int]:
    """Return the usual seed, and those with which a row has failed."""
    kept = SEEDS / f"{row}.txt"
    return [1, *(map(int, kept.read_text("utf-8").split()) if kept.exists() else ())]


@pytest.mark.parametrize(("row", "seed"), [(row, seed) for row in ROWS for seed in seeds_of(row)])
def test_what_is_counted_is_right(row: str, seed: int, small: Setting) -> None:
    try:
        figures = ROWS[row](replace(small, seed=seed))
    except NotRun as why:
        pytest.skip(str(why))
    print(row, *figures, sep="\n  ")
    assert [str(figure) for figure in figures if figure.is_counted and not figure.is_reached] == []


def test_every_row_of_the_table_is_measured_by_a_campaign() -> None:
    rows: dict[str, Row] = {}
    for campaign in CAMPAIGNS:
        rows |= rows_of(campaign)
    assert set(rows) == set(table())


def test_the_table_names_tests_that_there_are() -> None:
    for test in (test for row in table() for test in fairness.tests_of(row)):
        file, _, name = test.partition("::")
        assert f"def {name}" in (PROJECT / file).read_text("utf-8"), test


def test_a_missed_target_says_by_how_much() -> None:
    missed = Figure("p99", 75.0, "ms", at_most=50, is_time=True)
    assert not missed.is_reached
    assert not missed.is_counted
    assert str(missed) == "p99 75 ms (target ≤ 50 ms, missed by 50 %)"


def test_what_is_not_measured_stays_on_the_page() -> None:
    assert "| L1 |" in page({})
    found = Outcome("L1", [Figure("p99", 75, "ms", at_most=50)], 1, 1, 60, "abc", "2026-11-16")
    missed = page({"L1": found})
    assert "- **L1**: p99 75 ms (target ≤ 50 ms, missed by 50 %)." in missed
    assert page({}, missed) == missed
    reached = replace(found, figures=[Figure("p99", 40, "ms", at_most=50)])
    assert "75 ms" not in page({"L1": reached}, missed)
