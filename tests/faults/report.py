"""Keep what the rows of the table have come to, and write the page from it.

Every row is kept as it comes, in ``build/campaign``, so that a campaign that was stopped goes on
where it was. Why a target was missed, and what figures do not say, stands in ``notes.toml``, kept
by hand.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.faults.figures import Figure

HERE = Path(__file__).parent
PROJECT = HERE.parent.parent
KEPT = PROJECT / "build" / "campaign"
PAGE = PROJECT / "docs" / "reliability.md"
CAMPAIGNS = {"load": "LF", "input": "I", "twins": "DS", "security": "X", "nightly": ""}
NIGHTLY = {"D5"}  # which would make its campaign longer than half an hour
TITLES = {
    "L": "Load",
    "F": "Faults",
    "I": "Bad input",
    "D": "Two ways to the same",
    "S": "Sanitizers",
    "X": "Security",
}
ABOUT = """# Reliability in figures

Real server processes are loaded, cut off, killed, starved and attacked, and what comes of it is
counted. Every row can be measured anew: load and faults by `make campaign-load`, bad input by
`make campaign-input`, both ways and the sanitizers by `make campaign-twins`, security by
`make campaign-security`, and D5 by `make campaign-nightly`; one row by
`python -m tests.faults.campaign load --only F1`. `make test` runs them at a tenth of the size or
less (D5 and S3 only in the campaign), and fails if anything that can be counted is wrong; times
are only printed there. Failing seeds are kept in `tests/faults/seeds`. How the server is built for
this: [The server](server.md).
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


def commit() -> str:
    """Return the commit that is measured."""
    asked = ["git", "-C", str(PROJECT), "describe", "--always", "--dirty", "--exclude=*"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


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


def kept() -> dict[str, Outcome]:
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


def table() -> dict[str, dict[str, str]]:
    """Return the rows of the table: what they measure, and the targets."""
    return tomllib.loads((HERE / "table.toml").read_text("utf-8"))


def page(outcomes: dict[str, Outcome]) -> str:
    """Return the page about all rows."""
    parts = [ABOUT, _machine(), _minutes(outcomes)]
    for letter, title in TITLES.items():
        rows = [row for row in table() if row[0] == letter]
        parts.append(f"## {title}\n\n" + "\n".join(_rows(rows, outcomes)) + "\n")
    notes = "\n".join(_missed(outcomes))
    parts.append(f"## What is missed, and what else there is to know\n\n{notes}\n")
    return "\n".join(parts)


def _machine() -> str:
    machine = f"{os.cpu_count()} cores ({platform.machine()}, {platform.system()})"
    python = f"Python {platform.python_version()}"
    return f"Machine: {machine}, server and load on the same ones; {python}.\n"


def _minutes(outcomes: dict[str, Outcome]) -> str:
    """Return how long the campaigns take, as the sum of their rows."""
    took = {
        name: sum(found.seconds for row, found in outcomes.items() if campaign_of(row) == name) / 60
        for name in CAMPAIGNS
    }
    told = ", ".join(f"{name} {minutes:.0f}" for name, minutes in took.items())
    return f"Minutes that their rows took, one after the other: {told}.\n"


def _rows(rows: Iterable[str], outcomes: dict[str, Outcome]) -> Iterator[str]:
    yield "| | what is done | target | measured | | measured at |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for row in rows:
        texts, found = table()[row], outcomes.get(row)
        start = f"| {row} | {texts['measure']} | {texts['target']} "
        if found is None or found.missing:
            yield start + f"| not run{': ' + found.missing if found else ''} | | |"
        else:
            mark = "✓" if found.is_reached else "✗"
            size = "" if found.scale == 1 else f", size × {found.scale:g}"
            where = f"{found.date}, {found.commit}, seed {found.seed}{size}"
            yield start + f"| {'<br>'.join(map(str, found.figures))} | {mark} | {where} |"


def _missed(outcomes: dict[str, Outcome]) -> Iterator[str]:
    notes = tomllib.loads((HERE / "notes.toml").read_text("utf-8"))
    for row in table():
        found, note = outcomes.get(row), notes.get(row, "")
        if found is not None and found.is_reached:
            told = ["Reached."] if note else []
        else:
            figures = found.figures if found else ()
            missed = "; ".join(str(figure) for figure in figures if not figure.is_reached)
            told = [f"{missed or 'not run'}."]
        if told:
            yield f"- **{row}**: {' '.join([*told, note]).strip()}"


def write_page() -> None:
    """Write the page from what is kept."""
    PAGE.write_text(page(kept()), encoding="utf-8")
