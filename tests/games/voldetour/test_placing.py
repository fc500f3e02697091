"""Where pieces stand and when they are blocked [D9 to D13]."""

from __future__ import annotations

import pytest

from tests.games.voldetour.table import START, after, legal, voldetour, why

# Where a piece may stand --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "piece"),
    [
        ("B3>e5x", "bB3x@e5.0"),
        ("B3>e5y", "bB3y@e5.0"),
        ("B3>e5z", "bB3z@e5.0"),
        ("B1>e5", "bB1@e5.0"),
    ],
)
def test_D9_a_block_stands_upright_or_lies_along_a_row_or_a_column(action: str, piece: str) -> None:
    assert after(START, action) == f"bw {piece} b bc3,wh8 B 1"


def test_D9_a_bar_lies_towards_the_east_and_the_north_of_its_anchor() -> None:
    actions = legal(START)
    assert {"B3>h1x", "B3>a8y"} <= actions
    assert not {"B3>i1x", "B3>a9y"} & actions


def test_D9_a_piece_stands_on_pieces_of_any_colour() -> None:
    text = "bw bB1@e5.0;wB1@f5.0 b bc3,wh8 - 1"
    assert after(text, "B2>e5x") == "bw bB1@e5.0;bB2x@e5.1;wB1@f5.0 b bc3,wh8 B 1"


def test_D9_a_piece_need_not_touch_others() -> None:
    assert "S>j1n" in legal("bw bB1@a10.0 b bc3,wh8 - 1")


def test_D10_a_stair_climbs_in_four_directions() -> None:
    assert {f"S>e5{way}" for way in "nesw"} <= legal(START)


def test_D10_a_stair_is_nested_on_the_slope_of_anyone() -> None:
    text = "bw bSn@d5.0;wSe@e5.0 b bc3,wh8 - 1"
    assert {"S>d5^", "S>e5^"} <= legal(text)


def test_D10_a_nested_stair_lies_on_the_level_of_the_slope() -> None:
    text = "bw wB1@e5.0;wSe@e5.1 b bc3,wh8 - 1"
    assert after(text, "S>e5^") == "bw wB1@e5.0;wSe@e5.1;bS^@e5.1 b bc3,wh8 S 1"


def test_D10_a_stair_is_nested_only_on_a_slope() -> None:
    assert why("bw wB1@e5.0 b bc3,wh8 - 1", "S>e5^") == ("no-slope", "D10")


def test_D10_a_nested_pair_takes_no_third_stair() -> None:
    assert why("bw wSe@e5.0;wS^@e5.0 b bc3,wh8 - 1", "S>e5^") == ("no-slope", "D10")


def test_D10_a_nested_pair_carries_like_a_block() -> None:
    text = "bw wSe@e5.0;wS^@e5.0;wB1@f5.0 b bc3,wh8 - 1"
    assert "B2>e5x" in legal(text)


def test_D10_lifting_a_nested_stair_uncovers_the_slope() -> None:
    text = "bw wSe@e5.0;bS^@e5.0 b bc3,wh8 - 1"
    assert after(text, "Se5>a1n") == "bw bSn@a1.0;wSe@e5.0 b bc3,wh8 S 1"
    assert "S>e5^" in legal("bw bSn@a1.0;wSe@e5.0 b bc3,wh8 - 1")


def test_D10_a_stair_is_not_nested_on_itself() -> None:
    assert why("bw bSe@e5.0 b bc3,wh8 - 1", "Se5>e5^") == ("no-slope", "D10")


def test_D10_a_pair_may_be_nested_on_the_highest_level() -> None:
    assert "S>e5^" in legal("bw wB2z@e5.0;wSe@e5.2 b bc3,wh8 - 1")


def test_D11_no_bar_bridges_a_gap() -> None:
    text = "bw wB1@e5.0;wB1@g5.0 b bc3,wh8 - 1"
    assert why(text, "B3>e5x") == ("uneven", "D11")


def test_D11_no_bar_hangs_over_an_edge() -> None:
    assert why("bw wB1@e5.0 b bc3,wh8 - 1", "B2>e5y") == ("uneven", "D11")


