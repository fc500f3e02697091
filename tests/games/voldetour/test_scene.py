"""The scene, the picks and the words for actions."""

from __future__ import annotations

import pytest

import tretorri
from tests.games.voldetour.table import ALL_BURIED, START, voldetour
from tretorri.core.scene import Aid, Reserve, Solid, Square, Way

MIDDLE = (
    "bw bSn@d4.0;bS^@d4.0;wB1@d4.1;bB2x@e4.0;wSe@e4.1;bB1@j6.0;wB3y@a8.0;bB2z@c9.0 b bf4,wj6 - 7"
)


def square(text: str, name: str) -> Square:
    return next(square for square in voldetour(text).scene().squares if square.id == name)


def solid(text: str, name: str) -> Solid:
    return next(solid for solid in voldetour(text).scene().solids if solid.id == name)


def reserve(text: str, name: str) -> Reserve:
    return next(reserve for reserve in voldetour(text).scene().reserves if reserve.id == name)


def picks(text: str, action: str) -> tuple[str, ...]:
    position = voldetour(text)
    return position.picks(next(a for a in position.actions() if str(a) == action))


def words(text: str, action: str) -> str:
    position = voldetour(text)
    return str(position.describe(next(a for a in position.actions() if str(a) == action)))


# Squares ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "short"),
    [("a1", ""), ("c3", "3b"), ("d4", "2w"), ("e4", "1>w"), ("f4", "1bB"), ("j6", "1bW")],
)
def test_a_square_says_in_short_what_stands_there(name: str, short: str) -> None:
    assert square(MIDDLE, name).text == short


def test_a_lord_on_the_bare_board_is_a_capital() -> None:
    assert square("bw - b ba1,wj10 - 7", "j10").text == "W"


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("a1", "a1: nothing built"),
        ("h8", "h8: White Tower"),
        (
            "d4",
            "d4: Black Stair, climbing north; Black Stair, turned over and nested on a slope;"
            " White Block of length 1",
        ),
        ("f4", "f4: Black Block of length 2, along the row to the east; Black Lord"),
    ],
)
def test_a_square_says_in_words_what_stands_there_from_the_board_up(name: str, label: str) -> None:
    assert square(MIDDLE, name).label == label


@pytest.mark.parametrize(
    ("name", "role"), [("a1", "plain"), ("c3", "foundation"), ("i2", "foundation")]
)
def test_coloured_squares_are_foundations(name: str, role: str) -> None:
    assert square(START, name).role == role


# Solids -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("bB2x@e4.0", (2, 1, 1)),
        ("wB3y@a8.0", (1, 3, 1)),
        ("bB2z@c9.0", (1, 1, 2)),
        ("bB1@j6.0", (1, 1, 1)),
        ("bSn@d4.0", (1, 1, 1)),
    ],
)
def test_a_piece_fills_its_cells(name: str, size: tuple[int, int, int]) -> None:
    assert solid(MIDDLE, name).size == size


def test_a_stair_faces_where_it_climbs() -> None:
    assert (solid(MIDDLE, "wSe@e4.1").facing, solid(MIDDLE, "wSe@e4.1").inverted) == ("e", False)


def test_a_nested_stair_faces_as_the_stair_under_it() -> None:
    assert (solid(MIDDLE, "bS^@d4.0").facing, solid(MIDDLE, "bS^@d4.0").inverted) == ("n", True)


def test_a_lord_stands_on_top() -> None:
    assert (solid(MIDDLE, "lord:b").z, solid(START, "lord:b").z) == (1, 3)


def test_a_lord_that_is_out_is_not_drawn() -> None:
    scene = voldetour("brwy - r b-,ra1,wa2,ya3 - 14").scene()
    assert [s.id for s in scene.solids if s.shape == "lord"] == ["lord:r", "lord:w", "lord:y"]


def test_pieces_in_play_are_missing_from_the_reserve() -> None:
    assert reserve(MIDDLE, "reserve:bS").count == 3


def test_an_empty_reserve_is_not_drawn() -> None:
    reserves = voldetour(MIDDLE).scene().reserves
    assert "reserve:wB3" not in {reserve.id for reserve in reserves}


def test_a_reserve_has_the_shape_of_its_pieces() -> None:
    assert (reserve(START, "reserve:bB3").size, reserve(START, "reserve:wS").shape) == (
        (3, 1, 1),
        "stair",
    )


# Seats and prompt ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (START, "Lord on its own Tower; must leave by the end of turn 5"),
        ("bw - b ba1,wj10 - 7", "Lord on a1"),
        ("brwy - r b-,ra1,wa2,ya3 - 14", "out of the game"),
    ],
)
def test_the_status_of_a_seat_tells_where_its_lord_is(text: str, status: str) -> None:
    assert voldetour(text).scene().seats[0].status == status


@pytest.mark.parametrize(
    ("done", "prompt"),
    [
        ("-", "Black's turn: place a Block, place a Stair or move the Lord"),
        ("B", "Black's turn: place a Stair, move the Lord or end the turn"),
        ("S", "Black's turn: place a Block, move the Lord or end the turn"),
        ("BS", "Black's turn: move the Lord or end the turn"),
    ],
)
def test_the_prompt_tells_what_the_turn_still_has(done: str, prompt: str) -> None:
    assert voldetour(f"bw bSn@a1.0;bB1@b1.0 b bc3,wh8 {done} 1").scene().prompt == prompt


