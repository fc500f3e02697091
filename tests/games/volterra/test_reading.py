"""Which position texts are refused and why, and what the others read as."""

from __future__ import annotations

import pytest

import tretorri
from tretorri.games.volterra.game import Volterra

FIELD = "l,d,l,d,l/d,l,d,l,d/l,d,l,d,l/d,l,d,l,d"
START = f"dl {FIELD} d lc2,dc3 - 1"
LOW = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/"
LAYING = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/d,l,-,-,- d l-,d- B 3"
LAST_PAWN = "dl d,d,d,d,d/d,d,d,l,l/l,l,l,l,d/d,l,l,l,l l l-,da1 B 22"


def volterra(text: str) -> tretorri.Position:
    return tretorri.game("volterra").position(text)


def why_refused(text: str) -> str:
    """Return why *text* is no position."""
    with pytest.raises(tretorri.InvalidPosition) as refused:
        volterra(text)
    return str(refused.value)


# The form ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [f" {START}", f"{START} ", START.replace(" d ", "  d "), "", "\n"])
def test_reading_refuses_stray_blanks(text: str) -> None:
    assert "separated by single spaces" in why_refused(text)


@pytest.mark.parametrize("turn", ["01", "0", "1000001", "-1", "²", "１", "1\n", "x"])
def test_reading_refuses_a_turn_that_is_no_plain_number(turn: str) -> None:
    assert "without leading zeros" in why_refused(f"dl {FIELD} d lc2,dc3 - {turn}")


@pytest.mark.parametrize("mover", ["l", "dl", "D"])
def test_reading_refuses_a_mover_that_does_not_fit_the_turn(mover: str) -> None:
    assert f"the seat to move is d, not {mover}" in why_refused(
        START.replace(" d lc2", f" {mover} lc2")
    )


@pytest.mark.parametrize("seats", ["d", "dd", "dld", "DL", "dl^"])
def test_reading_refuses_other_seats(seats: str) -> None:
    assert why_refused(seats + START[2:]) == f'the seats must be "dl" or "ld", not "{seats}"'


@pytest.mark.parametrize("board", [FIELD[:-2], FIELD + ",d", FIELD + "/-,-,-,-,-", "-"])
def test_reading_refuses_a_board_of_another_size(board: str) -> None:
    assert why_refused(START.replace(FIELD, board)) == "the board must have 4 rows of 5 squares"


@pytest.mark.parametrize("tower", ["", "x", "d-", "--", "D", "dl²", "d\n"])
def test_reading_refuses_a_tower_of_anything_but_pieces(tower: str) -> None:
    why = why_refused(START.replace("d,l,d,l,d d", f"{tower},l,d,l,d d"))
    assert "the tower on a1 must consist of d and l, or be -" in why


@pytest.mark.parametrize("pawns", ["dc3,lc2", "lc2", "lc2,dc3,dc3", "c2,c3", ",", "Lc2,Dc3"])
def test_reading_refuses_pawns_in_another_form(pawns: str) -> None:
    assert "light first" in why_refused(START.replace("lc2,dc3", pawns))


@pytest.mark.parametrize("done", ["p", "PT", "--", "-P", "x", "−"])
def test_reading_refuses_another_word_for_what_is_done(done: str) -> None:
    assert why_refused(START.replace(" - ", f" {done} ")) == (
        f'the actions of this turn must be -, P, T or B, not "{done}"'
    )


def test_reading_refuses_what_is_no_text() -> None:
    with pytest.raises(tretorri.InvalidPosition):
        tretorri.game("volterra").position(None)  # type: ignore[arg-type] # what a caller may do


# The material and the setting -------------------------------------------------------------------


def test_reading_refuses_too_many_pieces_of_a_colour() -> None:
    why = why_refused(START.replace("d,l,d,l,d d", "dd,l,d,l,d d"))
    assert why == "there are 11 dark pieces, but the box holds 10 [V1]"


@pytest.mark.parametrize("square", ["f3", "c5", "c0", "", "c", "c33", "C3", "c３"])
def test_reading_refuses_a_pawn_beside_the_field(square: str) -> None:
    why = why_refused(START.replace("dc3", f"d{square}"))
    assert why == f'a pawn stands on "{square}", which is not a square of the field [V5]'


def test_reading_refuses_a_pawn_on_no_tower() -> None:
    why = why_refused(START.replace("d,l,d,l,d/l,d", "d,l,-,l,d/l,d"))
    assert why == "the dark pawn stands on c3, where there is no tower [V5]"


def test_reading_refuses_a_pawn_on_an_enemy_tower() -> None:
    why = why_refused(START.replace("lc2", "lb2"))
    assert why == "the light pawn stands on b2, on a tower of the other colour [V5]"


