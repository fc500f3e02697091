"""The ways of the Lord [D14 to D18]."""

from __future__ import annotations

import pytest

from tests.games.voldetour.table import ending, legal, lord_moves, voldetour, why


def lord(pieces: str, square: str = "e2", other: str = "j10") -> str:
    """Return a position with these pieces, the black Lord to move and the white one elsewhere."""
    return f"bw {pieces} b b{square},w{other} - 7"


# Distance -----------------------------------------------------------------------------------------


def test_D14_the_lord_goes_up_to_three_squares_and_turns_at_every_square() -> None:
    found = lord_moves(lord("-", "e5"))
    columns = "abcdefghij"
    around = {
        f"{columns[4 + x]}{5 + y}"
        for x in range(-3, 4)
        for y in range(-3, 4)
        if 1 <= abs(x) + abs(y) <= 3
    }
    assert found == around - {"c3"}


def test_D14_four_squares_are_too_far() -> None:
    assert why(lord("-"), "L>e6") == ("too-far", "D14")


def test_D14_the_lord_walks_on_pieces_of_any_colour() -> None:
    assert {"e3", "e4"} <= lord_moves(lord("bB1@e2.0;wB1@e3.0;wB1@e4.0"))


def test_D14_the_board_has_an_edge() -> None:
    assert lord_moves(lord("-", "a1")) == {"a2", "a3", "a4", "b1", "b2", "b3", "c1", "c2", "d1"}


def test_D14_a_way_round_an_obstacle_counts_all_its_squares() -> None:
    assert why(lord("wB1@e3.0"), "L>e4") == ("too-far", "D14")


# Steps --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pieces", ["wB1@e3.0", "wB2z@e3.0", "bB1@e2.0"])
def test_D15_the_lord_does_not_climb_or_jump_without_a_slope(pieces: str) -> None:
    assert "e3" not in lord_moves(lord(pieces))


def test_D15_says_that_no_way_leads_up() -> None:
    assert why(lord("wB1@e3.0"), "L>e3") == ("no-way", "D15")


def test_D15_equally_high_tops_join() -> None:
    assert "e3" in lord_moves(lord("bB1@e2.0;wSn@e3.0;wS^@e3.0"))


def test_D15_a_tower_is_three_levels_high() -> None:
    assert "c4" in lord_moves("bw bB3z@c4.0 b bc3,wh8 - 1")


def test_D15_a_tower_does_not_join_two_levels() -> None:
    assert lord_moves("bw bB2z@c4.0 b bc3,wh8 - 1") == set()


# Slopes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "slope", "top"),
    [("n", "e6", "e7"), ("e", "f5", "g5"), ("s", "e4", "e3"), ("w", "d5", "c5")],
)
def test_D16_a_slope_leads_up_one_level(way: str, slope: str, top: str) -> None:
    pieces = sorted([f"bS{way}@{slope}.0", f"wB1@{top}.0"], key=lambda p: (p[-3], p[-4]))
    assert top in lord_moves(lord(";".join(pieces), "e5"))


def test_D16_a_slope_leads_down_one_level() -> None:
    assert "e4" in lord_moves(lord("wB1@e2.0;bSs@e3.0"))


def test_D16_the_lord_never_stops_on_a_slope() -> None:
    assert why(lord("bSn@e3.0;wB1@e4.0"), "L>e3") == ("stop-on-slope", "D16")


@pytest.mark.parametrize("way", "ew")
def test_D16_a_slope_is_not_entered_from_its_flank(way: str) -> None:
    assert "e4" not in lord_moves(lord(f"bS{way}@e3.0"))


def test_D16_a_slope_is_not_entered_from_below_its_high_side() -> None:
    assert "e4" not in lord_moves(lord("bSs@e3.0"))


def test_D16_a_slope_is_not_entered_from_above_its_low_side() -> None:
    assert "e4" not in lord_moves(lord("bB1@e2.0;bSn@e3.0;wB1@e4.0"))


def test_D16_a_slope_on_another_level_is_not_entered() -> None:
    assert "e4" not in lord_moves(lord("wB1@e3.0;bSn@e3.1;wB2z@e4.0"))


def test_D16_a_slope_two_levels_below_is_not_entered() -> None:
    assert "e4" not in lord_moves(lord("wB2z@e2.0;bSs@e3.0"))


@pytest.mark.parametrize("beyond", ["", ";wB2z@e4.0"])
def test_D16_beyond_a_slope_the_square_must_be_exactly_as_high(beyond: str) -> None:
    assert "e4" not in lord_moves(lord("bSn@e3.0" + beyond))


def test_D16_a_slope_is_left_straight_on() -> None:
    assert "f3" not in lord_moves(lord("bSn@e3.0;wB1@f3.0;wB2z@e4.0"))


def test_D16_a_slope_at_the_edge_leads_nowhere() -> None:
    assert "e9" in lord_moves(lord("bSn@e10.0", "e8"))
    assert "e10" not in lord_moves(lord("bSn@e10.0", "e9"))