@pytest.mark.parametrize(
    ("text", "prompt"),
    [
        ("bw - w bh8,wa1 - 8", "Black wins: the Lord has reached the enemy Tower"),
        ("bw - w b-,wa1 - 6", "White wins: no other Lord left its own Tower in time"),
        (f"brwy {ALL_BURIED} b bd2,r-,wd8,y- - 13", "Draw: no player can do anything"),
        ("bw - b ba1,wj10 - 501", "Draw: 500 turns have been played"),
    ],
)
def test_the_prompt_tells_how_the_game_ended(text: str, prompt: str) -> None:
    assert voldetour(text).scene().prompt == prompt


def test_the_prompt_tells_of_a_repetition() -> None:
    position = voldetour("bw - b ba1,wj10 - 7")
    for action in ["L>a2", "L>j9", "L>a1", "L>j10"] * 2:
        position = position.play(action)
    assert position.scene().prompt.startswith("Draw: the same position")


def test_the_winner_is_marked() -> None:
    assert [seat.winner for seat in voldetour("bw - w bh8,wa1 - 8").scene().seats] == [True, False]


@pytest.mark.parametrize(
    ("text", "action", "marked"),
    [
        (START, "B3>e5y", ("e5", "e6", "e7")),
        (MIDDLE, "B2c9>a1x", ("c9", "a1", "b1")),
        ("bw - b ba1,wj10 - 7", "L>a3", ("a3",)),
        ("bw bB1@a1.0 b bc3,wh8 B 1", "end", ()),
    ],
)
def test_the_last_action_is_marked(text: str, action: str, marked: tuple[str, ...]) -> None:
    assert voldetour(text).play(action).scene().marked == marked


def test_buttons_have_labels() -> None:
    buttons = voldetour(START).scene().buttons
    assert list(buttons) == ["x", "y", "z", "n", "e", "s", "w", "^", "end"]
    assert all(buttons.values())


# Actions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "action", "clicks"),
    [
        (START, "B1>e5", ("reserve:bB1", "e5")),
        (START, "B2>c4z", ("reserve:bB2", "c4", "z")),
        (START, "S>d4n", ("reserve:bS", "d4", "n")),
        (MIDDLE, "S>e4^", ("reserve:bS", "e4", "^")),
        (MIDDLE, "B2c9>a1x", ("bB2z@c9.0", "a1", "x")),
        ("bw - b ba1,wj10 - 7", "L>a3", ("lord:b", "a3")),
        ("bw bB1@a1.0 b bc3,wh8 B 1", "end", ("end",)),
    ],
)
def test_picks_spell_an_action(text: str, action: str, clicks: tuple[str, ...]) -> None:
    assert picks(text, action) == clicks


@pytest.mark.parametrize(
    ("text", "action", "sentence"),
    [
        (START, "B1>e5", "place from your reserve on e5: Block of length 1"),
        (START, "B2>c4z", "place from your reserve on c4: Block of length 2, upright"),
        (
            MIDDLE,
            "B2c9>a1x",
            "move your piece from c9 to a1: Block of length 2, along the row to the east",
        ),
        ("bw - b ba1,wj10 - 7", "L>a3", "move your Lord to a3"),
        ("bw bB1@a1.0 b bc3,wh8 B 1", "end", "end your turn"),
    ],
)
def test_an_action_is_described_in_words(text: str, action: str, sentence: str) -> None:
    assert words(text, action) == sentence


def test_seats_are_called_by_their_colours() -> None:
    game = tretorri.game("voldetour", players=4)
    assert [str(game.seat_name(seat)) for seat in game.seats] == ["Black", "Red", "White", "Yellow"]


def test_two_players_are_the_default_option() -> None:
    assert tretorri.game("voldetour", players=2).options == {}


# Aids and ways ------------------------------------------------------------------------------------


def aid(text: str, name: str) -> Aid:
    return next(found for found in voldetour(text).scene().aids if found.id == name)


def test_D14_what_the_lords_can_reach_can_be_shown() -> None:
    text = "bw bB1@a1.0 b bb1,wj10 - 7"
    assert {"b2", "b4", "e1"} <= set(aid(text, "lord").squares)
    assert "a1" not in aid(text, "lord").squares
    assert {"j9", "g10"} <= set(aid(text, "rivals").squares)


def test_D19_a_lord_that_is_out_reaches_nothing() -> None:
    text = "brwy - w b-,rb5,wi5,yg2 - 15"
    assert aid(text, "rivals").squares
    assert "b2" not in aid(text, "rivals").squares


def test_D13_blocked_pieces_can_be_shown() -> None:
    assert aid("bw bB1@d4.0;wB1@d4.1;wB1@e6.0 b bc3,wh8 - 3", "blocked").solids == ("bB1@d4.0",)


def way(text: str, action: str) -> Way:
    position = voldetour(text)
    return position.way(next(a for a in position.actions() if str(a) == action))


def test_D16_the_way_of_a_lord_leads_over_slopes() -> None:
    text = "bw bSe@c1.0;bB1@d1.0;wB1@d2.0 b bb1,wj10 - 7"
    assert way(text, "L>d2") == ((1, 0, 0), (2, 0, 0.5), (3, 0, 1), (3, 1, 1))


def test_D17_the_way_of_a_lord_leads_around_others() -> None:
    assert way("bw - b ba1,wa2 - 7", "L>b2") == ((0, 0, 0), (1, 0, 0), (1, 1, 0))


def test_a_placement_has_no_way() -> None:
    assert way(START, "B1>c4") == ()
