"""Volterra's rules, by rule id: what is legal, and what happens."""

from __future__ import annotations

import pytest

import tretorri

START = "dl l,d,l,d,l/d,l,d,l,d/l,d,l,d,l/d,l,d,l,d d lc2,dc3 - 1"
ROW = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/d,d,d,l,- d ld1,db1 - 1"
CIRCLE = "dl -,-,-,-,-/-,-,-,-,-/d,d,-,l,l/d,dd,-,l,ll d ld1,da1 - 1"


def volterra(text: str) -> tretorri.Position:
    return tretorri.game("volterra").position(text)


def legal(text: str) -> set[str]:
    return {str(action) for action in volterra(text).actions()}


def pawn_moves(text: str) -> set[str]:
    return {action for action in legal(text) if action.startswith("P")}


# Setup ------------------------------------------------------------------------------------------


def test_V1_ten_dark_and_ten_light_pieces_form_a_chequered_field_with_a_dark_corner() -> None:
    board = str(tretorri.game("volterra").start()).split()[1]
    assert board == "l,d,l,d,l/d,l,d,l,d/l,d,l,d,l/d,l,d,l,d"


def test_V2_the_pawns_start_in_the_middle_on_their_own_colours() -> None:
    assert str(tretorri.game("volterra").start()).split()[3] == "lc2,dc3"


def test_V3_dark_begins_unless_chosen_otherwise() -> None:
    assert str(tretorri.game("volterra").start()) == START


def test_V3_light_may_begin_on_the_same_field() -> None:
    start = tretorri.game("volterra", first="light").start()
    assert str(start) == "ld l,d,l,d,l/d,l,d,l,d/l,d,l,d,l/d,l,d,l,d l lc2,dc3 - 1"


def test_V3_who_begins_is_an_option_that_makes_the_same_game_again() -> None:
    assert tretorri.game("volterra", first="light").options == {"first": "light"}


# A turn -----------------------------------------------------------------------------------------


def test_V4_a_turn_begins_with_a_pawn_move_or_a_tower_move() -> None:
    targets = ("b3", "b2", "c4", "d2", "d3")
    towers = {f"b4-{t}" for t in (*targets, "d4")} | {f"d4-{t}" for t in (*targets, "b4")}
    assert legal(START) == {"Pb4", "Pd4", "Pb2", "Pd2"} | towers


def test_V4_after_the_pawn_only_a_tower_moves() -> None:
    after = volterra(START).play("Pb4")
    assert str(after).endswith(" d lc2,db4 P 1")
    assert {str(a)[:3] for a in after.actions()} == {"a3-"}


def test_V4_after_a_tower_only_the_pawn_moves() -> None:
    after = volterra(START).play("b4-c4")
    assert str(after).endswith(" d lc2,dc3 T 1")
    assert {str(a) for a in after.actions()} == {"Pc4", "Pd4", "Pb2", "Pd2"}


@pytest.mark.parametrize("turn", ["Pd4+b4-c4", "Pb2+d4-b3"])
def test_V4_a_tower_out_of_reach_of_the_moved_pawn_cannot_complete_the_turn(turn: str) -> None:
    with pytest.raises(tretorri.IllegalAction, match="not next to your pawn"):
        volterra(START).play_turn(turn)


def test_V4_both_moves_done_the_other_player_has_the_turn() -> None:
    after = volterra(START).play_turn("Pb4+a3-a4")
    assert str(after) == "dl ld,d,l,d,l/-,l,d,l,d/l,d,l,d,l/d,l,d,l,d l lc2,db4 - 2"


def test_V4_either_order_of_the_same_moves_may_lead_to_the_same_position() -> None:
    position = volterra(CIRCLE)
    assert position.play_turn("Pa2+b1-b2") == position.play_turn("b1-b2+Pa2")


def test_V5_a_pawn_steps_only_on_neighbouring_towers_of_its_colour() -> None:
    assert pawn_moves(START) == {"Pb2", "Pb4", "Pd2", "Pd4"}


def test_V5_a_pawn_steps_on_a_tower_whose_top_alone_is_of_its_colour() -> None:
    assert "Pa1" in legal("dl -,-,-,-,-/-,-,-,-,-/l,d,-,-,-/lld,d,d,l,- d ld1,db1 - 1")


def test_V5_a_pawn_does_not_step_on_a_tower_with_its_colour_below_the_top() -> None:
    assert "Pa1" not in legal("dl -,-,-,-,-/-,-,-,-,-/l,d,-,-,-/ddl,d,d,l,- d ld1,db1 - 1")


def test_V6_a_tower_goes_onto_a_tower_of_either_colour() -> None:
    assert {"b4-c4", "b4-d4"} <= legal(START)


def test_V6_source_and_target_need_not_touch() -> None:
    assert "b4-d2" in legal(START)


def test_V6_only_towers_next_to_the_pawn_move() -> None:
    assert {a[:2] for a in legal(START) if a[0] != "P"} == {"b4", "d4"}


def test_V7_a_tower_walled_in_on_four_sides_gives_no_piece() -> None:
    assert not any(action.startswith(("b2-", "b2=")) for action in legal(START))


def test_V7_a_side_beside_an_empty_square_is_free() -> None:
    opened = "dl l,d,l,d,l/d,l,d,l,d/l,d,l,d,l/d,-,d,l,d d lc2,dc3 - 1"
    assert "b2-b3" in legal(opened)


def test_V7_an_empty_square_at_a_corner_frees_no_side() -> None:
    opened = "dl l,d,l,d,l/d,l,d,l,d/l,d,l,d,l/-,l,d,l,d d lc2,dc3 - 1"
    assert "b2-b3" not in legal(opened)


