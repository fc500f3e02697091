"""``tretorri ladder``: rate the levels of the engine."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from tretorri.arena.ladder import Ladder, LadderMatch, rank
from tretorri.arena.matches import Match
from tretorri.cli.errors import bad_usage, need_regular
from tretorri.cli.ladder_page import as_data, rating_table, score_table, write_section
from tretorri.cli.main import INTERRUPTED
from tretorri.cli.match import count, open_match_file, play_all, say_how_to_go_on
from tretorri.cli.options import (
    DEFAULT_SEED,
    GameCommand,
    game_argument,
    json_option,
    seed_option,
)
from tretorri.cli.output import print_json, print_table, say
from tretorri.cli.table.storage import RECORD_SUFFIX
from tretorri.core.registry import game
from tretorri.core.words import excerpt
from tretorri.engine.levels import LEVELS
from tretorri.engine.levels import levels as levels_of

DEFAULT_LADDER_GAMES = 200


def _levels(_: click.Context, __: click.Parameter, value: str) -> tuple[int, ...]:
    """Read the lowest and the highest level of the ladder."""
    found = re.fullmatch(r"([0-9])-([0-9])", value)
    if not found or not 1 <= int(found[1]) <= int(found[2]) <= LEVELS:
        raise bad_usage("bad-levels", value=excerpt(value), most=LEVELS)
    return tuple(range(int(found[1]), int(found[2]) + 1))


@click.command(
    cls=GameCommand,
    examples=(
        "tretorri ladder GAME --levels 1-2 --games 2 --players 2",
        "tretorri ladder GAME --processes 4 --out ladder",
        "tretorri ladder GAME --out ladder --resume --report ladder.md",
    ),
    see=("match", "bench"),
)
@game_argument()
@click.option(
    "--games",
    metavar="N",
    default=str(DEFAULT_LADDER_GAMES),
    show_default=True,
    callback=count,
    help="Minimum number of games per pair of players.",
)
@click.option(
    "--levels",
    metavar="LOW-HIGH",
    default=f"1-{LEVELS}",
    show_default=True,
    callback=_levels,
    help="Lowest and highest level.",
)
@seed_option(f"Seed of openings and random choices.  [default: {DEFAULT_SEED}]")
@click.option(
    "--processes",
    "--jobs",
    "processes",
    metavar="N",
    default="1",
    show_default=True,
    callback=count,
    help="Number of games to play at the same time.",
)
@click.option("--out", "folder", metavar="FOLDER", help="Save each finished game here.")
@click.option("--resume", is_flag=True, help="Continue the ladder in --out.")
@click.option("--report", metavar="FILE", help="Also write the result to a Markdown page.")
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
    """Rate the levels of the engine for GAME by playing them against each other.

    The lowest level also plays the simple bots. With more than two seats, the player being scored
    has one seat and its opponent all the others: among four equals it scores 25 %.
    """
    if resume and folder is None:
        raise bad_usage("ladder-resume-what")
    if report is not None:
        need_regular(Path(report))
    chosen = {name: value for name, value in options.items() if value is not None}
    levels_of(game(game_id, **chosen).start())  # raises if the game has none
    wanted = Ladder(game_id, tuple(chosen.items()), levels, DEFAULT_SEED if seed is None else seed)
    matches = [LadderMatch(each) for each in wanted.matches()]
    is_whole = all(_play(match, games, processes, folder, resume) for match in matches)
    _show(wanted, [match for match in matches if match.games], report, as_json)
    if not is_whole:
        played = sum(match.games for match in matches)
        say_how_to_go_on(played) if folder else say("ladder-stopped", games=played)
        sys.exit(INTERRUPTED)


def _play(match: LadderMatch, games: int, processes: int, folder: str | None, resume: bool) -> bool:
    """Play one match; return whether it was completed."""
    first, others = match.names
    file = None if folder is None else _file(Path(folder), match.match)
    with open_match_file(match.match, file, resume and file is not None) as match_file:
        say("ladder-match", first=first, others=others)
        return play_all(match, games, processes, match_file)


def _file(folder: Path, match: Match) -> str:
    """Return the file for the games of a match."""
    folder.mkdir(parents=True, exist_ok=True)
    name = " ".join((match.game_id, *(value for _, value in match.options), *match.labels))
    return str(folder / (re.sub("[^a-z0-9]+", "-", name) + RECORD_SUFFIX))


def _show(wanted: Ladder, matches: list[LadderMatch], report: str | None, as_json: bool) -> None:
    """Print the result, and write it to the page if one is given."""
    found = rank(matches)
    if as_json:
        print_json(as_data(wanted, matches, found))
    else:
        print_table(score_table(matches))
        click.echo()
        print_table(rating_table(found))
    if report is not None:
        write_section(Path(report), wanted, score_table(matches), rating_table(found))
        say("written", file=report)
