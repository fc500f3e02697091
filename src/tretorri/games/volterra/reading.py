"""Read a position text: what it says, and whether material and rules allow it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tretorri.core.endings import LAST_TURN, is_too_long
from tretorri.core.errors import InvalidPosition
from tretorri.core.reading import read_turn, split_fields
from tretorri.core.words import Reason
from tretorri.games.volterra.board import COLOUR_NAMES, OTHER, PIECES, Colour
from tretorri.games.volterra.notation import (
    FIELDS,
    LAYING,
    PAWN_MOVED,
    TOWER_MOVED,
    Pawns,
    Towers,
    read_done,
    read_pawns,
    read_seats,
    read_towers,
)
from tretorri.games.volterra.rules.layout import LAYING_TURNS, LAYOUT_TURNS
from tretorri.games.volterra.rules.moves import pawn_moves, pawnless_squares, tower_moves
from tretorri.games.volterra.words import colour_text


@dataclass(frozen=True, slots=True)
class VolterraFields:
    """What a position text says, before the ends are looked at."""

    seats: tuple[Colour, ...]
    towers: Towers
    mover: Colour
    pawns: Pawns
    done: str
    turn: int


def read(text: str) -> VolterraFields:
    """Return what *text* says, or raise *InvalidPosition* with the first reason against it."""
    fields = read_draft(text)
    if fields.done == LAYING:
        _check_layout(fields)
    else:
        _check_field(fields)
    if fields.done in (PAWN_MOVED, TOWER_MOVED):
        _check_half_turn(fields)
    return fields


def read_draft(text: str) -> VolterraFields:
    """Return what *text* says of a field that may be unfinished: only its pieces are checked."""
    seats, board, mover, pawns, done, turn = split_fields(text, FIELDS)
    order = read_seats(seats)
    fields = VolterraFields(
        seats=order,
        towers=read_towers(board),
        mover=mover,
        pawns=read_pawns(pawns),
        done=read_done(done),
        turn=read_turn(turn, order, mover),
    )
    check_material(fields.towers)
    check_pawns(fields.towers, fields.pawns)
    return fields


def check_material(towers: Towers) -> None:
    """Refuse more pieces of a colour than the box holds [V1]."""
    count = pieces_of(towers)
    for colour in COLOUR_NAMES:
        if count[colour] > PIECES:
            params = {"count": count[colour], "most": PIECES}
            raise _invalid("too-many-pieces", "V1", colour=colour_text(colour), **params)


def check_pawns(towers: Towers, pawns: Pawns) -> None:
    """Refuse a pawn that does not stand on a tower of its colour [V5]."""
    for colour, square in pawns.items():
        if square not in towers:
            raise _invalid("pawn-on-nothing", "V5", colour=colour_text(colour), square=square)
        if towers[square][-1] != colour:
            raise _invalid("pawn-on-enemy-tower", "V5", colour=colour_text(colour), square=square)


def _check_field(fields: VolterraFields) -> None:
    """Refuse a missing pawn [V2] and a part of the field without one [V12]."""
    for colour in COLOUR_NAMES:
        if colour not in fields.pawns:
            raise _invalid("pawn-missing", "V2", colour=colour_text(colour))
    lost = pawnless_squares(fields.towers, fields.pawns)
    if lost:
        raise _invalid("part-without-pawn", "V12", square=min(lost))


def _check_half_turn(fields: VolterraFields) -> None:
    """Refuse a turn half done that cannot be completed [V11] or is too late [C3]."""
    towers, mover, pawn = fields.towers, fields.mover, fields.pawns[fields.mover]
    if is_too_long(fields.turn):
        raise _invalid("half-turn-too-late", "C3", turn=fields.turn, last=LAST_TURN)
    if fields.done == TOWER_MOVED and not any(pawn_moves(towers, mover, pawn)):
        raise _invalid("no-pawn-move-left", "V11", colour=colour_text(mover))
    rival = fields.pawns[OTHER[mover]]
    if fields.done == PAWN_MOVED and not any(tower_moves(towers, mover, pawn, rival)):
        raise _invalid("no-tower-move-left", "V11", colour=colour_text(mover))


def _check_layout(fields: VolterraFields) -> None:
    """Refuse laid pieces and pawns that do not fit the turn [V16]."""
    turn, count = fields.turn, pieces_of(fields.towers)
    if turn > LAYOUT_TURNS:
        raise _invalid("layout-too-late", "V16", turn=turn, last=LAYOUT_TURNS)
    for square, tower in fields.towers.items():
        if len(tower) > 1:
            raise _invalid("layout-tower", "V16", square=square)
    laid = min(turn - 1, LAYING_TURNS)
    for place, colour in enumerate(fields.seats):
        expected = (laid + 1 - place) // 2
        if count[colour] != expected:
            params = {"turn": turn, "count": count[colour], "expected": expected}
            raise _invalid("layout-pieces", "V16", colour=colour_text(colour), **params)
        if (colour in fields.pawns) != (turn - 1 > LAYING_TURNS + place):
            raise _invalid("layout-pawn", "V16", colour=colour_text(colour), turn=turn)


def pieces_of(towers: Towers) -> Counter[Colour]:
    """Count the pieces on the field by colour."""
    return Counter("".join(towers.values()))


def _invalid(key: str, rule: str, **params: Any) -> InvalidPosition:
    return InvalidPosition(Reason(f"volterra.{key}", params, rule))
