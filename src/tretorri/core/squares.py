"""Square names as in chess: a letter for the column, a number for the row from below."""

from __future__ import annotations

COMPASS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
AROUND_ONE = tuple((x, y) for y in (1, 0, -1) for x in (-1, 0, 1) if (x, y) != (0, 0))


def square_name(x: int, y: int) -> str:
    """Return the name of the square in column *x* and row *y*, both counted from 0.

    >>> square_name(0, 0), square_name(9, 9)
    ('a1', 'j10')
    """
    return f"{chr(ord('a') + x)}{y + 1}"


def square_place(square: str) -> tuple[int, int]:
    """Return column and row of a square name, both counted from 0.

    >>> square_place("j10")
    (9, 9)
    """
    return ord(square[0]) - ord("a"), int(square[1:]) - 1


def grid(columns: int, rows: int) -> tuple[str, ...]:
    """Return the names of all squares, row by row from below.

    >>> grid(2, 2)
    ('a1', 'b1', 'a2', 'b2')
    """
    return tuple(square_name(x, y) for y in range(rows) for x in range(columns))
