"""What the three-dimensional board costs: laptops and phones stay smooth and cool."""

from __future__ import annotations

import pytest

from tests.web.courses import FULLEST
from tests.web.table import Table
from tests.web.visitor import Visitor

MOST_CALLS, MOST_TRIANGLES = 100, 150_000
QUIET_MS = 1000


@pytest.mark.parametrize("game", FULLEST)
def test_the_fullest_position_is_cheap_and_drawn_only_when_something_changes(
    visitor: Visitor, game: str
) -> None:
    Table.begin(visitor, "3d", **FULLEST[game])
    canvas = visitor.page.locator(".board3d .canvas[data-draw-calls]")
    canvas.wait_for()
    assert int(canvas.get_attribute("data-draw-calls") or 0) in range(1, MOST_CALLS + 1)
    assert int(canvas.get_attribute("data-triangles") or 0) in range(1, MOST_TRIANGLES + 1)
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.wait_for_timeout(QUIET_MS)
    frames = canvas.get_attribute("data-frame")
    visitor.page.wait_for_timeout(QUIET_MS)
    assert canvas.get_attribute("data-frame") == frames, "it is drawn though nothing changes"
