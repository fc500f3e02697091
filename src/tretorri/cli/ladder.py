"""``tretorri ladder``: the levels of the engine against each other."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from tretorri.cli.errors import bad_usage
from tretorri.cli.ladder_page import as_data, rating_table, score_table, write_section
from tretorri.cli.main import INTERRUPTED
from tretorri.cli.match import count, ledger_of, play_all, say_how_to_go_on
from tretorri.cli.options import (
    DEFAULT_SEED,
    GameCommand,
    game_argument,
    json_option,
    seed_option,
)
from tretorri.cli.output import print_json, print_table, say
from tretorri.core.registry import game
from tretorri.core.words import shown
from tretorri.engine.ladder import Ladder, Trial, rungs
from tretorri.engine.levels import LEVELS
from tretorri.engine.levels import levels as levels_of
from tretorri.engine.matches import Match

USUAL_GAMES = 200
ENDING = ".tretorri"


def _levels(_: click.Context, __: click.Parameter, value: str) -> tuple[int, ...]:
    """Read from which level to which the ladder goes."""
    found = re.fullmatch(r"([0-9])-([0-9])", value)
    if not found or not 1 <= int(found[1]) <= int(found[2]) <= LEVELS:
        raise bad_usage("bad-levels", value=shown(value), most=LEVELS)
    return tuple(range(int(found[1]), int(found[2]) + 1))


@click.command(cls=GameCommand, example="tretorri ladder GAME --levels 1-2 --games 2 --players 2")
@game_argument()
@click.option(
    "--games",
    metavar="NUMBER",
    default=str(USUAL_GAMES),
    show_default=True,
    callback=count,
    help="How many games each pair of players has, at least.",
)
@click.option(
    "--levels",
    metavar="LOW-HIGH",
    default=f"1-{LEVELS}",
    show_default=True,
    callback=_levels,
    help="From which level to which.",
)
@seed_option(f"What openings and players' luck are drawn by ({DEFAULT_SEED} unless given).")
@click.option(
    "--processes",
    "--jobs",
    "processes",
    metavar="NUMBER",
    default="1",
    show_default=True,
    callback=count,
    help="How many games are played at the same time.",
)
@click.option("--out", "folder", metavar="FOLDER", help="Keep every game here as it ends.")
@click.option("--resume", is_flag=True, help="Go on with the ladder in the folder of --out.")
@click.option("--report", metavar="FILE", help="Put the result into a page of Markdown as well.")
@json_option
def ladder(
    *,
    game_id: str,
    games: int,
    levels: tuple[int, ...],
    seed: int | None,
    processes: int,
    folder: str | None,
    resume: bool,
    report: str | None,
    as_json: bool,
    **options: str | None,
) -> None:
    """Play the levels of the engine against each other and rate them.

    The lowest level plays the simple bots as well. With more than two seats, the player whose score
    is counted has one seat and the other one all others, so that among four equals it gets 25 %.
    """
    if resume and folder is None:
        raise bad_usage("ladder-resume-what")
    chosen = {name: value for name, value in options.items() if value is not None}
    levels_of(game(game_id, **chosen).start())  # refuses a game that has none
    wanted = Ladder(game_id, tuple(chosen.items()), levels, DEFAULT_SEED if seed is None else seed)
    trials = [Trial(match) for match in wanted.matches()]
    is_whole = all(_play(trial, games, processes, folder, resume) for trial in trials)
    _show(wanted, [trial for trial in trials if trial.games], report, as_json)
    if not is_whole:
        played = sum(trial.games for trial in trials)
        say_how_to_go_on(played) if folder else say("ladder-stopped", games=played)
        sys.exit(INTERRUPTED)


def _play(trial: Trial, games: int, processes: int, folder: str | None, resume: bool) -> bool:
    """Play one match; tell whether it came to its end."""
    first, others = trial.names
    file = None if folder is None else _file(Path(folder), trial.match)
    with ledger_of(trial.match, file, resume and file is not None) as ledger:
        say("ladder-match", first=first, others=others)
        return play_all(trial, games, processes, ledger)


def _file(folder: Path, match: Match) -> str:
    """Return where the games of a match are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    name = " ".join((match.game_id, *(value for _, value in match.options), *match.labels))
    return str(folder / (re.sub("[^a-z0-9]+", "-", name) + ENDING))


def _show(wanted: Ladder, trials: list[Trial], report: str | None, as_json: bool) -> None:
    """Print what was found, and put it into the page that was asked for."""
    found = rungs(trials)
    if as_json:
        print_json(as_data(wanted, trials, found))
    else:
        print_table(score_table(trials))
        click.echo()
        print_table(rating_table(found))
    if report is not None:
        write_section(Path(report), wanted, score_table(trials), rating_table(found))
        say("written", file=report)
