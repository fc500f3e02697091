"""What a viewer is told: solids, words, clicks."""

from __future__ import annotations

import pytest

import tretorri
from tretorri.core.scene import Reserve, SceneSeat, Solid, Square

START = "dl l,d,l,d,l/d,l,d,l,d/l,d,l,d,l/d,l,d,l,d d lc2,dc3 - 1"
STACKS = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/ddl,d,d,l,- d ld1,db1 - 1"
STUCK = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/dd,d,-,lll,- l ld1,da1 - 2"
CIRCLE = "dl -,-,-,-,-/-,-,-,-,-/d,d,-,l,l/d,dd,-,l,ll d ld1,da1 - 1"
LAYING = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/d,l,-,-,- d l-,d- B 3"
PLACED = "dl d,d,d,d,d/d,d,d,l,l/l,l,l,l,d/d,l,l,l,l l l-,da1 B 22"


def volterra(text: str) -> tretorri.Position:
    return tretorri.game("volterra").position(text)


def prompt(text: str) -> str:
    return volterra(text).scene().prompt


def square(text: str, name: str) -> Square:
    return next(found for found in volterra(text).scene().squares if found.id == name)


def test_the_field_has_twenty_places() -> None:
    scene = volterra(START).scene()
    assert (scene.columns, scene.rows) == (5, 4)
    assert {(s.x, s.y, s.role) for s in scene.squares} == {
        (x, y, "field") for x in range(5) for y in range(4)
    }


def test_a_square_tells_its_tower_layer_by_layer() -> None:
    label = "a1: light tower, height 3, from bottom to top dark, dark, light"
    assert square(STACKS, "a1") == Square("a1", 0, 0, "field", label, "ddl")


def test_a_square_tells_the_pawn_on_its_tower() -> None:
    label = "b1: dark tower, height 1, from bottom to top dark, with the dark pawn on top"
    assert square(STACKS, "b1") == Square("b1", 1, 0, "field", label, "dD")


def test_an_empty_square_says_so() -> None:
    assert square(STACKS, "e1") == Square("e1", 4, 0, "field", "e1: empty", "")


def test_every_piece_is_a_slab_and_the_pawns_stand_on_top() -> None:
    ids = [solid.id for solid in volterra(STACKS).scene().solids]
    assert ids == ["a1.0", "a1.1", "a1.2", "b1.0", "c1.0", "d1.0", "pawn:d", "pawn:l"]


def test_a_piece_has_its_level_and_colour() -> None:
    piece = volterra(STACKS).scene().solids[2]
    assert piece == Solid("a1.2", "slab", 0, 0, 2, "light", "light piece on a1, level 3", owner="l")


def test_a_pawn_stands_above_its_tower() -> None:
    pawn = volterra(STUCK).scene().solids[-2]
    assert pawn == Solid("pawn:d", "pawn", 0, 0, 2, "dark", "dark pawn on a1", owner="d")


def test_the_seats_stand_in_turn_order_with_their_towers() -> None:
    assert volterra(CIRCLE).scene().seats == (
        SceneSeat("d", "Dark", "dark", True, False, "towers: 2, 1, 1, 1", "pawn on a1"),
        SceneSeat("l", "Light", "light", False, False, "towers: 2, 1, 1, 1", "pawn on d1"),
    )


def test_the_winner_is_named_when_the_game_is_over() -> None:
    assert [seat.winner for seat in volterra(STUCK).scene().seats] == [False, True]


def test_no_player_has_towers_before_the_first_is_laid() -> None:
    start = tretorri.game("volterra", variant="free").start()
    seat = start.scene().seats[0]
    assert (seat.score, seat.status) == ("towers: 0", "pawn not yet placed")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (START, "Dark to move: your pawn and a tower, in either order"),
        (START.replace(" - ", " P "), "Dark to move: now move a tower"),
        (START.replace(" - ", " T "), "Dark to move: now move your pawn"),
        (LAYING, "Dark to lay a piece on an empty square"),
        (PLACED, "Light to place the pawn on a tower of the same colour"),
    ],
)
def test_the_prompt_says_what_the_turn_still_needs(text: str, told: str) -> None:
    assert prompt(text) == told


