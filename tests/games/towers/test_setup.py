"""Board, counters, deal, seats and options [T1–T5, T20, T26]."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import tretorri
from tests.games.towers.table import squares, table
from tretorri import InvalidOption
from tretorri.games.towers.board import DISTRICT_OF, DISTRICTS, SITES, SQUARES, STREETS, WAYS
from tretorri.games.towers.rules.counters import COUNTERS


def test_T1_the_board_has_112_squares_of_which_80_are_streets() -> None:
    assert (len(SQUARES), len(STREETS), len(SITES)) == (112, 80, 32)


def test_T1_the_symbol_spaces_lie_where_four_pairs_of_columns_cross_two_pairs_of_rows() -> None:
    assert set(SITES) == squares("bcefijlm", "2367")


def test_T1_eight_districts_are_numbered_from_the_west_and_from_below() -> None:
    corners = {"1": "b2", "2": "e2", "3": "i2", "4": "l2", "5": "b6", "6": "e6", "7": "i6"}
    assert {number: district[0] for number, district in DISTRICTS.items()} == corners | {"8": "l6"}


def test_T1_every_district_is_a_square_of_four() -> None:
    assert all(len(district) == 4 for district in DISTRICTS.values())
    assert DISTRICTS["6"] == ("e6", "f6", "e7", "f7")


@pytest.mark.parametrize("number", range(1, 9))
def test_T2_a_district_reads_clockwise_the_letters_rotated(number: int) -> None:
    south_west, south_east, north_west, north_east = DISTRICTS[str(number)]
    read = "".join(SITES[s] for s in (north_west, north_east, south_east, south_west))
    turned = (number - 1) % 4
    assert read == "ABCD"[turned:] + "ABCD"[:turned]


def test_T2_every_symbol_space_belongs_to_a_district() -> None:
    assert set(DISTRICT_OF) == set(SITES)


def test_T3_each_colour_has_five_counters_of_each_symbol() -> None:
    assert Counter(COUNTERS) == {symbol + colour: 5 for symbol in "ABCD" for colour in "vrbg"}


def test_T4_the_deal_is_the_shuffle_that_the_rule_names() -> None:
    counters = [symbol + colour for colour in "vrbg" for symbol in "ABCD" for _ in range(5)]
    random.Random(7).shuffle(counters)
    rows = "12345678"
    streets = [s for row in rows for s in (c + row for c in "abcdefghijklmn") if s not in SITES]
    start = tretorri.game("towers").start(seed=7)
    assert start == table(" ".join(map("=".join, zip(streets, counters, strict=True))))


def test_T4_symbol_spaces_start_empty() -> None:
    board = str(tretorri.game("towers").start(seed=1)).split(" ")[1]
    assert board.split("/")[-2].split(",")[1:3] == ["-", "-"]
    assert board.count("-") == 32


def test_T4_another_seed_is_another_deal() -> None:
    game = tretorri.game("towers")
    assert game.start(seed=1) != game.start(seed=2)


def test_T5_four_play_in_the_order_violet_red_blue_green() -> None:
    assert tretorri.game("towers").seats == ("v", "r", "b", "g")


def test_T5_the_first_colours_play_when_only_their_number_is_named() -> None:
    assert tretorri.game("towers", players=3).seats == ("v", "r", "b")


def test_T5_the_colour_named_first_starts() -> None:
    assert tretorri.game("towers", seats="gr").start(seed=1).to_move == "g"


def test_T5_a_player_is_called_by_the_colour() -> None:
    assert str(tretorri.game("towers").seat_name("b")) == "Blue"


def test_T5_seats_and_number_may_be_named_together() -> None:
    assert tretorri.game("towers", players=2, seats="gr").seats == ("g", "r")


@pytest.mark.parametrize("seats", ["v", "vv", "vx", "vrbgv", "", "VR", "v r", "vr^"])
def test_T5_seats_are_two_to_four_different_colours(seats: str) -> None:
    with pytest.raises(InvalidOption) as refused:
        tretorri.game("towers", seats=seats)
    assert refused.value.rule == "T5"


def test_T5_seats_that_are_not_so_many_players_are_refused() -> None:
    with pytest.raises(InvalidOption, match="the seats gr do not match 3 players"):
        tretorri.game("towers", seats="gr", players=3)


@pytest.mark.parametrize("options", [{"players": 5}, {"players": 1}, {"variant": "high"}])
def test_an_option_with_another_value_is_refused(options: dict[str, str | int]) -> None:
    with pytest.raises(InvalidOption):
        tretorri.game("towers", **options)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": "2"},
        {"players": "3", "variant": "unlimited"},
        {"seats": "gr"},
        {"seats": "grbv", "variant": "unlimited"},
    ],
)
def test_options_make_the_same_game_again(options: dict[str, str]) -> None:
    assert tretorri.game("towers", **options).options == options


def test_options_name_the_number_when_the_first_colours_play() -> None:
    assert tretorri.game("towers", seats="vr").options == {"players": "2"}


def test_T20_all_counters_are_dealt_when_two_play() -> None:
    two, four = tretorri.game("towers", players=2), tretorri.game("towers")
    assert str(two.start(seed=3)).split(" ")[1] == str(four.start(seed=3)).split(" ")[1]


def test_T20_two_colours_are_neutral_when_two_play() -> None:
    game = table("d4=Av", seats="gr").game
    assert [colour for colour in "vrbg" if game.is_neutral(colour)] == ["v", "b"]


def test_T20_no_colour_is_neutral_when_four_play() -> None:
    assert not any(map(table("d4=Av").game.is_neutral, "vrbg"))


def test_T26_the_variant_shows_in_the_text() -> None:
    assert str(tretorri.game("towers", players=2, variant="unlimited").start()).startswith("vr^ ")


def test_T7_ways_lead_to_the_edge_in_four_directions() -> None:
    assert WAYS["b7"] == (
        ("b8",),
        tuple(c + "7" for c in "cdefghijklmn"),
        tuple("b" + r for r in "654321"),
        ("a7",),
    )
