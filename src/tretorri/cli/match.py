"""``tretorri match``: players against each other, over many games."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import click

from tretorri.cli.errors import bad_usage
from tretorri.cli.main import INTERRUPTED
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
from tretorri.cli.standing import Progress, as_data, as_table
from tretorri.core.words import shown
from tretorri.engine.matches import DEADLINE, OPENING_TURNS, Match, Played
from tretorri.engine.players import KINDS, MOST_NODES, USUAL_LIMITS, Limits, read_player, whole
from tretorri.engine.players import seconds as read_seconds
from tretorri.engine.ratings import Sprt
from tretorri.engine.standings import Standings
from tretorri.engine.workers import Ledger, play_out

USUAL_GAMES = 100
MOST_PROCESSES = 256
_ELOS = re.compile(r"(-?[0-9]{1,4}(?:\.[0-9]{1,3})?),(-?[0-9]{1,4}(?:\.[0-9]{1,3})?)")


def _limit(_: click.Context, param: click.Parameter, value: str | None) -> int | float | None:
    if value is None:
        return None
    return whole(value, MOST_NODES) if param.name == "nodes" else read_seconds(value)


def count(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    """Read how many of something there shall be."""
    return None if value is None else whole(value, 10**6)


def _sprt(_: click.Context, __: click.Parameter, value: str | None) -> Sprt | None:
    """Read the two strengths that are tested against each other."""
    if value is None:
        return None
    found = _ELOS.fullmatch(value)
    if not found or not float(found[1]) < float(found[2]):
        raise bad_usage("bad-sprt", value=shown(value))
    return Sprt(float(found[1]), float(found[2]))


@click.command(cls=GameCommand, example="tretorri match greedy random --game GAME --games 4")
@click.argument("names", metavar="PLAYER PLAYER...", nargs=-1, required=True)
@game_option
@click.option(
    "--games",
    metavar="NUMBER",
    callback=count,
    help=f"How many games, at least ({USUAL_GAMES}, or all openings once).",
)
@click.option(
    "--openings",
    metavar="NUMBER",
    callback=count,
    help="How many different openings (a new one for each round unless given).",
)
@click.option(
    "--opening-turns",
    metavar="NUMBER",
    default=str(OPENING_TURNS),
    show_default=True,
    callback=whole_number,
    help="How many random turns an opening has.",
)
@seed_option(f"What openings and players' luck are drawn by ({DEFAULT_SEED} unless given).")
@position_option
@click.option(
    "--nodes", metavar="NUMBER", callback=_limit, help="How much players think about a turn."
)
@click.option(
    "--seconds", metavar="SECONDS", callback=_limit, help="How long players think about a turn."
)
@click.option(
    "--deadline",
    metavar="SECONDS",
    default=f"{DEADLINE:g}",
    show_default=True,
    callback=_limit,
    help="After how long an external player has lost, beyond --seconds.",
)
@click.option(
    "--processes",
    metavar="NUMBER",
    default="1",
    show_default=True,
    callback=count,
    help="How many games are played at the same time.",
)
@click.option(
    "--sprt", metavar="ELO0,ELO1", callback=_sprt, help="Stop as soon as one is accepted."
)
@click.option("--save", "file", metavar="FILE", help="Keep every game here as it ends.")
@click.option("--resume", is_flag=True, help="Go on with the match in the file of --save.")
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
    """Play games between players and compare their strength.

    A PLAYER is `random`, `greedy`, `level:3`, `engine`, `engine:nodes=10000`, `uct:seconds=0.1` or
    `external:COMMAND`, a program that speaks the protocol of `tretorri protocol`. Each opening is
    played in every rotation of the seats.
    """
    limits = Limits(nodes, seconds).or_else(USUAL_LIMITS)
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
        games = openings * len(wanted.seatings) if openings else USUAL_GAMES
    standings = Standings(wanted, sprt)
    with ledger_of(wanted, file, resume) as ledger:
        is_whole = play_all(standings, games, processes, ledger)
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


def ledger_of(wanted: Match, file: str | None, resume: bool) -> Ledger | nullcontext[None]:
    """Return the file of the match; one that exists must be meant."""
    if file is None:
        if resume:
            raise bad_usage("resume-what")
        return nullcontext()
    path = Path(file)
    if path.exists() and not resume:
        raise bad_usage("match-exists", file=file)
    return Ledger(path, wanted)


def play_all(standings: Standings, games: int, processes: int, ledger: Ledger | None) -> bool:
    """Play the match; tell whether it came to its end, or to a verdict."""
    known = ledger.known() if ledger else {}
    if ledger and ledger.dropped:
        say("match-dropped", count=ledger.dropped)
    if known:
        say("match-known", count=len(known))
    keep = ledger.keep if ledger else _forget
    at_once = min(processes, MOST_PROCESSES)
    total = len(list(standings.match.schedule(games)))
    try:
        with Progress(standings, total) as progress:
            play_out(standings, games, known, at_once, keep=keep, tell=lambda _: progress.show())
    except KeyboardInterrupt:
        return False
    return True


def _forget(_: Played) -> None:
    """Do nothing: nobody wants to keep the games."""


def _say_verdict(standings: Standings) -> None:
    if standings.accepted is not None:
        say("match-accepted", elo=f"{standings.accepted:g}", games=standings.games)


def say_how_to_go_on(games: int) -> None:
    """Tell somebody who has pressed Ctrl-C what was kept and how to go on."""
    words = [word for word in sys.argv[1:] if word != "--resume"]
    command = shlex.join(["tretorri", *words, "--resume"])
    say("match-go-on", games=games, command=command)
