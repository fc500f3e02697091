"""Volterra's rules, by rule id: what is legal, what happens, how it ends."""

from __future__ import annotations

import pytest

import tretorri

START = "dl l,d,l,d,l/d,l,d,l,d/l,d,l,d,l/d,l,d,l,d d lc2,dc3 - 1"
ROW = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/d,d,d,l,- d ld1,db1 - 1"
CIRCLE = "dl -,-,-,-,-/-,-,-,-,-/d,d,-,l,l/d,dd,-,l,ll d ld1,da1 - 1"
ROUND_TRIP = ("Pa2+b1-b2", "Pd2+e1-e2", "Pa1+b2-b1", "Pd1+e2-e1")
LAST_PAWN = "dl d,d,d,d,d/d,d,d,l,l/l,l,l,l,d/d,l,l,l,l l l-,da1 B 22"


def volterra(text: str) -> tretorri.Position:
    return tretorri.game("volterra").position(text)


def legal(text: str) -> set[str]:
    return {str(action) for action in volterra(text).actions()}


def pawn_moves(text: str) -> set[str]:
    return {action for action in legal(text) if action.startswith("P")}


def result(text: str) -> tretorri.Result | None:
    return volterra(text).result


def winners(text: str) -> tuple[str, ...] | None:
    ended = result(text)
    return ended.winners if ended else None


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


# End --------------------------------------------------------------------------------------------


def test_V14_the_game_ends_when_the_mover_cannot_move_a_tower() -> None:
    ended = result("dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/d,d,-,l,- d ld1,db1 - 1")
    assert ended is not None
    assert ended.rule == "V14"


def test_V14_the_game_ends_when_the_mover_cannot_move_the_pawn() -> None:
    ended = result("dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/-,d,l,l,- d ld1,db1 - 1")
    assert ended is not None
    assert ended.rule == "V14"


def test_V14_only_the_player_whose_turn_it_is_counts() -> None:
    assert not volterra(ROW).is_over
    assert volterra(ROW.replace("dl ", "ld ").replace(" d ", " l ")).is_over


def test_V14_the_last_text_names_the_turn_that_would_begin() -> None:
    after = volterra(ROW).play_turn("c1-a1+Pa1")
    assert str(after) == "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/dd,d,-,l,- l ld1,da1 - 2"
    assert (after.is_over, after.to_move, after.actions()) == (True, None, ())


def test_V14_being_stuck_is_not_losing() -> None:
    after = volterra(ROW.replace("d,l,-", "d,lll,-")).play_turn("c1-a1+Pa1")
    assert after.result == tretorri.Result(("l",), {"d": (2, 1), "l": (3,)}, "V14")


def test_V14_does_not_end_a_turn_half_done() -> None:
    assert not volterra(START).play("Pb4").is_over


def test_V15_the_owner_of_the_highest_tower_wins() -> None:
    assert winners("dl -,-,-,-,-/-,-,-,-,-/d,-,-,-,-/dd,-,-,l,- d ld1,da1 - 1") == ("d",)


def test_V15_one_high_tower_beats_many_low_ones() -> None:
    assert winners("dl -,-,-,-,-/-,-,-,-,-/dd,-,-,-,-/dd,-,-,lll,- d ld1,da1 - 1") == ("l",)


def test_V15_a_tie_is_broken_by_the_next_tower() -> None:
    assert winners("dl -,-,-,-,-/-,-,-,-,-/d,-,-,ll,-/dd,-,-,ll,- d ld1,da1 - 1") == ("l",)


def test_V15_a_missing_tower_counts_as_none() -> None:
    assert winners("dl -,-,-,-,-/-,-,-,-,-/d,-,-,-,-/dd,-,-,ll,- d ld1,da1 - 1") == ("d",)


def test_V15_level_towers_are_a_draw() -> None:
    assert winners("dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/dd,-,-,ll,- d ld1,da1 - 1") == ()


def test_V15_towers_count_on_the_part_of_the_opponent_too() -> None:
    assert winners("dl -,-,-,-,-/-,-,-,-,-/lll,-,-,-,-/d,-,-,l,- d ld1,da1 - 1") == ("l",)


def test_V15_a_tower_belongs_to_the_colour_of_its_top() -> None:
    ended = result("dl -,-,-,-,-/-,-,-,-,-/ddl,-,-,-,-/lld,-,-,l,- d ld1,da1 - 1")
    assert ended == tretorri.Result(("l",), {"d": (3,), "l": (3, 1)}, "V14")


def test_V15_scores_stand_in_seat_order() -> None:
    ended = result("ld -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/d,-,-,ll,- l ld1,da1 - 1")
    assert ended is not None
    assert ended.scores is not None
    assert list(ended.scores.items()) == [("l", (2,)), ("d", (1,))]


def test_C1_the_third_time_at_the_start_of_a_turn_ends_the_game() -> None:
    position = volterra(CIRCLE)
    for turn in ROUND_TRIP * 2:
        assert not position.is_over
        position = position.play_turn(turn)
    assert position.result == tretorri.Result((), {"d": (2, 1, 1, 1), "l": (2, 1, 1, 1)}, "C1")


def test_C1_the_last_text_names_the_turn_that_would_begin_and_reads_as_running() -> None:
    position = volterra(CIRCLE)
    for turn in ROUND_TRIP * 2:
        position = position.play_turn(turn)
    assert str(position) == CIRCLE[:-1] + "9"
    assert not volterra(str(position)).is_over


def test_C1_a_position_read_from_text_counts_as_its_first_occurrence() -> None:
    position = volterra(CIRCLE)
    for turn in ROUND_TRIP:
        position = position.play_turn(turn)
    again = volterra(str(position))
    for turn in ROUND_TRIP:
        again = again.play_turn(turn)
    assert not again.is_over


def test_C1_a_position_in_the_middle_of_a_turn_does_not_count() -> None:
    position = volterra(CIRCLE).play("Pa2")
    for turn in ("b1-b2", *ROUND_TRIP[1:], *ROUND_TRIP):
        position = position.play(turn) if turn == "b1-b2" else position.play_turn(turn)
    assert position.turn == 9
    assert position.is_over


def test_C1_a_turn_begun_before_the_text_was_read_is_not_counted() -> None:
    position = volterra(str(volterra(CIRCLE).play("Pa2"))).play("b1-b2")
    for turn in (*ROUND_TRIP[1:], *ROUND_TRIP):
        position = position.play_turn(turn)
    assert not position.is_over


def test_C3_a_game_still_running_when_turn_501_would_begin_is_over() -> None:
    position = volterra(START.replace("dl ", "ld ").replace(" - 1", " - 500"))
    assert not position.is_over
    ended = position.play_turn("Pb4+a3-a4")
    assert ended.result is not None
    assert (ended.result.rule, ended.turn) == ("C3", 501)


def test_C3_is_scored_as_it_stands() -> None:
    assert winners(CIRCLE.replace("dd,-,l,ll", "ddd,-,l,ll")[:-1] + "501") == ("d",)


def test_C3_comes_after_V14() -> None:
    ended = result("dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/d,d,-,l,- d ld1,db1 - 501")
    assert ended is not None
    assert ended.rule == "V14"


# Variant free -----------------------------------------------------------------------------------


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
