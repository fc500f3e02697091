"""Text <-> action, and text <-> what a position text says. Nothing is decided here.

>>> str(MoveTower("a1", "b2", 2)), ACTIONS["Pb4"]
('a1=b2', MovePawn(square='b4'))
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import Any, TypeAlias

from tretorri.core.errors import InvalidPosition
from tretorri.core.game import Action
from tretorri.core.words import Reason, excerpt
from tretorri.games.volterra.board import (
    COLOUR_NAMES,
    COLUMNS,
    ROWS,
    ROWS_FROM_ABOVE,
    SQUARES,
    Colour,
    Square,
)

Towers: TypeAlias = Mapping[Square, str]
"""The towers by square, each as its pieces from bottom to top; empty squares are left out."""

Pawns: TypeAlias = Mapping[Colour, Square]
"""Where the pawns stand; a pawn that is not yet placed is left out."""

FIELDS = ("SEATS", "BOARD", "TO-MOVE", "PAWNS", "DONE", "TURN")
NOTHING, PAWN_MOVED, TOWER_MOVED, LAYING = DONE = "-PTB"
EMPTY = "-"
LIFTS = {1: "-", 2: "="}
_TOWER = re.compile(f"[{''.join(COLOUR_NAMES)}]+|{EMPTY}")


@dataclass(frozen=True, slots=True)
class MovePawn(Action):
    """Move your pawn to a neighbouring tower [V5]."""

    square: Square

    def __str__(self) -> str:
        return f"P{self.square}"


@dataclass(frozen=True, slots=True)
class MoveTower(Action):
    """Lift the top pieces of one tower onto another [V6]."""

    source: Square
    target: Square
    pieces: int

    def __str__(self) -> str:
        return f"{self.source}{LIFTS[self.pieces]}{self.target}"


@dataclass(frozen=True, slots=True)
class LayPiece(Action):
    """Lay one of your pieces on an unfilled square [V16]."""

    square: Square

    def __str__(self) -> str:
        return f"@{self.square}"


@dataclass(frozen=True, slots=True)
class PlacePawn(Action):
    """Put your pawn on a tower of your colour [V16]."""

    square: Square

    def __str__(self) -> str:
        return f"P@{self.square}"


AnyAction: TypeAlias = MovePawn | MoveTower | LayPiece | PlacePawn

PAWN_MOVES = {square: MovePawn(square) for square in SQUARES}
TOWER_MOVES = {
    (source, target): tuple(MoveTower(source, target, pieces) for pieces in LIFTS)
    for source, target in product(SQUARES, SQUARES)
}
LAYINGS = {square: LayPiece(square) for square in SQUARES}
PLACINGS = {square: PlacePawn(square) for square in SQUARES}

_EVERY: tuple[AnyAction, ...] = (
    *PAWN_MOVES.values(),
    *chain.from_iterable(TOWER_MOVES.values()),
    *LAYINGS.values(),
    *PLACINGS.values(),
)
ACTIONS = {str(action): action for action in _EVERY}
"""Every action that can be written, legal somewhere or not."""


def write_position(
    seats: Sequence[Colour], towers: Towers, mover: Colour, pawns: Pawns, done: str
) -> str:
    """Return the position text up to the turn number, which alone C1 does not look at."""
    rows = (",".join([towers.get(square, EMPTY) for square in row]) for row in ROWS_FROM_ABOVE)
    places = (colour + pawns.get(colour, EMPTY) for colour in COLOUR_NAMES)
    return f"{''.join(seats)} {'/'.join(rows)} {mover} {','.join(places)} {done}"


def read_seats(text: str) -> tuple[Colour, ...]:
    """Return the seats, first player first."""
    both = "".join(COLOUR_NAMES)
    if text not in (both, both[::-1]):
        raise _invalid("bad-seats", seats=excerpt(text))
    return tuple(text)


def read_towers(text: str) -> dict[Square, str]:
    """Return the towers of the field BOARD.

    >>> read_towers("-,-,-,-,-/-,-,ddl,-,-/-,-,l,-,-/-,-,-,-,-")
    {'c3': 'ddl', 'c2': 'l'}
    """
    rows = [row.split(",") for row in text.split("/")]
    if [len(row) for row in rows] != [COLUMNS] * ROWS:
        raise _invalid("bad-board", rows=ROWS, columns=COLUMNS)
    towers: dict[Square, str] = {}
    for squares, row in zip(ROWS_FROM_ABOVE, rows, strict=True):
        for square, tower in zip(squares, row, strict=True):
            if not _TOWER.fullmatch(tower):
                raise _invalid("bad-tower", square=square, tower=excerpt(tower))
            if tower != EMPTY:
                towers[square] = tower
    return towers


def read_pawns(text: str) -> dict[Colour, Square]:
    """Return the pawns of the field PAWNS.

    >>> read_pawns("lc2,d-")
    {'l': 'c2'}
    """
    parts = text.split(",")
    if [part[:1] for part in parts] != list(COLOUR_NAMES):
        raise _invalid("bad-pawns", pawns=excerpt(text))
    pawns = {part[0]: part[1:] for part in parts if part[1:] != EMPTY}
    for square in pawns.values():
        if square not in SQUARES:
            raise _invalid("pawn-beside-field", "V5", square=excerpt(square))
    return pawns


def read_done(text: str) -> str:
    """Return the field DONE."""
    if text not in tuple(DONE):
        raise _invalid("bad-done", done=excerpt(text))
    return text


def _invalid(key: str, rule: str | None = None, **params: Any) -> InvalidPosition:
    return InvalidPosition(Reason(f"volterra.{key}", params, rule))
