"""The board in characters and in spoken lines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.core.scenes import SEATS, board, counter
from tests.settings import AnyGame, every_setting, name
from tretorri.core.scene import Reserve, Scene, Square
from tretorri.core.text_board import draw, spoken

TOWER = Square("b2", 1, 1, "street", "b2: a tower of two", text="Avr")


def small() -> Scene:
    squares = [
        TOWER,
        Square("a1", 0, 0, "site", "a1", mark="A"),
        Square("b1", 1, 0, "foundation", "b1"),
    ]
    return board(2, 2, [counter(1, 1, 0), counter(1, 1, 1, "red")], squares=squares)


def test_a_board_has_rows_from_the_top_coordinates_seats_and_the_prompt() -> None:
    assert draw(small()).splitlines() == [
        "2  ·   Avr",
        "1  (A) +",
        "   a   b",
        "",
        "→ Dark   3, 1  pawn moved",
        "  Light",
        "",
        "Dark to move",
    ]


def test_a_winner_has_a_star() -> None:
    seats = (replace(SEATS[0], winner=True, to_move=False), SEATS[1])
    assert "★ Dark   3, 1  pawn moved" in draw(replace(small(), seats=seats)).splitlines()


def test_a_reserve_stands_below_its_seat() -> None:
    reserves = tuple(
        Reserve(kind, "block", (1, 1, 1), "light", "l", count, kind)
        for kind, count in (("Block", 2), ("Stair", 5))
    )
    lines = draw(replace(small(), reserves=reserves)).splitlines()
    assert lines[5:7] == ["  Light", "         2 × Block, 5 × Stair"]


def test_columns_are_as_narrow_as_they_can_be_when_the_screen_is_too_narrow() -> None:
    long = Square("b1", 1, 0, "street", "", text="Avrbgv")
    lines = draw(board(14, 1, squares=[long], seats=())).splitlines()
    assert lines[0] == "1  · Avrbgv" + " ·" * 12
    assert lines[1] == "   a b      c d e f g h i j k l m n"


def test_numbers_of_rows_stand_below_each_other() -> None:
    lines = draw(board(1, 10, seats=())).splitlines()
    assert (lines[0], lines[9], lines[10]) == ("10  ·", " 1  ·", "    a")


def test_a_style_dresses_what_stands_by_the_colour_of_its_top() -> None:
    def style(text: str, colour: str) -> str:
        return f"<{colour}>{text}</>"

    assert draw(small(), style).splitlines()[:2] == ["2  ·   <red>Avr</>", "1  (A) +"]


def test_a_style_leaves_the_columns_straight() -> None:
    squares = [
        Square("a1", 0, 0, "street", "", text="A"),
        Square("a2", 0, 1, "street", "", text="Avr"),
    ]
    scene = board(2, 2, [counter(0, 0, 0)], squares=squares)
    assert draw(scene, lambda text, _: f"[{text}]").splitlines()[1] == "1  [A]   ·"


def test_the_spoken_board_says_prompt_seats_and_what_stands() -> None:
    reserve = Reserve("r", "block", (1, 1, 1), "light", "l", 2, "Block")
    assert spoken(replace(small(), reserves=(reserve,))).splitlines() == [
        "Dark to move",
        "Dark: 3, 1; pawn moved",
        "Light: 2 × Block",
        "b2: a tower of two",
    ]


def test_a_seat_about_which_there_is_nothing_to_say_is_named() -> None:
    assert spoken(small()).splitlines()[2] == "Light"


@pytest.mark.parametrize("game", every_setting(), ids=name)
def test_every_game_starts_within_eighty_columns(game: AnyGame) -> None:
    scene = game.start(seed=1).scene()
    grid = draw(scene).splitlines()[: scene.rows + 1]
    assert max(map(len, grid)) <= 80


@pytest.mark.parametrize("game", every_setting(), ids=name)
def test_every_game_says_what_stands_at_the_start(game: AnyGame) -> None:
    scene = game.start(seed=1).scene()
    occupied = {(solid.x, solid.y) for solid in scene.solids}
    assert occupied == {(square.x, square.y) for square in scene.squares if square.text}
    assert all(square.label in spoken(scene) for square in scene.squares if square.text)
