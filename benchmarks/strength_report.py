"""The report of the trials of strength, as Markdown."""

from __future__ import annotations

import datetime
import platform
from collections.abc import Sequence

from benchmarks.report import processor
from benchmarks.strength_matches import Result, percent
from benchmarks.strength_players import Times
from benchmarks.strength_turns import BUDGETS
from benchmarks.strength_wins import Tally
from tretorri.core.registry import game

ABOUT = {
    "uct": "Plain UCT with random playouts in our own core, both sides with 0.05 s of CPU time for"
    " a whole turn, however many actions it has.",
    "openspiel": "OpenSpiel's MCTSBot with its solver, through an adapter, 0.05 s of CPU time."
    " It is the bot in Python, as that is the stronger one here: each of its random games is one"
    " call of our native core, while the bot in C++ would ask the adapter for every action. The"
    " time of a turn is divided by the usual number of its actions (Volterra 2, Towers 1, VoldéTour"
    " 2); longer turns get more. Only the first turn of a game is a random one: of six games of"
    " Volterra that were not won after four, out of a hundred, five were proven lost before the"
    " engine was to move for the first time.",
    "greedy": "The greedy bot of the library, which takes the time that it needs; the engine has"
    " 0.2 s of CPU time for a turn. Here too only the first turn is a random one.",
    "seats": "The engine in one seat, rotated, greedy bots in the others; 0.05 s. A shared win"
    " counts its share.",
}
HEAD = (
    "| game | seats | games | won | shared | lost | score (95 % between) | required | reached"
    " | CPU ours | CPU theirs | turns | ended by |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | --- |",
)


def head(commits: Sequence[str], command: str) -> str:
    """Return what stands above the sections."""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    return (
        f"# Strength\n\nMade by `{command}` on {today}, commit {', '.join(commits)},"
        f" Python {platform.python_version()}, {processor()}.\n\n"
        "Unless said otherwise every opening is four random turns. It is new for each round and"
        " played in every rotation of the seats; [matches](matches.md) says how scores and"
        " intervals are counted. CPU is the mean time of a turn in milliseconds and, behind the"
        " stroke, what 99 of 100 turns stay below. Turns are the least, the median and the"
        " most of a game, the opening included.\n"
    )


def section(name: str, results: Sequence[Result]) -> str:
    """Return the results of one kind of trial."""
    return "\n".join((f"## {name}", "", ABOUT[name], "", *HEAD, *map(_line, results), ""))


def _line(result: Result) -> str:
    trial, row = result.trial, result.row
    endings = ", ".join(f"{rule} {count}" for rule, count in result.endings.most_common())
    cells = (
        game(trial.game_id).id,
        result.seats,
        row.games,
        row.wins,
        row.draws,
        f"{row.losses}{f' ({row.forfeits} forfeited)' if row.forfeits else ''}",
        percent(result.score),
        f"{100 * trial.required:.0f} %",
        "yes" if result.is_reached else "**no**",
        _shown(result.ours),
        _shown(result.theirs),
        " / ".join(map(str, result.turns)),
        endings,
    )
    return f"| {' | '.join(map(str, cells))} |"


def _shown(times: Times) -> str:
    return f"{1000 * times.mean:.1f} / {1000 * times.longest:.0f}"


def wins_section(tally: Tally) -> str:
    """Return what came of the positions of VoldéTour."""
    lines = [
        f"| {kind} | {source} | {seats} | {count} | {missed} |"
        for (kind, source, seats), (count, missed) in sorted(tally.counts.items())
    ]
    return "\n".join(
        (
            "## voldetour-wins",
            "",
            "Positions in which the mover can win in this turn, or can stop every win of the next"
            " turns of its rivals (with four players: of as many as can be stopped, those who move"
            f" first). The engine answers with {', '.join(BUDGETS)}; each answer is played and,"
            " unless it wins, all turns of the rivals are tried. A case counts as missed if any of"
            " the answers fails.",
            "",
            "| asked | positions from | seats | positions | missed |",
            "| --- | --- | ---: | ---: | ---: |",
            *lines,
            "",
            f"Besides, {tally.not_won:,} crowds were confirmed to have no win,"
            f" {tally.not_stopped:,} positions to have no turn that stops, and in"
            f" {tally.undecided:,} none was found among the turns that were tried.",
            "",
        )
    )
