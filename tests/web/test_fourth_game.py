"""A game that the page has never heard of is played on it: the engine, a hint, an analysis."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.deadlines import milliseconds
from tests.fourth.registration import announce_campanile
from tests.server.support import Server
from tests.web.hands import FlatClicks
from tests.web.table import Table
from tests.web.visitor import DESKTOP, Visitor


@pytest.fixture
def guest(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """Lend a visitor to the page of a server on which Campanile is installed."""
    expect.set_options(timeout=milliseconds())
    with Server(tmp_path / "games", env=announce_campanile(tmp_path)) as server:
        visitor = Visitor(browser, server.address, request.node.name, DESKTOP)
        yield visitor
        assert visitor.leave() == []


def test_campanile_is_played_against_the_engine_with_a_hint_and_analysed(guest: Visitor) -> None:
    guest.go("/en/")
    expect(guest.page.get_by_role("heading", name="Campanile")).to_be_visible()
    seats = {"b": {"kind": "engine", "level": 8}}
    table = Table.begin(guest, "flat", game="campanile", seats=seats)
    table.page.get_by_role("button", name="Hint").click()
    table.page.locator(".bar button.strong").click()
    table.wait_past(0)
    state = table.state()
    assert state["turns"][0]["text"] == "t3"
    while not state["is_over"]:
        if state["to_move"] == "a":
            taken = f"t{state['scene']['squares'][0]['text']}"
            state = table.play(FlatClicks(), [taken])
        state = table.state()
    assert state["result"]["winners"] == ["a"]
    expect(table.page.get_by_role("dialog").get_by_text("P3").first).to_be_visible()
    assert guest.barriers() == []

    guest.go("/en/study/campanile?position=ab 6 a 1")
    engine = guest.page.get_by_role("region", name="Engine")
    engine.get_by_role("button", name="Analyse").click()
    line = engine.locator("ol li").first
    expect(line).to_contain_text("t2")
    expect(line).to_contain_text("100")
    guest.keep()
    assert guest.barriers() == []
