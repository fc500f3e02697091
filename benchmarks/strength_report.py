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

TITLES = {
    "uct": "Against plain UCT",
    "openspiel": "Against OpenSpiel",
    "greedy": "Against the greedy bot",
    "seats": "With three and four seats",
    "voldetour-wins": "Wins and defences in VoldéTour",
}
ABOUT = {
    "uct": "Plain UCT with random playouts in the native core; both sides have 0.05 s of CPU time"
    " for a whole turn, however many actions it has.",
    "openspiel": "OpenSpiel's MCTSBot with its solver, through an adapter, 0.05 s of CPU time."
    " It is the Python bot, which is the stronger one here: each of its random games is one call"
    " of the native core, while the C++ bot would ask the adapter for every action. The time of a"
    " turn is divided by its usual number of actions (Volterra 2, Towers 1, VoldéTour 2); longer"
    " turns get more. Only the first turn of a game is random: of the six games of Volterra,"
    " out of a hundred, that were not won after four random turns, five were proven lost before"
    " the engine's first move.",
    "greedy": "The greedy bot of the library, which takes the time it needs; the engine has 0.2 s"
    " of CPU time per turn. Here too, only the first turn is random.",
    "seats": "The engine in one seat, in rotation, and greedy bots in the others; 0.05 s. A shared"
    " win counts by its share.",
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
        "# Strength\n\nHow the engine scores against other programs, and whether it finds the wins"
        " and defences that brute force finds. How it searches is described under [The"
        " engine](engine.md).\n\n"
        f"Made by `{command}` on {today}, commit {', '.join(commits)},"
        f" Python {platform.python_version()}, {processor()}.\n\n"
        "Unless stated otherwise, an opening is four random turns. Each round has a new one, played"
        " in every rotation of the seats; [Matches and ratings](../reference/matches.md) explains"
        " scores and intervals. CPU is the mean time of a turn in milliseconds and, after the"
        " slash, the 99th percentile. Turns are the minimum, median and maximum of a game,"
        " including the opening.\n"
    )


def section(name: str, results: Sequence[Result]) -> str:
    """Return the results of one kind of trial."""
    return "\n".join((f"## {TITLES[name]}", "", ABOUT[name], "", *HEAD, *map(_line, results), ""))


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
            f"## {TITLES['voldetour-wins']}",
            "",
            "Positions in which the player to move can win in this turn, or can stop every win of"
            " the opponents in their next turns (with four players: of as many as can be stopped,"
            f" in turn order). The engine answers with {', '.join(BUDGETS)}; each answer is played"
            " and, unless it wins, all turns of the opponents are tried. A position counts as"
            " missed if any of the answers fails.",
            "",
            "| asked | positions from | seats | positions | missed |",
            "| --- | --- | ---: | ---: | ---: |",
            *lines,
            "",
            f"In addition, {tally.not_won:,} crowded positions were confirmed to have no win and"
            f" {tally.not_stopped:,} positions to have no defence; in {tally.undecided:,} positions"
            " no defence was found among the turns that were tried.",
            "",
        )
    )
