"""A turn: what the pawn and the towers may do, and what a tower move leaves [V4 to V13].

*towers* and *pawns* are what lies and stands on the field; *pawn* is the square of the mover's
pawn and *rival* that of the other. Both pawns always stand on towers of their own colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from tretorri.games.volterra.board import AROUND, SIDES, Colour, Square
from tretorri.games.volterra.notation import (
    PAWN_MOVES,
    TOWER_MOVES,
    MovePawn,
    MoveTower,
    Pawns,
    Towers,
)

MAX_LIFTED = 2  # V9


def pawn_moves(towers: Towers, colour: Colour, pawn: Square) -> Iterator[MovePawn]:
    """Yield the pawn's moves to neighbouring towers of its colour [V5].

    No pawn stands there: the other pawn is on a tower of the other colour.

    >>> [str(move) for move in pawn_moves({"c3": "d", "b4": "ld", "c2": "l"}, "d", "c3")]
    ['Pb4']
    """
    for square in AROUND[pawn]:
        if square in towers and towers[square][-1] == colour:
            yield PAWN_MOVES[square]


def has_free_side(towers: Towers, square: Square) -> bool:
    """Tell whether a side of *square* is off the field or empty [V7]."""
    return any(side not in towers for side in SIDES[square])


def tower_moves(towers: Towers, colour: Colour, pawn: Square, rival: Square) -> Iterator[MoveTower]:
    """Yield the moves of one or two pieces between two neighbours of the pawn [V6, V7, V8, V9].

    >>> [str(move) for move in tower_moves({"a1": "ld", "a2": "d", "b1": "l"}, "d", "a2", "b2")]
    ['a1-b1', 'a1=b1']
    """
    reach = [square for square in AROUND[pawn] if square in towers]
    for source in reach:
        tower = towers[source]
        if tower[-1] == colour and has_free_side(towers, source):
            most = min(MAX_LIFTED, len(tower))
            for target in reach:
                if target not in (source, rival):
                    yield from TOWER_MOVES[source, target][:most]


def turn_actions(
    towers: Towers, colour: Colour, pawn: Square, rival: Square
) -> Iterator[MovePawn | MoveTower]:
    """Yield what may begin a turn: a move of the pawn or a tower [V4].

    The other must still be possible afterwards [V11]. After a tower move it always is: the pawn
    can step onto the tower just moved.
    """
    for move in pawn_moves(towers, colour, pawn):
        if any(tower_moves(towers, colour, move.square, rival)):
            yield move
    yield from tower_moves(towers, colour, pawn, rival)


def towers_after(towers: Towers, pawns: Pawns, move: MoveTower) -> Towers:
    """Return the towers after a tower move, parts without a pawn forfeited [V6, V12, V13]."""
    tower = towers[move.source]
    kept, lifted = tower[: -move.pieces], tower[-move.pieces :]
    after = {**towers, move.source: kept, move.target: towers[move.target] + lifted}
    if not kept:
        del after[move.source]
        for square in pawnless_squares(after, pawns):
            del after[square]
    return after


def pawnless_squares(towers: Towers, pawns: Pawns) -> set[Square]:
    """Return the squares of the parts of the field on which no pawn stands [V12].

    >>> towers = {"a1": "d", "b2": "l", "d1": "d", "e1": "l"}
    >>> sorted(pawnless_squares(towers, {"d": "a1", "l": "b2"}))
    ['d1', 'e1']
    """
    edge = set(pawns.values())
    unreached = towers.keys() - edge
    while edge:
        edge = unreached.intersection(chain.from_iterable(AROUND[square] for square in edge))
        unreached -= edge
    return unreached
