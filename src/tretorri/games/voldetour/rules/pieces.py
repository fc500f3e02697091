"""Construction pieces in play, and the columns that they fill.

D11 makes every column a pile of filled cells with at most one exposed slope on top, so the number
of filled levels and that slope say everything about a square.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tretorri.games.voldetour.board import (
    NESTED,
    ORDER,
    SPOTS,
    SQUARES,
    STAIR,
    TOWER_HEIGHT,
    Direction,
    Spot,
    Square,
)


class Piece(NamedTuple):
    """A construction piece in play; a nested Stair has the way of the slope that it lies on.

    >>> piece = Piece("b", "B2", "z", "c4", 0)
    >>> str(piece), piece.top
    ('bB2z@c4.0', 2)
    """

    owner: str
    kind: str
    way: str
    anchor: Square
    level: int
    nested: bool = False

    @property
    def orientation(self) -> str:
        """Return the way as the notation has it: ``^`` for a nested Stair."""
        return NESTED if self.nested else self.way

    @property
    def spot(self) -> Spot:
        """Return the spot that the piece takes."""
        return SPOTS[self.kind, self.orientation, self.anchor]

    @property
    def is_slope(self) -> bool:
        """Tell whether the piece is a Stair with its slope facing the sky [D10]."""
        return self.kind == STAIR and not self.nested

    @property
    def top(self) -> int:
        """Return how many levels of its squares are filled with it; a slope fills none."""
        return self.level if self.is_slope else self.level + self.spot.rise

    def __str__(self) -> str:
        return f"{self.owner}{self.kind}{self.orientation}@{self.anchor}.{self.level}"


def place_order(piece: Piece) -> tuple[int, int, bool]:
    """Order pieces as the position text does: anchor row, column, level, nested last."""
    return ORDER[piece.anchor], piece.level, piece.nested


@dataclass(frozen=True, slots=True)
class Terrain:
    """The tops of all squares: filled levels, and exposed slopes by the way they climb.

    A Tower is a square filled to its height [D15].
    """

    heights: Mapping[Square, int]
    slopes: Mapping[Square, Direction]
    towers: frozenset[Square]

    def place(self, owner: str, kind: str, way: str, anchor: Square) -> Piece:
        """Return a piece as it stands when it is put down here."""
        nested = way == NESTED
        lies = self.slopes[anchor] if nested else way
        return Piece(owner, kind, lies, anchor, self.heights[anchor], nested)

    def with_piece(self, piece: Piece) -> Terrain:
        """Return the terrain after *piece* has been put down."""
        slopes = dict(self.slopes)
        if piece.is_slope:
            slopes[piece.anchor] = piece.way
            return Terrain(self.heights, slopes, self.towers)
        slopes.pop(piece.anchor, None)
        raised = dict.fromkeys(piece.spot.squares, piece.top)
        return Terrain({**self.heights, **raised}, slopes, self.towers)

    def without_piece(self, piece: Piece) -> Terrain:
        """Return the terrain after *piece*, on which nothing stands, has been lifted [D7]."""
        slopes = dict(self.slopes)
        if piece.is_slope:
            del slopes[piece.anchor]
            return Terrain(self.heights, slopes, self.towers)
        if piece.nested:
            slopes[piece.anchor] = piece.way
        lowered = dict.fromkeys(piece.spot.squares, piece.level)
        return Terrain({**self.heights, **lowered}, slopes, self.towers)


def bare_terrain(towers: Iterable[Square]) -> Terrain:
    """Return the board with nothing but its Towers.

    >>> bare_terrain(["c3"]).heights["c3"]
    3
    """
    standing = frozenset(towers)
    heights = {square: TOWER_HEIGHT if square in standing else 0 for square in SQUARES}
    return Terrain(heights, {}, standing)
