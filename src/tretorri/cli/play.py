"""``tretorri play``: a game in the terminal."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TextIO

import click

from tretorri.cli.errors import bad_usage
from tretorri.cli.language import spoken_language
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
from tretorri.cli.table.lots import draw_options, draw_seats
from tretorri.cli.table.session import Session
from tretorri.cli.table.table import DEFAULT_LEVEL, HUMAN, LocalGame, level_or_bot, seat_players
from tretorri.core.game import LARGEST_SEED
from tretorri.core.registry import games
from tretorri.core.words import excerpt
from tretorri.engine import OPPONENTS

WHO = (HUMAN, *OPPONENTS)


@click.command(
    cls=GameCommand,
    examples=(
        "tretorri play GAME --seed 7",
        "tretorri play GAME --seat SEAT=engine",
        "tretorri play --resume",
    ),
    see=("games", "rules", "serve"),
)
@game_argument(required=False)
@click.option(
    "--seat",
    "chosen",
    multiple=True,
    metavar="SEAT=PLAYER",
    help=f"Player of a seat: {', '.join(WHO)}. Can be repeated.",
)
@click.option(
    "--bots",
    metavar="NAMES",
    help="Bots for all seats in turn order, separated by commas; or one for all.",
)
@click.option(
    "--lot",
    "is_by_lot",
    is_flag=True,
    help="Draw lots for the seats: who plays which colour, and who begins.",
)
@seed_option("Seed of the random setup, of the lots and of the bots.  [default: random]")
@position_option
@click.option("--resume", is_flag=True, help="Continue the last unfinished game.")
@click.option("--load", metavar="FILE", help="Continue a saved game.")
@click.option("--save", metavar="FILE", help="Save the game here on leaving.")
@click.option(
    "--script",
    metavar="FILE",
    type=click.File(encoding="utf-8", errors="replace"),
    help="Read what the human players type from a file; - is standard input.",
)
def play(
    *,
    game_id: str | None,
    chosen: Sequence[str],
    bots: str | None,
    is_by_lot: bool,
    seed: int | None,
    text: str | None,
    resume: bool,
    load: str | None,
    save: str | None,
    script: TextIO | None,
    **options: str | None,
) -> None:
    """Play GAME in the terminal, against bots or with other people.

    By default you have the first seat, and level 3 of the engine has the others. Type `help` at the
    prompt for a list of commands. Every action is saved at once; --resume continues the game. A
    random setup in which the game ends before every seat has moved is dealt again.
    """
    if is_by_lot and chosen:
        raise bad_usage("lot-or-seat")
    if save is not None and Path(save).exists():
        raise bad_usage("file-exists", file=save)
    if resume or load is not None:
        begun = {"position": text, "seed": seed, **options}
        _refuse_all({**begun, "load": load if resume else None, "lot": is_by_lot or None})
        table, kept = _resume(game_id) if load is None else (_load(Path(load), game_id), None)
    else:
        table, kept = _new(game_id, text, seed, options, is_by_lot), None
    table.players |= {} if bots is None else _bots(table.seats, bots)
    table.players |= _read_seats(table.seats, chosen)
    table.players = seat_players(table.position.game, table.players)
    if is_by_lot:
        _draw_seats(table)
    _sit(Session(table, _hand(table, script), storage.Autosave(kept)), save)


def _refuse_all(options: Mapping[str, object]) -> None:
    """Reject options that a game in progress already contains."""
    for name, value in options.items():
        if value is not None:
            raise bad_usage("has-begun", name=f"--{name}")


def _new(
    game_id: str | None,
    text: str | None,
    seed: int | None,
    options: Mapping[str, str | None],
    is_by_lot: bool,
) -> LocalGame:
    """Return a table with a new game and no players yet."""
    if game_id is None:
        raise bad_usage("which-game", games=", ".join(games()))
    drawn = secrets.randbelow(LARGEST_SEED + 1) if seed is None else seed
    if is_by_lot and text is None:
        options = draw_options(game_id, options, _dice("options", drawn))
    start = opening(game_id, text, drawn if text is None else None, options)
    return LocalGame([start], {}, drawn if text is None else None, bot_seed=drawn)


def _draw_seats(table: LocalGame) -> None:
    """Draw who sits where, and say so."""
    table.players = draw_seats(table.players, _dice("seats", table.bot_seed))
    game = table.position.game
    names = {seat: game.seat_name(seat).sentence(spoken_language()) for seat in game.seats}
    drawn = ", ".join(f"{names[seat]} – {player}" for seat, player in table.players.items())
    say("play-lot", players=drawn)


def _dice(what: str, seed: int) -> Random:
    return Random(f"{what} {seed}")  # noqa: S311 - repeatable play is meant, not secrets


def _resume(game_id: str | None) -> tuple[LocalGame, Path]:
    """Return the last unfinished game, and its file."""
    kept = storage.last_unfinished(game_id)
    if kept is None:
        raise bad_usage("nothing-to-resume")
    return kept


def _load(path: Path, game_id: str | None) -> LocalGame:
    """Return a saved game; if *game_id* is given, the file must contain that game."""
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
        raise bad_usage("bad-bots", bots=excerpt(text), known=known, seats=len(seats))
    return dict(zip(seats, names, strict=True))


def _read_seats(seats: Sequence[str], choices: Sequence[str]) -> dict[str, str]:
    """Read each ``--seat SEAT=PLAYER``."""
    players = {}
    for choice in choices:
        seat, _, who = choice.partition("=")
        if seat not in seats or who not in WHO:
            known, places = ", ".join(WHO), " ".join(seats)
            raise bad_usage("bad-seat", choice=excerpt(choice), seats=places, known=known)
        players[seat] = who
    return players


def _hand(table: LocalGame, script: TextIO | None) -> Hand | None:
    """Return the input of the human players; without a terminal, bots take their seats."""
    if not table.has_people:
        return None
    if script is not None:
        return Script(script)
    if sys.stdin.isatty():
        return Keyboard()
    say("no-terminal")
    usual = level_or_bot(table.position.game, DEFAULT_LEVEL)
    table.players = {s: usual if p == HUMAN else p for s, p in table.players.items()}
    return None


def _sit(session: Session, save: str | None) -> None:
    """Play until the game is over or the human players leave; Ctrl-C loses nothing."""
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
