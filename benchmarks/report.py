"""Run all benchmarks and write their report."""

from __future__ import annotations

import argparse
import datetime
import platform
import subprocess
from pathlib import Path

from benchmarks import native_speed, rules_speed, time_keeping

PROJECT = Path(__file__).parent.parent


def commit() -> str:
    """Return the commit that is measured, marked where files differ from it."""
    git = ["git", "-C", str(PROJECT), "describe", "--always", "--exclude=*", "--dirty"]
    asked = subprocess.run(git, capture_output=True, text=True, check=False)
    return asked.stdout.strip() or "unknown"


def processor() -> str:
    """Return the name of the processor, as far as the system tells it."""
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text(encoding="utf-8").splitlines() if facts.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


ABOUT = (
    "How fast the native core and the Python rules are, compared with python-chess and OpenSpiel on"
    " the same machine.\n\n"
)


def head(title: str = "Benchmarks", command: str = "make bench", about: str = "") -> str:
    """Return what stands above the sections."""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    return (
        f"# {title}\n\n{about}Made by `{command}` on {today}, commit {commit()},"
        f" Python {platform.python_version()}, {processor()}.\n"
    )


def main() -> None:
    """Run the benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="of a round of the Python rules")
    parser.add_argument("--searches", type=int, default=time_keeping.SEARCHES, help="against time")
    parser.add_argument("--report", type=Path, help="write the report there too")
    arguments = parser.parse_args()
    sections = [
        head(about=ABOUT),
        native_speed.section(arguments.rounds),
        rules_speed.section(arguments.rounds, arguments.seconds),
        time_keeping.section(arguments.searches),
    ]
    text = "\n".join(sections)
    print(text)
    if arguments.report:
        arguments.report.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
