"""Keep what the rows of the table have come to, and write the page from it.

Every row is kept as it comes, in ``build/campaign``, so that a campaign that was stopped goes on
where it was. Rows that were not measured here stay on the page as they are. Why a target was
missed, and what figures do not say, stands in ``notes.toml``, kept by hand.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.faults.figures import Figure

HERE = Path(__file__).parent
PROJECT = HERE.parent.parent
KEPT = PROJECT / "build" / "campaign"
PAGE = PROJECT / "docs" / "explanation" / "reliability.md"
CAMPAIGNS = {
    "load": "LF",
    "input": "I",
    "twins": "DS",
    "security": "X",
    "fairness": "P",
    "nightly": "",
}
NIGHTLY = {"D5"}  # which would make its campaign longer than half an hour
TITLES = {
    "L": "Load",
    "F": "Faults",
    "I": "Bad input",
    "D": "Equivalence",
    "S": "Sanitizers",
    "X": "Security",
    "P": "Fairness and cost",
}
ABOUT = """# Reliability

How the server and the rules behave under load, faults, bad input and attacks. Real server processes
are loaded, cut off, killed, starved and attacked, and the outcomes are counted; how the server is
built for this is described under [Design of the server](server-design.md).

Every row can be measured again: load and faults with `make campaign-load`, bad input with
`make campaign-input`, equivalence and sanitizers with `make campaign-twins`, security with
`make campaign-security`, fairness and cost with `make campaign-fairness`, and D5 with
`make campaign-nightly`; a single row with `python -m tests.faults.campaign load --only F1`.
`make test` runs the rows at a tenth of their size or less (D5 only in the campaign) and fails if
any count is wrong; times are only printed there. The rows of fairness and cost that only count are
tests, and run whole.
Failing seeds are kept in `tests/faults/seeds`.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a row has come to; *missing* says why it could not be run."""

    id: str
    figures: Sequence[Figure]
    seed: int
    scale: float
    seconds: float
    commit: str
    date: str
    missing: str = ""

    @property
    def is_reached(self) -> bool:
        """Tell whether every target is reached."""
        return not self.missing and all(figure.is_reached for figure in self.figures)


Outcomes = Mapping[str, Outcome]


def commit() -> str:
    """Return the commit that is measured; that its page changes meanwhile does not matter."""
    head = _git("rev-parse", "--short", "HEAD")
    changes = _git(
        "status", "--porcelain", "--untracked-files=no", "--", ":/", ":(exclude,top)docs"
    )
    return f"{head or 'unknown'}{'-dirty' if changes else ''}"


def _git(*command: str) -> str:
    asked = ["git", "-C", str(PROJECT), *command]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


def outcome(
    row: str, figures: Sequence[Figure], *, seed: int, scale: float, seconds: float, missing: str
) -> Outcome:
    """Return what a row has come to now."""
    date = f"{datetime.now(UTC):%Y-%m-%d}"
    return Outcome(row, figures, seed, scale, round(seconds, 1), commit(), date, missing)


def keep(found: Outcome) -> None:
    """Keep an outcome, in place of the last one of its row."""
    KEPT.mkdir(parents=True, exist_ok=True)
    text = json.dumps(asdict(found), indent=1, ensure_ascii=False)
    (KEPT / f"{found.id}.json").write_text(text, encoding="utf-8")


def kept() -> Outcomes:
    """Return what is kept, by row."""
    found = (_read(json.loads(path.read_text("utf-8"))) for path in sorted(KEPT.glob("*.json")))
    return {outcome.id: outcome for outcome in found}


def _read(data: dict[str, Any]) -> Outcome:
    return Outcome(**{**data, "figures": [Figure(**figure) for figure in data["figures"]]})


def campaign_of(row: str) -> str:
    """Return the campaign that measures a row."""
    if row in NIGHTLY:
        return "nightly"
    return next(name for name, letters in CAMPAIGNS.items() if row[0] in letters)


def table() -> dict[str, dict[str, Any]]:
    """Return the rows of the table: what they measure, the targets, and tests that count."""
    return tomllib.loads((HERE / "table.toml").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Earlier:
    """The page as it was: the lines of its rows and its notes, and the minutes of campaigns."""

    rows: Mapping[str, str]
    notes: Mapping[str, str]
    minutes: Mapping[str, str]

    @classmethod
    def read(cls, text: str) -> Earlier:
        """Read a page."""
        rows = {found[1]: found[0] for found in re.finditer(r"^\| (\w+) \|.*", text, re.MULTILINE)}
        notes = {
            found[1]: found[0] for found in re.finditer(r"^- \*\*(\w+)\*\*.*", text, re.MULTILINE)
        }
        told = re.search(r"^Run time .*:(.*)", text, re.MULTILINE)
        return cls(rows, notes, dict(re.findall(r"(\w+) (\d+)", told[1] if told else "")))


def page(outcomes: Outcomes, before: str = "") -> str:
    """Return the page about all rows; those without an outcome stay as they were *before*."""
    earlier = Earlier.read(before)
    parts = [ABOUT, _machine(), _minutes(outcomes, earlier)]
    for letter, title in TITLES.items():
        rows = [row for row in table() if row[0] == letter]
        parts.append(f"## {title}\n\n" + "\n".join(_rows(rows, outcomes, earlier)) + "\n")
    notes = "\n".join(_missed(outcomes, earlier))
    parts.append(f"## Notes\n\n{notes}\n")
    return "\n".join(parts)


def _machine() -> str:
    machine = f"{os.cpu_count()} cores ({platform.machine()}, {platform.system()})"
    python = f"Python {platform.python_version()}"
    return f"Machine: {machine}, shared by server and load; {python}.\n"


def _minutes(outcomes: Outcomes, earlier: Earlier) -> str:
    """Return how long the campaigns take, as the sum of their rows."""
    took = dict(earlier.minutes)
    for name in CAMPAIGNS:
        rows = [row for row in table() if campaign_of(row) == name]
        if all(row in outcomes for row in rows):
            took[name] = f"{sum(outcomes[row].seconds for row in rows) / 60:.0f}"
    told = ", ".join(f"{name} {took[name]}" for name in CAMPAIGNS if name in took)
    return f"Run time per group, in minutes: {told}.\n"


def _rows(rows: Iterable[str], outcomes: Outcomes, earlier: Earlier) -> Iterator[str]:
    yield "| | test | target | measured | | date, commit, seed |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for row in rows:
        texts, found = table()[row], outcomes.get(row)
        start = f"| {row} | {texts['measure']} | {texts['target']} "
        if found is None and row in earlier.rows:
            yield earlier.rows[row]
        elif found is None or found.missing:
            yield start + f"| not run{': ' + found.missing if found else ''} | | |"
        else:
            mark = "✓" if found.is_reached else "✗"
            size = "" if found.scale == 1 else f", size × {found.scale:g}"
            where = f"{found.date}, {found.commit}, seed {found.seed}{size}"
            yield start + f"| {'<br>'.join(map(str, found.figures))} | {mark} | {where} |"


def _missed(outcomes: Outcomes, earlier: Earlier) -> Iterator[str]:
    notes = tomllib.loads((HERE / "notes.toml").read_text("utf-8"))
    for row in table():
        found = outcomes.get(row)
        is_kept = found is None and row in earlier.rows
        note = earlier.notes.get(row) if is_kept else _note(row, found, notes.get(row, ""))
        if note:
            yield note


def _note(row: str, found: Outcome | None, note: str) -> str:
    """Return what is to be said of a row; nothing if it is reached and needs no words."""
    if found is not None and found.is_reached:
        return f"- **{row}**: Reached. {note}" if note else ""
    figures = found.figures if found else ()
    missed = "; ".join(str(figure) for figure in figures if not figure.is_reached)
    return f"- **{row}**: {missed or 'not run'}. {note}".strip()


def write_page() -> None:
    """Write the page from what is kept."""
    before = PAGE.read_text("utf-8") if PAGE.exists() else ""
    PAGE.write_text(page(kept(), before), encoding="utf-8")
