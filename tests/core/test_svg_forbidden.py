"""What is forbidden in pictures: dashed arrows, crosses, pieces that are not there, close-ups."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from tests.core.scenes import bar, board, counter
from tretorri.core.pictures import picture
from tretorri.core.scene import Solid
from tretorri.core.svg import Forbidden, draw
from tretorri.core.svg.palette import RED

PAWN = Solid("p", "pawn", 0, 0, 1, "dark", "pawn")
SCENE = board(4, 3, [counter(0, 0, 0), PAWN, counter(2, 2, 0, "red")])


def crosses(drawn: str) -> list[str]:
    """Return the red paths that are two lines across each other."""
    return re.findall(rf'd="M[^MC"]+M[^MC"]+" fill="none" stroke="{RED}"', drawn)


def dashed(drawn: str) -> list[str]:
    return re.findall(r'd="(M[^"]+)"[^>]+stroke-dasharray', drawn)


def test_nothing_is_dashed_or_crossed_out_where_nothing_is_forbidden() -> None:
    drawn = draw(SCENE)
    assert RED not in drawn
    assert not dashed(drawn)
    assert draw(SCENE, forbidden=()) == drawn


def test_a_forbidden_move_is_a_dashed_arrow_with_a_cross() -> None:
    drawn = draw(SCENE, forbidden=[Forbidden("a1", "c3")])
    assert ElementTree.fromstring(drawn) is not None
    assert len(dashed(drawn)) == len(crosses(drawn)) == 1


@pytest.mark.parametrize(("source", "target"), [("a1", "c3"), ("c3", "a1")])
def test_an_arrow_straight_up_or_down_the_paper_bends_to_the_left(source: str, target: str) -> None:
    (arc,) = dashed(draw(SCENE, forbidden=[Forbidden(source, target)]))
    x0, _, bend, _, x1, _ = map(float, re.findall(r"-?[\d.]+", arc))
    assert bend < min(x0, x1)


@pytest.mark.parametrize(("source", "target"), [("a2", "c1"), ("c1", "a2")])
def test_an_arrow_across_the_paper_bends_upwards(source: str, target: str) -> None:
    (arc,) = dashed(draw(SCENE, forbidden=[Forbidden(source, target)]))
    _, y0, _, bend, _, y1 = map(float, re.findall(r"-?[\d.]+", arc))
    assert bend < min(y0, y1)


def test_a_piece_that_slides_has_a_straight_arrow() -> None:
    (line,) = dashed(draw(SCENE, forbidden=[Forbidden("a2", "d2", is_straight=True)]))
    x0, y0, x1, y1, x2, y2 = map(float, re.findall(r"-?[\d.]+", line))
    assert (x1 - x0) * (y2 - y0) == pytest.approx((x2 - x0) * (y1 - y0), rel=0.02)


def test_the_cross_can_be_on_what_is_in_the_way() -> None:
    middle, there = (
        draw(SCENE, forbidden=[Forbidden("a1", "d1", cross)]) for cross in (None, "b1")
    )
    assert len(crosses(there)) == 1
    assert middle != there


def test_a_piece_that_is_not_there_is_faint_and_can_be_crossed_out() -> None:
    ghost = bar("ghost", 1, 0, 1, (2, 1, 1))
    drawn = draw(SCENE, forbidden=[Forbidden(cross="b1", ghosts=(ghost,))])
    assert drawn.count('opacity=".55"') == 2  # a part for each square
    assert 'data-id="ghost"' not in drawn
    assert len(crosses(drawn)) == 1
    assert not crosses(draw(SCENE, forbidden=[Forbidden(ghosts=(ghost,))]))


def test_a_high_ghost_has_its_room() -> None:
    def height(ghosts: tuple[Solid, ...]) -> float:
        drawn = draw(SCENE, has_legend=False, forbidden=[Forbidden(cross="d3", ghosts=ghosts)])
        return float(re.findall(r'viewBox="0 0 \d+ ([\d.]+)"', drawn)[0])

    assert height((counter(3, 2, 9),)) > height(())


# The pictures of rulebooks ------------------------------------------------------------------------


def test_a_close_up_shows_a_part_of_the_board_with_its_own_coordinates() -> None:
    shown = picture("voldetour", "no-hole")
    drawn = shown.svg()
    assert {"d", "h", "4", "7"} <= set(re.findall(r"<text[^>]*>([^<]+)</text>", drawn))
    ids = set(re.findall(r'data-id="([a-j]\d+)"', drawn))
    assert {"d4", "h7"} <= ids
    assert not {"c4", "d3", "i7", "h8"} & ids


def test_what_is_forbidden_needs_no_legend() -> None:
    shown = picture("volterra", "no-free-side")
    assert shown.svg() == shown.svg(has_legend=False)
    assert replace(shown, forbidden={}).svg() == shown.position.svg()
