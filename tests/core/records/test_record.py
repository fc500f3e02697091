"""A record while a game is being played."""

from __future__ import annotations

import pytest

import tretorri
from tests.core.records.games import PLAIN, RICH, START
from tretorri import IllegalAction, InvalidRecord
from tretorri.core.records import Header, Line, Outcome, Record, RecordedTurn
from tretorri.core.records.verify import MAX_NESTED_VARIATIONS, MAX_RECORD_TURNS

GAME = tretorri.game("volterra")


def record_of(*turns: RecordedTurn) -> Record:
    """Return a record of Volterra with these turns."""
    return Record(GAME.start(seed=1), 1, line=Line(turns))


def test_playing_an_action_begins_a_turn_or_goes_on_with_it() -> None:
    record = Record(GAME.start(seed=1), 1).play("Pb4").play("a3-a4").play("Pb1")
    assert record == Record.from_text(PLAIN)


def test_playing_keeps_what_was_said_about_an_unfinished_turn() -> None:
    record = record_of(RecordedTurn("Pb4+", "!", comment="so")).play("a3-a4")
    assert record.line.turns == (RecordedTurn("Pb4+a3-a4", "!", comment="so", number=1),)


def test_playing_never_changes_the_record_itself() -> None:
    record = Record.from_text(PLAIN)
    record.play(str(record.final.actions()[0]))
    assert record == Record.from_text(PLAIN)


def test_an_illegal_action_is_refused_by_its_rule() -> None:
    with pytest.raises(IllegalAction, match="V5"):
        Record(GAME.start(seed=1), 1).play("Pc4")


def test_nothing_is_played_after_a_resignation() -> None:
    record = Record.from_text(PLAIN).stop("resign", ["l"])
    assert str(record.outcome) == "l resign"
    with pytest.raises(IllegalAction, match="the game is over"):
        record.play("b1-a1")


def test_no_seat_resigns_a_game_that_is_over() -> None:
    with pytest.raises(InvalidRecord, match='according to the rules it is "d V14"'):
        whole_game().stop("resign", ["l"])


def whole_game() -> Record:
    """Return the record of a game that is played to its end."""
    record = Record(GAME.start(seed=1), 1)
    while not record.final.is_over:
        record = record.play(record.final.actions()[-1])
    return record


def test_a_whole_game_ends_with_the_result_of_its_rules() -> None:
    record = whole_game()
    result = record.final.result
    assert result
    assert record.outcome == Outcome(result.winners, result.rule)
    assert Record.from_text(record.to_text()) == record


def test_C1_a_record_knows_the_repetition_that_no_text_shows() -> None:
    walled = "dl -,-,-,-,-/-,-,-,-,-/dd,dd,-,ll,ll/dd,dd,-,ll,ll d le1,da1 - 1"
    record = Record(GAME.position(walled))
    for _ in range(2):
        for turn in ("Pb1+a2-b2", "Pd1+e2-d2", "Pa1+b2-a2", "Pe1+d2-e2"):
            for action in turn.split("+"):
                record = record.play(action)
    assert str(record.outcome) == "= C1"
    assert Record.from_text(record.to_text()) == record
    assert not GAME.position(str(record.final)).is_over


def test_positions_are_the_start_and_one_for_each_turn() -> None:
    record = Record.from_text(PLAIN)
    assert [str(position)[-3:] for position in record.positions()] == ["- 1", "- 2", "P 2"]
    assert list(record.positions())[-1] == record.final


def test_actions_are_all_that_was_played() -> None:
    assert Record.from_text(PLAIN).actions() == ("Pb4", "a3-a4", "Pb1")


def test_a_record_is_made_of_positions() -> None:
    positions = [GAME.start(seed=1)]
    for action in ("Pb4", "a3-a4", "Pb1"):
        positions.append(positions[-1].play(action))
    assert Record.of(positions, seed=1) == Record.from_text(PLAIN)
    assert Record.of(positions[1:], headers={"Event": "x"}).header("Event") == "x"


def test_positions_must_be_reached_by_playing() -> None:
    with pytest.raises(InvalidRecord, match="does not follow"):
        Record.of([GAME.start(seed=1), GAME.position(START)])


def test_positions_must_follow_each_other() -> None:
    start = GAME.start(seed=1)
    with pytest.raises(IllegalAction, match="a3"):
        Record.of([start, start.play_turn("Pb4+a3-a4")])


def test_positions_must_follow_by_the_action_that_led_to_them() -> None:
    start, light = GAME.start(seed=1), tretorri.game("volterra", first="light").start(seed=1)
    with pytest.raises(InvalidRecord, match="does not follow"):
        Record.of([start, light.play("Pb1").play("a2-a1").play("Pb4")])


def test_a_start_read_from_text_is_written_as_text() -> None:
    assert f'[Start "{START}"]' in Record(GAME.position(START)).to_text()


def test_a_start_that_its_seed_does_not_make_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="seed 2 does not produce"):
        Record(tretorri.game("towers").start(seed=1), seed=2)


def test_headers_are_found_by_name() -> None:
    record = Record.from_text(RICH)
    assert (record.header("Event"), record.header("Round")) == ("Palio\\Siena", None)


def test_a_record_shows_game_turns_and_result() -> None:
    shown = [repr(Record.from_text(text)) for text in (PLAIN, RICH)]
    assert shown == ["<record of volterra: 2 turns, *>", "<record of volterra: 2 turns, d resign>"]


BAD_TURNS = {
    "a wrong number": (RecordedTurn("Pb4+", number=2), "it is turn 1"),
    "a negative clock": (RecordedTurn("Pb4+", clock=-1), "a clock cannot show -1"),
    "a strange mark": (RecordedTurn("Pb4+", mark="="), "unknown mark"),
    "an empty turn": (RecordedTurn(""), 'in turn 1, "" is illegal'),
    "a control character": (RecordedTurn("Pb4+", comment="\x07"), r"U\+0007"),
    "an empty variation": (RecordedTurn("Pb4+", variations=(Line(),)), "contains no turn"),
}


@pytest.mark.parametrize(("turn", "sentence"), BAD_TURNS.values(), ids=list(BAD_TURNS))
def test_a_bad_turn_is_refused(turn: RecordedTurn, sentence: str) -> None:
    with pytest.raises(InvalidRecord, match=sentence):
        record_of(turn)


def test_a_bad_comment_before_no_turn_is_refused() -> None:
    with pytest.raises(InvalidRecord, match=r"U\+0000"):
        Record(GAME.start(seed=1), 1, line=Line(comment="\x00"))


@pytest.mark.parametrize("name", ["Game", "", "Round 1", "É"])
def test_a_bad_header_is_refused(name: str) -> None:
    with pytest.raises(InvalidRecord, match="not a valid header name"):
        Record(GAME.start(seed=1), 1, headers=(Header(name, "x"),))


def test_a_record_cannot_grow_beyond_what_can_be_read() -> None:
    variations = (Line((RecordedTurn("Pb4+"),)),) * (MAX_RECORD_TURNS - 1)
    record = record_of(RecordedTurn("Pb4+a3-a4", variations=variations))
    with pytest.raises(InvalidRecord, match="more than 2000 turns"):
        record.play("Pb1")


def test_variations_that_are_nested_too_deep_are_refused() -> None:
    turn = RecordedTurn("Pb4+")
    for _ in range(MAX_NESTED_VARIATIONS + 1):
        turn = RecordedTurn("Pb4+", variations=(Line((turn,)),))
    with pytest.raises(InvalidRecord, match="nested at most 16 deep"):
        record_of(turn)
