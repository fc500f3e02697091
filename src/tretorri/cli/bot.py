"""``tretorri bot``: one of our players at a seat on any server."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import replace

import click

from tretorri.cli.language import spoken_language
from tretorri.cli.options import PlainCommand
from tretorri.cli.output import say, sentence
from tretorri.client import ClientError, Seat, join
from tretorri.core.game import LARGEST_SEED
from tretorri.core.registry import games
from tretorri.engine.matches import DEADLINE
from tretorri.engine.players import Course, Limits, Setting, Thinker, read_player

LEVEL = "level:4"
SHARES = {"game": 0.05, "turn": 0.5}  # of what the clock has left, for one turn
LEAST = 0.01  # seconds
PARTING = 5.0  # seconds to tell the server that we go


@click.command(
    cls=PlainCommand, example="tretorri bot 'https://example.org/en/join/…#…' --engine level:5"
)
@click.argument("link", metavar="LINK")
@click.option(
    "--engine",
    "player",
    metavar="PLAYER",
    default=LEVEL,
    show_default=True,
    help="Who plays, named as for `tretorri match`: level:5, engine:seconds=2, greedy, random.",
)
@click.option("--name", metavar="NAME", help="What the others see; the player unless given.")
def bot(link: str, player: str, name: str | None) -> None:
    """Play at the seat of a link until the game is over; Ctrl-C gives the seat back.

    Draws are declined; others may take their turns back.
    """
    setting = read_player(player)
    games()  # takes a moment to load, in which nobody shall have to wait for us
    with join(link, setting.name if name is None else name, language=spoken_language()) as seat:
        try:
            title = str(seat.state["title"])
            say("bot-seated", name=setting.name, seat=_title(seat), title=title)
            _play(seat, setting)
        except BaseException:
            _leave(seat)
            raise
        if seat.ending is not None:
            click.echo(seat.ending.sentence)


def _play(seat: Seat, setting: Setting) -> None:
    """Play to the end, one whole turn after the other."""
    board = seat.board
    course = Course(board.start, board.seed, seat.position, board.turns)  # which grow
    player = setting.player(DEADLINE)
    try:
        player.begin(course, secrets.randbelow(LARGEST_SEED))
        while seat.wait(lambda offer: offer.what == "takeback"):
            if seat.state["begun"]:  # by whoever had the seat before
                seat.step_back()
                continue
            course.position = seat.position
            if isinstance(player, Thinker):
                player.setting = replace(setting, limits=_in_time(setting.limits, seat))
            turn = player.choose(course)
            if seat.play_turn(turn):
                number, mover = course.position.turn, _title(seat)
                click.echo(sentence("play-turn", turn=number, seat=mover, text=turn))
    finally:
        player.close()


def _in_time(limits: Limits, seat: Seat) -> Limits:
    """Return limits that leave enough on our clock; only those in seconds can be kept to."""
    left, clock = seat.seconds_left, seat.state["clock"]
    if left is None or limits.seconds is None:
        return limits
    most = left * SHARES[clock["per"]] + clock["increment"] / 2
    return replace(limits, seconds=max(LEAST, min(limits.seconds, most)))


def _leave(seat: Seat) -> None:
    """Give the seat back, if it is still ours and the server can be reached."""
    with suppress(ClientError):
        if seat.leave(PARTING):
            say("bot-left")


def _title(seat: Seat) -> str:
    return next(str(each["title"]) for each in seat.state["seats"] if each["id"] == seat.id)