def test_D16_slopes_end_to_end_lead_up_several_levels() -> None:
    assert "e5" in lord_moves(lord("bSn@e3.0;wB1@e4.0;wSn@e4.1;wB2z@e5.0"))


def test_D16_three_slopes_lead_from_the_board_onto_a_tower() -> None:
    stairs = "bSn@h5.0;wB1@h6.0;bSn@h6.1;wB2z@h7.0;bSn@h7.2"
    assert ending(voldetour(lord(stairs, "h4")).play("L>h8")) == (("b",), "D5")


def test_D16_three_slopes_lead_down_from_the_own_tower() -> None:
    stairs = "bB2z@c4.0;bSs@c4.2;wB1@c5.0;bSs@c5.1;bSs@c6.0"
    assert "c7" in lord_moves(f"bw {stairs} b bc3,wj10 - 1")


def test_D16_a_chain_may_go_over_a_ridge() -> None:
    assert "e5" in lord_moves(lord("bSn@e3.0;bSs@e4.0"))


def test_D16_a_chain_may_go_through_a_valley() -> None:
    assert "e5" in lord_moves(lord("wB1@e2.0;bSs@e3.0;bSn@e4.0;wB1@e5.0"))


def test_D16_a_chain_may_go_up_and_down_again_and_again() -> None:
    assert "e7" in lord_moves(lord("bSn@e3.0;bSs@e4.0;bSn@e5.0;bSs@e6.0"))


def test_D16_a_broken_chain_leads_nowhere() -> None:
    assert "e5" not in lord_moves(lord("bSn@e3.0;bSn@e4.0;wB2z@e5.0"))


def test_D16_slopes_cost_nothing() -> None:
    found = lord_moves(lord("bSn@e3.0;bSs@e4.0"))
    assert "e7" in found
    assert "e8" not in found


def test_D16_a_nested_pair_is_no_slope() -> None:
    assert "e4" not in lord_moves(lord("bSn@e3.0;bS^@e3.0;wB1@e4.0"))


def test_D16_the_lord_turns_only_on_flat_squares() -> None:
    pieces = "bSn@e3.0;wB1@e4.0;wB1@f4.0"
    assert {"e4", "f4"} <= lord_moves(lord(pieces))


# Other Lords and Towers ---------------------------------------------------------------------------

CORRIDOR = "wB1@d1.0;bB1@e1.0;bB2x@f1.0"


def test_D17_lords_never_share_a_square() -> None:
    assert why(lord("-", "e2", "e3"), "L>e3") == ("lord-there", "D17")


def test_D17_a_lord_never_passes_over_another() -> None:
    text = lord(CORRIDOR, "d1", "e1")
    assert lord_moves(text) == set()


def test_D17_says_that_a_lord_bars_the_way() -> None:
    assert why(lord(CORRIDOR, "d1", "e1"), "L>f1") == ("lord-in-the-way", "D17")


def test_D17_a_lord_beyond_a_slope_bars_it() -> None:
    text = lord("bSn@e3.0;wB1@e4.0;bB1@e5.0", "e2", "e4")
    assert not {"e4", "e5"} & lord_moves(text)


def test_D17_a_lord_that_is_out_bars_nothing() -> None:
    text = "brwy - b ba1,r-,wj10,yj1 - 13"
    assert {"a2", "a3", "a4"} <= lord_moves(text)


OVER_HOME = "bw bB3z@c2.0;wB3z@c4.0 b bc2,wj10 - 7"
OVER_ENEMY = "bw bB3z@h7.0;wB3z@h9.0 b bh7,wj10 - 7"
OVER_LATERAL = "brwy bB3z@b8.0;wB3z@b10.0 b bb8,ra1,wj10,yj1 - 13"


def test_D18_a_lord_passes_over_its_own_tower() -> None:
    assert lord_moves(OVER_HOME) == {"c4"}


def test_D18_a_lord_does_not_stop_on_its_own_tower() -> None:
    assert why(OVER_HOME, "L>c3") == ("closed-tower", "D18")


def test_D18_a_lord_passes_over_a_lateral_tower() -> None:
    assert lord_moves(OVER_LATERAL) == {"b10"}


def test_D18_a_lord_does_not_stop_on_a_lateral_tower() -> None:
    assert why(OVER_LATERAL, "L>b9") == ("closed-tower", "D18")


def test_D18_a_lord_may_pass_over_the_enemy_tower() -> None:
    assert lord_moves(OVER_ENEMY) == {"h8", "h9"}


def test_D18_passing_over_the_enemy_tower_does_not_win() -> None:
    assert not voldetour(OVER_ENEMY).play("L>h9").is_over


def test_D18_the_move_ends_on_another_square() -> None:
    assert why(lord("-"), "L>e2") == ("lord-stays", "D18")


def test_D18_going_round_and_back_is_no_move() -> None:
    assert "L>e2" not in legal(lord("-"))
