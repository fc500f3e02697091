"""Whatever is wrong with a record is said in a sentence, with line and column."""

from __future__ import annotations

import pytest

from tests.core.records.games import PLAIN, RICH, START
from tretorri import InvalidRecord
from tretorri.core.records import Place, Record, where
from tretorri.core.records.verify import MAX_NESTED_VARIATIONS, MAX_RECORD_TURNS

WON = "dl l,-,-,-,-/-,-,-,-,-/-,-,-,-,-/-,-,-,-,ddd d la4,de1 - 9"


def refusal(text: str, *, strict: bool = True) -> str:
    """Return why *text* is refused: the place and the last part of the key."""
    with pytest.raises(InvalidRecord) as caught:
        Record.from_text(text, strict=strict)
    place, why = where(caught.value)
    assert place is not None
    assert str(caught.value).startswith(f"line {place.line}, column {place.column}: ")
    return f"{place.line}:{place.column} {why.key.removeprefix('core.').removeprefix('record-')}"


LENIENTLY_REFUSED = {
    "a foreign file": ('[Tretorri "1"]\n', "", "1:1 foreign"),
    "a header that only begins like ours": ("[Tretorri ", "[Tretorris ", "1:1 foreign"),
    "a newer format": ('[Tretorri "1"]', '[Tretorri "2"]', "1:1 version"),
    "a format without number": ('[Tretorri "1"]', '[Tretorri "one"]', "1:1 bad-value"),
    "a number in other digits": ('[Seed "1"]', '[Seed "１"]', "4:1 bad-value"),
    "a seed that is too large": ('[Seed "1"]', f'[Seed "{2**63}"]', "4:1 bad-seed"),
    "newer rules": ('[Rules "1"]', '[Rules "2"]', "3:1 rules"),
    "rules before the first": ('[Rules "1"]', '[Rules "0"]', "3:1 rules"),
    "an unknown game": ('"volterra"', '"chess"', "2:1 unknown-game"),
    "no game": ('[Game "volterra"]\n', "", "1:1 no-game"),
    "an option twice": ('[Seed "1"]', '[Options "first=dark first=dark"]', "4:1 bad-value"),
    "an option without value": ('[Seed "1"]', '[Options "first"]', "4:1 bad-value"),
    "an unknown option": ('[Seed "1"]', '[Options "second=dark"]', "4:1 no-option"),
    "a bad option": ('[Seed "1"]', '[Options "first=green"]', "4:1 bad-option"),
    "a bad start": ('[Seed "1"]', '[Start "dl"]', "4:1 bad-fields"),
    "start and seed": ('[Seed "1"]', f'[Seed "1"]\n[Start "{START}"]', "4:1 start-says-all"),
    "start and options": (
        '[Seed "1"]',
        f'[Start "{START}"]\n[Options "first=light"]',
        "5:1 start-says-all",
    ),
    "an own header twice": ('[Seed "1"]', '[Seed "1"] [Seed "1"]', "4:12 twice"),
    "another header twice": ("[Result", '[A "b"]\n[A "c"]\n[Result', "6:1 twice"),
    "a header with a bad name": ("[Result", '[1A "b"]\n[Result', "5:1 bad-name"),
    "a header with a long name": ("[Result", f'[{"A" * 33} "b"]\n[Result', "5:1 bad-name"),
    "a header that is not closed": ('[Seed "1"]', '[Seed "1"', "4:1 bad-header"),
    "a header with a bad escape": ('[Seed "1"]', r'[Event "\t"]', "4:1 bad-header"),
    "a header behind the turns": ("[End]", '[Event "x"]\n[End]', "8:1 unexpected"),
    "a date that is none": ("[Result", '[Date "2026-02-30"]\n[Result', "5:1 bad-date"),
    "a date in another form": ("[Result", '[Date "20261115"]\n[Result', "5:1 bad-date"),
    "a player without seat": ("[Result", '[Player.x "A"]\n[Result', "5:1 bad-player"),
    "a control character": ("[Result", '[Event "\x1b"]\n[Result', "5:1 bad-character"),
    "text that runs backwards": ("Pb1+", "Pb1+ {\u202e}", "7:17 bad-character"),
    "half a character": ("Pb1+", "Pb1+ {\udcff}", "7:17 bad-character"),
    "a tab in the first comment": ("1. Pb4", "{\t} 1. Pb4", "7:8 bad-character"),
    "no end": ("[End]\n", "", "7:17 cut-off"),
    "something behind the end": ("[End]", "[End] x\n[End]", "8:7 unexpected"),
    "a comment that is not closed": ("Pb1+", "Pb1+ {", "7:22 bad-comment"),
    "a comment with a bad escape": ("Pb1+", r"Pb1+ {\x}", "7:22 bad-comment"),
    "two comments": ("Pb1+", "Pb1+ {a} {b}", "7:26 unexpected"),
    "a clock with 60 seconds": ("Pb1+", "Pb1+ <0:00:60>", "7:22 bad-clock-text"),
    "an unknown mark": ("Pb1+", "Pb1+ !!!", "7:17 bad-mark"),
    "a number without turn": ("Pb1+", "", "8:1 unexpected"),
    "a quote": ("Pb1+", 'Pb1+ "', "7:22 unexpected"),
    "an illegal turn": ("a3-a4", "a3-a5", "7:4 illegal"),
    "an unfinished turn": ("Pb1+", "Pb1", "7:17 turn-unfinished"),
    "a finished turn that says it is not": ("a3-a4", "a3-a4+", "7:4 finished"),
    "a turn that goes on": ("a3-a4", "a3-a4+a4-a3", "7:4 turn-too-long"),
    "a turn behind an unfinished one": ("Pb1+", "Pb1+ Pb1+", "7:22 goes-on"),
    "an illegal variation": ("a3-a4", "a3-a4 (1. Pa1)", "7:18 illegal"),
    "a variation of the wrong seat": ("a3-a4", "a3-a4 (Pb1+)", "7:15 illegal"),
    "a variation without turns": ("a3-a4", "a3-a4 ( )", "7:4 empty-variation"),
    "a variation that is not closed": ("a3-a4", "a3-a4 (Pb4+", "8:1 unexpected"),
    "a variation of nothing": ("1. Pb4", "(1. Pb4+) 1. Pb4", "7:1 unexpected"),
    "a closing that was not opened": ("Pb1+", "Pb1+)", "7:21 unexpected"),
    "a result without reason": ('"*"', '"d"', "5:1 bad-value"),
    "a result by rule of a running game": ('"*"', '"d V14"', "5:1 still-runs"),
    "winners in another order": ('"*"', '"l,d agreed"', "5:1 bad-winners"),
    "winners that are no seats": ('"*"', '"v time"', "5:1 bad-winners"),
}


