"""Reading and writing are each other's inverse."""

from __future__ import annotations

import io
import json
import pickle

import pytest
from hypothesis import given, settings

from tests.core.records.games import PLAIN, RECORDS, RICH
from tests.examples import examples
from tests.settings import AnyGame, every_setting, name, walk
from tretorri.core.records import Record, read_records, write_records
from tretorri.core.records.writer import MAX_TEXT_COLUMNS
from tretorri.core.registry import games


@given(RECORDS)
@settings(max_examples=examples(100), deadline=None)
def test_what_is_written_reads_back_equal(record: Record) -> None:
    assert Record.from_text(record.to_text()) == record


@given(RECORDS)
@settings(max_examples=examples(40), deadline=None)
def test_what_is_written_reads_back_equal_leniently(record: Record) -> None:
    assert Record.from_text(record.to_text(), strict=False) == record


@given(RECORDS)
@settings(max_examples=examples(60), deadline=None)
def test_the_json_twin_reads_back_equal(record: Record) -> None:
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record


@given(RECORDS)
@settings(max_examples=examples(40), deadline=None)
def test_layout_does_not_matter_to_a_lenient_reader(record: Record) -> None:
    head, _, turns = record.to_text().partition("\n\n")
    tight = turns.replace("\n", "  \n\t ").replace("\t [End]", "[End]")
    assert Record.from_text(f"{head}\n{tight}", strict=False) == record


@given(RECORDS)
@settings(max_examples=examples(40), deadline=None)
def test_lines_are_broken_between_words_only(record: Record) -> None:
    for line in record.to_text().partition("\n\n")[2].splitlines():
        assert len(line) <= MAX_TEXT_COLUMNS or "{" in line


def test_canonical_text_is_written_again() -> None:
    for text in (PLAIN, RICH):
        assert Record.from_text(text).to_text() == text


def test_text_with_windows_line_ends_is_read() -> None:
    assert Record.from_text(RICH.replace("\n", "\r\n")) == Record.from_text(RICH)


def test_a_file_holds_several_records_of_both_forms() -> None:
    one, two = Record.from_text(PLAIN), Record.from_text(RICH)
    file = io.StringIO()
    write_records(file, [one, two])
    write_records(file, [two, one], as_json=True)
    assert list(read_records(io.StringIO(file.getvalue()))) == [one, two, two, one]


def test_a_record_travels_between_processes() -> None:
    record = Record.from_text(RICH)
    assert pickle.loads(pickle.dumps(record)) == record


def test_a_hand_written_record_needs_neither_numbers_nor_optional_headers() -> None:
    text = '[Tretorri "1"]\n[Game "volterra"] Pb4+a3-a4 7.Pb1+ \n  [End]'
    assert Record.from_text(text, strict=False) == Record.from_text(PLAIN)


@pytest.mark.parametrize("game", [g for g in every_setting() if g.id in games()], ids=name)
def test_every_game_can_be_recorded(game: AnyGame) -> None:
    record = Record.of(walk(game, [7 * n + 3 for n in range(9)], seed=5), seed=5)
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(record.to_json()).actions() == record.actions()
