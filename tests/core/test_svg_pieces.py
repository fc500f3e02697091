"""Pieces and squares in pictures: shapes, marks, and the painter's order."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import get_args
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.scenes import DIRECTIONS, bar, board, counter
from tretorri.core.scene import Direction, Scene, Shape, Solid, Square
from tretorri.core.squares import COMPASS, square_name
from tretorri.core.svg import draw
from tretorri.core.svg.camera import ACROSS, SQUASH, UPRIGHT, Camera
from tretorri.core.svg.glyphs import EMBLEMS, SYMBOLS
from tretorri.core.svg.order import back_to_front, parts
from tretorri.core.svg.palette import MATERIALS, STONE
from tretorri.core.svg.pieces import block
from tretorri.core.svg.shapes import SHAPES
from tretorri.core.svg.stairs import slope
from tretorri.core.svg.stock import Stock

SVG = "{http://www.w3.org/2000/svg}"


def read(scene: Scene) -> ElementTree.Element:
    return ElementTree.fromstring(draw(scene))


def ids(scene: Scene) -> list[str]:
    """Return the ids in the order in which they are painted."""
    found = (element.get("data-id") for element in read(scene).iter())
    return [each for each in found if each]


def stairs(*facings: Direction, inverted: bool = False) -> list[Solid]:
    return [
        Solid(f"{i}", "stair", i, 0, 0, "red", "stair", facing=facing, inverted=inverted)
        for i, facing in enumerate(facings)
    ]


# The camera -----------------------------------------------------------------------------------


def test_a_circle_on_the_ground_and_an_upright_line_fit_one_view() -> None:
    assert pytest.approx(1) == SQUASH**2 + UPRIGHT**2


def test_east_is_to_the_right_and_north_to_the_left_and_both_away() -> None:
    (east, east_down), (north, north_down) = Camera(10, 1).at(1, 0), Camera(10, 1).at(0, 1)
    assert east == -north == pytest.approx(10 * ACROSS)
    assert east_down == north_down < 0


# Pieces and squares ---------------------------------------------------------------------------


def test_there_is_a_drawing_for_every_shape() -> None:
    assert set(SHAPES) == set(get_args(Shape))


def kept(scene: Scene) -> list[str]:
    """Return what is kept under the definitions of a picture, without names."""
    picture = draw(scene)
    inside = picture[picture.index("<defs>") : picture.index("</defs>")]
    return re.findall(r"<g id=.*?(?=<g id=|$)", re.sub(r"p[0-9a-f]{8}-\d+", "", inside))


def pieces(*solids: Solid) -> list[str]:
    """Return the drawings of solids that all look different."""
    return kept(board(9, 2, solids, seats=()))


def test_alike_pieces_are_drawn_once() -> None:
    assert pieces(counter(0, 0, 0), counter(1, 0, 0)) == pieces(counter(0, 0, 0))


@pytest.mark.parametrize("inverted", [False, True])
def test_a_stair_looks_different_in_every_direction(inverted: bool) -> None:
    drawn = [pieces(*stairs(facing, inverted=inverted)) for facing in DIRECTIONS]
    assert all(one != other for one, other in combinations(drawn, 2))


@pytest.mark.parametrize("facing", DIRECTIONS)
def test_a_slope_is_high_on_the_side_it_climbs_to(facing: Direction) -> None:
    east, north = COMPASS[facing]
    heights = {(x * east + y * north > 0, z) for x, y, z in slope(facing)}
    assert heights == {(True, 1), (False, 0)}


@pytest.mark.parametrize("facing", DIRECTIONS)
def test_a_nested_pair_shows_a_seam_on_a_flank(facing: Direction) -> None:
    lower, upper = (
        Solid(colour, "stair", 0, 0, 0, colour, "", facing=facing, inverted=inverted)
        for colour, inverted in (("black", False), ("white", True))
    )
    picture = draw(board(1, 1, [upper, lower], seats=()))
    flank = "left" if facing in "ns" else "right"
    for colour in ("black", "white"):
        triangle = rf'd="M[^LZ]+L[^LZ]+L[^LZ]+Z" fill="{getattr(MATERIALS[colour], flank)}"'
        assert re.search(triangle, picture)


def test_a_nested_stair_is_painted_after_the_stair_it_lies_on() -> None:
    lower, upper = (
        Solid(name, "stair", 0, 0, 0, "red", "", facing="n", inverted=name == "upper")
        for name in ("lower", "upper")
    )
    assert ids(board(1, 1, [upper, lower]))[-2:] == ["lower", "upper"]


def test_a_stair_that_faces_nowhere_is_drawn_all_the_same() -> None:
    assert ids(board(1, 1, [Solid("s", "stair", 0, 0, 0, "red", "")]))[-1] == "s"


def test_the_symbols_are_carved_shapes() -> None:
    for mark, shape in SYMBOLS.items():
        assert shape in draw(board(1, 1, [counter(0, 0, 0, mark=mark)]))


def test_an_unknown_symbol_is_written_as_it_is() -> None:
    texts = [e.text for e in read(board(1, 1, [counter(0, 0, 0, mark="Q")])).iter(f"{SVG}text")]
    assert "Q" in texts


def test_a_counter_of_no_seat_bears_no_inlay() -> None:
    own = counter(0, 0, 0)
    inlay = f'fill="{MATERIALS["violet"].inlay}"'
    assert inlay in "".join(pieces(own))
    assert inlay not in "".join(pieces(replace(own, owner=None)))


def test_an_unknown_colour_is_plain_stone() -> None:
    assert STONE.top in draw(board(1, 1, [Solid("a1.0", "slab", 0, 0, 0, "pink", "")]))


@pytest.mark.parametrize(
    "colours",
    [("dark", "light"), ("violet", "red", "blue", "green"), ("black", "white", "red", "yellow")],
)
def test_colours_that_meet_are_told_apart_without_colour(colours: tuple[str, ...]) -> None:
    assert len({EMBLEMS.get(colour) for colour in colours}) == len(colours)


def test_the_rims_of_counters_are_told_apart_without_colour() -> None:
    def rim(colour: str) -> str:
        drawn = "".join(pieces(counter(0, 0, 0, colour, mark=None)))
        return re.sub("#[0-9a-f]{6}", "", drawn)

    assert len({rim(colour) for colour in ("violet", "red", "blue", "green")}) == 4


def test_a_tower_has_a_merlon_at_every_corner_and_between() -> None:
    picture = read(board(1, 1, [Solid("t", "tower", 0, 0, 0, "black", "", (1, 1, 3))], seats=()))
    uses = Counter(use.get("href") for use in picture.iter(f"{SVG}use"))
    assert 8 in uses.values()


def test_the_squares_of_each_role_look_different() -> None:
    squares = [
        Square("a1", 0, 0, "field", ""),
        Square("b2", 1, 1, "plain", ""),
        Square("c3", 2, 2, "street", ""),
        Square("d4", 3, 3, "site", "", mark="A", group="1"),
        Square("e5", 4, 4, "foundation", "", colour="red"),
        Square("a5", 0, 4, "foundation", "", colour="black"),
    ]
    assert len(set(kept(board(5, 5, squares=squares, seats=())))) == 7  # two of them plain


def test_a_kerb_goes_around_a_district_and_not_through_it() -> None:
    squares = [
        Square(square_name(x, y), x, y, "site", "", group="1") for x in (0, 1) for y in (0, 1)
    ]
    (kerb,) = set(
        re.findall(r'd="([^"]*)" fill="none" stroke="#a3835a"', draw(board(3, 3, squares=squares)))
    )
    assert kerb.count("M") == 8


def test_coordinates_stand_along_two_sides() -> None:
    texts = [element.text for element in read(board(3, 11, seats=())).iter(f"{SVG}text")]
    assert texts[:14] == ["a", "b", "c", *map(str, range(1, 12))]


# The painter's order --------------------------------------------------------------------------


def test_a_nearer_counter_is_painted_later_and_a_higher_one_too() -> None:
    solids = [counter(0, 0, 1), counter(0, 0, 0), counter(1, 0, 0), counter(0, 1, 0)]
    painted = [name for name in ids(board(2, 2, solids)) if "." in name]
    assert sorted(painted[:2]) == ["a2.0", "b1.0"]
    assert painted[2:] == ["a1.0", "a1.1"]


def test_three_bars_that_lie_in_a_ring_over_each_other_are_cut() -> None:
    solids = [
        bar("x", 0, 1, 0, (2, 1, 1)),
        bar("y", 2, 0, 0, (1, 2, 1)),
        bar("z", 1, 0, 0, (1, 1, 3)),
    ]
    painted = [name for name in ids(board(3, 2, solids)) if name in "xyz"]
    assert painted == ["y", "x", "x", "y", "z"]


@st.composite
def bars(draw_: st.DrawFn) -> Solid:
    x, y, z = (draw_(st.integers(0, 4)) for _ in range(3))
    size = [1, 1, 1]
    size[draw_(st.integers(0, 2))] = draw_(st.integers(1, 3))
    return bar(f"{x}{y}{z}", x, y, z, (size[0], size[1], size[2]))


@given(st.lists(bars(), max_size=8))
def test_nothing_is_painted_over_what_stands_before_it(solids: list[Solid]) -> None:
    painted = back_to_front(solids)
    for earlier, later in combinations(painted, 2):
        stands_before = earlier.x <= later.x and earlier.y <= later.y
        same_square = (earlier.x, earlier.y) == (later.x, later.y)
        assert not stands_before or (same_square and earlier.solid.z <= later.solid.z)


def test_a_bar_has_no_wall_and_no_edge_inside() -> None:
    shine, west_wall = MATERIALS["black"].shine, MATERIALS["black"].left
    stock = Stock(Camera(40, 0.6), "")
    near, middle, far = (block(stock, part) for part in parts(bar("y", 0, 0, 0, (3, 1, 1))))
    assert shine in near
    assert shine not in middle + far
    assert near.count(west_wall) > middle.count(west_wall)


def test_a_bar_is_joined_to_itself() -> None:
    joined = [part.joined for part in parts(bar("x", 0, 0, 0, (1, 3, 1)))]
    assert joined == [frozenset("n"), frozenset("ns"), frozenset("s")]
