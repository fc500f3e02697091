"""Position texts: what is read, and what is refused and why."""

from __future__ import annotations

import pytest

import tretorri
from tests.games.towers.table import read, table, text
from tretorri import InvalidPosition

LOCKED = text("d4=Ab a5=Ag", seats="vrg", turn=3, locks="d4v")
EMPTY_ROW = "/" + ",".join("-" * 14)


def refused(position_text: str) -> InvalidPosition:
    """Return the error that reading a text raises; every one is a readable sentence."""
    with pytest.raises(InvalidPosition) as error:
        read(position_text)
    assert "{" not in error.value.reason
    return error.value


# What is read ---------------------------------------------------------------------------------


def test_reading_gives_the_text_back() -> None:
    assert str(read(LOCKED)) == LOCKED


def test_reading_takes_seats_and_variant_from_the_text() -> None:
    position = tretorri.game("towers", players=2).position(text("d4=Av", seats="gbr^"))
    assert position.game == tretorri.game("towers", seats="gbr", variant="unlimited")


def test_reading_takes_a_text_that_play_cannot_reach() -> None:
    assert read(text("b3=Av", turn=1)).turn == 1


def test_reading_takes_a_neutral_counter_in_the_middle_of_a_tower() -> None:
    assert read(text("d4=Arbv", seats="vr")).towers["d4"] == "Arbv"


def test_reading_takes_several_locks_in_order() -> None:
    locks = text("d4=Ab a5=Ab g4=Ab", seats="vrg", turn=3, locks="d4v,g4r,a5v")
    assert read(locks).locks == {"d4": "v", "g4": "r", "a5": "v"}


def test_reading_skips_a_seat_that_cannot_act() -> None:
    position = table("a1=Ag a2=Br b1=Cr", turn=4, tops="vrb")
    assert str(position).split(" ")[2:] == ["v", "-", "-", "5"]


def test_reading_ends_the_turn_where_no_extra_move_exists() -> None:
    position = table("a1=Av a2=Br b1=Cr b3=Av", phase="x", tops="rbg")
    assert str(position).split(" ")[2:] == ["r", "-", "-", "2"]


def test_reading_ends_the_game_when_no_turn_follows_an_extra_move() -> None:
    position = table("a1=Ag a2=Br b1=Cr b3=Ag", turn=500, phase="x", tops="vrb")
    assert (position.turn, position.result and position.result.rule) == (501, "C3")


def test_reading_an_extra_move_is_no_start_of_a_turn() -> None:
    assert table("b3=Av d4=Av", phase="x").seen == ()


def test_positions_are_equal_when_their_texts_are() -> None:
    assert read(LOCKED) == read(LOCKED)
    assert read(LOCKED) != read(text("d4=Ab a5=Ag", seats="vrg", turn=3))


# What is not in this form -----------------------------------------------------------------------


@pytest.mark.parametrize("stray", [f" {LOCKED}", f"{LOCKED} ", LOCKED.replace(" g ", "  g "), ""])
def test_reading_refuses_stray_blanks_and_missing_fields(stray: str) -> None:
    assert "fields SEATS BOARD TO-MOVE PHASE LOCKS TURN" in refused(stray).reason


@pytest.mark.parametrize("turn", ["03", "0", "1000002", "-3", "３", "³", "3.0", "three"])
def test_reading_refuses_a_turn_that_is_no_plain_number(turn: str) -> None:
    assert "the turn must be a number" in refused(f"{LOCKED[:-1]}{turn}").reason


def test_reading_refuses_a_line_break_at_the_end() -> None:
    assert "the turn must be a number" in refused(f"{LOCKED}\n").reason


def test_reading_refuses_a_mover_who_does_not_fit_the_turn() -> None:
    assert "on turn 4 the seat to move is v" in refused(f"{LOCKED[:-1]}4").reason


@pytest.mark.parametrize("seats", ["v", "vrbgv", "vv", "vx", "^", "vrg^^", "VRG", "ｖrg"])
def test_reading_refuses_seats_that_are_no_two_to_four_colours(seats: str) -> None:
    assert refused(LOCKED.replace("vrg ", f"{seats} ", 1)).rule == "T5"


@pytest.mark.parametrize(
    "damaged",
    [LOCKED.replace("/", EMPTY_ROW + "/", 1), LOCKED.replace("-,", "", 1), "vr - v - - 1"],
)
def test_reading_refuses_a_board_of_another_size(damaged: str) -> None:
    assert refused(damaged).rule == "T1"