def test_D11_no_bar_lies_half_inside_a_piece() -> None:
    assert why("bw wB1@e5.0 b bc3,wh8 - 1", "B2>d5x") == ("uneven", "D11")


def test_D11_nothing_stands_on_a_slope() -> None:
    text = "bw wSn@e5.0 b bc3,wh8 - 1"
    assert not {"B1>e5", "B2>e5z", "B2>d5x", "S>e5n", "S>e5s"} & legal(text)


@pytest.mark.parametrize("action", ["B1>e5", "B2>d5x", "S>e5n"])
def test_D11_says_that_nothing_stands_on_a_slope(action: str) -> None:
    assert why("bw wSn@e5.0 b bc3,wh8 - 1", action) == ("on-slope", "D11")


def test_D12_three_levels_can_be_filled() -> None:
    assert {"B1>e5", "B3>a1z"} <= legal("bw wB2z@e5.0 b bc3,wh8 - 1")


@pytest.mark.parametrize(
    ("height", "action"),
    [(1, "B3>e5z"), (2, "B2>e5z"), (3, "B1>e5"), (3, "S>e5n")],
)
def test_D12_nothing_is_higher_than_the_towers(height: int, action: str) -> None:
    block = {1: "wB1", 2: "wB2z", 3: "wB3z"}[height]
    assert why(f"bw {block}@e5.0 b bc3,wh8 - 1", action) == ("too-high", "D12")


@pytest.mark.parametrize("action", ["B1>c3", "S>h8n", "B2>b3x", "B3>h6y", "S>c3^"])
def test_D12_nothing_is_built_on_a_tower(action: str) -> None:
    assert why(START, action) == ("on-tower", "D12")


@pytest.mark.parametrize("action", ["B1>a1", "S>a1n", "B2>a1x", "B3>j8y", "B1>j10", "S>a1^"])
def test_D12_nothing_is_built_where_a_lord_stands(action: str) -> None:
    assert why("bw - b ba1,wj10 - 7", action) == ("on-lord", "D12")


@pytest.mark.parametrize("action", ["B2>j1x", "B3>i1x", "B2>a10y", "B3>a9y"])
def test_D12_nothing_sticks_out_of_the_board(action: str) -> None:
    assert why(START, action) == ("off-board", "D12")


# When a piece is blocked --------------------------------------------------------------------------


def cross(centre: str, north: str, east: str, south: str, west: str) -> str:
    """Return a position with a black piece on e5 and white ones around it.

    A pile is written like ``Sn S^``: nested Stairs share a level. ``-`` is nothing.
    """
    piles = {"e4": south, "d5": west, "e5": centre, "f5": east, "e6": north}
    pieces = [
        f"{'b' if square == 'e5' else 'w'}{piece}@{square}.0"
        for square, pile in piles.items()
        for piece in pile.replace("-", "").split()
    ]
    return f"bw {';'.join(pieces)} b bc3,wh8 - 1"


def is_blocked(text: str, source: str = "Se5") -> bool:
    """Tell whether a piece cannot be lifted because it is walled in."""
    action = source + (">a1n" if source.startswith("S") else ">a1")
    action += "z" if source[1] in "23" else ""
    return why(text, action) == ("walled-in", "D13")


def test_D13_a_piece_under_another_is_blocked() -> None:
    assert why("bw bB1@e5.0;wB1@e5.1 b bc3,wh8 - 1", "B1e5>a1") == ("piece-on-it", "D13")


def test_D13_a_bar_is_blocked_by_what_stands_on_its_far_end() -> None:
    assert why("bw bB3x@e5.0;wSn@g5.1 b bc3,wh8 - 1", "B3e5>a1z") == ("piece-on-it", "D13")


def test_D13_a_piece_under_a_lord_is_blocked() -> None:
    assert why("bw bB3x@e5.0 b ba1,wg5 - 7", "B3e5>a2z") == ("lord-on-it", "D13")


def test_D13_the_own_lord_blocks_too() -> None:
    assert not any(action.startswith("B1e5") for action in legal("bw bB1@e5.0 b be5,wg5 - 7"))


