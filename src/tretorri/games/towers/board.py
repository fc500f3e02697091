"""The board as pure geometry: streets, symbol spaces, districts and straight ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tretorri.core.material import load_material
from tretorri.core.squares import COMPASS, grid, square_name, square_place

MATERIAL = load_material(__file__)
_BOARD: Mapping[str, Sequence[str]] = MATERIAL["board"]
_STREET = "."

COLUMNS, ROWS = len(_BOARD["symbols"][0]), len(_BOARD["symbols"])  # T1
SQUARES = grid(COLUMNS, ROWS)
ROWS_FROM_THE_TOP = tuple(
    tuple(square_name(x, y) for x in range(COLUMNS)) for y in reversed(range(ROWS))
)


def _read_marks(picture: Sequence[str]) -> dict[str, str]:
    """Return the mark of each square that is no street in a picture of the board."""
    return {
        square: mark
        for squares, marks in zip(ROWS_FROM_THE_TOP, picture, strict=True)
        for square, mark in zip(squares, marks, strict=True)
        if mark != _STREET
    }


def _way(square: str, east: int, north: int) -> tuple[str, ...]:
    """Return the squares from *square* to the edge of the board in one direction, nearest first."""
    x, y = square_place(square)
    names = [square_name(x + east * step, y + north * step) for step in range(1, COLUMNS + ROWS)]
    return tuple(name for name in names if name in _ON_THE_BOARD)


_ON_THE_BOARD = frozenset(SQUARES)
SITES = _read_marks(_BOARD["symbols"])  # T2: the symbol of each symbol space
STREETS = tuple(square for square in SQUARES if square not in SITES)  # T1
DISTRICT_OF = _read_marks(_BOARD["districts"])  # T1
DISTRICTS = {
    district: tuple(square for square in SQUARES if DISTRICT_OF.get(square) == district)
    for district in sorted(set(DISTRICT_OF.values()))
}
WAYS = {square: tuple(_way(square, *step) for step in COMPASS.values()) for square in SQUARES}  # T7