def test_V14_the_prompt_says_who_is_stuck_and_who_won() -> None:
    assert prompt(STUCK) == (
        "Light wins, towers 3 against 2, 1; light cannot move both pawn and tower"
    )


def test_C3_the_prompt_says_that_the_last_turn_is_reached() -> None:
    assert prompt(CIRCLE[:-1] + "501") == (
        "Draw, all towers are level; the last turn has been played"
    )


def test_C1_the_prompt_says_that_the_position_came_up_three_times() -> None:
    position = volterra(CIRCLE)
    for turn in ("Pa2+b1-b2", "Pd2+e1-e2", "Pa1+b2-b1", "Pd1+e2-e1") * 2:
        position = position.play_turn(turn)
    assert position.scene().prompt.endswith(
        "the same position occurred for the third time at the start of a turn"
    )


def test_V16_what_is_still_to_be_laid_lies_beside_the_field() -> None:
    label = "dark piece to lay"
    reserves = volterra(LAYING).scene().reserves
    assert reserves[0] == Reserve("reserve:d:slab", "slab", (1, 1, 1), "dark", "d", 9, label)
    assert [(reserve.id, reserve.count) for reserve in reserves[1:]] == [
        ("reserve:d:pawn", 1),
        ("reserve:l:slab", 9),
        ("reserve:l:pawn", 1),
    ]


def test_V16_only_the_last_pawn_is_left_at_the_end_of_the_layout() -> None:
    assert [reserve.label for reserve in volterra(PLACED).scene().reserves] == [
        "light pawn to place"
    ]


def test_nothing_lies_beside_a_field_in_play() -> None:
    assert volterra(START).scene().reserves == ()


def test_the_buttons_say_how_many_pieces_are_lifted() -> None:
    assert volterra(START).scene().buttons == {"1": "top piece", "2": "top two pieces"}


@pytest.mark.parametrize(
    ("action", "marked"), [("Pb4", ("b4",)), ("b4-c4", ("b4", "c4")), (None, ())]
)
def test_the_last_action_is_marked(action: str | None, marked: tuple[str, ...]) -> None:
    position = volterra(START)
    assert (position.play(action) if action else position).scene().marked == marked


@pytest.mark.parametrize(
    ("text", "action", "clicks", "words"),
    [
        (START, "Pb4", ("c3", "b4"), "move your pawn to b4"),
        (START, "b4-c4", ("b4", "c4", "1"), "move the top piece of b4 onto c4"),
        (CIRCLE, "b1=b2", ("b1", "b2", "2"), "move the top two pieces of b1 onto b2"),
        (LAYING, "@e4", ("e4",), "lay one of your pieces on e4"),
        (PLACED, "P@e1", ("e1",), "place your pawn on e1"),
    ],
)
def test_an_action_is_spelt_in_clicks_and_words(
    text: str, action: str, clicks: tuple[str, ...], words: str
) -> None:
    position = volterra(text)
    chosen = next(a for a in position.actions() if str(a) == action)
    assert position.picks(chosen) == clicks
    assert position.describe(chosen).sentence() == words


def test_a_seat_is_called_by_its_colour() -> None:
    game = tretorri.game("volterra")
    assert [str(game.seat_name(seat)) for seat in game.seats] == ["Dark", "Light"]


# Aids ---------------------------------------------------------------------------------------------


def aid(text: str, name: str) -> tuple[str, ...]:
    return next(found.squares for found in volterra(text).scene().aids if found.id == name)


def test_V7_towers_with_and_without_a_free_side_can_be_shown() -> None:
    assert aid(START, "walled-in") == ("b2", "c2", "d2", "b3", "c3", "d3")
    assert len(aid(START, "free-sides")) == 14


def test_V6_the_neighbours_of_the_pawn_can_be_shown() -> None:
    assert aid(STACKS, "in-reach") == ("a1", "c1")


def test_V16_without_a_pawn_nothing_is_in_reach() -> None:
    assert aid(LAYING, "in-reach") == ()
