"""Material, goal, the turn and the ends of the game [D1 to D8, D19, C1, C3]."""

from __future__ import annotations

import pytest

import tretorri
from tests.games.voldetour.table import (
    ALL_BURIED,
    BURIED,
    START,
    after,
    ending,
    legal,
    voldetour,
    why,
)

FOUR_HOME = "brwy - b bb2,rb9,wi9,yi2 - 1"
OPEN = "bw - b ba1,wj10 - 7"
CIRCLE = ["L>a2", "L>j9", "L>a1", "L>j10"]


# Material -----------------------------------------------------------------------------------------


def test_D1_the_board_has_ten_by_ten_squares() -> None:
    assert len(voldetour(START).scene().squares) == 100


@pytest.mark.parametrize(("colour", "squares"), [("black", "c3 h8"), ("red", "b2 b9 i2 i9")])
def test_D1_two_squares_are_black_and_four_red(colour: str, squares: str) -> None:
    found = [square.id for square in voldetour(START).scene().squares if square.colour == colour]
    assert sorted(found) == squares.split()


def test_D1_a_coloured_square_without_a_tower_is_an_ordinary_square() -> None:
    assert "B1>b2" in legal(START)


def test_D1_a_square_beside_the_board_is_refused() -> None:
    assert why(START, "B1>k1") == ("no-square", "D1")


def test_D2_each_player_has_five_blocks_and_five_stairs() -> None:
    reserves = voldetour(START).scene().reserves
    found = {reserve.id: reserve.count for reserve in reserves if reserve.owner == "w"}
    assert found == {"reserve:wB1": 2, "reserve:wB2": 2, "reserve:wB3": 1, "reserve:wS": 5}


def test_D2_a_tower_is_three_levels_high() -> None:
    tower = next(solid for solid in voldetour(START).scene().solids if solid.id == "tower:b")
    assert tower.size == (1, 1, 3)


def test_D3_two_players_start_on_the_black_squares() -> None:
    assert str(tretorri.game("voldetour").start(seed=1)) == START


def test_D3_four_players_start_on_the_red_squares() -> None:
    assert str(tretorri.game("voldetour", players=4).start(seed=1)) == FOUR_HOME


def test_D3_play_goes_clockwise_from_black() -> None:
    position, order = voldetour(FOUR_HOME), ""
    for _ in range(4):
        order += position.to_move or ""
        position = position.play_turn(f"B1>e{position.turn}+end")
    assert order == "brwy"


@pytest.mark.parametrize(("lord", "enemy"), [("b", "i9"), ("r", "i2"), ("w", "b2"), ("y", "b9")])
def test_D4_the_enemy_of_four_sits_diagonally_opposite(lord: str, enemy: str) -> None:
    lords = {"b": "a1", "r": "a10", "w": "j10", "y": "j1"} | {lord: enemy}
    text = "brwy - b " + ",".join(seat + square for seat, square in lords.items()) + " - 13"
    assert ending(voldetour(text)) == ((lord,), "D5")


def test_D4_the_enemy_tower_of_two_is_the_other_one() -> None:
    assert ending(voldetour("bw - w bh8,wa1 - 8")) == (("b",), "D5")


# Goal ---------------------------------------------------------------------------------------------

DOORSTEP = "bw wB3z@h7.0 b bh7,wa1 - 7"
DOORSTEP_OF_FOUR = "brwy wB3z@i8.0 b bi8,ra1,wa2,ya3 - 13"


def test_D5_a_lord_that_stops_on_the_enemy_tower_wins() -> None:
    assert ending(voldetour(DOORSTEP).play("L>h8")) == (("b",), "D5")


def test_D5_the_last_text_has_the_turn_that_would_begin() -> None:
    assert after(DOORSTEP, "L>h8") == "bw wB3z@h7.0 w bh8,wa1 - 8"


def test_D5_the_last_text_names_the_next_seat_even_if_it_is_out() -> None:
    text = "brwy wB3z@i8.0 b bi8,r-,wa2,ya3 - 13"
    assert after(text, "L>i9") == "brwy wB3z@i8.0 r bi9,r-,wa2,ya3 - 14"


