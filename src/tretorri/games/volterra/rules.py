"""The rules: what is legal, what an action does, how a game ends. One function per rule.

*towers* and *pawns* are what lies and stands on the field; *pawn* is the square of the mover's
pawn and *rival* that of the other. Both pawns always stand on towers of their own colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from tretorri.core.endings import is_too_long, stands_third_time
from tretorri.core.game import Result
from tretorri.games.volterra.board import AROUND, PIECES, SIDES, SQUARES, Colour, Square
from tretorri.games.volterra.notation import (
    LAYINGS,
    PAWN_MOVES,
    PLACINGS,
    TOWER_MOVES,
    LayPiece,
    MovePawn,
    MoveTower,
    Pawns,
    PlacePawn,
    Towers,
)

MOST_LIFTED = 2  # V9
LAYING_TURNS = 2 * PIECES  # V16: turns 1 to 20 lay the pieces,
LAYOUT_TURNS = LAYING_TURNS + 2  # and 21 and 22 put the pawns


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
            most = min(MOST_LIFTED, len(tower))
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


def layout_actions(towers: Towers, colour: Colour, turn: int) -> Iterator[LayPiece | PlacePawn]:
    """Yield where a piece may be laid, or the pawn once all pieces are laid [V16]."""
    if turn <= LAYING_TURNS:
        yield from (LAYINGS[square] for square in SQUARES if square not in towers)
    else:
        yield from (PLACINGS[square] for square in SQUARES if towers[square] == colour)


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


def heights(towers: Towers, colour: Colour) -> tuple[int, ...]:
    """Return the heights of the towers of a colour, highest first [V15].

    >>> heights({"a1": "d", "b1": "lld", "c1": "dl"}, "d")
    (3, 1)
    """
    return tuple(sorted((len(t) for t in towers.values() if t[-1] == colour), reverse=True))


def score(towers: Towers, seats: Sequence[Colour], rule: str) -> Result:
    """Return the result: the highest tower wins, then the next [V15].

    A shorter row of heights that begins like a longer one is the smaller: a missing tower is 0.
    """
    scores = {seat: heights(towers, seat) for seat in seats}
    best = max(scores.values())
    winners = tuple(seat for seat in seats if scores[seat] == best)
    return Result(winners if len(winners) == 1 else (), scores, rule)


def ending(
    towers: Towers,
    pawns: Pawns,
    seats: Sequence[Colour],
    turn: int,
    *,
    key: str,
    seen: tuple[str, ...],
) -> str | None:
    """Return the rule that ends the game as a turn begins, if one does [V14, C1, C3]."""
    mover, other = seats[(turn - 1) % 2], seats[turn % 2]
    if not any(turn_actions(towers, mover, pawns[mover], pawns[other])):
        return "V14"
    if stands_third_time(seen, key):
        return "C1"
    return "C3" if is_too_long(turn) else None