@pytest.mark.parametrize("done", "-PT")
def test_reading_refuses_a_missing_pawn(done: str) -> None:
    why = why_refused(START.replace("lc2", "l-").replace(" - ", f" {done} "))
    assert why == "the light pawn is missing [V2]"


def test_reading_refuses_a_part_without_a_pawn() -> None:
    why = why_refused(f"{LOW}d,l,-,d,- d lb1,da1 - 1")
    assert why == (
        "no pawn stands on the part of the field with d1,"
        " so that part is no longer in the game [V12]"
    )


def test_reading_refuses_a_half_turn_without_a_tower_move() -> None:
    why = why_refused(f"{LOW}d,d,-,l,- d ld1,db1 P 1")
    assert why == "dark has moved the pawn, but cannot move a tower [V11]"


def test_reading_refuses_a_half_turn_without_a_pawn_move() -> None:
    why = why_refused(f"{LOW}-,d,l,l,- d ld1,db1 T 1")
    assert why == "dark has moved a tower, but cannot move the pawn [V11]"


@pytest.mark.parametrize("done", "PT")
def test_reading_refuses_a_half_turn_above_500(done: str) -> None:
    why = why_refused(f"dl {FIELD} d lc2,dc3 {done} 501")
    assert why == "turn 501 cannot be in progress: the game ends after turn 500 [C3]"


def test_reading_refuses_a_layout_after_turn_22() -> None:
    why = why_refused(f"dl {FIELD} d lc2,dc3 B 23")
    assert why == "turn 23 cannot be part of the layout, which takes turns 1 to 22 [V16]"


def test_reading_refuses_a_tower_in_a_layout() -> None:
    why = why_refused(LAYING.replace("d,l,-", "dl,-,-"))
    assert why == (
        "the tower on a1 is higher than one piece, but the field is still being laid out [V16]"
    )


@pytest.mark.parametrize(("row", "found"), [("d,d,-", "1 dark pieces on the field, not 2")])
def test_reading_refuses_laid_pieces_of_the_wrong_seat(row: str, found: str) -> None:
    assert found in why_refused(LAYING.replace("d,l,-", row))


@pytest.mark.parametrize("row", ["d,-,-", "d,l,l"])
def test_reading_refuses_laid_pieces_that_do_not_fit_the_turn(row: str) -> None:
    why = why_refused(LAYING.replace("d,l,-", row))
    assert "on turn 3 there must be 1 light pieces on the field" in why


@pytest.mark.parametrize(
    ("pawns", "turn"), [("l-,da1", "d l-,d- B 21"), ("l-,d-", ""), ("lb1,da1", "")]
)
def test_reading_refuses_pawns_that_do_not_fit_the_turn_of_a_layout(pawns: str, turn: str) -> None:
    text = LAST_PAWN.replace("l l-,da1 B 22", turn or "l l-,da1 B 22")
    old = "l-,d-" if turn else "l-,da1"
    assert "pawn is placed too early or too late [V16]" in why_refused(text.replace(old, pawns))


# What is read -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        START,
        f"ld {FIELD} l lc2,dc3 - 1",
        f"dl {FIELD} d lc2,dc3 P 499",
        f"dl {FIELD} d lc2,dc3 T 1",
        f"dl {FIELD} d lc2,dc3 - 999999",
        LAYING,
        LAST_PAWN,
        f"{LOW}d,d,-,l,- d ld1,db1 - 501",
    ],
)
def test_reading_gives_back_the_same_text(text: str) -> None:
    assert str(volterra(text)) == text


def test_reading_takes_a_field_that_play_cannot_reach() -> None:
    assert not volterra(f"{LOW}d,d,d,l,- d ld1,db1 - 1").is_over


def test_reading_ends_a_game_whose_mover_is_stuck() -> None:
    result = volterra(f"{LOW}d,d,-,l,- d ld1,db1 - 1").result
    assert result is not None
    assert result.rule == "V14"


def test_reading_ends_a_running_game_above_turn_500() -> None:
    result = volterra(f"dl {FIELD} d lc2,dc3 - 501").result
    assert result is not None
    assert result.rule == "C3"


def test_reading_takes_the_first_player_from_the_text() -> None:
    position = Volterra(first="light").position(START)
    assert position.game == Volterra(first="dark")


def test_reading_sees_the_variant_free_in_a_layout() -> None:
    assert volterra(LAYING).game == Volterra(variant="free")


def test_reading_sees_the_standard_variant_before_turn_23() -> None:
    assert Volterra(variant="free").position(START).game == Volterra()


@pytest.mark.parametrize("variant", ["standard", "free"])
def test_reading_keeps_the_variant_from_turn_23_on(variant: str) -> None:
    game = Volterra(variant=variant)
    assert game.position(f"dl {FIELD} d lc2,dc3 - 23").game == game
