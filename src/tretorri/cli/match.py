"""``tretorri match``: players against each other, over many games."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import click

from tretorri.arena.matches import DEFAULT_DEADLINE_S, OPENING_TURNS, GameResult, Match
from tretorri.arena.players import DEFAULT_LIMITS, KINDS, MAX_NODES, TurnLimits, read_player, whole
from tretorri.arena.players import seconds as read_seconds
from tretorri.arena.ratings import Sprt
from tretorri.arena.standings import Standings
from tretorri.arena.workers import MatchFile, play_out
from tretorri.cli.errors import bad_usage, need_regular
from tretorri.cli.main import INTERRUPTED
from tretorri.cli.match_output import Progress, as_data, as_table
from tretorri.cli.options import (
    DEFAULT_SEED,
    GameCommand,
    game_option,
    json_option,
    position_option,
    seed_option,
    whole_number,
)
from tretorri.cli.output import print_json, print_table, say
from tretorri.core.words import excerpt

DEFAULT_MATCH_GAMES = 100
MAX_PROCESSES = 256
_ELOS = re.compile(r"(-?[0-9]{1,4}(?:\.[0-9]{1,3})?),(-?[0-9]{1,4}(?:\.[0-9]{1,3})?)")


def _limit(_: click.Context, param: click.Parameter, value: str | None) -> int | float | None:
    if value is None:
        return None
    return whole(value, MAX_NODES) if param.name == "nodes" else read_seconds(value)


def count(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    """Read a count from 1 to a million."""
    return None if value is None else whole(value, 10**6)


def _sprt(_: click.Context, __: click.Parameter, value: str | None) -> Sprt | None:
    """Read the two Elo hypotheses of the test."""
    if value is None:
        return None
    found = _ELOS.fullmatch(value)
    if not found or not float(found[1]) < float(found[2]):
        raise bad_usage("bad-sprt", value=excerpt(value))
    return Sprt(float(found[1]), float(found[2]))


@click.command(
    cls=GameCommand,
    examples=(
        "tretorri match greedy random --game GAME --games 4",
        "tretorri match level:4 level:3 --game GAME --processes 4 --save match.tretorri",
        "tretorri match engine 'external:./my-engine' --game GAME --seconds 0.1",
    ),
    see=("ladder", "protocol", "bench"),
)
@click.argument("names", metavar="PLAYER PLAYER...", nargs=-1, required=True)
@game_option
@click.option(
    "--games",
    metavar="N",
    callback=count,
    help=f"Minimum number of games.  [default: {DEFAULT_MATCH_GAMES}, or each opening once]",
)
@click.option(
    "--openings",
    metavar="N",
    callback=count,
    help="Number of different openings.  [default: a new one for each round]",
)
@click.option(
    "--opening-turns",
    metavar="N",
    default=str(OPENING_TURNS),
    show_default=True,
    callback=whole_number,
    help="Number of random turns in an opening.",
)
@seed_option(f"Seed of openings and random choices.  [default: {DEFAULT_SEED}]")
@position_option
@click.option(
    "--nodes", metavar="N", callback=_limit, help="Positions that a player may search per turn."
)
@click.option("--seconds", metavar="SECONDS", callback=_limit, help="Thinking time per turn.")
@click.option(
    "--deadline",
    metavar="SECONDS",
    default=f"{DEFAULT_DEADLINE_S:g}",
    show_default=True,
    callback=_limit,
    help="Time beyond --seconds after which an external player forfeits.",
)
@click.option(
    "--processes",
    metavar="N",
    default="1",
    show_default=True,
    callback=count,
    help="Number of games to play at the same time.",
)
@click.option(
    "--sprt",
    metavar="ELO0,ELO1",
    callback=_sprt,
    help="Stop as soon as a sequential test accepts one of two Elo differences.",
)
@click.option("--save", "file", metavar="FILE", help="Save each finished game here.")
@click.option("--resume", is_flag=True, help="Continue the match in --save.")
@json_option
def match(
    *,
    names: Sequence[str],
    game_id: str,
    games: int | None,
    openings: int | None,
    opening_turns: int,
    seed: int | None,
    text: str | None,
    nodes: int | None,
    seconds: float | None,
    deadline: float,
    processes: int,
    sprt: Sprt | None,
    file: str | None,
    resume: bool,
    as_json: bool,
    **options: str | None,
) -> None:
    """Play a match between two or more players and compare their strength.

    A PLAYER is `random`, `greedy`, `level:3`, `engine`, `engine:nodes=10000`, `uct:seconds=0.1` or
    `external:COMMAND`, a program that speaks the protocol of `tretorri protocol`. Each opening is
    played once in every rotation of the seats. Scores and Elo are printed with their 95 %
    confidence intervals.
    """
    limits = TurnLimits(nodes, seconds).or_else(DEFAULT_LIMITS)
    chosen = {name: value for name, value in options.items() if value is not None}
    if text is not None and chosen:
        raise bad_usage("position-says-all", name=f"--{next(iter(chosen))}")
    if len(names) < 2:
        raise bad_usage("two-players", kinds=", ".join(KINDS))
    wanted = Match(
        players=tuple(read_player(name, limits) for name in names),
        game_id=game_id,
        options=tuple(chosen.items()),
        start=text,
        seed=DEFAULT_SEED if seed is None else seed,
        openings=openings,
        opening_turns=opening_turns,
        deadline=deadline,
    )
    if sprt and not wanted.are_pairs:
        raise bad_usage("sprt-needs-pairs")
    if games is None:
        games = openings * len(wanted.seatings) if openings else DEFAULT_MATCH_GAMES
    standings = Standings(wanted, sprt)
    with open_match_file(wanted, file, resume) as match_file:
        is_whole = play_all(standings, games, processes, match_file)
    if as_json:
        print_json(as_data(standings))
    else:
        print_table(as_table(standings))
    _say_verdict(standings)
    if not is_whole:
        if file is None:
            say("match-stopped", games=standings.games)
        else:
            say_how_to_go_on(standings.games)
        sys.exit(INTERRUPTED)


def open_match_file(wanted: Match, file: str | None, resume: bool) -> MatchFile | nullcontext[None]:
    """Open the file of the match; an existing file is used only with *resume*."""
    if file is None:
        if resume:
            raise bad_usage("resume-what")
        return nullcontext()
    path = Path(file)
    if path.exists() and not resume:
        raise bad_usage("match-exists", file=file)
    need_regular(path)
    return MatchFile(path, wanted)


def play_all(
    standings: Standings, games: int, processes: int, match_file: MatchFile | None
) -> bool:
    """Play the match; return whether it was completed or decided by the test."""
    known = match_file.load() if match_file else {}
    if match_file and match_file.dropped:
        say("match-dropped", count=match_file.dropped)
    if known:
        say("match-known", count=len(known))
    keep = match_file.keep if match_file else _forget
    at_once = min(processes, MAX_PROCESSES)
    total = len(list(standings.match.schedule(games)))
    try:
        with Progress(standings, total) as progress:
            play_out(standings, games, known, at_once, keep=keep, tell=lambda _: progress.show())
    except KeyboardInterrupt:
        return False
    return True


def _forget(_: GameResult) -> None:
    """Drop a game: there is no file to save it to."""


def _say_verdict(standings: Standings) -> None:
    if standings.accepted is not None:
        say("match-accepted", elo=f"{standings.accepted:g}", games=standings.games)


def say_how_to_go_on(games: int) -> None:
    """After Ctrl-C, print how many games were saved and how to resume."""
    words = [word for word in sys.argv[1:] if word != "--resume"]
    command = shlex.join(["tretorri", *words, "--resume"])
    say("match-go-on", games=games, command=command)
