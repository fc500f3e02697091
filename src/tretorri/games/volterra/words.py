"""The words for seats, colours, towers, squares and actions, and the prompts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tretorri.core.game import Action
from tretorri.core.scene import Shape
from tretorri.core.words import Text
from tretorri.games.volterra.board import COLOUR_NAMES, OTHER, Colour
from tretorri.games.volterra.notation import (
    LAYING,
    NOTHING,
    PAWN_MOVED,
    TOWER_MOVED,
    AnyAction,
    LayPiece,
    MovePawn,
    MoveTower,
    PlacePawn,
)
from tretorri.games.volterra.rules.ends import heights
from tretorri.games.volterra.rules.layout import LAYING_TURNS

if TYPE_CHECKING:
    from tretorri.games.volterra.position import VolterraPosition

_LIFTED = {1: "lift-one", 2: "lift-two"}
_DESCRIBED: dict[type[Action], str] = {
    MovePawn: "move-pawn",
    LayPiece: "lay-piece",
    PlacePawn: "place-pawn",
}
_LABELS: dict[Shape, str] = {"slab": "piece-on", "pawn": "pawn-of-colour-on"}
_ENDINGS = {"V14": "cannot-move", "C1": "repeated", "C3": "too-long"}
_STILL_TO_DO = {NOTHING: "do-both", PAWN_MOVED: "do-tower", TOWER_MOVED: "do-pawn"}


def seat_text(seat: Colour) -> Text:
    """Return the name of a seat.

    >>> str(seat_text("d"))
    'Dark'
    """
    return text(f"seat-{COLOUR_NAMES[seat]}")


def colour_text(colour: Colour) -> Text:
    """Return the word for a colour.

    >>> str(colour_text("d"))
    'dark'
    """
    return text(COLOUR_NAMES[colour])


def text(key: str, **params: str | int | Text) -> Text:
    """Return a sentence of this game by its key."""
    return Text(f"volterra.{key}", params)


def action_text(action: AnyAction) -> Text:
    """Say in words what an action does."""
    if isinstance(action, MoveTower):
        return text(_LIFTED[action.pieces], source=action.source, target=action.target)
    return text(_DESCRIBED[type(action)], square=action.square)


def square_text(name: str, tower: str, pawn: str, language: str) -> Text:
    """Return what stands on a square in words, layer by layer."""
    if not tower:
        return text("square-empty", square=name)
    layers = ", ".join(colour_text(piece).sentence(language) for piece in tower)
    key = "square-pawn" if pawn else "square-tower"
    colour = colour_text(tower[-1])
    return text(key, square=name, colour=colour, height=len(tower), layers=layers)


def stands_text(shape: Shape, colour: Colour, square: str, level: int) -> Text:
    """Say which piece stands where."""
    return text(_LABELS[shape], colour=colour_text(colour), square=square, level=level)


def heights_of(position: VolterraPosition, seat: Colour) -> str:
    """Return the heights of a seat's towers, highest first: ``3, 2, 1, 1``."""
    return ", ".join(map(str, heights(position.towers, seat))) or "0"


def prompt_text(position: VolterraPosition) -> Text:
    """Say whose turn it is and what it still needs, or how the game ended."""
    mover = seat_text(position.mover)
    if position.result is not None:
        return _outcome(position, position.result.winners, position.result.rule)
    if position.done != LAYING:
        return text(_STILL_TO_DO[position.done], seat=mover)
    lays = position.turn <= LAYING_TURNS
    return text("do-lay" if lays else "do-place", seat=mover)


def _outcome(position: VolterraPosition, winners: tuple[Colour, ...], rule: str) -> Text:
    """Say who won and which rule ended the game [V14, V15, C1, C3]."""
    why = text(_ENDINGS[rule], colour=colour_text(position.mover))
    if not winners:
        return text("drawn", why=why)
    winner, loser = winners[0], OTHER[winners[0]]
    return text(
        "won",
        why=why,
        seat=seat_text(winner),
        heights=heights_of(position, winner),
        others=heights_of(position, loser),
    )
