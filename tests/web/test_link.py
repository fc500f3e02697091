"""People in several browsers play one game by link."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.web.hands import FlatClicks
from tests.web.table import Table
from tests.web.visitor import DESKTOP, PHONE, SMALL_PHONE, Screen, Visitor

Visit = Callable[..., Visitor]
OPEN = {"kind": "open"}
# Lets the page look elsewhere, and writes down the notices that it really shows.
LOOK_ELSEWHERE = """() => {
  Object.defineProperty(document, 'hidden', { get: () => true });
  window.notices = [];
  window.Notification = class extends Notification {
    constructor(title, options) {
      super(title, options);
      window.notices.push(title);
    }
  };
}"""


@pytest.fixture
def arrive(visit: Visit) -> Visit:
    """Lend a way to open windows that show the flat board, which is drawn fastest."""

    def open_window(screen: Screen = DESKTOP, **wishes: Any) -> Visitor:
        visitor = visit(screen, **wishes)
        visitor.page.add_init_script("localStorage.setItem('view', 'flat')")
        return visitor

    return open_window


def begin_by_link(visitor: Visitor, **wish: Any) -> tuple[Table, dict[str, str]]:
    """Begin a game with open seats; return it with the links to them."""
    answer = visitor.context.request.post("/api/games", data=wish)
    assert answer.status == 201, answer.text()
    made = answer.json()
    links = {seat: f"/en/join/{made['id']}?seat={seat}#{t}" for seat, t in made["tickets"].items()}
    visitor.go(f"/en/game/{made['id']}")
    return Table(visitor, made["id"]), links


def join(visitor: Visitor, link: str, name: str) -> Table:
    """Take the seat that a link leads to."""
    visitor.go(link)
    visitor.page.get_by_label("Your name").fill(name)
    visitor.page.get_by_role("button", name="Take this seat").click()
    visitor.page.wait_for_url("**/en/game/*")
    assert "#" not in visitor.page.url
    return Table(visitor, urlsplit(visitor.page.url).path.rpartition("/")[2])


def readable_secrets(visitor: Visitor, links: dict[str, str]) -> list[str]:
    """Return the links whose secret can still be read by scripts of the page."""
    kept = visitor.page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})")
    seen = kept + visitor.page.evaluate("document.cookie") + visitor.page.title()
    return [link for link in links.values() if link.partition("#")[2] in seen]


def act(tables: dict[str, Table], *, last: bool = False) -> None:
    """Let the player to move play the first action that the rules allow, or the last one."""
    state = next(iter(tables.values())).state()
    tables[state["to_move"]].play(FlatClicks(), [state["actions"]["texts"][-1 if last else 0]])


def finish_turn(tables: dict[str, Table]) -> None:
    """Let the player to move play until it is another player's turn."""
    table = next(iter(tables.values()))
    turns = len(table.state()["turns"])
    while len(table.state()["turns"]) == turns:
        act(tables, last=bool(table.state()["begun"]))


def choose_more(table: Table, item: str) -> None:
    """Choose an item of the dialog "More"."""
    table.page.get_by_role("button", name="More", exact=True).click()
    table.page.get_by_role("dialog").get_by_role("button", name=item).click()


