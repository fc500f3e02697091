"""Text <-> action and position -> text; decides nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tretorri.core.game import Action
from tretorri.games.towers.board import ROWS_FROM_THE_TOP, SQUARES

FIELD_NAMES = ("SEATS", "BOARD", "TO-MOVE", "PHASE", "LOCKS", "TURN")
NOTHING = "-"
EXTRA_MOVE = "x"
UNLIMITED_SIGN = "^"
SQUARE = "[a-z][0-9]{1,2}"
_MOVE = re.compile(f"({SQUARE})-({SQUARE})")
_PLACE = {square: place for place, square in enumerate(SQUARES)}


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move what stands on one square to another.

    >>> str(Move("a1", "f1"))
    'a1-f1'
    """

    source: str
    target: str

    def __str__(self) -> str:
        return f"{self.source}-{self.target}"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Decline the extra move [T14].

    >>> str(Pass())
    'pass'
    """

    def __str__(self) -> str:
        return "pass"


def parse_move(text: str) -> Move | None:
    """Read a move of squares that need not exist; ``None`` if *text* is no move.

    >>> parse_move("a1-f1")
    Move(source='a1', target='f1')
    """
    found = _MOVE.fullmatch(text)
    return Move(*found.groups()) if found else None


class TowersFields(NamedTuple):
    """What a position text says."""

    seats: tuple[str, ...]
    unlimited: bool
    towers: Mapping[str, str]
    extra: bool
    locks: Mapping[str, str]
    turn: int

    @property
    def mover(self) -> str:
        """Return the seat to move."""
        return self.seats[(self.turn - 1) % len(self.seats)]

    @property
    def setting(self) -> str:
        """Return the position text up to LOCKS: all of it but the turn number."""
        fields = (
            "".join(self.seats) + UNLIMITED_SIGN * self.unlimited,
            write_board(self.towers),
            self.mover,
            EXTRA_MOVE if self.extra else NOTHING,
            write_locks(self.locks),
        )
        return " ".join(fields)


def write_board(towers: Mapping[str, str]) -> str:
    """Return the field BOARD."""
    return "/".join(
        ",".join([towers.get(square, NOTHING) for square in row]) for row in ROWS_FROM_THE_TOP
    )


def write_locks(locks: Mapping[str, str]) -> str:
    """Return the field LOCKS.

    >>> write_locks({"a5": "r", "d4": "v"})
    'd4v,a5r'
    """
    squares = sorted(locks, key=_PLACE.__getitem__)
    return ",".join(square + locks[square] for square in squares) or NOTHING
