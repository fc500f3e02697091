"""Names of things and actions in words, and the clicks that spell an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tretorri.core.words import Text
from tretorri.games.voldetour.board import BLOCKS, COLOURS
from tretorri.games.voldetour.notation import EndTurn, MoveLord, Place
from tretorri.games.voldetour.pieces import Piece

if TYPE_CHECKING:
    from tretorri.games.voldetour.rules import VoldeTourPosition

_GROUPS: Final = {"B": "any-block", "S": "stair"}
_WAYS: Final = {
    "x": "way-x",
    "y": "way-y",
    "z": "way-z",
    "n": "way-n",
    "e": "way-e",
    "s": "way-s",
    "w": "way-w",
    "^": "way-nested",
}


def colour_name(seat: str) -> Text:
    """Return the colour of a seat.

    >>> colour_name("b").key
    'voldetour.black'
    """
    return Text(f"voldetour.{COLOURS[seat]}")


def group_name(letter: str) -> Text:
    """Return what ``B`` or ``S`` stands for: Block or Stair."""
    return Text(f"voldetour.{_GROUPS[letter]}")


def kind_name(kind: str) -> Text:
    """Return the name of a kind of piece.

    >>> kind_name("B2").params
    {'length': 2}
    """
    return Text("voldetour.block", {"length": BLOCKS[kind]}) if kind in BLOCKS else group_name(kind)


def name_with_owner(kind: str, owner: str) -> Text:
    """Return the name of a kind of piece with the colour of its owner.

    >>> str(name_with_owner("S", "b"))
    'Black Stair'
    """
    words: dict[str, int | Text] = {"owner": colour_name(owner)}
    if kind in BLOCKS:
        return Text("voldetour.owned-block", {**words, "length": BLOCKS[kind]})
    return Text("voldetour.owned-stair", words)


def way_name(way: str) -> Text:
    """Return how a piece lies, in words."""
    return Text(f"voldetour.{_WAYS[way]}")


def laid_name(kind: str, way: str, owner: str | None = None) -> Text:
    """Return a kind of piece and how it lies; a Block of length 1 lies no particular way."""
    return _with_way(name_with_owner(kind, owner) if owner else kind_name(kind), way)


def piece_name(piece: Piece) -> Text:
    """Return a piece in words: owner, kind and how it lies."""
    return laid_name(piece.kind, piece.orientation, piece.owner)


def _with_way(kind: Text, way: str) -> Text:
    return Text("voldetour.laid", {"kind": kind, "way": way_name(way)}) if way else kind


def describe(action: Place | MoveLord | EndTurn) -> Text:
    """Say in words what *action* does.

    >>> describe(MoveLord("e5")).params
    {'target': 'e5'}
    """
    if isinstance(action, EndTurn):
        return Text("voldetour.do-end")
    if isinstance(action, MoveLord):
        return Text("voldetour.do-lord", {"target": action.target})
    piece = laid_name(action.kind, action.way)
    if action.source is None:
        return Text("voldetour.do-place", {"target": action.target, "piece": piece})
    return Text(
        "voldetour.do-move", {"source": action.source, "target": action.target, "piece": piece}
    )


def reserve_pick(seat: str, kind: str) -> str:
    """Return the pick that takes a piece from a reserve."""
    return f"reserve:{seat}{kind}"


def lord_pick(seat: str) -> str:
    """Return the pick that takes a Lord."""
    return f"lord:{seat}"


def picks(position: VoldeTourPosition, action: Place | MoveLord | EndTurn) -> tuple[str, ...]:
    """Return what to click, in order: the piece, the square and, for most, the way."""
    if isinstance(action, EndTurn):
        return (str(action),)
    if isinstance(action, MoveLord):
        return (lord_pick(position.mover), action.target)
    if action.source is None:
        taken = reserve_pick(position.mover, action.kind)
    else:
        taken = str(position.top_piece(action.kind, action.source))
    return (taken, action.target, action.way) if action.way else (taken, action.target)
