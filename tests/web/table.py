"""A game on the page: what the server says about it, and playing an action by its picks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from tests.deadlines import Deadline
from tests.web.visitor import Visitor

State = Mapping[str, Any]


class Hand(Protocol):
    """A way to play: by mouse, by keys, by typing, by touch."""

    view: str

    def play(self, table: Table, action: str) -> None:
        """Do on the page what spells an action."""


class Table:
    """A game that a visitor sits at."""

    def __init__(self, visitor: Visitor, game_id: str) -> None:
        self.visitor, self.page, self.id = visitor, visitor.page, game_id

    @classmethod
    def begin(cls, visitor: Visitor, view: str, **wish: Any) -> Table:
        """Begin a game that people play here, and open it."""
        answer = visitor.context.request.post("/api/games", data=wish)
        assert answer.status == 201, answer.text()
        table = cls(visitor, answer.json()["id"])
        visitor.go(f"/en/game/{table.id}?view={view}")
        table.page.locator(f".board[data-view='{view}']").wait_for()
        return table

    def state(self) -> State:
        """Ask the server how the game stands."""
        answer = self.visitor.context.request.get(f"/api/games/{self.id}?lang=en")
        assert answer.ok, answer.text()
        state: State = answer.json()
        return state

    def play(self, hand: Hand, actions: Sequence[str]) -> State:
        """Play actions one after the other; return the state after them."""
        for action in actions:
            version = self.state()["version"]
            hand.play(self, action)
            self.wait_past(version)
        return self.state()

    def wait_past(self, version: int) -> None:
        """Wait until the server has heard of something, and the page has shown it."""
        end = Deadline()
        while (state := self.state())["version"] <= version:
            assert not end.has_passed, f"nothing happens: {self.said()}"
            self.page.wait_for_timeout(30)
        if not state["is_over"]:
            self.prompt().get_by_text(state["scene"]["prompt"], exact=True).wait_for()

    def prompt(self) -> Any:
        """Return where the page says what is to be done."""
        return self.page.locator(".bar .prompt")

    def said(self) -> str:
        """Return what the page says is to be done or why something is refused."""
        return self.page.locator(".bar").inner_text()


def clicks(state: State, action: str) -> Iterator[str]:
    """Yield what must be picked for an action; a button that is the only choice presses itself.

    >>> actions = {"texts": ["a1-b2"], "picks": [["a1", "b2", "1"]]}
    >>> list(clicks({"actions": actions, "scene": {"buttons": {"1": "top piece"}}}, "a1-b2"))
    ['a1', 'b2']
    """
    lists, buttons = state["actions"]["picks"], state["scene"]["buttons"]
    wanted = lists[state["actions"]["texts"].index(action)]
    for at, pick in enumerate(wanted):
        following = {picks[at] for picks in lists if picks[:at] == wanted[:at] and picks[at:]}
        ends = any(picks == wanted[:at] for picks in lists)
        if at == 0 or ends or len(following) > 1 or pick not in buttons:
            yield pick
