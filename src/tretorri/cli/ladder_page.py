"""How a ladder is shown: as tables, as JSON, and as a section of a page in Markdown."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tretorri import __version__
from tretorri.cli.language import spoken_language
from tretorri.cli.output import sentence
from tretorri.cli.standing import numbers, percent, with_error
from tretorri.core.registry import game
from tretorri.engine.ladder import Ladder, Rung, Trial
from tretorri.engine.levels import level_name
from tretorri.engine.players import read_player

Table = Sequence[Sequence[str]]
TITLE = "# The ladder"
HEAD = f"""{TITLE}

How the levels of the engine score against each other; `tretorri ladder` writes these sections.
ELO is above the average of everybody in the table, SCORE the share of the wins.
"""


def score_table(trials: Sequence[Trial]) -> Table:
    """Return the score of each match, with headings."""
    heading = [sentence(f"ladder-column-{name}") for name in ("first", "others", "games", "score")]
    rows = ([*trial.names, str(trial.games), percent(trial.score)] for trial in trials)
    return [heading, *rows]


def rating_table(rungs: Sequence[Rung]) -> Table:
    """Return everybody's rating, with headings."""
    names = ("player", "name", "elo", "milliseconds")
    rows = ([r.player, _name(r), with_error(r.rating), _milliseconds(r)] for r in rungs)
    return [[sentence(f"ladder-column-{name}") for name in names], *rows]


def _name(rung: Rung) -> str:
    level = read_player(rung.player).limits.level
    return "" if level is None else level_name(level).sentence(spoken_language())


def _milliseconds(rung: Rung) -> str:
    return "" if rung.seconds is None else f"{1000 * rung.seconds:.1f}"


def as_data(ladder: Ladder, trials: Sequence[Trial], rungs: Sequence[Rung]) -> dict[str, Any]:
    """Return the result as plain data."""
    return {
        "game": ladder.game_id,
        "options": dict(ladder.options),
        "seed": ladder.seed,
        "matches": [
            {"players": trial.names, "games": trial.games, "score": numbers(trial.score)}
            for trial in trials
        ],
        "ratings": [
            {"player": r.player, "name": _name(r), "elo": numbers(r.rating), "seconds": r.seconds}
            for r in rungs
        ],
    }


# The page -----------------------------------------------------------------------------------


def write_section(path: Path, ladder: Ladder, *tables: Table) -> None:
    """Put the tables into a page, in the place of an older section of the same game."""
    there = path.read_text(encoding="utf-8") if path.exists() else HEAD
    head, *sections = re.split(r"(?m)^(?=## )", there)
    section = _section(ladder, tables)
    title = section.splitlines()[0]
    kept = [each.rstrip() for each in sections if each.splitlines()[0] != title]
    text = "\n\n".join((head.rstrip(), *sorted((*kept, section)))) + "\n"
    path.write_text(text, encoding="utf-8")


def _section(ladder: Ladder, tables: Sequence[Table]) -> str:
    """Return a section that says how it was made."""
    played = game(ladder.game_id, **dict(ladder.options))
    chosen = "".join(f", {name} {v}" for name, v in ladder.options if name != "players")
    title = f"## {played.title}, {len(played.seats)} seats{chosen}"
    command = shlex.join(["tretorri", *sys.argv[1:]])
    made = f"`{command}` on {datetime.now(UTC):%Y-%m-%d}, version {__version__}{_commit()}."
    return "\n\n".join((title, made, *map(_markdown, tables)))


def _markdown(table: Table) -> str:
    heading, *rows = table
    lines = [heading, ["---"] * len(heading), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _commit() -> str:
    """Return which commit this is, where one asks inside a repository that has git."""
    git = ["git", "describe", "--always", "--exclude=*", "--dirty"]
    try:
        asked = subprocess.run(git, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError:
        return ""
    return f", commit {asked.stdout.strip()}" if asked.returncode == 0 else ""