def test_D5_ends_the_game_with_four_players_too() -> None:
    assert ending(voldetour(DOORSTEP_OF_FOUR).play("L>i9")) == (("b",), "D5")


def test_D5_the_tower_of_a_player_who_is_out_can_still_be_won() -> None:
    text = "brwy wB3z@i8.0 b bi8,ra1,w-,ya3 - 13"
    assert ending(voldetour(text).play("L>i9")) == (("b",), "D5")


def test_D5_nothing_can_be_played_afterwards() -> None:
    over = voldetour(DOORSTEP).play("L>h8")
    assert (over.actions(), over.to_move) == ((), None)


def test_D5_is_the_reason_for_refusing_more() -> None:
    with pytest.raises(tretorri.IllegalAction) as caught:
        voldetour(DOORSTEP).play("L>h8").play("end")
    assert caught.value.rule == "D5"


# A turn -------------------------------------------------------------------------------------------


def test_D6_a_turn_may_be_one_action() -> None:
    assert after(OPEN, "L>a2") == "bw - w ba2,wj10 - 8"


def test_D6_a_turn_may_be_a_block_a_stair_and_the_lord() -> None:
    assert after(OPEN, "B1>e5", "S>e6n", "L>a2").endswith("w ba2,wj10 - 8")


@pytest.mark.parametrize(
    ("actions", "done"),
    [("B1>e5", "B"), ("S>e6n", "S"), ("S>e6n+B1>e5", "BS"), ("B1>e5+S>e6n", "BS")],
)
def test_D6_block_and_stair_come_in_either_order(actions: str, done: str) -> None:
    assert after(OPEN, actions).split()[4] == done


def test_D6_after_a_block_no_second_block_is_placed() -> None:
    assert not any(action.startswith("B") for action in legal(after(OPEN, "B1>e5")))


def test_D6_after_a_stair_no_second_stair_is_placed() -> None:
    assert not any(action.startswith("S") for action in legal(after(OPEN, "S>e5n")))


def test_D6_says_that_a_second_block_is_too_much() -> None:
    assert why(after(OPEN, "B1>e5"), "B2>f5x") == ("already-placed", "D6")


def test_D6_the_lords_move_ends_the_turn() -> None:
    assert voldetour(OPEN).play("L>a2").to_move == "w"


def test_D6_a_turn_cannot_end_before_its_first_action() -> None:
    assert why(OPEN, "end") == ("nothing-done", "D6")


def test_D6_a_turn_can_end_after_one_placement() -> None:
    assert "end" in legal(after(OPEN, "B1>e5"))


def test_D6_the_end_is_said_even_when_nothing_else_is_left() -> None:
    assert legal("bw bSn@a1.0;bB1@b1.0 b bc3,wh8 BS 1") == {"end"}


def test_D7_a_piece_comes_from_the_reserve() -> None:
    assert after(START, "B2>e5x") == "bw bB2x@e5.0 b bc3,wh8 B 1"


def test_D7_alike_pieces_in_reserve_give_one_action() -> None:
    actions = [str(action) for action in voldetour(START).actions()]
    assert actions.count("B1>a1") == 1


def test_D7_an_empty_reserve_gives_nothing() -> None:
    assert why("bw bB3z@a1.0 b bc3,wh8 - 1", "B3>b1z") == ("reserve-empty", "D7")


def test_D7_an_unblocked_piece_in_play_moves() -> None:
    assert after("bw bB2x@a1.0 b bc3,wh8 - 1", "B2a1>e5z") == "bw bB2z@e5.0 b bc3,wh8 B 1"


def test_D7_a_moved_piece_does_not_return_to_the_reserve() -> None:
    moved = after("bw bB3z@a1.0 b bc3,wh8 - 1", "B3a1>b1z")
    assert why(moved.replace(" B 1", " - 1"), "B3>e5z") == ("reserve-empty", "D7")


def test_D7_only_the_piece_on_top_is_meant() -> None:
    text = "bw bB1@a1.0;bB1@a1.1 b bc3,wh8 - 1"
    assert after(text, "B1a1>b1") == "bw bB1@a1.0;bB1@b1.0 b bc3,wh8 B 1"


