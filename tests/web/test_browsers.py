"""A browser that takes part in more games than it keeps cookies for a host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Route, expect

from tests.deadlines import Deadline
from tests.server.support import Server
from tests.web.visitor import Visitor

GAMES = 240
MAX_COOKIES = 8
TURN = "Pb4+a3-a4"
# An answer whose body is not read may keep its connection.
POST = """const post = async (path, body) => {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.text();
  return answer.status;
};"""
JOIN = f"""(games) => {{
  {POST}
  return Promise.all(games.map(([id, ticket]) => post(`/api/games/${{id}}/join`, {{ ticket }})));
}}"""
MOVE = f"""([games, turn]) => {{
  {POST}
  return Promise.all(games.map(async ([id]) => {{
    const {{ version }} = await (await fetch(`/api/games/${{id}}`)).json();
    const command = {{ do: 'turn', turn }};
    const body = {{ request_id: `move-${{id}}`, version, command }};
    return post(`/api/games/${{id}}/commands?reply=brief`, body);
  }}));
}}"""


@pytest.fixture
def creator(server: Server) -> Any:
    """Lend another client, which creates games."""
    with server.client() as client:
        yield client


def games_for(creator: httpx.Client, count: int) -> list[tuple[str, str]]:
    """Create games in which the first seat is open; return their ids with the tickets for it."""
    wish = {"game": "volterra", "seats": {"d": {"kind": "open"}}}
    made = [creator.post("/api/games", json=wish).json() for _ in range(count)]
    return [(game["id"], game["tickets"]["d"]) for game in made]


def test_a_browser_keeps_its_seats_in_more_games_than_it_keeps_cookies(
    visitor: Visitor, creator: httpx.Client
) -> None:
    games = games_for(creator, GAMES)
    visitor.go("/en/")
    visitor.page.wait_for_load_state("networkidle")
    assert set(visitor.page.evaluate(JOIN, games)) == {200}
    assert len(visitor.context.cookies()) <= MAX_COOKIES
    assert visitor.page.evaluate("document.cookie") == ""
    assert visitor.page.evaluate(MOVE, [games, TURN]) == [200] * GAMES
    # Nothing of it was remembered by the page: the list is recovered.
    visitor.go("/en/")
    visitor.page.get_by_role("button", name=f"All {GAMES} games").click()
    cards = visitor.page.get_by_role("region", name="Continue a game").get_by_role("listitem")
    expect(cards).to_have_count(GAMES)
    for game_id, _ in games[:2]:
        version = creator.get(f"/api/games/{game_id}").json()["version"]
        body = {"request_id": f"end-{game_id}", "version": version, "command": {"do": "resign"}}
        ended = creator.post(f"/api/games/{game_id}/commands", json=body)
        assert ended.status_code == 200, ended.text
        assert creator.post(f"/api/games/{game_id}/delete", json={}).status_code == 204
    visitor.go("/en/")
    expect(visitor.page.get_by_role("button", name=f"All {GAMES - 2} games")).to_be_visible()


def test_two_tabs_that_join_at_the_same_moment_both_keep_their_seats(
    visit: Callable[..., Visitor], creator: httpx.Client
) -> None:
    visitor = visit()
    tabs = [visitor.page, visitor.context.new_page()]
    for tab, (game_id, ticket) in zip(tabs, games_for(creator, 2), strict=True):
        tab.goto(f"/en/join/{game_id}?seat=d#{ticket}")
        tab.get_by_label("Your name").fill("Ann")
    buttons = [tab.get_by_role("button", name="Take this seat") for tab in tabs]
    for button in buttons:
        button.wait_for()
    held = list[Route]()  # both requests are made before the first is answered

    def hold(route: Route) -> None:
        held.append(route)

    visitor.context.route("**/join?*", hold)
    for tab, button in zip(tabs, buttons, strict=True):
        button.click()
        end = Deadline()
        while len(held) < tabs.index(tab) + 1:
            assert not end.has_passed, "no request to join was made"
            tab.wait_for_timeout(10)
    for route in held:
        route.continue_()
    for tab in tabs:
        tab.wait_for_url("**/en/game/*")
        expect(tab.get_by_label("Players").get_by_text("Ann (you)")).to_be_visible()
    assert len(visitor.context.cookies()) <= len(tabs)
    for tab in tabs:
        tab.reload()
        expect(tab.get_by_label("Players").get_by_text("Ann (you)")).to_be_visible()
