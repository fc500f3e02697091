"""Replay, analysis and set-up on the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import tretorri
from tests.web.courses import VOLDETOUR_END, VOLTERRA
from tests.web.visitor import PHONE, Visitor

WIN = VOLDETOUR_END.position


def start(visitor: Visitor, path: str) -> None:
    """Open a page with a flat board, which is quicker than the one in three dimensions."""
    visitor.go("/en/about")
    visitor.page.evaluate("localStorage.setItem('view', 'flat')")
    visitor.go(path)
    visitor.page.locator(".board[data-view='flat'] svg").first.wait_for()


def play_to_the_end(visitor: Visitor) -> str:
    """Play a game of Volterra to its end; return its id."""
    begun = visitor.context.request.post("/api/games", data=VOLTERRA.wish()).json()
    for version, action in enumerate(VOLTERRA.actions):
        command = {
            "request_id": f"study-turn-{version}",
            "version": version,
            "command": {"do": "action", "action": action},
        }
        path = f"/api/games/{begun['id']}/commands"
        own = {"Sec-Fetch-Site": "same-origin"}  # as a page of ours says; cookies need it
        assert visitor.context.request.post(path, data=command, headers=own).ok
    return str(begun["id"])


def test_a_game_can_be_stepped_through_and_looked_over(visitor: Visitor) -> None:
    game = play_to_the_end(visitor)
    start(visitor, f"/en/study/game/{game}?turn=3")
    page = visitor.page
    expect(page).to_have_url(re.compile("turn=3"))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("turn=4"))
    page.keyboard.press("End")
    expect(page.locator(".result")).to_contain_text(re.compile("wins", re.IGNORECASE))
    page.keyboard.press("Home")
    page.get_by_role("button", name="Review the whole game").click()
    graph = page.get_by_role("region", name="Review the whole game").locator("svg")
    expect(graph).to_be_visible(timeout=60_000)
    visitor.keep()
    assert visitor.barriers() == []
    visitor.look(PHONE, "dark")
    visitor.keep("phone")
    assert visitor.barriers() == []


def test_the_engine_is_silent_until_asked_and_its_line_can_be_played(visitor: Visitor) -> None:
    start(visitor, f"/en/study/voldetour?position={WIN}")
    page = visitor.page
    engine = page.get_by_role("region", name="Engine")
    expect(engine.locator("ol")).to_have_count(0)
    engine.get_by_role("button", name="Analyse").click()
    line = engine.locator("ol li").first
    expect(line).to_contain_text("L>h8")
    expect(line).to_contain_text("100")
    assert visitor.barriers() == []
    line.get_by_role("button").first.click()
    expect(page.locator(".result")).to_contain_text("Black")
    visitor.keep()


def test_the_engine_goes_on_until_it_is_stopped_and_the_keys_are_listed(visitor: Visitor) -> None:
    start(visitor, "/en/study/volterra")
    page = visitor.page
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys.get_by_text("Show or hide the engine")).to_be_visible()
    assert visitor.barriers() == []
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    engine = page.get_by_role("region", name="Engine")
    stop = engine.get_by_role("button", name="Stop", exact=True)
    expect(engine.locator("ol li")).to_have_count(1)
    stop.click()
    engine.get_by_role("button", name="Keep thinking until I stop it").click()
    expect(stop).to_be_visible()
    stop.click()
    expect(stop).to_have_count(0)
    expect(engine.locator("ol li")).to_have_count(1)


def test_playing_on_the_board_adds_a_variation(visitor: Visitor) -> None:
    game = play_to_the_end(visitor)
    start(visitor, f"/en/study/game/{game}?turn=0")
    page = visitor.page
    for square in ("c3", "b4", "a3", "a4"):
        page.locator(f'[data-square="{square}"]').click()
    expect(page).to_have_url(re.compile(r"turns=Pb4(\+|%2B)a3-a4"))
    page.get_by_role("button", name="Play, copy or save").click()
    page.get_by_role("button", name="Copy the record with its variations").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "(" in copied, "the variation stands in brackets"
    assert "b4-c4" in copied


def test_a_record_is_pasted_and_a_damaged_one_is_refused_with_its_reason(visitor: Visitor) -> None:
    record = visitor.context.request.get(f"/api/games/{play_to_the_end(visitor)}/record").text()
    visitor.go("/en/about")
    visitor.page.evaluate("localStorage.setItem('view', 'flat')")
    visitor.go("/en/study")
    page = visitor.page
    text = page.get_by_label("Record or position text")
    text.fill(record.replace("Pc4", "Pz9"))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Pz9")
    visitor.forgive("status of 400")
    assert visitor.barriers() == []
    text.fill(record)
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url("**/en/study/volterra*")
    expect(page.get_by_role("button", name=re.compile("b4-c4"))).to_be_visible()


@pytest.mark.parametrize("game", tretorri.all_games())
def test_a_position_is_set_up_checked_and_played(visitor: Visitor, game: str) -> None:
    start(visitor, f"/en/setup/{game}")
    page = visitor.page
    verdict = page.locator(".verdict")
    page.get_by_role("button", name="Clear the board").click()
    if game != "voldetour":  # which begins with an empty board
        expect(verdict).to_contain_text("[")
    assert visitor.barriers() == []
    page.get_by_role("button", name="Start position").click()
    expect(verdict).to_contain_text("The position is valid.")
    visitor.keep()
    visitor.look(PHONE, "dark")
    visitor.keep("phone")
    assert visitor.barriers() == []
    page.get_by_role("button", name="Play it on one screen").click()
    page.wait_for_url("**/en/game/*")


def test_pieces_are_put_and_removed_by_hand(visitor: Visitor) -> None:
    start(visitor, f"/en/setup/voldetour?position={WIN}")
    page = visitor.page
    text = page.get_by_label("Position text")
    before = text.input_value()
    page.get_by_role("button", name=re.compile("Block.*left")).first.click()
    page.locator('[data-square="a1"]').click()
    expect(text).not_to_have_value(before)
    assert "@a1.0" in text.input_value()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(text).to_have_value(before)