def test_D7_a_lifted_piece_is_judged_without_itself() -> None:
    assert "B2c5>d5x" in legal("bw bB2x@c5.0 b bc3,wh8 - 1")


def test_D7_a_lifted_piece_may_turn_on_its_place() -> None:
    assert {"B2c5>c5y", "B2c5>c5z"} <= legal("bw bB2x@c5.0 b bc3,wh8 - 1")


@pytest.mark.parametrize(
    ("piece", "action"),
    [("bB2x@c5.0", "B2c5>c5x"), ("bB1@c5.0", "B1c5>c5"), ("bSn@c5.0", "Sc5>c5n")],
)
def test_D7_putting_a_piece_back_is_no_action(piece: str, action: str) -> None:
    assert why(f"bw {piece} b bc3,wh8 - 1", action) == ("same-place", "D7")


def test_D7_nesting_a_stair_back_where_it_was_is_no_action() -> None:
    assert why("bw wSn@c5.0;bS^@c5.0 b bc3,wh8 - 1", "Sc5>c5^") == ("same-place", "D7")


def test_D7_the_other_players_pieces_stay() -> None:
    assert why("bw wB1@c5.0 b bc3,wh8 - 1", "B1c5>d5") == ("not-yours", "D7")


def test_D7_a_piece_is_called_by_its_anchor() -> None:
    assert why("bw bB2x@c5.0 b bc3,wh8 - 1", "B2d5>e5x") == ("no-piece", "D7")


# Skipped turns ------------------------------------------------------------------------------------


def test_D8_a_player_without_any_action_is_skipped() -> None:
    assert str(voldetour(f"bw {BURIED} b bc3,wh8 - 1")) == f"bw {BURIED} w bc3,wh8 - 2"


def test_D8_a_player_is_skipped_in_play_too() -> None:
    before = f"bw {BURIED.replace(';wSn@g3.1', '')} w bc3,wh8 - 2"
    assert after(before, "S>g3n", "end") == f"bw {BURIED} w bc3,wh8 - 4"


def test_D8_a_skipped_third_turn_counts_for_D19() -> None:
    assert ending(voldetour(f"bw {BURIED} b bc3,wh8 - 5")) == (("w",), "D19")


def test_D8_a_lord_lost_by_a_skipped_third_turn_is_off_the_board() -> None:
    assert str(voldetour(f"bw {BURIED} b bc3,wa10 - 5")) == f"bw {BURIED} w b-,wa10 - 6"


def test_D8_the_game_is_a_draw_when_every_player_is_skipped() -> None:
    assert ending(voldetour(f"brwy {ALL_BURIED} b bd2,r-,wd8,y- - 13")) == ((), "D8")


def test_D8_the_last_text_has_the_first_of_the_skipped_turns() -> None:
    text = f"brwy {ALL_BURIED} b bd2,r-,wd8,y- - 13"
    assert str(voldetour(text)) == text


def test_D8_the_last_text_may_name_a_seat_that_is_out() -> None:
    text = f"brwy {ALL_BURIED} r bd2,r-,wd8,y- - 14"
    assert str(voldetour(text)) == text


def test_D8_a_skipped_and_lost_lord_leaves_the_game_to_the_last_one() -> None:
    text = f"brwy {ALL_BURIED} w b-,r-,wi9,yi2 - 11"
    assert ending(voldetour(text)) == (("y",), "D19")


# The third turn -----------------------------------------------------------------------------------


def test_D19_a_lord_at_home_after_its_third_turn_has_lost() -> None:
    assert ending(voldetour("bw - b bc3,wh8 - 5").play_turn("B1>a1+end")) == (("w",), "D19")


def test_D19_the_last_text_has_no_lost_lord() -> None:
    assert after("bw - b bc3,wh8 - 5", "B1>a1", "end") == "bw bB1@a1.0 w b-,wh8 - 6"


