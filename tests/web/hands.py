"""The ways to play on the page. Each does only what a person with that device could do."""

from __future__ import annotations

import contextlib
from typing import Any

from playwright.sync_api import Error

from tests.deadlines import Deadline, milliseconds
from tests.web.table import State, Table, clicks

HOME_VIEWS = ("Home", "1", "2", "3")
PLACE = """(board, id) => {
  const at = board.tretorriBoard.place(id);
  return at && [at.x, at.y];
}"""


class Clicks:
    """By mouse on the three-dimensional board, through the real canvas."""

    view = "3d"

    def play(self, table: Table, action: str) -> None:
        """Pick one thing after the other, then confirm if that is asked for."""
        state = table.state()
        for pick in clicks(state, action):
            self.pick(table, state, pick)
        self.confirm(table, state["version"])

    def pick(self, table: Table, state: State, pick: str) -> None:
        """Pick something on the board, or press its button."""
        if pick in state["scene"]["buttons"]:
            self.press(table, state["scene"]["buttons"][pick])
        else:
            self.hit(table, *place(table, pick))

    def press(self, table: Table, label: str) -> None:
        """Press a button beside the board."""
        table.page.locator(".bar").get_by_role("button", name=label, exact=True).click()

    def hit(self, table: Table, x: float, y: float) -> None:
        """Click at a point of the window."""
        table.page.mouse.click(x, y)

    def confirm(self, table: Table, version: int) -> None:
        """A mouse is exact: what it picks counts at once."""


class Fingers(Clicks):
    """By touch, on the three-dimensional board."""

    def press(self, table: Table, label: str) -> None:
        """Tap a button beside the board."""
        table.page.locator(".bar").get_by_role("button", name=label, exact=True).tap()

    def hit(self, table: Table, x: float, y: float) -> None:
        """Tap at a point of the window."""
        table.page.touchscreen.tap(x, y)

    def confirm(self, table: Table, version: int) -> None:
        """Tap the button that makes the action count, unless the turn goes on without it."""
        button = table.page.locator(".bar button.strong")
        end = Deadline()
        while table.state()["version"] == version:
            assert not end.has_passed, f"nothing happens: {table.said()}"
            if button.is_visible():
                with contextlib.suppress(Error):  # it went away: the action counts already
                    button.tap(timeout=milliseconds(0.5))
            table.page.wait_for_timeout(50)


class FlatClicks(Clicks):
    """By mouse on the flat board."""

    view = "flat"

    def pick(self, table: Table, state: State, pick: str) -> None:
        """Pick a square, or one of the things that are offered on it."""
        offered = table.page.locator(f'.flat [data-pick="{pick}"]')
        if pick in state["scene"]["buttons"] and not offered.is_visible():
            self.press(table, state["scene"]["buttons"][pick])
        elif offered.is_visible():
            offered.click()
        else:
            table.page.locator(f'.flat [data-square="{square_of(state, pick)}"]').click()
            if offered.is_visible():
                offered.click()


class Keys:
    """By keys on the flat board: arrows walk over the squares, Enter picks."""

    view = "flat"

    def play(self, table: Table, action: str) -> None:
        """Pick one thing after the other."""
        state = table.state()
        for pick in clicks(state, action):
            offered = table.page.locator(f'.flat [data-pick="{pick}"]')
            if offered.is_visible():
                offered.focus()
                table.page.keyboard.press("Enter")
            elif pick in state["scene"]["buttons"]:
                label = state["scene"]["buttons"][pick]
                table.page.locator(".bar").get_by_role("button", name=label, exact=True).focus()
                table.page.keyboard.press("Enter")
            else:
                self._walk(table, square_of(state, pick))
                table.page.keyboard.press("Enter")
                if offered.is_visible():
                    offered.focus()
                    table.page.keyboard.press("Enter")

    def _walk(self, table: Table, square: str) -> None:
        """Walk from where the keys are to a square."""
        table.page.locator(".flat [data-square][tabindex='0']").focus()
        here = table.page.evaluate("document.activeElement.dataset.square")
        across = ord(square[0]) - ord(here[0])
        up = int(square[1:]) - int(here[1:])
        for key, steps in (("Right", across), ("Left", -across), ("Up", up), ("Down", -up)):
            for _ in range(steps):
                table.page.keyboard.press(f"Arrow{key}")
        reached = table.page.evaluate("document.activeElement.dataset.square")
        assert reached == square, f"from {here} the keys led to {reached}, not to {square}"


class Typing:
    """By typed notation on the text board."""

    view = "text"

    def play(self, table: Table, action: str) -> None:
        """Type the action."""
        field = table.page.locator(".board[data-view=text]").get_by_role("combobox")
        field.fill(action)
        field.press("Enter")


def square_of(state: State, pick: str) -> str:
    """Return the square that is picked, or that a picked piece stands on."""
    scene: Any = state["scene"]
    for solid in scene["solids"]:
        if solid["id"] == pick:
            at = (solid["x"], solid["y"])
            return str(next(s["id"] for s in scene["squares"] if (s["x"], s["y"]) == at))
    return pick


def place(table: Table, pick: str) -> tuple[float, float]:
    """Return where something is seen on the screen, from the first view that does not hide it."""
    canvas = table.page.locator(".board3d .canvas")
    for view in HOME_VIEWS:
        if at := canvas.evaluate(PLACE, pick):
            return at[0], at[1]
        canvas.press(view)
    raise AssertionError(f"{pick} is hidden in every view")
