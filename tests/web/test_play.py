"""People play on the page in each way: by clicks, touch, keys and typed notation."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.courses import COURSES, Course
from tests.web.hands import Clicks, Fingers, FlatClicks, Keys, Typing
from tests.web.table import Hand, Table
from tests.web.visitor import DESKTOP, LAPTOP, PHONE, Screen, Visitor

WAYS: dict[str, tuple[Hand, Screen]] = {
    "clicks": (Clicks(), LAPTOP),
    "flat": (FlatClicks(), DESKTOP),
    "keys": (Keys(), DESKTOP),
    "typing": (Typing(), DESKTOP),
    "touch": (Fingers(), PHONE),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.name)
def test_a_game_can_be_played(visit: Callable[..., Visitor], course: Course, way: str) -> None:
    hand, screen = WAYS[way]
    visitor = visit(screen)
    table = Table.begin(visitor, hand.view, **course.wish())
    state = table.play(hand, course.actions)
    if course.rule is None:
        assert len(state["turns"]) == 10
    else:
        assert state["result"]["rule"] == course.rule
        ended = visitor.page.get_by_role("dialog")
        ended.get_by_text(course.rule).first.wait_for()
    visitor.keep()
    assert visitor.barriers() == []