def test_D13_a_nested_stair_blocks_the_stair_under_it() -> None:
    assert why("bw bSn@e5.0;wS^@e5.0 b bc3,wh8 - 1", "Se5>a1n") == ("piece-on-it", "D13")


def test_D13_a_nested_stair_under_a_block_is_blocked() -> None:
    assert why("bw wSn@e5.0;bS^@e5.0;wB1@e5.1 b bc3,wh8 - 1", "Se5>a1n") == ("piece-on-it", "D13")


def test_D13_of_two_own_nested_stairs_the_upper_one_moves() -> None:
    text = "bw bSn@e5.0;bS^@e5.0 b bc3,wh8 - 1"
    assert after(text, "Se5>a1n") == "bw bSn@a1.0;bSn@e5.0 b bc3,wh8 S 1"


def test_D13_a_block_walled_in_by_blocks_is_blocked() -> None:
    assert is_blocked(cross("B1", "B1", "B2z", "B1", "B2z"), "B1e5")


@pytest.mark.parametrize("open_side", range(4))
def test_D13_one_open_side_is_enough_to_be_free(open_side: int) -> None:
    north, east, south, west = (
        "-" if side == open_side else wall for side, wall in enumerate(["B1", "B2z", "B1", "B2z"])
    )
    assert not is_blocked(cross("B1", north, east, south, west), "B1e5")


def test_D13_a_piece_standing_higher_than_its_walls_is_free() -> None:
    assert not is_blocked(cross("B2z", "B3z", "B2z", "B1", "B2z"), "B2e5")


def test_D13_an_upright_block_is_blocked_when_every_level_is_hidden() -> None:
    text = "bw wB1@e4.0;wB1@e4.1;wB2z@d5.0;bB2z@e5.0;wB2z@f5.0;wB3z@e6.0 b bc3,wh8 - 1"
    assert is_blocked(text, "B2e5")


def test_D13_walls_may_belong_to_anyone() -> None:
    text = "bw bB1@e4.0;wB2z@d5.0;bB1@e5.0;bB2z@f5.0;wB1@e6.0 b bc3,wh8 - 1"
    assert is_blocked(text, "B1e5")


def test_D13_a_bar_is_blocked_when_all_its_sides_are_hidden() -> None:
    text = "bw wB2x@e4.0;wB1@d5.0;bB2x@e5.0;wB1@g5.0;wB2x@e6.0 b bc3,wh8 - 1"
    assert is_blocked(text, "B2e5")


def test_D13_a_bar_with_one_open_face_is_free() -> None:
    text = "bw wB2x@e4.0;wB1@d5.0;bB2x@e5.0;wB1@g5.0;wB2x@d6.0 b bc3,wh8 - 1"
    assert not is_blocked(text, "B2e5")


def test_D13_a_piece_on_a_higher_level_is_walled_in_on_that_level() -> None:
    text = "bw wB2z@e4.0;wB3x@d5.0;wB1@d5.1;bB1@e5.1;wB1@f5.1;wB2z@e6.0 b bc3,wh8 - 1"
    assert is_blocked(text, "B1e5")


def test_D13_towers_cover_nothing() -> None:
    text = "bw wB1@b4.0;bB1@c4.0;wB1@d4.0;wB2z@c5.0 b bc3,wh8 - 1"
    assert not is_blocked(text, "B1c4")


def test_D13_board_edges_cover_nothing() -> None:
    text = "bw wB1@d1.0;bB1@e1.0;wB1@f1.0;wB2z@e2.0 b bc3,wh8 - 1"
    assert not is_blocked(text, "B1e1")


def test_D13_a_stair_walled_in_by_blocks_is_blocked() -> None:
    assert is_blocked(cross("Sn", "B1", "B2z", "B1", "B2z"))


def test_D13_the_low_side_of_a_stair_needs_material_too() -> None:
    assert not is_blocked(cross("Sn", "B1", "B2z", "-", "B2z"))


@pytest.mark.parametrize("way", "nesw")
def test_D13_on_the_low_side_any_stair_is_enough(way: str) -> None:
    assert is_blocked(cross("Sn", "B1", "B2z", f"S{way}", "B2z"))


