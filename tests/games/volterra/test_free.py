"""Volterra's variant `free`, by rule id."""

from __future__ import annotations

import tretorri

LAST_PAWN = "dl d,d,d,d,d/d,d,d,l,l/l,l,l,l,d/d,l,l,l,l l l-,da1 B 22"


def volterra(text: str) -> tretorri.Position:
    return tretorri.game("volterra").position(text)


def legal(text: str) -> set[str]:
    return {str(action) for action in volterra(text).actions()}


def free(**options: str) -> tretorri.Position:
    return tretorri.game("volterra", variant="free", **options).start()


def test_V16_the_field_begins_empty_with_the_pawns_in_hand() -> None:
    assert str(free()) == "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/-,-,-,-,- d l-,d- B 1"


def test_V16_the_first_player_lays_first() -> None:
    laid = free(first="light").play("@a1")
    assert str(laid) == "ld -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/l,-,-,-,- d l-,d- B 2"


def test_V16_a_piece_goes_on_any_unfilled_square() -> None:
    laid = {str(action) for action in free().play("@c3").actions()}
    assert len(laid) == 19
    assert "@c3" not in laid


def test_V16_each_single_laying_is_a_turn() -> None:
    assert [str(turn) for turn in free().turns()][:2] == ["@a1", "@b1"]


def test_V16_after_twenty_pieces_the_pawns_go_on_towers_of_their_colour() -> None:
    first_pawn = LAST_PAWN.replace(" l l-,da1 B 22", " d l-,d- B 21")
    dark = {"a1", "e2", "a3", "b3", "c3", "a4", "b4", "c4", "d4", "e4"}
    assert legal(first_pawn) == {f"P@{square}" for square in dark}


def test_V16_the_second_pawn_follows_in_the_same_order() -> None:
    first_pawn = LAST_PAWN.replace(" l l-,da1 B 22", " d l-,d- B 21")
    assert str(volterra(first_pawn).play("P@a1")) == LAST_PAWN


def test_V16_turn_23_is_the_first_normal_turn() -> None:
    position = volterra(LAST_PAWN.replace("da1", "dc3")).play("P@e1")
    assert str(position).endswith(" d le1,dc3 - 23")
    assert {str(action)[0] for action in position.actions()} >= {"P", "b"}


def test_V16_the_game_may_be_over_at_turn_23() -> None:
    ended = volterra(LAST_PAWN).play("P@e1")
    assert ended.result == tretorri.Result((), {"d": (1,) * 10, "l": (1,) * 10}, "V14")


def test_V16_the_variant_is_an_option_that_makes_the_same_game_again() -> None:
    assert tretorri.game("volterra", variant="free").options == {"variant": "free"}
