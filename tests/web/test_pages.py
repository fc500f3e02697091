"""Every page: it opens without a complaint, it can be read by everyone, in each language."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.visitor import DESKTOP, PHONE, SMALL_PHONE, THEMES, Visitor

LANGUAGES = ("de", "en", "es", "fr", "it")
PLACES = (
    "",
    "new/volterra",
    "new/towers",
    "study",
    "setup/voldetour",
    "rules/towers",
    "learn/volterra/1",
    "about",
)


@pytest.mark.parametrize("place", PLACES)
def test_everyone_can_use_it(visitor: Visitor, place: str) -> None:
    visitor.go(f"/en/{place}")
    visitor.page.wait_for_load_state("networkidle")
    for screen in (DESKTOP, PHONE, SMALL_PHONE):
        for theme in THEMES:
            visitor.look(screen, theme)
            visitor.keep(f"{screen.width}-{theme}")
            assert visitor.barriers() == []
        wide = visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"it scrolls sideways at {screen.width}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_its_address(visitor: Visitor, language: str) -> None:
    for place in PLACES:
        visitor.go(f"/{language}/{place}")
        assert visitor.page.evaluate("document.documentElement.lang") == language
        assert visitor.page.locator("h1").first.inner_text().strip()


@pytest.mark.parametrize("locale", ["de-AT", "fr-CA", "pt-BR"])
def test_the_browser_chooses_the_language(visit: Callable[..., Visitor], locale: str) -> None:
    visitor = visit(locale=locale)
    visitor.go("/")
    known = locale[:2] if locale[:2] in LANGUAGES else "en"
    assert visitor.page.evaluate("document.documentElement.lang") == known


def test_the_games_are_credited(visitor: Visitor) -> None:
    visitor.go("/en/about")
    for name in ("Julien Griffon", "Aurélien Benhamou", "Rudi Hoffmann", "Version"):
        expect(visitor.page.get_by_text(name).first).to_be_visible()
