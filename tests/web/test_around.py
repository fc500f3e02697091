"""Around the board: sounds, strength, sharing, saving, playing again; other ways to begin."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.courses import VOLDETOUR_END
from tests.web.hands import FlatClicks
from tests.web.table import Table
from tests.web.visitor import Visitor
from tretorri.core.records import Record

ENGINE = {"l": {"kind": "engine", "level": 1}}
FIRST_TURN = ["Pb4", "a3-a4"]
SECOND_TURN = ["b3-d3", "Pd1"]
# Every knock has one oscillator: its body.
EAR = """
window.heard = 0;
window.OscillatorNode = class extends OscillatorNode {
  constructor(...given) {
    super(...given);
    window.heard += 1;
  }
};
"""
DROP = """(text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], 'game.tretorri'));
  for (const kind of ['dragover', 'drop']) {
    const options = { dataTransfer, bubbles: true, cancelable: true };
    document.querySelector('form').dispatchEvent(new DragEvent(kind, options));
  }
}"""


def begin(visitor: Visitor, **wish: object) -> Table:
    """Begin a game of Volterra on the flat board."""
    return Table.begin(visitor, "flat", **{"game": "volterra", "seed": 1, **wish})


def prefer_flat(visitor: Visitor) -> None:
    """Let every game that begins be shown on the flat board."""
    visitor.go("/en/about")
    visitor.page.evaluate("localStorage.setItem('view', 'flat')")


def choose_more(page: Page, role: Literal["button", "link"], name: str) -> None:
    """Choose one of the rarer things."""
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("dialog").get_by_role(role, name=name).click()


def game_of(visitor: Visitor) -> Table:
    """Return the game that the page has gone to."""
    visitor.page.locator(".board[data-view]").wait_for()
    return Table(visitor, visitor.page.url.rpartition("/")[2].partition("?")[0])


def test_sounds_are_heard_only_by_those_who_want_them(visitor: Visitor) -> None:
    visitor.page.add_init_script(EAR)
    table = begin(visitor)
    table.play(FlatClicks(), FIRST_TURN[:1])
    assert visitor.page.evaluate("heard") == 0
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.page.get_by_role("group", name="Sounds").get_by_role("radio", name="on").check()
    visitor.page.keyboard.press("Escape")
    table.play(FlatClicks(), FIRST_TURN[1:])
    visitor.page.wait_for_function("heard === 1")


def test_the_strength_is_changed_in_mid_game(visitor: Visitor) -> None:
    table = begin(visitor, seats=ENGINE)
    table.play(FlatClicks(), FIRST_TURN[:1])
    choose_more(visitor.page, "button", "Players and strength")
    light = visitor.page.get_by_role("dialog").get_by_role("combobox").last
    light.select_option(label="engine 2 · Mortar mixer")
    visitor.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(visitor.page.locator(".panel").get_by_text("2 · Mortar mixer")).to_be_visible()
    assert [seat["level"] for seat in table.state()["seats"]] == [None, 2]
    assert table.state()["begun"] == FIRST_TURN[:1]


def test_what_is_shared_is_what_is_shown(visitor: Visitor) -> None:
    table = begin(visitor)
    after_first = table.play(FlatClicks(), FIRST_TURN)["position"]
    table.play(FlatClicks(), SECOND_TURN)
    visitor.page.locator("ol li button").first.click()
    expect(visitor.page.get_by_text("The position after turn 1.")).to_be_visible()
    visitor.page.wait_for_load_state("networkidle")
    choose_more(visitor.page, "button", "Share")
    fields = visitor.page.get_by_role("dialog").get_by_role("textbox")
    expect(fields.nth(1)).to_have_value(re.compile(rf"/en/game/{table.id}\?turn=1$"))
    visitor.page.get_by_role("button", name="Copy: Position as text").click()
    expect(visitor.page.get_by_text("Copied.")).to_be_visible()
    assert visitor.page.evaluate("navigator.clipboard.readText()") == after_first


def test_a_record_is_saved_and_a_dropped_one_is_gone_on_with(
    visitor: Visitor, tmp_path: Path
) -> None:
    table = begin(visitor)
    position = table.play(FlatClicks(), FIRST_TURN)["position"]
    with visitor.page.expect_download() as saved:
        choose_more(visitor.page, "link", "Save")
    saved.value.save_as(tmp_path / saved.value.suggested_filename)
    text = next(tmp_path.glob("volterra-*.tretorri")).read_text("utf-8")
    assert list(Record.from_text(text).actions()) == FIRST_TURN
    prefer_flat(visitor)
    visitor.go("/en/new/volterra")
    visitor.page.evaluate(DROP, text)
    expect(visitor.page.get_by_role("textbox", name="Record")).to_have_value(text)
    visitor.page.get_by_role("button", name="Begin").click()
    visitor.page.wait_for_url("**/en/game/*")
    assert game_of(visitor).state()["position"] == position


def test_who_plays_again_has_the_other_side(visitor: Visitor) -> None:
    table = begin(visitor, seats=ENGINE)
    choose_more(visitor.page, "button", "Resign")
    visitor.page.get_by_role("button", name=re.compile("resigns")).click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    visitor.page.wait_for_url(lambda url: "/game/" in url and table.id not in url)
    seats = game_of(visitor).state()["seats"]
    assert [(seat["id"], seat["kind"]) for seat in seats] == [("d", "engine"), ("l", "here")]
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)


def test_a_game_begins_with_a_position_text(visitor: Visitor) -> None:
    prefer_flat(visitor)
    visitor.go("/en/new/voldetour")
    visitor.page.get_by_role("radio", name="from a position").check()
    text = visitor.page.get_by_label("Position text")
    text.fill("nonsense")
    expect(visitor.page.get_by_role("status").get_by_text("nonsense")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Begin")).to_be_disabled()
    assert visitor.barriers() == []
    text.fill(str(VOLDETOUR_END.position))
    visitor.page.get_by_role("button", name="Begin").click()
    visitor.page.wait_for_url("**/en/game/*")
    assert game_of(visitor).state()["position"] == VOLDETOUR_END.position


@contextmanager
def _hold(page: Page, address: re.Pattern[str]) -> Iterator[None]:
    """Let requests to *address* wait until the block is left."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep)
    try:
        yield
        assert held, f"no request to {address.pattern}"
    finally:
        for route in held:  # first: a route is not removed while a request waits
            route.continue_()
        page.unroute(address)


