"""Show how strong the engine is: ``make strength``.

Each trial is a match, but for ``voldetour-wins``. Games and findings are kept in a folder as they
come, and ``--resume`` goes on with them.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import peers, strength_matches, strength_report, strength_wins
from benchmarks.report import PROJECT, commit
from tests.native.drivers import driver

WINS = "voldetour-wins"
NAMES = (*dict.fromkeys(trial.name for trial in strength_matches.TRIALS), WINS)


def new_folder() -> Path:
    """Return a folder for the games of this run."""
    now = datetime.now(tz=UTC).strftime("%Y-%m-%d-%H%M%S")
    return PROJECT / "build" / "strength" / now


def noted_commits(folder: Path) -> Sequence[str]:
    """Note which commit plays now; return all that have played."""
    file = folder / "commits"
    commits = file.read_text(encoding="utf-8").split() if file.exists() else []
    commits = list(dict.fromkeys([*commits, commit()]))
    file.write_text("\n".join(commits) + "\n", encoding="utf-8")
    return commits


def run_matches(name: str, folder: Path, factor: float, jobs: int) -> tuple[str, bool]:
    """Play the matches of a name; return their part of the report and whether it is enough."""
    trials = [trial for trial in strength_matches.TRIALS if trial.name == name]
    results = [
        result
        for trial in trials
        if (result := strength_matches.run(trial, folder, factor, jobs)) is not None
    ]
    reached = all(result.is_reached for result in results)
    return strength_report.section(name, results), reached


def run_wins(folder: Path, factor: float, jobs: int) -> tuple[str, bool]:
    """Look at the positions of VoldéTour; return that part of the report and if it is enough."""
    driver("voldetour_brute_force")  # once, before several processes want it
    tally = strength_wins.run(folder, factor, jobs)
    for case in tally.missed:
        print(f"missed by {', '.join(case.missed)}: {case.kind} {case.text}", file=sys.stderr)
    return strength_report.wins_section(tally), tally.is_reached


FACTOR = "play so many times the usual number of games; 0 only reports what is there"


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES, metavar="NAME")
    parser.add_argument("--games-factor", type=float, default=1.0, metavar="F", help=FACTOR)
    parser.add_argument("--jobs", type=int, default=2, help="games at the same time")
    parser.add_argument("--resume", type=Path, metavar="DIR", help="go on with the games there")
    parser.add_argument("--report", type=Path, help="write the report there too")
    return parser.parse_args()


def command(wanted: argparse.Namespace) -> str:
    """Return the command that plays the same; where games are kept does not matter."""
    words = ["python", "-m", "benchmarks.strength"]
    if wanted.only is not NAMES:
        words += ["--only", *wanted.only]
    if wanted.games_factor != 1:
        words += ["--games-factor", f"{wanted.games_factor:g}"]
    return "make strength" if len(words) == 3 else shlex.join(words)


def main() -> None:
    """Run the trials."""
    wanted = read_arguments()
    folder: Path = wanted.resume or new_folder()
    folder.mkdir(parents=True, exist_ok=True)
    print(f"games are saved in {folder}", file=sys.stderr)
    commits = noted_commits(folder)
    peers.install()
    sections = [strength_report.head(commits, command(wanted))]
    failed = list[str]()
    for name in wanted.only:
        run = run_wins if name == WINS else lambda *rest, name=name: run_matches(name, *rest)
        text, reached = run(folder, wanted.games_factor, wanted.jobs)
        sections.append(text)
        failed += [] if reached else [name]
        print(text, flush=True)
    if wanted.report:
        wanted.report.write_text("\n".join(sections), encoding="utf-8")
    if failed:
        sys.exit(f"not reached: {', '.join(failed)}")


if __name__ == "__main__":
    main()
