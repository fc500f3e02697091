"""The field: squares, sides and neighbours. Pure geometry, computed once from the material.

>>> AROUND["a1"]
('a2', 'b2', 'b1')
"""

from __future__ import annotations

from typing import TypeAlias

from tretorri.core.material import load_material
from tretorri.core.squares import AROUND_ONE, COMPASS, grid, square_name, square_place

Square: TypeAlias = str
Colour: TypeAlias = str

MATERIAL = load_material(__file__)
COLUMNS: int = MATERIAL["field"]["columns"]
ROWS: int = MATERIAL["field"]["rows"]
PIECES: int = MATERIAL["field"]["pieces"]

LETTERS: dict[str, Colour] = MATERIAL["colours"]
COLOUR_NAMES: dict[Colour, str] = {letter: name for name, letter in LETTERS.items()}
OTHER: dict[Colour, Colour] = dict(zip(COLOUR_NAMES, reversed(COLOUR_NAMES), strict=True))

SQUARES = grid(COLUMNS, ROWS)
ROWS_FROM_ABOVE = tuple(
    SQUARES[row * COLUMNS : (row + 1) * COLUMNS] for row in reversed(range(ROWS))
)


def _beside(square: Square, steps: tuple[tuple[int, int], ...]) -> tuple[Square, ...]:
    column, row = square_place(square)
    return tuple(square_name(column + x, row + y) for x, y in steps)


SIDES: dict[Square, tuple[Square, ...]] = {
    square: _beside(square, tuple(COMPASS.values())) for square in SQUARES
}
"""The squares to the north, east, south and west; some lie off the field [V7]."""

AROUND: dict[Square, tuple[Square, ...]] = {
    square: tuple(near for near in _beside(square, AROUND_ONE) if near in SQUARES)
    for square in SQUARES
}
"""The neighbours: the up to eight squares of the field around a square."""


def colour_in_chequer(square: Square) -> Colour:
    """Return the colour that a square of the first layout has [V1].

    >>> [colour_in_chequer(square) for square in ("a1", "b1", "b2")]
    ['d', 'l', 'd']
    """
    corner = LETTERS[MATERIAL["field"]["a1"]]
    return corner if sum(square_place(square)) % 2 == 0 else OTHER[corner]


CHEQUERED: dict[Square, Colour] = {square: colour_in_chequer(square) for square in SQUARES}
FIRST_PAWNS: dict[Colour, Square] = {
    letter: MATERIAL["pawns"][name] for name, letter in LETTERS.items()
}
