"""Placing Blocks and Stairs: where a piece may stand, and when it is blocked [D7 to D13]."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from tretorri.games.voldetour.board import (
    NESTING,
    NEXT,
    OPPOSITE,
    STAIR,
    STANDING,
    TOWER_HEIGHT,
    Direction,
    Spot,
    Square,
)
from tretorri.games.voldetour.rules.pieces import Piece, Terrain

Face = str

FULL: Final[Face] = "full square"
NO_FACE: Final[Face] = "none"


# Where a piece may stand ------------------------------------------------------------------------


def open_squares(terrain: Terrain, lords: Collection[Square]) -> list[set[Square]]:
    """Return, for each level, the squares on which a piece can stand there [D11, D12]."""
    levels: list[set[Square]] = [set() for _ in range(TOWER_HEIGHT)]
    for square, height in terrain.heights.items():
        if height < TOWER_HEIGHT and square not in terrain.slopes and square not in lords:
            levels[height].add(square)
    return levels


def spots(kind: str, terrain: Terrain, lords: Collection[Square]) -> Iterator[Spot]:
    """Yield the spots that a piece of *kind* can take [D9 to D12]."""
    for level, squares in enumerate(open_squares(terrain, lords)):
        highest_rise = TOWER_HEIGHT - level
        for spot in STANDING[kind]:
            if spot.ground <= squares and spot.rise <= highest_rise:
                yield spot
    if kind == STAIR:
        yield from (spot for spot in NESTING if spot.anchor in terrain.slopes)


# When a piece is blocked ------------------------------------------------------------------------


def is_blocked(piece: Piece, terrain: Terrain, lords: Collection[Square]) -> bool:
    """Tell whether a piece in play cannot be moved [D13]."""
    return (
        carries_lord(piece, lords) or carries_piece(piece, terrain) or is_walled_in(piece, terrain)
    )


def carries_lord(piece: Piece, lords: Collection[Square]) -> bool:
    """Tell whether a Lord stands above *piece*, on it or on what it carries [D13]."""
    return any(square in lords for square in piece.spot.squares)


def carries_piece(piece: Piece, terrain: Terrain) -> bool:
    """Tell whether another piece stands or nests on *piece* [D13]."""
    top, is_slope = piece.top, piece.is_slope
    return any(
        terrain.heights[square] != top or (square in terrain.slopes) != is_slope
        for square in piece.spot.squares
    )


def is_walled_in(piece: Piece, terrain: Terrain) -> bool:
    """Tell whether material stands all around *piece* and hides its vertical faces [D13]."""
    squares, first = piece.spot.squares, piece.level
    return all(
        _hides(facing_face(terrain, NEXT[square].get(side), level, side), face(piece, side))
        for square in squares
        for side in OPPOSITE
        if NEXT[square].get(side) not in squares
        for level in range(first, first + piece.spot.rise)
    )


def face(piece: Piece, side: Direction) -> Face:
    """Return the vertical face of *piece* on one side [D13]."""
    if piece.kind != STAIR:
        return FULL
    if piece.nested:
        return _stair_face(OPPOSITE[piece.way], side, f"above a slope climbing {piece.way}")
    return _lone_stair_face(piece.way, side)


def facing_face(
    terrain: Terrain, square: Square | None, level: int, side: Direction
) -> Face | None:
    """Return the face that the material in a cell turns to its neighbour; *None* for no material.

    *side* is where the cell lies, seen from that neighbour. Board edges and Towers cover nothing
    [D13].
    """
    if square is None or square in terrain.towers or terrain.heights[square] < level:
        return None
    if terrain.heights[square] > level:
        return FULL
    way = terrain.slopes.get(square)
    return None if way is None else _lone_stair_face(way, OPPOSITE[side])


def _lone_stair_face(way: Direction, side: Direction) -> Face:
    return _stair_face(way, side, f"below a slope climbing {way}")


def _stair_face(full_side: Direction, side: Direction, flank: Face) -> Face:
    """Return a full square on one side, nothing opposite, and a triangle on the flanks [D13]."""
    if side == full_side:
        return FULL
    return NO_FACE if side == OPPOSITE[full_side] else flank


def _hides(cover: Face | None, hidden: Face) -> bool:
    """Tell whether the material with face *cover* completely hides the face *hidden* [D13]."""
    return cover is not None and (hidden == NO_FACE or cover in (FULL, hidden))
