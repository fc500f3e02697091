"""``tretorri bot``: one of our players at a seat on a server."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import replace

import click

from tretorri.arena.matches import DEFAULT_DEADLINE_S
from tretorri.arena.players import EnginePlayer, GameLine, PlayerSpec, TurnLimits, read_player
from tretorri.cli.language import spoken_language
from tretorri.cli.options import PlainCommand
from tretorri.cli.output import say, sentence
from tretorri.client import ClientError, Seat, join
from tretorri.client.errors import plain
from tretorri.core.game import LARGEST_SEED
from tretorri.core.registry import games

DEFAULT_BOT = "level:4"
CLOCK_SHARES = {"game": 0.05, "turn": 0.5}  # of what the clock has left, for one turn
MIN_TURN_S = 0.01  # seconds
LEAVE_TIMEOUT_S = 5.0  # seconds to tell the server that we go


@click.command(
    cls=PlainCommand,
    examples=(
        "tretorri bot 'https://example.org/en/join/…#…'",
        "tretorri bot 'https://example.org/en/join/…#…' --engine level:5",
        "tretorri bot 'https://example.org/en/join/…#…' --engine engine:seconds=2 --name Tim",
    ),
    see=("match", "serve"),
)
@click.argument("link", metavar="LINK")
@click.option(
    "--engine",
    "player",
    metavar="PLAYER",
    default=DEFAULT_BOT,
    show_default=True,
    help="Player, as for `tretorri match`: level:5, engine:seconds=2, greedy, random.",
)
@click.option("--name", metavar="NAME", help="Name shown to the other players.  [default: PLAYER]")
def bot(link: str, player: str, name: str | None) -> None:
    """Seat an engine or bot at a game on a server, and play until the game is over.

    LINK is an invitation to a seat. The bot declines draws and lets opponents take back turns.
    Ctrl-C gives the seat back.
    """
    spec = read_player(player)
    games()  # loads them before the seat is taken and a clock may run
    with join(link, spec.name if name is None else name, language=spoken_language()) as seat:
        try:
            title = plain(seat.state["title"])
            say("bot-seated", name=spec.name, seat=_title(seat), title=title)
            _play(seat, spec)
        except BaseException:
            _leave(seat)
            raise
        if seat.ending is not None:
            click.echo(plain(seat.ending.sentence))


def _play(seat: Seat, spec: PlayerSpec) -> None:
    """Play to the end, one whole turn at a time."""
    board = seat.board
    game_line = GameLine(board.start, board.seed, seat.position, board.turns)  # which grow
    player = spec.player(DEFAULT_DEADLINE_S)
    try:
        player.begin(game_line, secrets.randbelow(LARGEST_SEED))
        while seat.wait(lambda offer: offer.what == "takeback"):
            if seat.state["begun"]:  # by the previous player of the seat
                seat.step_back()
                continue
            game_line.position = seat.position
            if isinstance(player, EnginePlayer):
                player.spec = replace(spec, limits=_in_time(spec.limits, seat))
            turn = player.choose(game_line)
            if seat.play_turn(turn):
                number, mover = game_line.position.turn, _title(seat)
                click.echo(sentence("play-turn", turn=number, seat=mover, text=turn))
    finally:
        player.close()


def _in_time(limits: TurnLimits, seat: Seat) -> TurnLimits:
    """Return limits that leave time on our clock; limits in nodes stay as they are."""
    left, clock = seat.seconds_left, seat.state["clock"]
    if left is None or limits.seconds is None:
        return limits
    most = left * CLOCK_SHARES.get(clock["per"], CLOCK_SHARES["game"]) + clock["increment"] / 2
    return replace(limits, seconds=max(MIN_TURN_S, min(limits.seconds, most)))


def _leave(seat: Seat) -> None:
    """Give the seat back if it is still ours and the server can be reached."""
    with suppress(ClientError):
        if seat.leave(LEAVE_TIMEOUT_S):
            say("bot-left")


def _title(seat: Seat) -> str:
    titles = {each["id"]: each["title"] for each in seat.state["seats"]}
    return plain(titles.get(seat.id, seat.id))
