"""Text <-> action and text <-> parts of a position; decides nothing about legality."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from tretorri.core.game import Action
from tretorri.games.voldetour.board import NESTED, SPOTS, WAYS, Square
from tretorri.games.voldetour.rules.pieces import Piece

NOTHING: Final = "-"

_SQUARE: Final = r"[a-z][0-9]{1,2}"
_WAY: Final = r"[xyznesw^]?"
_PLACE: Final = re.compile(rf"(B[1-9]|S)({_SQUARE})?>({_SQUARE})({_WAY})")
_LORD: Final = re.compile(rf"L>({_SQUARE})")
_PIECE: Final = re.compile(rf"([a-z])(B[1-9]|S)({_WAY})@({_SQUARE})\.([0-9])")


@dataclass(frozen=True, slots=True)
class PlacePiece(Action):
    """Place a piece from the reserve, or the piece in play whose anchor is *source* [D7].

    >>> str(PlacePiece("B2", None, "c4", "z")), str(PlacePiece("S", "d4", "e4", "^"))
    ('B2>c4z', 'Sd4>e4^')
    """

    kind: str
    source: Square | None
    target: Square
    way: str

    def __str__(self) -> str:
        return f"{self.kind}{self.source or ''}>{self.target}{self.way}"


@dataclass(frozen=True, slots=True)
class MoveLord(Action):
    """Move the Lord, whichever way it goes; this ends the turn [D6].

    >>> str(MoveLord("e5"))
    'L>e5'
    """

    target: Square

    def __str__(self) -> str:
        return f"L>{self.target}"


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """End a turn without a Lord's move [D6].

    >>> str(EndTurn())
    'end'
    """

    def __str__(self) -> str:
        return "end"


def read_action(text: str) -> PlacePiece | MoveLord | EndTurn | None:
    """Return the action that *text* spells, legal or not; *None* if it spells none.

    >>> read_action("S>d4n")
    PlacePiece(kind='S', source=None, target='d4', way='n')
    """
    if text == str(EndTurn()):
        return EndTurn()
    if lord := _LORD.fullmatch(text):
        return MoveLord(lord[1])
    place = _PLACE.fullmatch(text)
    if place is None or place[4] not in WAYS.get(place[1], ()):
        return None
    return PlacePiece(place[1], place[2], place[3], place[4])


def read_piece(text: str) -> Piece | None:
    """Return the piece that *text* describes; *None* if the board has no such place for one.

    The way of a nested Stair is still ``^``: only the Stair under it tells which way it lies.
    """
    found = _PIECE.fullmatch(text)
    if found is None or (found[2], found[3], found[4]) not in SPOTS:
        return None
    nested = found[3] == NESTED
    return Piece(found[1], found[2], found[3], found[4], int(found[5]), nested)


def write_pieces(pieces: Iterable[Piece]) -> str:
    """Return the field PIECES; *pieces* are in order.

    >>> write_pieces([])
    '-'
    """
    return ";".join(map(str, pieces)) or NOTHING


def write_lords(lords: Mapping[str, Square]) -> str:
    """Return the field LORDS.

    >>> write_lords({"b": "c3", "w": "-"})
    'bc3,w-'
    """
    return ",".join(f"{seat}{square}" for seat, square in lords.items())