def test_V7_a_tower_higher_than_all_around_it_still_has_no_free_side() -> None:
    high = "dl l,-,l,d,l/-,l,d,l,d/l,dddd,l,d,l/d,l,d,l,- d lc2,dc3 - 1"
    assert "b2-b3" not in legal(high)


def test_V7_a_low_wall_at_the_edge_of_the_field_leaves_the_outer_side_free() -> None:
    assert "b4-c4" in legal(START)


def test_V7_the_target_needs_no_free_side() -> None:
    assert "b4-b3" in legal(START)


def test_V8_nothing_moves_onto_an_empty_square() -> None:
    assert "c1-b2" not in legal(ROW)


def test_V8_nothing_moves_onto_a_pawn() -> None:
    assert not any(action.endswith(("-c2", "=c2")) for action in legal(START))


def test_V8_the_tower_under_your_own_pawn_stays() -> None:
    assert not any(action.startswith(("b1-", "b1=")) for action in legal(ROW))


def test_V8_the_tower_under_the_other_pawn_stays() -> None:
    beside = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,d,-/d,d,d,l,- d ld1,dc1 - 1"
    assert not any(action.startswith(("d1-", "d1=")) for action in legal(beside))


def test_V9_one_or_two_pieces_move_from_a_tower_of_three() -> None:
    three = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/ddd,d,l,l,- d ld1,db1 - 1"
    assert legal(three) == {"a1-c1", "a1=c1"}


def test_V9_one_piece_moves_from_a_tower_of_one() -> None:
    assert legal(ROW) == {"a1-c1", "c1-a1"}


def test_V9_two_pieces_move_in_their_order_whatever_colour_the_lower_has() -> None:
    mixed = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/dld,d,l,l,- d ld1,db1 - 1"
    assert str(volterra(mixed).play("a1=c1")).split()[1].endswith("/d,d,lld,l,-")


def test_V9_what_is_left_belongs_to_its_new_top() -> None:
    mixed = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/ld,d,l,l,- d ld1,db1 - 1"
    after = volterra(mixed).play("a1-c1")
    assert {str(action) for action in after.actions()} == {"Pc1"}


def test_V10_the_pawn_may_step_onto_the_tower_just_built() -> None:
    assert volterra(START).play_turn("b4-c4+Pc4").turn == 2


def test_V10_the_tower_move_is_seen_from_the_new_square_of_the_pawn() -> None:
    after = {str(action) for action in volterra(START).play("Pd4").actions()}
    assert after == {f"e3-{target}" for target in ("c3", "c4", "d3", "e4")}


def test_V11_a_pawn_move_after_which_no_tower_can_move_is_not_legal() -> None:
    assert pawn_moves(ROW) == set()


def test_V11_the_same_pawn_move_is_legal_once_the_tower_has_moved() -> None:
    assert "Pa1" in {str(action) for action in volterra(ROW).play("c1-a1").actions()}


def test_V11_after_every_tower_move_the_pawn_can_step_onto_the_tower_moved() -> None:
    start = volterra(START)
    for action in start.actions():
        if not str(action).startswith("P"):
            assert f"P{str(action)[3:]}" in map(str, start.play(action).actions())


# Separation -------------------------------------------------------------------------------------


def test_V12_a_part_without_a_pawn_is_forfeited() -> None:
    position = volterra("dl -,-,-,-,-/-,-,-,-,-/-,-,-,d,-/d,d,d,l,- d ld1,dc1 - 1")
    assert str(position.play("b1-d2")).split()[1] == "-,-,-,-,-/-,-,-,-,-/-,-,-,dd,-/-,-,d,l,-"


def test_V12_if_each_pawn_has_its_own_part_nothing_is_lost() -> None:
    assert str(volterra(ROW).play("c1-a1")).split()[1].endswith("/dd,d,-,l,-")


def test_V12_of_three_parts_only_the_one_without_a_pawn_is_lost() -> None:
    position = volterra("dl -,d,-,-,-/-,d,-,-,-/-,d,-,-,-/l,-,l,-,- d lc1,db3 - 1")
    assert str(position.play("b2-b4")).split()[1] == "-,dd,-,-,-/-,d,-,-,-/-,-,-,-,-/-,-,l,-,-"


def test_V12_a_part_can_split_again() -> None:
    position = volterra("dl -,-,-,-,l/-,-,-,-,l/-,-,d,-,-/d,d,d,-,- d le4,dc1 - 1")
    assert str(position.play("b1-c2")).split()[1] == "-,-,-,-,l/-,-,-,-,l/-,-,dd,-,-/-,-,d,-,-"


def test_V12_towers_that_touch_at_a_corner_are_connected() -> None:
    position = volterra("dl -,-,-,-,-/-,-,-,-,-/-,d,-,-,-/l,d,d,l,- d ld1,dc1 - 1")
    assert str(position.play("b1-b2")).split()[1].endswith("/-,dd,-,-,-/l,-,d,l,-")


def test_V12_a_tower_that_keeps_a_piece_splits_nothing() -> None:
    position = volterra("dl -,-,-,-,-/-,-,-,-,-/-,-,-,d,-/d,dd,d,l,- d ld1,dc1 - 1")
    assert str(position.play("b1-d2")).split()[1].endswith("/-,-,-,dd,-/d,d,d,l,-")


def test_V13_a_split_is_settled_at_once_after_the_tower_move() -> None:
    position = volterra("dl -,-,-,-,-/-,-,-,-,-/-,-,-,d,-/d,d,d,l,- d ld1,dc1 - 1")
    after = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,dd,-/-,-,d,l,- d ld1,dc1 T 1"
    assert str(position.play("b1-d2")) == after
