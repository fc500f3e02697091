"""The layout of the variant *free*: the players lay the pieces, then put their pawns [V16]."""

from __future__ import annotations

from collections.abc import Iterator

from tretorri.games.volterra.board import PIECES, SQUARES, Colour
from tretorri.games.volterra.notation import LAYINGS, PLACINGS, LayPiece, PlacePawn, Towers

LAYING_TURNS = 2 * PIECES  # V16: turns 1 to 20 lay the pieces,
LAYOUT_TURNS = LAYING_TURNS + 2  # and 21 and 22 put the pawns


def layout_actions(towers: Towers, colour: Colour, turn: int) -> Iterator[LayPiece | PlacePawn]:
    """Yield where a piece may be laid, or the pawn once all pieces are laid [V16]."""
    if turn <= LAYING_TURNS:
        yield from (LAYINGS[square] for square in SQUARES if square not in towers)
    else:
        yield from (PLACINGS[square] for square in SQUARES if towers[square] == colour)