@pytest.mark.parametrize("tower", ["A", "Av-", "v", "Ev", "Ax", "", "a", "Ａv"])
def test_reading_refuses_what_is_no_tower(tower: str) -> None:
    assert "one symbol and the colours" in refused(LOCKED.replace(",Ab,", f",{tower},", 1)).reason


def test_reading_refuses_a_tower_of_mixed_symbols() -> None:
    assert str(refused(LOCKED.replace(",Ab,", ",AbBb,", 1))) == (
        'd4 must hold one symbol and the colours from bottom to top, or -, not "AbBb"'
    )


@pytest.mark.parametrize("phase", ["X", "y", "xx"])
def test_reading_refuses_another_phase(phase: str) -> None:
    assert "the phase must be -, or x" in refused(text("d4=Av", phase=phase)).reason


@pytest.mark.parametrize("locks", ["d4", "d4v,", ",", "4dv", "d4V", "d4v;a5v", "d４v"])
def test_reading_refuses_what_is_no_lock(locks: str) -> None:
    assert (
        "a lock is written as a square and a seat" in refused(LOCKED.replace("d4v", locks)).reason
    )


def test_reading_refuses_unsorted_locks() -> None:
    unsorted = text("d4=Ab a5=Ab", seats="vrg", turn=3, locks="a5r,d4v")
    assert "the text is not in its canonical form" in refused(unsorted).reason


def test_reading_refuses_two_locks_on_one_counter() -> None:
    twice = text("d4=Ab", seats="vrg", turn=3, locks="d4v,d4r")
    assert "the text is not in its canonical form" in refused(twice).reason


# What breaks the material -------------------------------------------------------------------------


def test_reading_refuses_a_missing_counter() -> None:
    error = refused(LOCKED.replace(",Ab,", ",-,", 1))
    assert str(error) == "there must be 5 counters Ab, not 4 [T3]"


def test_reading_refuses_a_counter_too_many() -> None:
    assert refused(LOCKED.replace("-,-", "-,Bv", 1)).rule == "T3"


def test_reading_refuses_a_tower_over_five_high() -> None:
    assert str(refused(text("d4=Avvvvvr"))) == "the tower on d4 is higher than 5 [T12]"


def test_reading_takes_a_tower_over_five_high_without_limit() -> None:
    assert read(text("d4=Avvvvvr", seats="vr^")).towers["d4"] == "Avvvvvr"


def test_reading_refuses_the_wrong_symbol_on_a_symbol_space() -> None:
    error = refused(text("b3=Bv"))
    assert str(error) == "only the symbol A can stand on the symbol space b3 [T10]"


def test_reading_refuses_a_neutral_counter_on_top_of_others() -> None:
    error = refused(text("d4=Avb", seats="vr"))
    assert str(error) == "a neutral counter lies on top of others on d4 [T22]"


# What breaks the setting --------------------------------------------------------------------------


def test_reading_refuses_a_lock_on_a_symbol_space() -> None:
    error = refused(text("b3=Ab", seats="vr", locks="b3r"))
    assert str(error) == "b3 is a symbol space, where counters are never locked [T23]"


@pytest.mark.parametrize("square", ["d4", "g4", "z9", "a99"])
def test_reading_refuses_a_lock_on_anything_but_a_neutral_counter(square: str) -> None:
    error = refused(text("d4=Av", seats="vr", locks=f"{square}r"))
    assert str(error) == f"there is no neutral counter on {square} that could be locked [T23]"


@pytest.mark.parametrize("seat", ["v", "b", "z"])
def test_reading_refuses_a_lock_of_the_seat_to_move_or_of_no_seat(seat: str) -> None:
    assert refused(text("d4=Ab", seats="vr", locks=f"d4{seat}")).rule == "T23"


def test_reading_refuses_an_extra_move_when_the_game_is_over() -> None:
    complete = text("b3=Av c3=Bv c2=Cv b2=Dv", phase="x")
    assert (
        str(refused(complete)) == "there cannot be a pending extra move when the game is over [T16]"
    )
    assert refused(text("b3=Av", phase="x", tops="rbg")).rule == "T17"


def test_reading_refuses_an_extra_move_above_turn_500() -> None:
    error = refused(text("b3=Av d4=Av", turn=501, phase="x"))
    assert str(error) == "turn 501 cannot have a pending extra move [C3]"