def test_four_people_play_one_reloads_one_goes_offline_and_a_fifth_watches(arrive: Visit) -> None:
    creator = arrive()
    seats = {"r": OPEN, "b": OPEN, "g": OPEN}
    table, links = begin_by_link(
        creator, game="towers", options={"players": 4}, seats=seats, seed=1
    )
    expect(creator.page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    names = {"r": "Ann", "b": "Ben", "g": "Cleo"}
    tables = {"v": table} | {s: join(arrive(PHONE), links[s], names[s]) for s in seats}
    watcher = arrive(SMALL_PHONE)
    watcher.go(f"/en/game/{table.id}")
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    for name in names.values():
        expect(creator.page.get_by_label("Players").get_by_text(name)).to_be_visible()
    expect(creator.page.get_by_text("Watching: 1")).to_be_visible()
    finish_turn(tables)

    act(tables)  # an extra move follows: this is the middle of a turn
    reloading = tables[table.state()["to_move"]]
    reloading.page.reload()
    reloading.prompt().wait_for()
    finish_turn(tables)

    state = table.state()
    offline = tables[state["to_move"]]
    offline.visitor.context.set_offline(True)
    expect(offline.page.get_by_text("Connection lost. Retrying …")).to_be_visible()
    for pick in state["actions"]["picks"][0]:
        FlatClicks().pick(offline, state, pick)
    if (confirm := offline.page.get_by_role("button", name="Play", exact=True)).is_visible():
        confirm.click()
    expect(offline.page.get_by_text("Your move is saved")).to_be_visible()
    assert table.state()["version"] == state["version"]
    offline.visitor.context.set_offline(False)
    table.wait_past(state["version"])
    offline.prompt().get_by_text(table.state()["scene"]["prompt"], exact=True).wait_for()
    offline.visitor.forgive("ERR_INTERNET_DISCONNECTED")

    while (turns := len(table.state()["turns"])) < len(tables):
        finish_turn(tables)
    for visitor in [watcher, *(seat.visitor for seat in tables.values())]:
        expect(visitor.page.locator("ol li code")).to_have_count(turns)
        assert readable_secrets(visitor, links) == []
    assert watcher.barriers() == []


def test_two_people_meet_by_link_play_by_the_clock_and_agree_on_a_draw(arrive: Visit) -> None:
    creator, guest = arrive(), arrive(SMALL_PHONE, theme="dark")
    creator.go("/en/")
    card = creator.page.get_by_role("article", name="Volterra")
    card.get_by_role("link", name="Play by link").click()
    creator.page.get_by_text("No clock").click()
    creator.page.get_by_role("radio", name="for the whole game").check()
    creator.page.get_by_role("button", name="Create the links").click()
    creator.page.wait_for_url("**/en/game/*")
    creator.page.get_by_role("button", name="QR code: Link for Light").click()
    creator.page.get_by_role("img", name="QR code: Link for Light").wait_for()
    creator.keep("lobby")
    assert creator.barriers() == []
    link = creator.page.get_by_label("Link for Light", exact=True).input_value()
    guest.go(link)
    assert guest.barriers() == []
    theirs = join(guest, link, "Ben")
    ours = Table(creator, theirs.id)
    expect(creator.page.get_by_role("timer")).to_have_count(2)
    ours.play(FlatClicks(), ["Pb4"])
    creator.page.reload()
    ours.play(FlatClicks(), ["a3-a4"])
    expect(guest.page.locator("ol li code")).to_have_count(1)
    assert "Your turn" in guest.page.title()

    choose_more(ours, "Offer a draw")
    expect(creator.page.get_by_text("You offer a draw.")).to_be_visible()
    expect(guest.page.get_by_text("offers a draw.")).to_be_visible()
    guest.keep("offer")
    assert guest.barriers() == []
    guest.page.get_by_role("button", name="Agree").click()
    ended = guest.page.get_by_role("dialog", name="The game is over")
    ended.get_by_text("Draw", exact=True).wait_for()
    guest.page.get_by_role("button", name="Rematch with sides swapped").last.click()
    guest.page.wait_for_url(lambda url: theirs.id not in url)
    creator.page.get_by_role("button", name="Play the next game").last.click()
    creator.page.wait_for_url(lambda url: theirs.id not in url)
    expect(guest.page.locator("li").filter(has_text="Dark")).to_contain_text("Ben (you)")
    creator.page.get_by_role("timer").first.wait_for()
    assert "Your turn" in guest.page.title()
    guest.go("/en/")
    expect(guest.page.get_by_text("Turn 1 · your turn")).to_be_visible()


def test_a_seat_is_handed_over_and_a_used_link_only_lets_watch(arrive: Visit) -> None:
    creator, guest, heir = arrive(), arrive(), arrive(PHONE)
    table, links = begin_by_link(creator, game="volterra", seats={"l": OPEN}, seed=1)
    theirs = join(guest, links["l"], "Ann")
    choose_more(theirs, "Hand over the seat")
    guest.page.get_by_role("button", name="Create a link for Light").click()
    link = guest.page.get_by_label("Hand over the seat").get_by_role("textbox").input_value()
    assert guest.barriers() == []
    heir.go(link)
    heir.page.get_by_label("Your name").fill("Dora")
    heir.page.get_by_role("button", name="Take over the seat").click()
    heir.page.wait_for_url("**/en/game/*")
    expect(guest.page.get_by_text("Your seat is now played elsewhere.")).to_be_visible()
    table.play(FlatClicks(), ["Pb4", "a3-a4"])
    act({"l": Table(heir, table.id)})

    heir.go(link)
    heir.page.get_by_role("button", name="Take over the seat").click()
    expect(heir.page.get_by_role("heading", name="This link is no longer valid")).to_be_visible()
    heir.forgive("404")
    assert heir.barriers() == []
    late = arrive(SMALL_PHONE)
    late.go(links["l"])
    late.page.get_by_role("link", name="Watch the game").click()
    expect(late.page.get_by_text("You are watching.")).to_be_visible()


def test_who_lets_the_clock_run_out_has_lost_and_the_game_can_be_deleted(arrive: Visit) -> None:
    creator, guest = arrive(), arrive(PHONE)
    clock = {"per": "turn", "seconds": 4}
    table, links = begin_by_link(creator, game="volterra", seats={"l": OPEN}, clock=clock)
    join(guest, links["l"], "Ann")
    expect(creator.page.get_by_role("timer").filter(has_text="hurry!")).to_be_visible()
    for visitor in (creator, guest):
        ended = visitor.page.get_by_role("dialog", name="The game is over")
        expect(ended.get_by_text("Light wins")).to_be_visible()
    assert guest.barriers() == []

    creator.page.keyboard.press("Escape")
    choose_more(table, "Delete the game")
    creator.page.get_by_role("button", name="Delete the game").click()
    expect(creator.page.get_by_text("The game has been deleted.")).to_be_visible()
    expect(guest.page.get_by_role("heading", name="Page not found")).to_be_visible()
    guest.forgive("404")


def test_friendly_words_and_who_is_there_are_seen_by_the_others(arrive: Visit) -> None:
    creator, guest = arrive(), arrive(PHONE)
    _, links = begin_by_link(creator, game="volterra", seats={"l": OPEN})
    join(guest, links["l"], "Ann")
    guest.page.get_by_role("button", name="Send a friendly message").click()
    guest.page.get_by_role("button", name="Good luck").click()
    bubble = creator.page.get_by_role("status").filter(has_text=re.compile("^Good luck$"))
    expect(bubble).to_be_visible()
    assert creator.barriers() == []
    theirs = creator.page.get_by_label("Players").get_by_role("listitem").filter(has_text="Ann")
    expect(theirs.get_by_title("online")).to_be_visible()
    guest.page.close()
    expect(theirs.get_by_title("away")).to_be_visible()


def test_who_looks_elsewhere_is_told_by_a_notice_when_it_is_their_turn(arrive: Visit) -> None:
    creator, guest = arrive(), arrive()
    table, links = begin_by_link(creator, game="volterra", seats={"l": OPEN})
    theirs = join(guest, links["l"], "Ann")
    guest.page.get_by_role("button", name="Settings").click()
    wanted = guest.page.get_by_role("group", name="Notify me when it is my turn")
    wanted.get_by_role("radio", name="on").click()
    expect(guest.page.get_by_text("The browser blocks notifications.")).to_be_visible()
    expect(wanted.get_by_role("radio", name="off")).to_be_checked()
    guest.page.keyboard.press("Escape")
    guest.context.grant_permissions(["notifications"])
    choose_more(theirs, "Notify me when it is my turn")
    expect(guest.page.get_by_text("You will be notified when it is your turn.")).to_be_visible()
    guest.page.evaluate(LOOK_ELSEWHERE)
    table.play(FlatClicks(), ["Pb4"])
    assert guest.page.evaluate("notices") == []  # the turn goes on
    table.play(FlatClicks(), ["a3-a4"])
    expect(guest.page.locator("ol li code")).to_have_count(1)
    assert guest.page.evaluate("notices") == ["Your turn · Volterra"]
