"""What a record must satisfy, wherever it comes from: text, JSON or a program."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from tretorri.core.errors import IllegalAction
from tretorri.core.game import Position
from tretorri.core.records.faults import Param, Place, error_at, record_error
from tretorri.core.records.model import MARKS, WAYS_TO_STOP, Header, Line, Outcome, RecordedTurn
from tretorri.core.words import Reason, excerpt

MAX_RECORD_TURNS = 2_000  # variations included
MAX_NESTED_VARIATIONS = 16
MAX_CLOCK_MS = 10_000 * 3_600_000 - 1  # 9999:59:59.999
OWN_HEADERS = ("Tretorri", "Game", "Rules", "Options", "Seed", "Start", "Result")
PLAYER = "Player."

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9.]{0,31}")
_DATE = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?", re.ASCII)
# Controls, line separators, halves of characters, and what makes text run the other way: they
# could make a terminal show something else than what is written.
_UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def check_headers(headers: Sequence[Header], seats: Sequence[str]) -> None:
    """Refuse headers of a bad name or value, and those that come twice."""
    names: set[str] = set()
    for header in headers:
        if not _NAME.fullmatch(header.name) or header.name in OWN_HEADERS:
            raise record_error("record-bad-name", header.place, name=excerpt(header.name))
        if header.name in names:
            raise record_error("record-twice", header.place, name=header.name)
        names.add(header.name)
        _check_value(header, seats)


def _check_value(header: Header, seats: Sequence[str]) -> None:
    _check_characters(header.value, header.place)
    if header.name == "Date" and not _is_date(header.value):
        raise record_error("record-bad-date", header.place, date=excerpt(header.value))
    if header.name.startswith(PLAYER) and header.name.removeprefix(PLAYER) not in seats:
        raise record_error(
            "record-bad-player", header.place, name=header.name, seats=" ".join(seats)
        )


def _is_date(text: str) -> bool:
    try:
        return bool(_DATE.fullmatch(text) and datetime.fromisoformat(text))
    except ValueError:
        return False


def _check_characters(text: str, place: Place | None) -> None:
    unsafe = _UNSAFE.search(text)
    if unsafe:
        raise record_error("record-bad-character", place, code=f"{ord(unsafe[0]):04X}")


def check_size(line: Line, depth: int = 0) -> int:
    """Return how many turns *line* has, variations included; refuse too many and too deep."""
    turns = len(line.turns)
    for turn in line.turns:
        if turn.variations and depth == MAX_NESTED_VARIATIONS:
            raise record_error("record-too-deep", turn.place, most=MAX_NESTED_VARIATIONS)
        turns += sum(check_size(variation, depth + 1) for variation in turn.variations)
    if turns > MAX_RECORD_TURNS:
        raise record_error("record-too-many-turns", line.turns[0].place, most=MAX_RECORD_TURNS)
    return turns


def replay(start: Position, line: Line, place: Place | None = None) -> tuple[Line, Position]:
    """Play *line* from *start*; return it with its turn numbers, and the position it leads to."""
    _check_characters(line.comment, line.turns[0].place if line.turns else place)
    position, turns = start, list[RecordedTurn]()
    for turn in line.turns:
        if turns and not turns[-1].is_finished:
            raise record_error("record-goes-on", turn.place, text=excerpt(turns[-1].text))
        _check_notes(turn)
        after = _after(position, turn)
        variations = tuple(_variation(position, v, turn.place) for v in turn.variations)
        turns.append(replace(turn, number=position.turn, variations=variations))
        position = after
    return replace(line, turns=tuple(turns)), position


def _variation(start: Position, line: Line, place: Place | None) -> Line:
    if not line.turns:
        raise record_error("record-empty-variation", place)
    return replay(start, line)[0]


def _check_notes(turn: RecordedTurn) -> None:
    if turn.mark and turn.mark not in MARKS:
        marks = " ".join(MARKS)
        raise record_error("record-bad-mark", turn.place, mark=excerpt(turn.mark), marks=marks)
    if turn.clock is not None and not 0 <= turn.clock <= MAX_CLOCK_MS:
        raise record_error("record-bad-clock", turn.place, clock=excerpt(turn.clock))
    _check_characters(turn.comment, turn.place)


def _after(position: Position, turn: RecordedTurn) -> Position:
    """Return the position after a turn, which must be legal, and finished if it says so."""
    if turn.number not in (None, position.turn):
        number = excerpt(turn.number)
        raise record_error("record-bad-number", turn.place, number=number, turn=position.turn)
    after = position
    for nth, action in enumerate(turn.actions):
        if nth and position.ends_turn(after):
            raise record_error("turn-too-long", turn.place, turn=excerpt(turn.text))
        after = _after_action(after, action, turn)
    if position.ends_turn(after) != turn.is_finished:
        key = "turn-unfinished" if turn.is_finished else "record-finished"
        raise record_error(key, turn.place, turn=excerpt(turn.text))
    return after


def _after_action(position: Position, action: str, turn: RecordedTurn) -> Position:
    try:
        return position.play(action)
    except IllegalAction as error:
        params: dict[str, Param] = {
            "turn": position.turn,
            "text": excerpt(action),
            "why": error.why,
        }
        reason = Reason("core.record-illegal", params, error.rule)
        raise error_at(reason, turn.place) from error


def check_outcome(outcome: Outcome | None, final: Position) -> Outcome | None:
    """Return the outcome of a game that stands at *final*, which must not say otherwise."""
    if final.result is not None:
        ruled = Outcome.by_rule(final.result)
        if outcome is not None and outcome != ruled:
            given = excerpt(outcome)
            raise record_error("record-other-result", outcome.place, given=given, ruled=str(ruled))
        return ruled
    if outcome is not None:
        _check_stopped(outcome, final.game.seats)
    return outcome


def _check_stopped(outcome: Outcome, seats: Sequence[str]) -> None:
    """Refuse an outcome by which people cannot have stopped a running game."""
    if outcome.reason not in WAYS_TO_STOP:
        raise record_error("record-still-runs", outcome.place, given=excerpt(outcome))
    if outcome.winners != tuple(seat for seat in seats if seat in outcome.winners):
        given, names = excerpt(",".join(outcome.winners)), " ".join(seats)
        raise record_error("record-bad-winners", outcome.place, given=given, seats=names)
