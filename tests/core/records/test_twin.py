"""The JSON twin: what it looks like, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.records.games import PLAIN, RICH, START
from tretorri import InvalidRecord
from tretorri.core.records import Record

TURN = {"turn": 1, "text": "Pb4+"}
DEEP: dict[str, Any] = TURN
for _ in range(17):
    DEEP = {**TURN, "variations": [{"turns": [DEEP]}]}


def test_what_is_empty_is_left_out() -> None:
    assert Record.from_text(PLAIN).to_json() == {
        "tretorri": 1,
        "game": "volterra",
        "rules": 1,
        "seed": 1,
        "result": None,
        "turns": [{"turn": 1, "text": "Pb4+a3-a4"}, {"turn": 2, "text": "Pb1+"}],
    }


def test_everything_that_text_says_is_there() -> None:
    data = Record.from_text(RICH).to_json()
    assert data["options"] == {"first": "light"}
    assert data["result"] == {"winners": ["d"], "reason": "resign"}
    assert list(data["headers"]) == ["Date", "Player.l", "Event"]
    assert data["comment"] == "before\nthe first turn"
    assert data["turns"][0]["clock"] == 298_200
    assert data["turns"][0]["variations"][1] == {"turns": [{"turn": 1, "text": "Pd1+"}]}


def test_a_start_takes_the_place_of_the_seed() -> None:
    data = {"tretorri": 1, "game": "volterra", "start": START, "turns": []}
    record = Record.from_json(data)
    assert record.to_json() == {**data, "rules": 1, "result": None}


REFUSED: dict[str, tuple[object, str]] = {
    "a list": ([], "expected a JSON object"),
    "a turn that is text": ({"turns": ["Pb4"]}, "expected a JSON object"),
    "an unknown name": ({"sed": 1}, 'cannot contain "sed"'),
    "a truth for a number": ({"seed": True}, 'cannot contain "seed"'),
    "a number for a text": ({"game": 1}, 'cannot contain "game"'),
    "an option that is a number": ({"options": {"first": 1}}, 'cannot contain "options"'),
    "a missing game": ({"game": None}, '"game" is missing'),
    "missing turns": ({"turns": None}, '"turns" is missing'),
    "a turn without number": ({"turns": [{"text": "Pb4+"}]}, '"turn" is missing'),
    "a turn with a wrong number": ({"turns": [{**TURN, "turn": 2}]}, "but it is turn 1"),
    "winners that are numbers": (
        {"result": {"winners": [1], "reason": "time"}},
        'cannot contain "winners"',
    ),
    "a newer format": ({"tretorri": 2}, "uses version 2"),
    "a seed below zero": ({"seed": -1}, "the seed must be"),
    "a deep nesting": ({"turns": [DEEP]}, "nested at most 16 deep"),
}


@pytest.mark.parametrize(("change", "sentence"), REFUSED.values(), ids=list(REFUSED))
def test_refused(change: object, sentence: str) -> None:
    data = Record.from_text(PLAIN).to_json()
    with pytest.raises(InvalidRecord, match=sentence):
        Record.from_json({**data, **change} if isinstance(change, dict) else change)


def test_a_game_that_is_over_does_not_run() -> None:
    won = "dl l,-,-,-,-/-,-,-,-,-/-,-,-,-,-/-,-,-,-,ddd d la4,de1 - 9"
    data = {"tretorri": 1, "game": "volterra", "start": won, "turns": []}
    assert str(Record.from_json(data).outcome) == "d V14"
    with pytest.raises(InvalidRecord, match='according to the rules it is "d V14"'):
        Record.from_json({**data, "result": None})
