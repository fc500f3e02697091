"""What a viewer draws and what a player reads."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.towers.table import table
from tretorri.core.scene import Solid, Square
from tretorri.games.towers.position import TowersPosition


def square(position: TowersPosition, name: str) -> Square:
    """Return a square of the scene."""
    return next(square for square in position.scene().squares if square.id == name)


def solid(position: TowersPosition, name: str) -> Solid:
    """Return a counter of the scene."""
    return next(solid for solid in position.scene().solids if solid.id == name)


def legal(position: TowersPosition) -> dict[str, Any]:
    """Return the legal actions by their texts."""
    return {str(action): action for action in position.actions()}


def test_a_street_shows_what_stands_there() -> None:
    street = square(table("d4=Av"), "d4")
    assert (street.role, street.text, street.mark, street.group) == ("street", "Av", None, None)
    assert street.label == "d4, street: violet sun (A) counter"


def test_a_symbol_space_shows_its_symbol_and_its_district() -> None:
    site = square(table("d4=Av"), "f7")
    assert (site.role, site.text, site.mark, site.group) == ("site", "", "C", "6")
    assert site.label == "f7, symbol space crown (C) of district 6: nothing"


def test_a_tower_is_told_counter_by_counter() -> None:
    assert square(table("d4=Arbv"), "d4").label == (
        "d4, street: violet sun (A) tower of 3, from bottom to top red, blue, violet"
    )


def test_a_locked_counter_says_so() -> None:
    position = table("d4=Ab", seats="vr", locks="d4r")
    label = "neutral blue sun (A) counter, locked by Red"
    assert solid(position, "d4.0").label == label
    assert square(position, "d4").label == f"d4, street: {label}"
    assert square(position, "d4").text == "Ab!"


def test_counters_lie_on_each_other() -> None:
    position = table("d4=Arv")
    lower, upper = solid(position, "d4.0"), solid(position, "d4.1")
    assert (lower.x, lower.y, lower.z, lower.colour) == (3, 3, 0, "red")
    assert (upper.x, upper.y, upper.z, upper.colour) == (3, 3, 1, "violet")
    assert (lower.shape, lower.mark, lower.label) == ("counter", "A", "red sun (A) counter")


def test_the_counters_of_a_tower_belong_to_the_owner_of_the_tower() -> None:
    position = table("d4=Arbv", seats="vr")
    assert [solid(position, f"d4.{level}").owner for level in (0, 1, 2)] == ["v", "v", "v"]


def test_a_neutral_counter_belongs_to_no_seat() -> None:
    assert solid(table("d4=Ab", seats="vr"), "d4.0").owner is None


def test_the_scene_has_all_eighty_counters() -> None:
    assert len(table("d4=Arv").scene().solids) == 80


def test_the_last_move_is_marked() -> None:
    assert table("d4=Av").play("d4-d1").scene().marked == ("d4", "d1")


def test_nothing_is_marked_before_the_first_move_and_after_a_pass() -> None:
    assert table("b4=Av").scene().marked == ()
    assert table("b4=Av").play_turn("b4-b3+pass").scene().marked == ()


def test_the_button_is_there_while_an_extra_move_is_open() -> None:
    position = table("b4=Av")
    assert position.scene().buttons == {}
    assert position.play("b4-b3").scene().buttons == {"pass": "pass: skip the extra move"}


def test_seats_show_the_points_so_far() -> None:
    seats = table("b3=Arv c3=Br").scene().seats
    assert [seat.score for seat in seats] == ["2 points", "1 point", "0 points", "0 points"]


def test_a_seat_that_cannot_move_shows_it() -> None:
    seats = table("a1=Ag a2=Br b1=Cr", tops="vrb").scene().seats
    assert [seat.status for seat in seats] == ["", "", "", "no legal move"]


def test_a_seat_whose_lock_will_end_can_move() -> None:
    stuck = "a1=Cv a2=Br b1=Dr d4=Ab"
    seats = table(stuck, seats="vrg", turn=2, locks="d4v", tops="rg").scene().seats
    assert seats[0].status == ""


def test_a_seat_with_an_extra_move_shows_it() -> None:
    seats = table("b4=Av").play("b4-b3").scene().seats
    assert [seat.status for seat in seats] == ["has an extra move", "", "", ""]


def test_the_seat_to_move_and_the_winner_are_told() -> None:
    running, over = table("d4=Av", turn=2), table("b3=Ar", turn=501)
    assert [seat.to_move for seat in running.scene().seats] == [False, True, False, False]
    assert [seat.winner for seat in over.scene().seats] == [False, True, False, False]


def test_the_prompt_says_whose_turn_it_is() -> None:
    position = table("b4=Av")
    assert position.scene().prompt == "Violet to move: one counter or tower, in a straight line"
    assert position.play("b4-b3").scene().prompt == ("Violet has an extra move: move again or pass")


def test_the_prompt_says_who_won_and_why() -> None:
    assert table("b3=Av c3=Bv c2=Cv b2=Dv").scene().prompt == (
        "Violet wins with 8 points: all four spaces of a district belong to one player"
    )


def test_the_prompt_says_who_shares_the_win() -> None:
    assert table("b3=Av c3=Br", turn=501).scene().prompt == (
        "Violet and Red share the win with 1 point each: 500 turns have been played"
    )


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("b4-a4", "move the red key (B) tower of 2 from b4 to a4"),
        ("d3-c3", "build on c3 with the red key (B) counter from d3"),
        ("b4-d4", "put the red key (B) tower of 2 from b4 onto the green key (B) counter on d4"),
        (
            "d7-c7",
            "put the red key (B) counter from d7 onto the violet key (B) tower of 2"
            " on the symbol space c7",
        ),
    ],
)
def test_actions_are_told_in_words(action: str, words: str) -> None:
    position = table("b4=Bgr d4=Bg d3=Br d7=Br c7=Bbv", turn=2)
    assert str(position.describe(legal(position)[action])) == words


def test_a_pass_is_told_in_words() -> None:
    position = table("b4=Av").play("b4-b3")
    assert str(position.describe(legal(position)["pass"])) == "pass: skip the extra move"


def test_picks_are_the_two_squares_or_the_button() -> None:
    position = table("b4=Av").play("b4-b3")
    picks = {text: position.picks(action) for text, action in legal(position).items()}
    assert picks["pass"] == ("pass",)
    assert all(picks[move] == tuple(move.split("-")) for move in picks.keys() - {"pass"})


def aids(position: TowersPosition) -> dict[str, tuple[str, ...]]:
    """Return the squares of each aid."""
    return {aid.id: aid.squares for aid in position.scene().aids}


def test_districts_and_symbols_can_be_shown() -> None:
    shown = aids(table("d4=Av"))
    assert len(shown["districts"]) == 32
    assert {"d4", "b3"} <= set(shown["symbol-A"])
    assert "d4" not in shown["symbol-B"]


def test_T12_safe_towers_can_be_shown() -> None:
    assert "d4" in aids(table("d4=Avvvvv"))["safe"]
    assert "d4" not in aids(table("d4=Avvvv"))["safe"]


def test_T9_towers_that_cannot_move_can_be_shown() -> None:
    assert "a1" in aids(table("a1=Av a2=Br b1=Br"))["stuck"]
    assert "a1" not in aids(table("a1=Av a2=Ar b1=Br"))["stuck"]


def test_T23_locked_counters_can_be_shown() -> None:
    assert aids(table("d4=Ab", seats="vr", locks="d4r"))["locked"] == ("d4",)
    assert "locked" not in aids(table("d4=Av"))
