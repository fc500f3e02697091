"""Rulebooks, lessons and the page about the games."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.test_study import start
from tests.web.visitor import PHONE, Visitor

GAMES = ("volterra", "towers", "voldetour")


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_can_be_shown_from_its_first_step_to_its_last(visitor: Visitor, game: str) -> None:
    start(visitor, f"/en/learn/{game}")
    page = visitor.page
    where = page.locator(".where")
    expect(where).to_contain_text("Step 1 of")
    steps = int(where.inner_text().rpartition(" ")[2])
    for nth in range(1, steps + 1):
        expect(where).to_contain_text(f"Step {nth} of {steps}")
        page.get_by_role("button", name="Show me").click()
        done = page.locator(".bar .strong")
        expect(done).to_be_visible()
        if nth in (1, steps):
            visitor.keep(f"step {nth}")
            assert visitor.barriers() == []
        if nth < steps:
            done.click()
    page.locator(".bar .strong").click()
    page.wait_for_url("**/en/game/*")


def test_a_learner_does_the_first_step_and_hears_of_a_wrong_try(visitor: Visitor) -> None:
    start(visitor, "/en/learn/volterra")
    page = visitor.page
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint span")).not_to_be_empty()
    visitor.look(PHONE, "dark")
    visitor.keep()
    assert visitor.barriers() == []


@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_can_be_searched_and_each_rule_has_its_address(
    visitor: Visitor, game: str
) -> None:
    rule = {"volterra": "V7", "towers": "T9", "voldetour": "D5"}[game]
    visitor.go(f"/en/rules/{game}#{rule}")
    page = visitor.page
    expect(page.locator(f"#{rule}")).to_be_in_viewport()
    page.get_by_role("searchbox").fill("tower")
    expect(page.get_by_text(re.compile(r"1 of \d+"))).to_be_visible()
    assert visitor.barriers() == []


def test_the_games_are_credited(visitor: Visitor) -> None:
    visitor.go("/en/about")
    for name in ("Julien Griffon", "Aurélien Benhamou", "Rudi Hoffmann", "Version"):
        expect(visitor.page.get_by_text(name).first).to_be_visible()
