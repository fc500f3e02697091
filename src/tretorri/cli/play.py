"""``tretorri play``: a game in the terminal."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO

import click

from tretorri.cli.errors import bad_usage
from tretorri.cli.main import INTERRUPTED
from tretorri.cli.options import (
    GameCommand,
    game_argument,
    opening,
    position_option,
    seed_option,
)
from tretorri.cli.output import say
from tretorri.cli.table import storage
from tretorri.cli.table.keyboard import Hand, Keyboard, Script
from tretorri.cli.table.session import Session
from tretorri.cli.table.table import HUMAN, USUAL_BOT, Table, seated
from tretorri.core.game import LARGEST_SEED
from tretorri.core.registry import games
from tretorri.core.words import shown
from tretorri.engine import OPPONENTS

WHO = (HUMAN, *OPPONENTS)


@click.command(cls=GameCommand, example="tretorri play GAME --seed 7")
@game_argument(required=False)
@click.option(
    "--seat",
    "chosen",
    multiple=True,
    metavar="SEAT=WHO",
    help=f"Who plays a seat: {', '.join(WHO)}. May be repeated.",
)
@click.option("--bots", metavar="NAMES", help="Bots for all seats in turn order, or one for all.")
@seed_option("What the start is shuffled by and what bots decide by (drawn unless given).")
@position_option
@click.option("--resume", is_flag=True, help="Go on with the last game that was not finished.")
@click.option("--load", metavar="FILE", help="Go on with a game that was saved.")
@click.option("--save", metavar="FILE", help="Save the game here in the end.")
@click.option(
    "--script",
    metavar="FILE",
    type=click.File(encoding="utf-8", errors="replace"),
    help="Take what people type from a file; - is standard input.",
)
def play(
    *,
    game_id: str | None,
    chosen: Sequence[str],
    bots: str | None,
    seed: int | None,
    text: str | None,
    resume: bool,
    load: str | None,
    save: str | None,
    script: TextIO | None,
    **options: str | None,
) -> None:
    """Play GAME against people and bots.

    Without --seat and --bots a person has the first seat and bots the others. Type `help` at the
    table to see what can be typed. Every action is kept at once; --resume goes on.
    """
    if save is not None and Path(save).exists():
        raise bad_usage("file-exists", file=save)
    if resume or load is not None:
        begun = {"position": text, "seed": seed, **options}
        _refuse_all({**begun, "load": load if resume else None})
        table, kept = _kept(game_id) if load is None else (_loaded(Path(load), game_id), None)
    else:
        table, kept = _new(game_id, text, seed, options), None
    table.players |= {} if bots is None else _bots(table.seats, bots)
    table.players |= _chosen(table.seats, chosen)
    table.players = seated(table.seats, table.players)
    _sit(Session(table, _hand(table, script), storage.Autosave(kept)), save)


def _refuse_all(options: Mapping[str, object]) -> None:
    """Refuse what a game that has begun says itself."""
    for name, value in options.items():
        if value is not None:
            raise bad_usage("has-begun", name=f"--{name}")


def _new(
    game_id: str | None, text: str | None, seed: int | None, options: Mapping[str, str | None]
) -> Table:
    """Return a table with a new game, where nobody sits yet."""
    if game_id is None:
        raise bad_usage("which-game", games=", ".join(games()))
    drawn = secrets.randbelow(LARGEST_SEED + 1) if seed is None else seed
    start = opening(game_id, text, drawn if text is None else None, options)
    return Table([start], {}, drawn if text is None else None, luck=drawn)


def _kept(game_id: str | None) -> tuple[Table, Path]:
    """Return the last game that was not finished, and its file."""
    kept = storage.last_unfinished(game_id)
    if kept is None:
        raise bad_usage("nothing-to-resume")
    return kept


def _loaded(path: Path, game_id: str | None) -> Table:
    """Return a game that was saved; if *game_id* is given, it must be that game."""
    table = storage.read(path)
    found = table.position.game.id
    if game_id not in (None, found):
        raise bad_usage("other-game", file=str(path), game=found)
    return table


def _bots(seats: Sequence[str], text: str) -> dict[str, str]:
    """Read ``--bots greedy,random``; one name is for all seats."""
    names = text.split(",") * (1 if "," in text else len(seats))
    if len(names) != len(seats) or not set(names) <= set(OPPONENTS):
        known = ", ".join(OPPONENTS)
        raise bad_usage("bad-bots", bots=shown(text), known=known, seats=len(seats))
    return dict(zip(seats, names, strict=True))


def _chosen(seats: Sequence[str], choices: Sequence[str]) -> dict[str, str]:
    """Read each ``--seat SEAT=WHO``."""
    players = {}
    for choice in choices:
        seat, _, who = choice.partition("=")
        if seat not in seats or who not in WHO:
            known, places = ", ".join(WHO), " ".join(seats)
            raise bad_usage("bad-seat", choice=shown(choice), seats=places, known=known)
        players[seat] = who
    return players


def _hand(table: Table, script: TextIO | None) -> Hand | None:
    """Return who types for the people; where nobody can, bots take their seats."""
    if not table.has_people:
        return None
    if script is not None:
        return Script(script)
    if sys.stdin.isatty():
        return Keyboard()
    say("no-terminal")
    table.players = {s: USUAL_BOT if p == HUMAN else p for s, p in table.players.items()}
    return None


def _sit(session: Session, save: str | None) -> None:
    """Play until the game is over or the people leave; Ctrl-C loses nothing."""
    try:
        session.run()
    except KeyboardInterrupt:
        click.echo(err=True)
        sys.exit(INTERRUPTED)
    finally:
        if save is not None:
            storage.write(session.table, Path(save))
            say("play-saved", file=save)
        if session.can_be_resumed:
            say("play-kept")
