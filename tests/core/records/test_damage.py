"""A damaged record is refused, or is another record; nothing else ever happens."""

from __future__ import annotations

import io
import json
import random

import pytest

from tests.core.records.games import PLAIN, RICH
from tretorri import InvalidRecord
from tretorri.core.records import Record, read_records

STRANGE = '\x00\t\n\r 1+.!?<>(){}[]"\\aP-é\u202e\udcff🏰'


def readings(data: bytes, *, strict: bool = True) -> list[Record]:
    """Return what can be read of *data*; all errors are of the declared kind."""
    errors: list[InvalidRecord] = []
    found = list(read_records(io.BytesIO(data), strict=strict, on_error=errors.append))
    assert all(str(error).startswith("line ") and "\n" not in str(error) for error in errors)
    return found


@pytest.mark.parametrize("text", [PLAIN, RICH])
def test_a_record_cut_off_anywhere_is_refused(text: str) -> None:
    data = text.encode()
    assert [cut for cut in range(len(data)) if readings(data[:cut])] == []


@pytest.mark.parametrize("text", [PLAIN, RICH])
def test_a_cut_off_record_is_refused_leniently_too(text: str) -> None:
    data = text.encode()
    assert {cut for cut in range(len(data)) if readings(data[:cut], strict=False)} == {
        len(data) - 1
    }


@pytest.mark.parametrize("strange", STRANGE)
def test_a_changed_character_gives_another_record_or_none(strange: str) -> None:
    record = Record.from_text(RICH)
    for at, letter in enumerate(RICH):
        if letter != strange:
            damaged = RICH[:at] + strange + RICH[at + 1 :]
            assert record not in readings(damaged.encode(errors="surrogateescape"))


@pytest.mark.parametrize("bit", range(8))
def test_a_flipped_bit_gives_another_record_or_none(bit: int) -> None:
    record, data = Record.from_text(RICH), RICH.encode()
    for at in range(len(data)):
        assert record not in readings(data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :])


def test_lenient_reading_survives_any_damage() -> None:
    chance = random.Random(1)
    for _ in range(2000):
        letters = list(RICH)
        for _ in range(chance.randint(1, 5)):
            letters[chance.randrange(len(letters))] = chance.choice((*STRANGE, RICH[:50], ""))
        readings("".join(letters).encode(errors="surrogateescape"), strict=False)


def test_json_survives_any_damage() -> None:
    chance = random.Random(2)
    line = Record.from_text(RICH).to_json_line()
    for _ in range(2000):
        letters = list(line)
        for _ in range(chance.randint(1, 3)):
            letters[chance.randrange(len(letters))] = chance.choice((*STRANGE, "null", "[", ""))
        readings("".join(letters).encode(errors="surrogateescape"))


def test_a_json_line_cut_off_anywhere_is_refused() -> None:
    data = Record.from_text(RICH).to_json_line().encode()
    assert {cut for cut in range(len(data)) if readings(data[:cut])} == {len(data) - 1}


@pytest.mark.parametrize(
    "json_line",
    [
        "[" * 100_000,
        '{"tretorri": ' + "[" * 100_000,
        '{"tretorri": ' + "9" * 5000 + "}",
        '{"tretorri": NaN}',
        '{"tretorri": 1, "tretorri": 1}',
        json.dumps(
            {"tretorri": 1, "game": "volterra", "turns": [{"turn": 1, "text": "x" * 10**6}]}
        ),
    ],
    ids=["no record", "deep", "long number", "constant", "twice", "long word"],
)
def test_hostile_json_is_refused(json_line: str) -> None:
    assert readings(json_line.encode()) == []