@pytest.mark.parametrize(
    ("old", "new", "wanted"), LENIENTLY_REFUSED.values(), ids=list(LENIENTLY_REFUSED)
)
def test_refused_in_any_mode(old: str, new: str, wanted: str) -> None:
    text = PLAIN.replace(old, new, 1)
    assert text != PLAIN
    assert [refusal(text, strict=False), refusal(text)] == [wanted, wanted]


STRICTLY_REFUSED = {
    "a wrong turn number": ("2. Pb1", "3. Pb1", "7:14 not-exact"),
    "a missing turn number": ("2. ", "", "7:14 not-exact"),
    "a missing header": ('[Rules "1"]\n', "", "3:2 not-exact"),
    "headers in another order": (
        '[Seed "1"]\n[Result "*"]',
        '[Result "*"]\n[Seed "1"]',
        "4:2 not-exact",
    ),
    "a leading zero": ('[Seed "1"]', '[Seed "01"]', "4:8 not-exact"),
    "two blanks": ("2. Pb1", "2.  Pb1", "7:17 not-exact"),
    "an empty comment": ("Pb1+", "Pb1+ {}", "7:21 not-exact"),
    "no line break at the end": ("[End]\n", "[End]", "8:6 not-exact"),
    "an option that is the default": (
        '[Seed "1"]',
        '[Options "first=dark"]\n[Seed "1"]',
        "4:2 not-exact",
    ),
}


