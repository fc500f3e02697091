"""The words for seats, pieces, squares and actions, and the prompts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tretorri.core.words import Text
from tretorri.games.voldetour.board import BLOCKS, COLOURS, OUT, Square
from tretorri.games.voldetour.notation import EndTurn, MoveLord, PlacePiece
from tretorri.games.voldetour.rules.lord import last_turn_at_home
from tretorri.games.voldetour.rules.pieces import Piece

if TYPE_CHECKING:
    from tretorri.games.voldetour.position import VoldeTourPosition

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

_ARROWS: Final = {"n": "^", "e": ">", "s": "v", "w": "<"}
_PROMPTS: Final = {
    "": "prompt-begin",
    "B": "prompt-block",
    "S": "prompt-stair",
    "BS": "prompt-both",
}
_ENDS: Final = {
    "D5": "over-D5",
    "D8": "over-D8",
    "D19": "over-D19",
    "C1": "over-C1",
    "C3": "over-C3",
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


def action_text(action: PlacePiece | MoveLord | EndTurn) -> Text:
    """Say in words what *action* does.

    >>> action_text(MoveLord("e5")).params
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


def layer_texts(position: VoldeTourPosition, square: Square, pile: list[Piece]) -> list[Text]:
    """Return in words what stands on a square, from the board up."""
    layers = [piece_name(piece) for piece in pile]
    for key, places in (("tower", position.game.setup.towers), ("lord", position.lords)):
        for seat, place in places.items():
            if place == square:
                layers.append(Text(f"voldetour.{key}", {"owner": colour_name(seat)}))
    return layers or [Text("voldetour.bare")]


def short_text(position: VoldeTourPosition, square: Square, pile: list[Piece]) -> str:
    """Return height, slope, owner of the top and Lord of a square in up to four characters."""
    owners = [piece.owner for piece in pile]
    owners += [seat for seat, tower in position.game.setup.towers.items() if tower == square]
    lords = [seat.upper() for seat, place in position.lords.items() if place == square]
    if not owners:
        return "".join(lords)
    slope = _ARROWS.get(position.terrain.slopes.get(square, ""), "")
    return "".join([str(position.terrain.heights[square]), slope, owners[-1], *lords])


def status_text(position: VoldeTourPosition, seat: str) -> Text:
    """Say whether a Lord is out, on its way, or must leave its own Tower by some turn [D19]."""
    setup, square = position.game.setup, position.lords[seat]
    if square == OUT:
        return Text("voldetour.status-out")
    if square != setup.towers[seat]:
        return Text("voldetour.status-away", {"square": square})
    return Text("voldetour.status-home", {"turn": last_turn_at_home(setup, seat)})


def prompt_text(position: VoldeTourPosition) -> Text:
    """Say whose turn it is and what can still be done, or how the game ended."""
    if position.result is None:
        params = {"seat": colour_name(position.mover)}
        return Text(f"voldetour.{_PROMPTS[position.done]}", params)
    over, winners = f"voldetour.{_ENDS[position.result.rule]}", position.result.winners
    return Text(over, {"winner": colour_name(winners[0])}) if winners else Text(over)
