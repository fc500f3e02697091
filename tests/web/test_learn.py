"""Rulebooks and lessons: found, read and done as a newcomer would."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import expect

from tests.web.hands import Clicks
from tests.web.table import Hand, State, Table
from tests.web.visitor import LAPTOP, PHONE, Visitor
from tretorri.core.lesson import steps
from tretorri.core.registry import games

NEXT = re.compile("^Next: ")


def touch(visitor: Visitor, *squares: str) -> None:
    """Touch squares of the flat board, one after the other."""
    for square in squares:
        cell = visitor.page.locator(f'[data-square="{square}"]')
        (cell.tap if visitor.screen.is_phone else cell.click)()


def test_a_rule_in_the_address_is_shown(visitor: Visitor) -> None:
    visitor.go("/en/rules/volterra#V12")
    rule = visitor.page.locator("#V12")
    expect(rule).to_be_in_viewport()
    expect(rule).to_have_class(re.compile("named"))
    visitor.page.get_by_role("link", name="Some advice").first.click()
    expect(visitor.page.get_by_role("heading", name="Some advice")).to_be_in_viewport()
    visitor.page.go_back()
    expect(rule).to_be_in_viewport()


def test_words_are_found_as_one_types(visitor: Visitor) -> None:
    visitor.go("/de/rules/towers")
    box = visitor.page.get_by_role("searchbox")
    box.fill("zusatzzug")
    marks = visitor.page.locator("mark")
    expect(marks.first).to_be_in_viewport()
    count = marks.count()
    assert count > 2
    expect(visitor.page.get_by_role("search")).to_contain_text(f"1 von {count}")
    box.press("Enter")
    expect(visitor.page.locator("mark[data-here]")).to_be_in_viewport()
    expect(visitor.page.get_by_role("search")).to_contain_text(f"2 von {count}")
    assert visitor.barriers() == []
    box.fill("qqq")
    expect(marks).to_have_count(0)


def test_a_wrong_try_is_explained_and_a_right_one_leads_on(visitor: Visitor) -> None:
    visitor.go("/en/learn/volterra/pawn?view=flat")
    touch(visitor, "c3", "c4")
    expect(visitor.page.get_by_text("your pawn can step only onto dark towers")).to_be_visible()
    expect(visitor.page.get_by_text("The pawn stands on c3.")).to_be_visible()
    assert visitor.barriers() == []
    touch(visitor, "b4")
    expect(visitor.page.get_by_text("Well done")).to_be_visible()
    assert visitor.barriers() == []
    visitor.page.get_by_role("link", name=NEXT).click()
    expect(visitor.page.get_by_role("heading", name="Not on theirs")).to_be_focused()
    touch(visitor, "c3", "c4")  # which is what this step asks for
    expect(visitor.page.get_by_text("Well done")).to_be_visible()
    visitor.page.reload()
    done = visitor.page.get_by_role("navigation", name="Steps").get_by_text("(done)")
    expect(done).to_have_count(2)


def test_a_lesson_is_done_on_a_phone(visit: Callable[..., Visitor]) -> None:
    visitor = visit(PHONE)
    visitor.go("/en/learn/volterra/order?view=flat")
    touch(visitor, "b4", "c4")
    expect(visitor.page.get_by_text("now move your pawn")).to_be_visible()
    touch(visitor, "c3", "c4")
    visitor.page.get_by_role("button", name="Play", exact=True).tap()
    expect(visitor.page.get_by_text("Well done")).to_be_visible()


@pytest.mark.parametrize("game", games())
def test_who_asks_is_shown_and_the_last_step_leads_to_a_game(visitor: Visitor, game: str) -> None:
    every = len(steps(game))
    visitor.go(f"/en/learn/{game}/{every - 1}?view=flat")
    for nth in (every - 1, every):
        expect(visitor.page.get_by_text(f"Step {nth} of {every}")).to_be_visible()
        visitor.page.get_by_role("button", name="Show me").click()
        expect(visitor.page.get_by_text("This is how it is done")).to_be_visible()
        if nth < every:
            visitor.page.get_by_role("link", name=NEXT).click()
    visitor.page.get_by_role("button", name="level 1").click()
    visitor.page.wait_for_url("**/en/game/*")


class Lesson(Table):
    """A step of a lesson, as a game that a hand can play at."""

    def __init__(self, visitor: Visitor, game: str, step: str) -> None:
        super().__init__(visitor, game)
        self._step, self._played = step, list[str]()

    def state(self) -> State:
        """Ask the server how the step stands."""
        sent = {"game": self.id, "step": self._step, "actions": self._played}
        answer = self.visitor.context.request.post("/api/lessons/check?lang=en", data=sent)
        assert answer.ok, answer.text()
        tried = answer.json()
        return {**tried["view"], "version": len(self._played), "outcome": tried["outcome"]}

    def learn(self, hand: Hand, actions: Sequence[str]) -> None:
        """Do what solves the step."""
        for action in actions:
            hand.play(self, action)
            self._played.append(action)
            state = self.state()
            if state["outcome"] == "going":
                self.prompt().get_by_text(state["scene"]["prompt"], exact=True).wait_for()
        expect(self.page.get_by_text("Well done")).to_be_visible()


@pytest.mark.parametrize("game", games())
def test_a_lesson_is_done_by_clicks_in_three_dimensions(
    visit: Callable[..., Visitor], game: str
) -> None:
    """One step that asks for something forbidden, and the win; a board like this draws slowly."""
    visitor = visit(LAPTOP)
    every = steps(game)
    forbidden = next(name for name, step in every.items() if step.goal.kind == "refused")
    for name in (forbidden, "win"):
        visitor.go(f"/en/learn/{game}/{name}?view=3d")
        visitor.page.locator(".board3d .canvas[data-draw-calls]").wait_for()
        Lesson(visitor, game, name).learn(Clicks(), every[name].show)
    visitor.keep()
