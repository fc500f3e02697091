"""Reading a position text: its form, the material and the setting, with a reason for each no."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from tretorri.core.endings import is_too_long
from tretorri.core.errors import InvalidPosition
from tretorri.core.reading import check_exact, read_turn, split_fields
from tretorri.core.words import Reason, excerpt
from tretorri.games.towers import notation
from tretorri.games.towers.board import COLUMNS, ROWS, ROWS_FROM_THE_TOP, SITES
from tretorri.games.towers.notation import TowersFields
from tretorri.games.towers.rules.counters import (
    COLOURS,
    COUNTERS,
    MAX_HEIGHT,
    SYMBOLS,
    colour_of,
    height_of,
    symbol_of,
)

BOX = Counter(COUNTERS)  # T3
MAX_SEATS, MIN_SEATS = len(COLOURS), 2
_TOWER = re.compile(f"[{''.join(SYMBOLS)}][{''.join(COLOURS)}]+")
_LOCK = re.compile(f"({notation.SQUARE})([a-z])")


def read(text: str) -> TowersFields:
    """Return what a position text says, or raise *InvalidPosition* with the reason."""
    fields = _read_form(text)
    _check_counters(fields)
    _check_towers(fields)
    _check_tops(fields)
    check_locks(fields)
    _check_turn(fields)
    check_exact(text, f"{fields.setting} {fields.turn}")
    return fields


def read_draft(text: str) -> TowersFields:
    """Return what a text says of a board that may lack counters: only what is there is checked."""
    fields = _read_form(text)
    for counter, count in counters_of(fields.towers).items():
        check_count(counter, count)
    _check_towers(fields)
    check_locks(fields)
    check_exact(text, f"{fields.setting} {fields.turn}")
    return fields


def _read_form(text: str) -> TowersFields:
    seats_text, board, mover, phase, locks, turn_text = split_fields(text, notation.FIELD_NAMES)
    unlimited = seats_text.endswith(notation.UNLIMITED_SIGN)
    seats = seats_text.removesuffix(notation.UNLIMITED_SIGN)
    if not are_seats(seats):
        raise InvalidPosition(bad_seats(seats))
    return TowersFields(
        tuple(seats),
        unlimited,
        _read_board(board),
        _read_phase(phase),
        _read_locks(locks),
        read_turn(turn_text, seats, mover),
    )


def are_seats(text: str) -> bool:
    """Tell whether *text* names two to four different colours [T5, T20].

    >>> are_seats("gr"), are_seats("gg"), are_seats("v")
    (True, False, False)
    """
    different = len(set(text)) == len(text)
    return different and set(text) <= set(COLOURS) and len(text) >= MIN_SEATS


def bad_seats(text: str) -> Reason:
    """Say what seats there can be [T5]."""
    words = {"seats": excerpt(text), "colours": "".join(COLOURS)}
    return Reason("towers.bad-seats", words, "T5")


def _refuse(key: str, rule: str | None = None, /, **words: str | int) -> InvalidPosition:
    return InvalidPosition(Reason(f"towers.{key}", words, rule))


def _read_board(text: str) -> dict[str, str]:
    rows = [row.split(",") for row in text.split("/")]
    if [len(row) for row in rows] != [COLUMNS] * ROWS:
        raise _refuse("bad-board", "T1", rows=ROWS, columns=COLUMNS)
    towers = {}
    for squares, places in zip(ROWS_FROM_THE_TOP, rows, strict=True):
        for square, tower in zip(squares, places, strict=True):
            if _TOWER.fullmatch(tower):
                towers[square] = tower
            elif tower != notation.NOTHING:
                raise _refuse("bad-tower", at=square, tower=excerpt(tower))
    return towers


def _read_phase(text: str) -> bool:
    if text not in (notation.NOTHING, notation.EXTRA_MOVE):
        raise _refuse("bad-phase", phase=excerpt(text))
    return text == notation.EXTRA_MOVE


def _read_locks(text: str) -> dict[str, str]:
    locks: dict[str, str] = {}
    for lock in [] if text == notation.NOTHING else text.split(","):
        found = _LOCK.fullmatch(lock)
        if not found:
            raise _refuse("bad-lock", lock=excerpt(lock))
        locks[found[1]] = found[2]
    return locks


def _check_counters(fields: TowersFields) -> None:
    """Refuse a board that has not exactly the counters of the box [T3]."""
    there = counters_of(fields.towers)
    for counter, count in BOX.items():
        if there[counter] != count:
            raise _bad_count(counter, there[counter])


def check_count(counter: str, count: int) -> None:
    """Refuse more counters of a kind than the box holds [T3]."""
    if count > BOX[counter]:
        raise _bad_count(counter, count)


def counters_of(towers: Mapping[str, str]) -> Counter[str]:
    """Count the counters on the board by symbol and colour."""
    return Counter(symbol_of(tower) + colour for tower in towers.values() for colour in tower[1:])


def _bad_count(counter: str, count: int) -> InvalidPosition:
    return _refuse("bad-count", "T3", counter=counter, expected=BOX[counter], count=count)


def _check_towers(fields: TowersFields) -> None:
    for square, tower in fields.towers.items():
        check_tower(fields, square, tower)


def check_tower(fields: TowersFields, square: str, tower: str) -> None:
    """Refuse a tower that is too high or in the wrong place [T10, T12]."""
    if height_of(tower) > MAX_HEIGHT and not fields.unlimited:
        raise _refuse("tower-too-high", "T12", at=square, highest=MAX_HEIGHT)
    if SITES.get(square, symbol_of(tower)) != symbol_of(tower):
        raise _refuse("wrong-symbol", "T10", at=square, symbol=SITES[square])


def _check_tops(fields: TowersFields) -> None:
    """Refuse a neutral counter on top of others [T22]."""
    for square, tower in fields.towers.items():
        if height_of(tower) > 1 and colour_of(tower) not in fields.seats:
            raise _refuse("neutral-tower", "T22", at=square)


def check_locks(fields: TowersFields) -> None:
    """Refuse a lock that cannot be [T23]."""
    for square, seat in fields.locks.items():
        tower = fields.towers.get(square)
        if square in SITES:
            raise _refuse("lock-on-symbol-space", "T23", at=square)
        if tower is None or colour_of(tower) in fields.seats:
            raise _refuse("lock-without-neutral", "T23", at=square)
        if seat not in fields.seats or seat == fields.mover:
            raise _refuse("lock-of-nobody", "T23", at=square, seat=seat)


def _check_turn(fields: TowersFields) -> None:
    """Refuse a turn half done where no turn can begin [C3]."""
    if fields.extra and is_too_long(fields.turn):
        raise _refuse("extra-too-late", "C3", turn=fields.turn)