def test_D19_white_loses_at_the_end_of_turn_six() -> None:
    assert ending(voldetour("bw - w ba1,wh8 - 6").play_turn("B1>e5+end")) == (("b",), "D19")


def test_D19_two_turns_may_end_at_home() -> None:
    assert not voldetour("bw - b bc3,wh8 - 3").play_turn("B1>a1+end").is_over


def test_D19_a_lord_that_leaves_in_its_third_turn_stays_in() -> None:
    assert not voldetour("bw - b bc3,wh8 - 5").play_turn("B3>c4z+L>c4").is_over


def test_D19_with_four_players_the_lord_is_taken_off_and_play_goes_on() -> None:
    text = "brwy - b bb2,ra10,wj10,yj1 - 9"
    assert after(text, "B1>e5", "end") == "brwy bB1@e5.0 r b-,ra10,wj10,yj1 - 10"


def test_D19_a_seat_that_is_out_is_passed_over() -> None:
    assert after("brwy - y b-,ra10,wj10,yj1 - 12", "L>j2").endswith(" r b-,ra10,wj10,yj2 - 14")


def test_D19_the_pieces_of_a_player_who_is_out_stay_and_block() -> None:
    text = "brwy rB1@e5.0;bB1@e5.1 r b-,ra10,wj10,yj1 - 14"
    assert why(text, "B1e5>f5") == ("piece-on-it", "D13")


def test_D19_the_last_of_four_players_wins() -> None:
    text = "brwy - b bb2,r-,w-,yj1 - 9"
    with pytest.raises(tretorri.InvalidPosition):
        voldetour(text)
    assert ending(voldetour("brwy - y b-,r-,wj10,yi2 - 12").play_turn("B1>e5+end")) == (
        ("w",),
        "D19",
    )


def test_D19_the_tower_of_a_player_who_is_out_stays() -> None:
    assert why("brwy - r b-,ra10,wj10,yj1 - 14", "B1>b2") == ("on-tower", "D12")


# Circles and length -------------------------------------------------------------------------------


def test_C1_the_third_time_at_the_start_of_a_turn_is_a_draw() -> None:
    position = voldetour(OPEN)
    for action in CIRCLE * 2:
        position = position.play(action)
    assert ending(position) == ((), "C1")


def test_C1_the_second_time_is_not() -> None:
    position = voldetour(OPEN)
    for action in CIRCLE * 2:
        before, position = position, position.play(action)
    assert not before.is_over


def test_C1_a_position_half_way_in_a_turn_does_not_count() -> None:
    text = "bw bB1@e5.0;wB1@e6.0 b ba1,wj10 - 7"
    circle = ["B1e5>f5+L>a2", "B1e6>f6+L>j9", "B1f5>e5+L>a1", "B1f6>e6+L>j10"]
    position = voldetour(text)
    for turn in circle * 2:
        assert not position.is_over
        position = position.play_turn(turn)
    assert ending(position) == ((), "C1")


def test_C1_looks_at_everything_but_the_turn_number() -> None:
    position = voldetour(OPEN).play_turn("B1>e5+L>a2").play("L>j9").play("L>a1").play("L>j10")
    for action in CIRCLE:
        position = position.play(action)
    assert not position.is_over


def test_C3_no_turn_above_500_begins() -> None:
    assert ending(voldetour("bw - w ba1,wj10 - 500").play("L>j9")) == ((), "C3")


def test_C3_turn_500_is_played() -> None:
    assert not voldetour("bw - b ba1,wj10 - 499").play("L>a2").is_over


def test_C3_the_last_text_names_the_first_seat_that_can_act() -> None:
    text = "brwy - y ba1,r-,wj10,yj1 - 500"
    assert after(text, "L>j2").endswith("b ba1,r-,wj10,yj2 - 501")


def test_C3_a_text_above_turn_500_is_over() -> None:
    assert ending(voldetour("bw - b ba1,wj10 - 501")) == ((), "C3")


def test_C3_yields_to_a_win_in_the_last_turn() -> None:
    text = "bw bB3z@c4.0 w ba1,wc4 - 500"
    assert ending(voldetour(text).play("L>c3")) == (("w",), "D5")