def test_lots_decide_by_keyboard_who_sits_where(visitor: Visitor) -> None:
    visitor.go("/en/new/volterra")
    page = visitor.page
    seats = page.get_by_role("group", name="Who plays")
    draw = seats.get_by_role("button", name="Draw lots")
    status, chosen = seats.get_by_role("status"), seats.get_by_role("combobox")
    expect(draw).to_be_enabled()
    draw.focus()
    results = set[str]()
    while len(results) < 2:  # each is as likely as the other
        page.keyboard.press("Enter")
        expect(status).to_contain_text("Drawn by lot – Dark: ")
        found = [one.locator("option:checked").inner_text() for one in chosen.all()]
        expect(status).to_have_text(f"Drawn by lot – Dark: {found[0]}; Light: {found[1]}")
        assert "a person on this device" in found
        results.add(found[0])
    visitor.keep("lots")
    assert visitor.barriers() == []
    for one in chosen.all():
        one.select_option("here")
    expect(status).to_have_text("")
    expect(draw).to_be_disabled()


def test_colours_are_chosen_in_the_order_of_play(visitor: Visitor) -> None:
    prefer_flat(visitor)
    visitor.go("/en/new/towers")
    begin_button = visitor.page.get_by_role("button", name="Begin")
    with _hold(visitor.page, re.compile(r"/api/positions\?")):
        visitor.page.get_by_role("radio", name="2 players").check()
        for control in (visitor.page.get_by_role("radio", name="custom"), begin_button):
            expect(control).to_be_disabled()  # the seats of two players are not known yet
    visitor.page.get_by_role("radio", name="custom").check()
    expect(visitor.page.get_by_role("group", name="Players")).to_have_count(0)
    colours = visitor.page.get_by_role("group", name="Colours").last
    for colour in ("Violet", "Red", "Green"):
        colours.get_by_role("button", name=colour).click()
    expect(begin_button).to_be_disabled()
    assert visitor.barriers() == []
    colours.get_by_role("button", name="Red").click()
    expect(visitor.page.get_by_role("combobox", name="Green")).to_be_visible()
    begin_button.click()
    visitor.page.wait_for_url("**/en/game/*")
    state = game_of(visitor).state()
    assert state["options"] == {"seats": "gr"}
    assert [seat["id"] for seat in state["seats"]] == ["g", "r"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_rulebook_is_printed_black_on_white(visit: Callable[..., Visitor], theme: str) -> None:
    visitor = visit(theme=theme)
    visitor.go("/en/rules/volterra")
    visitor.page.evaluate("theme => localStorage.setItem('theme', theme)", theme)
    visitor.page.reload()
    visitor.page.locator("#V12").wait_for()
    visitor.page.emulate_media(media="print")
    for gone in ("banner", "navigation", "search"):
        expect(visitor.page.get_by_role(gone)).to_have_count(0)
    look = "getComputedStyle(document.body)"
    assert visitor.page.evaluate(f"[{look}.color, {look}.backgroundColor]") == [
        "rgb(0, 0, 0)",
        "rgb(255, 255, 255)",
    ]
    visitor.keep()


def test_the_page_can_be_installed(visitor: Visitor) -> None:
    visitor.go("/en/")
    devtools = visitor.context.new_cdp_session(visitor.page)
    assert devtools.send("Page.getAppManifest")["errors"] == []
    against = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in against] == ["in-incognito"]  # which the tests are
