"""The construction pieces of VoldéTour: their text, their cells and their faces [D2, D13]."""

from __future__ import annotations

import re
from typing import NamedTuple

from tests.reference import place

OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}

SQUARE = "[a-j](?:[1-9]|10)"
_PIECE = f"([bwry])(?:(B1)()|(B[23])([xyz])|(S)([nesw^]))@({SQUARE})[.]([0-2])"
PIECES = re.sub(r"\((?!\?)", "(?:", _PIECE)

Cell = tuple[int, int, int]  # column, row, level
Face = frozenset[str]  # the quarters into which its two diagonals cut the side of a cell
FULL: Face = frozenset({"bottom", "top", "one", "other"})
NOTHING: Face = frozenset()


class Piece(NamedTuple):
    """A construction piece in play; *way* is its orientation."""

    owner: str
    kind: str
    way: str
    anchor: str
    level: int

    def __str__(self) -> str:
        return f"{self.owner}{self.kind}{self.way}@{self.anchor}.{self.level}"

    def cells(self) -> list[Cell]:
        """Return the cells it lies in [D2, D9]."""
        column, row = place(self.anchor)
        along = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}.get(self.way, (0, 0, 0))
        length = int(self.kind[1]) if self.kind != "S" else 1
        x, y, z = along
        return [(column + i * x, row + i * y, self.level + i * z) for i in range(length)]

    def sort_key(self) -> tuple[int, int, int, bool]:
        """Return what orders the pieces in a text."""
        column, row = place(self.anchor)
        return row, column, self.level, self.way == "^"


def read_piece(text: str) -> Piece:
    """Return the piece that a text in the right form describes."""
    found = re.fullmatch(_PIECE, text)
    assert found
    owner, *kinds_and_ways, anchor, level = found.groups()
    kind, way = (part for part in kinds_and_ways if part is not None)
    return Piece(owner, kind, way, anchor, int(level))


def stair_face(climbs: str, side: str) -> Face:
    """Return the face that a Stair climbing towards *climbs* has on *side* [D13]."""
    if side == climbs:
        return FULL
    if side == OPPOSITE[climbs]:
        return NOTHING
    return frozenset({"bottom", "one" if climbs in "ne" else "other"})