@pytest.mark.parametrize(
    ("way", "blocked"), [("n", False), ("e", False), ("s", True), ("w", False)]
)
def test_D13_the_high_side_is_hidden_only_by_the_high_side_of_a_stair(
    way: str, blocked: bool
) -> None:
    assert is_blocked(cross("Sn", f"S{way}", "B2z", "B1", "B2z")) == blocked


@pytest.mark.parametrize(("way", "blocked"), [("n", True), ("e", False), ("s", False), ("w", True)])
def test_D13_a_flank_is_hidden_by_the_same_triangle_or_a_full_square(
    way: str, blocked: bool
) -> None:
    assert is_blocked(cross("Sn", "B1", f"S{way}", "B1", "B2z")) == blocked


@pytest.mark.parametrize(("way", "blocked"), [("n", True), ("e", True), ("s", False), ("w", False)])
def test_D13_the_other_flank_is_the_mirror_image(way: str, blocked: bool) -> None:
    assert is_blocked(cross("Sn", "B1", "B2z", "B1", f"S{way}")) == blocked


@pytest.mark.parametrize("way", "ew")
def test_D13_flanks_of_stairs_along_a_row_lie_north_and_south(way: str) -> None:
    assert is_blocked(cross(f"S{way}", f"S{way}", "B1", f"S{way}", "B1"))


@pytest.mark.parametrize(
    ("way", "blocked"), [("n", False), ("e", False), ("s", True), ("w", False)]
)
def test_D13_a_block_is_hidden_only_by_the_high_side_of_a_stair(way: str, blocked: bool) -> None:
    assert is_blocked(cross("B1", f"S{way}", "B2z", "B1", "B2z"), "B1e5") == blocked


@pytest.mark.parametrize("way", "nesw")
def test_D13_a_nested_pair_hides_a_full_square_on_every_side(way: str) -> None:
    assert is_blocked(cross("B1", f"S{way} S^", "B2z", "B1", "B2z"), "B1e5")


def test_D13_a_nested_stair_walled_in_by_blocks_is_blocked() -> None:
    assert is_blocked(cross("Sn S^", "B1", "B2z", "B1", "B2z"))


@pytest.mark.parametrize("way", "nesw")
def test_D13_a_nested_stair_has_no_face_on_the_high_side_of_the_slope(way: str) -> None:
    assert is_blocked(cross("Sn S^", f"S{way}", "B2z", "B1", "B2z"))


def test_D13_but_a_nested_stair_needs_material_there() -> None:
    assert not is_blocked(cross("Sn S^", "-", "B2z", "B1", "B2z"))


@pytest.mark.parametrize(
    ("way", "blocked"), [("n", True), ("e", False), ("s", False), ("w", False)]
)
def test_D13_a_nested_stair_has_a_full_square_on_the_low_side_of_the_slope(
    way: str, blocked: bool
) -> None:
    assert is_blocked(cross("Sn S^", "B1", "B2z", f"S{way}", "B2z")) == blocked


@pytest.mark.parametrize(
    ("way", "blocked"), [("n", False), ("e", False), ("s", False), ("w", True)]
)
def test_D13_no_lone_stairs_flank_hides_the_upper_triangle(way: str, blocked: bool) -> None:
    assert is_blocked(cross("Sn S^", "B1", f"S{way}", "B1", "B2z")) == blocked


def test_D13_a_nested_pair_hides_the_flank_of_a_nested_stair() -> None:
    assert is_blocked(cross("Sn S^", "B1", "Sn S^", "B1", "B2z"))


def test_D13_a_walled_in_piece_is_not_listed() -> None:
    text = cross("Sn", "B1", "B2z", "B1", "B2z")
    assert not any(action.startswith("Se5") for action in legal(text))


def test_D10_the_order_of_the_actions_does_not_depend_on_the_way_to_the_position() -> None:
    played = voldetour("bw wSn@e5.0 b bc3,wh8 - 1").play("S>a1n").play("end")
    assert played.actions() == voldetour(str(played)).actions()
