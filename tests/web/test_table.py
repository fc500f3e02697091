"""A game on the page besides its moves: beginning, taking back, reloading, looking back, ending."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, expect

from tests.server.support import Server
from tests.web.courses import VOLDETOUR_END, VOLTERRA
from tests.web.hands import Clicks, Fingers, FlatClicks, place
from tests.web.table import Table, clicks
from tests.web.visitor import PHONE, Visitor

ENGINE = {"l": {"kind": "engine", "level": 1}}
FIRST_TURN = ["Pb4", "a3-a4"]


def begin_flat(visitor: Visitor, **wish: object) -> Table:
    """Begin a game of Volterra on the flat board."""
    return Table.begin(visitor, "flat", **{"game": "volterra", **wish})


def test_three_clicks_lead_to_the_first_move(visitor: Visitor) -> None:
    visitor.go("/en/?view=flat")
    visitor.page.evaluate("localStorage.setItem('view', 'flat')")
    visitor.go("/en/")
    volterra = visitor.page.get_by_role("article", name="Volterra")
    volterra.get_by_role("button", name="Play the engine").click()
    visitor.page.wait_for_url("**/en/game/*")
    table = Table(visitor, visitor.page.url.rpartition("/")[2].partition("?")[0])
    visitor.page.locator('[data-square="c3"]').click()
    visitor.page.locator('[data-square="b4"]').click()
    table.wait_past(0)
    assert table.state()["begun"] == ["Pb4"]


def test_a_game_that_was_left_is_offered_again(visitor: Visitor) -> None:
    visitor.go("/en/")
    towers = visitor.page.get_by_role("article", name="Spiel der Türme")
    towers.get_by_role("button", name="Play on one screen").click()
    visitor.page.wait_for_url("**/en/game/*")
    path = visitor.page.url
    visitor.page.locator("h1").wait_for(state="attached")
    visitor.go("/en/")
    visitor.page.get_by_role("link", name="Spiel der Türme").first.click()
    visitor.page.wait_for_url(path)


def test_a_turn_against_the_engine_can_be_taken_back(visitor: Visitor) -> None:
    table = begin_flat(visitor, seats=ENGINE)
    table.play(FlatClicks(), FIRST_TURN[:1])
    FlatClicks().play(table, FIRST_TURN[1])
    turns = visitor.page.locator("ol li code")
    expect(turns).to_have_count(2)
    undo = visitor.page.get_by_role("button", name="Take back", exact=True)
    expect(undo).to_be_enabled()
    undo.click()
    expect(visitor.page.get_by_text("No turn has been played yet.")).to_be_visible()
    assert table.state()["to_move"] == "d"
    visitor.page.get_by_role("button", name="Redo").click()
    expect(turns).to_have_count(2)


def test_half_a_turn_survives_a_reload(visitor: Visitor) -> None:
    table = begin_flat(visitor)
    state = table.play(FlatClicks(), FIRST_TURN[:1])
    visitor.page.reload()
    expect(table.prompt()).to_have_text(state["scene"]["prompt"])
    expect(visitor.page.locator('[data-square="b4"]')).to_have_attribute(
        "aria-label", re.compile("pawn")
    )
    table.play(FlatClicks(), FIRST_TURN[1:])
    assert len(table.state()["turns"]) == 1


def test_half_a_turn_can_be_taken_back_step_by_step(visitor: Visitor) -> None:
    table = begin_flat(visitor)
    table.play(FlatClicks(), FIRST_TURN[:1])
    visitor.page.locator('[data-square="a3"]').click()
    expect(table.prompt()).to_contain_text("a3")
    visitor.page.keyboard.press("Escape")
    version = table.state()["version"]
    visitor.page.get_by_role("button", name="Back", exact=True).click()
    table.wait_past(version)
    assert table.state()["begun"] == []


def test_a_refused_pick_says_why_by_rule(visitor: Visitor) -> None:
    begin_flat(visitor)
    visitor.page.locator('[data-square="c3"]').click()
    visitor.page.locator('[data-square="e1"]').click()
    rule = visitor.page.locator(".refusal a")
    expect(rule).to_have_text(re.compile(r"\[V\d+\]"))
    assert visitor.barriers() == []
    wanted = rule.inner_text().strip("[]")
    rule.click()
    visitor.page.wait_for_url(f"**/en/rules/volterra#{wanted}")
    expect(visitor.page.locator(f"#{wanted}")).to_be_in_viewport()


def test_the_view_can_be_changed_in_mid_turn(visitor: Visitor) -> None:
    table = begin_flat(visitor)
    visitor.page.locator('[data-square="c3"]').click()
    picked = table.prompt().inner_text()
    for view in ("text", "3d", "flat"):
        visitor.page.get_by_role("button", name=re.compile("^Board: ")).click()
        visitor.page.locator(f".board[data-view='{view}'] *").first.wait_for()
        expect(table.prompt()).to_have_text(picked)
        assert visitor.barriers() == []
    visitor.page.locator('[data-square="b4"]').click()
    table.wait_past(0)


def test_the_flat_board_is_shown_where_webgl_is_missing(
    server: Server, browser_without_webgl: Browser
) -> None:
    visitor = Visitor(browser_without_webgl, server.address, "without WebGL")
    answer = visitor.context.request.post("/api/games", data={"game": "volterra"})
    visitor.go(f"/en/game/{answer.json()['id']}?view=3d")
    visitor.page.locator(".board[data-view='flat']").wait_for()
    Table(visitor, answer.json()["id"]).play(FlatClicks(), FIRST_TURN)
    visitor.keep()
    assert visitor.leave() == []


def test_a_drag_of_the_camera_is_not_a_pick(visitor: Visitor) -> None:
    table = Table.begin(visitor, "3d", game="volterra")
    prompt = table.prompt().inner_text()
    x, y = place(table, "c3")
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(x + 40, y + 10, steps=3)
    visitor.page.mouse.up()
    expect(table.prompt()).to_have_text(prompt)
    Clicks().pick(table, table.state(), "c3")
    expect(table.prompt()).not_to_have_text(prompt)


def test_on_touch_the_end_of_a_turn_is_confirmed(visit: Callable[..., Visitor]) -> None:
    table = begin_flat(visit(PHONE), seed=1)
    for square in ("c3", "b4", "a3"):
        table.page.locator(f'[data-square="{square}"]').tap()
        table.page.wait_for_timeout(300)
    table.page.locator('[data-square="a4"]').tap()
    play = table.page.locator(".bar button.strong")
    expect(play).to_be_visible()
    assert table.state()["turns"] == []
    play.tap()
    expect(table.page.locator("ol li code")).to_have_count(1)


def test_on_a_phone_the_board_keeps_its_place_while_a_turn_is_made(
    visit: Callable[..., Visitor],
) -> None:
    table = Table.begin(visit(PHONE), "3d", **VOLDETOUR_END.wish())
    first, second = VOLDETOUR_END.actions
    state = table.play(Fingers(), [first])
    board, prompt = table.page.locator(".board"), table.prompt().inner_text()
    place_of_board = board.bounding_box()
    for pick in clicks(state, second):
        Fingers().pick(table, state, pick)
        expect(table.prompt()).not_to_have_text(prompt)
        prompt = table.prompt().inner_text()
        assert board.bounding_box() == place_of_board


def test_every_turn_has_an_address_and_the_back_button_works(visitor: Visitor) -> None:
    table = begin_flat(visitor)
    table.play(FlatClicks(), VOLTERRA.actions[:4])
    visitor.page.locator("ol li button").first.click()
    visitor.page.wait_for_url("**turn=1*")
    expect(visitor.page.get_by_text("The position after turn 1.")).to_be_visible()
    visitor.page.go_back()
    expect(table.prompt()).to_have_text(table.state()["scene"]["prompt"])
    visitor.go(f"/en/game/{table.id}?turn=1&view=flat")
    expect(visitor.page.get_by_text("The position after turn 1.")).to_be_visible()


def test_the_title_says_whose_turn_it_is_and_who_resigns_has_lost(visitor: Visitor) -> None:
    table = begin_flat(visitor, seats=ENGINE)
    assert "Your turn" in visitor.page.title()
    visitor.page.get_by_role("button", name="More", exact=True).click()
    visitor.page.get_by_role("button", name="Resign").click()
    assert visitor.barriers() == []
    visitor.page.get_by_role("button", name=re.compile("resigns")).click()
    ended = visitor.page.get_by_role("dialog")
    expect(ended.get_by_text("Light wins")).to_be_visible()
    assert table.state()["result"]["winners"] == ["l"]
    assert visitor.barriers() == []


def test_a_hint_shows_what_the_engine_would_do(visitor: Visitor) -> None:
    table = begin_flat(visitor)
    visitor.page.get_by_role("button", name="Hint").click()
    play = visitor.page.locator(".bar button.strong")
    play.click()
    table.wait_past(0)


def test_the_result_is_told_after_the_last_move_where_pieces_move(
    visit: Callable[..., Visitor],
) -> None:
    visitor = visit(motion="no-preference")
    table = Table.begin(visitor, "flat", **VOLDETOUR_END.wish())
    table.play(FlatClicks(), VOLDETOUR_END.actions)
    expect(visitor.page.get_by_role("dialog")).to_contain_text("Black wins")
