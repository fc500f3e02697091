"""The same record as JSON: plain dicts, lists, strings and numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from tretorri.core.records.draft import RECORD_FORMAT, Draft
from tretorri.core.records.faults import record_error
from tretorri.core.records.model import Header, Line, Outcome, RecordedTurn
from tretorri.core.records.verify import MAX_NESTED_VARIATIONS
from tretorri.core.words import excerpt

if TYPE_CHECKING:
    from tretorri.core.records.record import Record

T = TypeVar("T")
_RECORD = {
    *("tretorri", "game", "rules", "options", "seed", "start", "result", "headers"),
    *("comment", "turns"),
}
_RESULT = {"winners", "reason"}
_TURN = {"turn", "text", "mark", "clock", "comment", "variations"}
_LINE = {"comment", "turns"}


def write_json(record: Record) -> dict[str, Any]:
    """Return the record as plain data; what is empty is left out."""
    opening: dict[str, Any] = {"start": str(record.start)}
    if record.seed is not None:
        opening = _without_empty({"options": record.game.options}) | {"seed": record.seed}
    return {
        "tretorri": RECORD_FORMAT,
        "game": record.game.id,
        "rules": record.rules,
        **opening,
        "result": record.outcome and _result(record.outcome),
        **_without_empty({"headers": {h.name: h.value for h in record.headers}}),
        **_line(record.line),
    }


def _result(outcome: Outcome) -> dict[str, Any]:
    return {"winners": list(outcome.winners), "reason": outcome.reason}


def _line(line: Line) -> dict[str, Any]:
    turns = [_turn(turn) for turn in line.turns]
    return _without_empty({"comment": line.comment}) | {"turns": turns}


def _turn(turn: RecordedTurn) -> dict[str, Any]:
    notes = {
        "mark": turn.mark,
        "clock": turn.clock,
        "comment": turn.comment,
        "variations": [_line(variation) for variation in turn.variations],
    }
    return {"turn": turn.number, "text": turn.text} | _without_empty(notes)


def _without_empty(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value not in (None, "", {}, [])}


def loads(text: str) -> Any:
    """Return the plain data of a JSON text, which may not name anything twice."""
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise record_error("record-bad-json", error=excerpt(error)) from error


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("duplicate name")
    return data


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def read_json(data: object) -> Draft:
    """Return what a record in JSON says."""
    top = _object(data, _RECORD)
    result = _get(top, "result", dict)
    return Draft(
        game=_need(top, "game", str),
        version=_need(top, "tretorri", int),
        rules=_get(top, "rules", int),
        options=_strings(top, "options"),
        seed=_get(top, "seed", int),
        start=_get(top, "start", str),
        outcome=None if result is None else _read_result(result),
        runs="result" in top and result is None,
        headers=tuple(Header(name, value) for name, value in _strings(top, "headers").items()),
        line=_read_line(top),
    )


def _read_result(data: object) -> Outcome:
    result = _object(data, _RESULT)
    winners = _need(result, "winners", list)
    if not all(isinstance(winner, str) for winner in winners):
        raise record_error("record-bad-key", key="winners")
    return Outcome(tuple(winners), _need(result, "reason", str))


def _read_line(data: Mapping[str, Any], depth: int = 0) -> Line:
    turns = tuple(_read_turn(turn, depth) for turn in _need(data, "turns", list))
    return Line(turns, _get(data, "comment", str) or "")


def _read_turn(data: object, depth: int) -> RecordedTurn:
    turn = _object(data, _TURN)
    variations = _get(turn, "variations", list) or []
    if variations and depth == MAX_NESTED_VARIATIONS:
        raise record_error("record-too-deep", most=MAX_NESTED_VARIATIONS)
    return RecordedTurn(
        _need(turn, "text", str),
        _get(turn, "mark", str) or "",
        _get(turn, "clock", int),
        _get(turn, "comment", str) or "",
        tuple(_read_line(_object(line, _LINE), depth + 1) for line in variations),
        _need(turn, "turn", int),
    )


def _strings(data: Mapping[str, Any], key: str) -> dict[str, str]:
    found: dict[str, str] = _get(data, key, dict) or {}
    if not all(isinstance(text, str) for pair in found.items() for text in pair):
        raise record_error("record-bad-key", key=key)
    return found


def _object(data: object, keys: set[str]) -> dict[str, Any]:
    """Return *data* if it is an object that has none but these keys."""
    if not isinstance(data, dict):
        raise record_error("record-no-object", text=excerpt(data))
    for key in data:
        if key not in keys:
            raise record_error("record-bad-key", key=excerpt(key))
    return data


def _get(data: Mapping[str, Any], key: str, kind: type[T]) -> T | None:
    value = data.get(key)
    if value is None or type(value) is kind:
        return value
    raise record_error("record-bad-key", key=key)


def _need(data: Mapping[str, Any], key: str, kind: type[T]) -> T:
    value = _get(data, key, kind)
    if value is None:
        raise record_error("record-no-key", key=key)
    return value
