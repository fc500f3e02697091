"""A ladder as tables, as JSON, and as a section of a Markdown page."""

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
from tretorri.arena.ladder import Ladder, LadderEntry, LadderMatch
from tretorri.arena.players import read_player
from tretorri.cli.language import spoken_language
from tretorri.cli.match_output import numbers, percent, with_error
from tretorri.cli.output import sentence
from tretorri.core.registry import game
from tretorri.engine.levels import level_name

Table = Sequence[Sequence[str]]
TITLE = "# The ladder of levels"
PAGE_HEAD = f"""{TITLE}

How the levels of the engine score against each other. `tretorri ladder` writes these sections.
SCORE is the share of the wins, ELO the rating relative to the mean of all players in the table.
With more than two seats, the player has one seat and its opponent all the others: an even score is
50 % with two seats, 33.3 % with three and 25 % with four.
"""


def score_table(matches: Sequence[LadderMatch]) -> Table:
    """Return the score of each match, with headings."""
    heading = [sentence(f"ladder-column-{name}") for name in ("first", "others", "games", "score")]
    rows = ([*match.names, str(match.games), percent(match.score)] for match in matches)
    return [heading, *rows]


def rating_table(entries: Sequence[LadderEntry]) -> Table:
    """Return the ratings, with headings."""
    names = ("player", "name", "elo", "milliseconds")
    rows = ([r.player, _name(r), with_error(r.rating), _milliseconds(r)] for r in entries)
    return [[sentence(f"ladder-column-{name}") for name in names], *rows]


def _name(entry: LadderEntry) -> str:
    level = read_player(entry.player).limits.level
    return "" if level is None else level_name(level).sentence(spoken_language())


def _milliseconds(entry: LadderEntry) -> str:
    return "" if entry.seconds is None else f"{1000 * entry.seconds:.1f}"


def as_data(
    ladder: Ladder, matches: Sequence[LadderMatch], entries: Sequence[LadderEntry]
) -> dict[str, Any]:
    """Return the result as plain data."""
    return {
        "game": ladder.game_id,
        "options": dict(ladder.options),
        "seed": ladder.seed,
        "matches": [
            {"players": match.names, "games": match.games, "score": numbers(match.score)}
            for match in matches
        ],
        "ratings": [
            {"player": r.player, "name": _name(r), "elo": numbers(r.rating), "seconds": r.seconds}
            for r in entries
        ],
    }


# The page -----------------------------------------------------------------------------------


def write_section(path: Path, ladder: Ladder, *tables: Table) -> None:
    """Write the tables to a page, replacing an older section of the same game."""
    there = path.read_text(encoding="utf-8") if path.exists() else PAGE_HEAD
    head, *sections = re.split(r"(?m)^(?=## )", there)
    section = _section(ladder, tables)
    title = section.splitlines()[0]
    kept = [each.rstrip() for each in sections if each.splitlines()[0] != title]
    text = "\n\n".join((head.rstrip(), *sorted((*kept, section)))) + "\n"
    path.write_text(text, encoding="utf-8")


def _section(ladder: Ladder, tables: Sequence[Table]) -> str:
    """Return a section with its command, date and version."""
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
    """Return the commit, if this is a Git repository and git is installed."""
    git = ["git", "describe", "--always", "--exclude=*", "--dirty"]
    try:
        asked = subprocess.run(git, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError:
        return ""
    return f", commit {asked.stdout.strip()}" if asked.returncode == 0 else ""