@pytest.mark.parametrize(
    ("old", "new", "wanted"), STRICTLY_REFUSED.values(), ids=list(STRICTLY_REFUSED)
)
def test_refused_in_strict_mode_only(old: str, new: str, wanted: str) -> None:
    text = PLAIN.replace(old, new, 1)
    assert refusal(text) == wanted
    assert Record.from_text(text, strict=False) == Record.from_text(PLAIN)


def test_the_sentence_of_an_illegal_turn_names_place_turn_and_rule() -> None:
    with pytest.raises(InvalidRecord) as caught:
        Record.from_text(PLAIN.replace("a3-a4", "b3-a4"))
    assert str(caught.value).startswith('line 7, column 4: in turn 1, "b3-a4" is illegal: ')
    assert caught.value.rule == "V6"


def test_nothing_and_two_records_are_not_one() -> None:
    for text, key in (("", "core.record-empty"), (PLAIN + PLAIN, "core.record-several")):
        with pytest.raises(InvalidRecord) as caught:
            Record.from_text(text)
        assert where(caught.value) == (None, caught.value.why)
        assert caught.value.why.key == key


def test_variations_may_be_nested_so_deep_and_no_deeper() -> None:
    def nested(depth: int) -> str:
        return PLAIN.replace("a3-a4", "a3-a4 " + "(Pb4+ " * depth + ")" * depth)

    assert len(Record.from_text(nested(MAX_NESTED_VARIATIONS), strict=False).line.turns) == 2
    assert refusal(nested(MAX_NESTED_VARIATIONS + 1), strict=False) == "7:110 too-deep"


def test_a_hostile_nesting_is_refused_at_once() -> None:
    assert refusal(PLAIN.replace("a3-a4", "a3-a4 " + "(Pb4+" * 100_000)).endswith("too-deep")


def test_so_many_turns_are_read_and_no_more() -> None:
    def long(count: int) -> str:
        return PLAIN.replace("a3-a4", "a3-a4 " + "(Pb4+)" * count)

    assert len(Record.from_text(long(MAX_RECORD_TURNS - 2), strict=False).line.turns) == 2
    assert refusal(long(MAX_RECORD_TURNS - 1), strict=False) == "7:12012 too-many-turns"


def test_a_huge_word_is_refused_in_one_short_sentence() -> None:
    with pytest.raises(InvalidRecord) as caught:
        Record.from_text(PLAIN.replace("a3-a4", "a" * 1_000_000))
    assert len(str(caught.value)) < 300


def test_a_game_that_is_over_needs_the_result_of_its_rules() -> None:
    start = f'[Tretorri "1"]\n[Game "volterra"]\n[Rules "1"]\n[Start "{WON}"]\n'
    assert Record.from_text(f'{start}[Result "d V14"]\n\n[End]\n').outcome is not None
    for result in ("*", "l V14", "d C1", "d resign"):
        text = f'{start}[Result "{result}"]\n\n[End]\n'
        assert refusal(text, strict=False) == "5:1 other-result"


def test_a_game_that_is_over_fills_in_a_missing_result_leniently() -> None:
    text = f'[Tretorri "1"]\n[Game "volterra"]\n[Start "{WON}"]\n[End]\n'
    assert str(Record.from_text(text, strict=False).outcome) == "d V14"


def test_columns_are_counted_behind_a_comment_over_several_lines() -> None:
    text = PLAIN.replace("a3-a4", "a3-a4 {one\ntwo} x")
    assert refusal(text, strict=False) == "8:6 illegal"


def test_dates_with_time_are_read() -> None:
    for date in ("2026-11-15T20:30", "2026-11-15T20:30:05Z", "2026-11-15T20:30+01:00"):
        assert Record.from_text(RICH.replace("2026-11-15", date)).header("Date") == date


def test_a_place_is_line_and_column() -> None:
    assert Place(3, 4) == (3, 4)
