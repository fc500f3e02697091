"""A visitor of the page: a window of a browser, and everything it complains about."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from playwright.sync_api import Browser, ConsoleMessage, Page, Response

from tests.deadlines import milliseconds

Theme: TypeAlias = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
PROJECT = Path(__file__).parents[2]
SCREENSHOTS = PROJECT / "build" / "web"  # pictures of what the tests saw
# The browser reports every answer that is not a success, and what is slow without a graphics card;
# these are answers and hints, not faults.
REFUSED = re.compile(r"the server responded with a status of (409|422|429)|GL Driver Message")


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen, and whether it is touched."""

    width: int
    height: int
    is_phone: bool = False


DESKTOP = Screen(1280, 800)
LAPTOP = Screen(960, 640)  # a small one: a three-dimensional board is drawn twice as fast
PHONE = Screen(390, 844, is_phone=True)
SMALL_PHONE = Screen(360, 740, is_phone=True)


class Visitor:
    """A window with cookies and storage of its own."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        name: str,
        screen: Screen = DESKTOP,
        *,
        locale: str = "en-GB",
        theme: Theme = "light",
        motion: str = "reduce",
    ) -> None:
        self.screen, self._name = screen, name
        self._complaints, self._forgiven = list[str](), list[str]()
        options: Mapping[str, Any] = {
            "base_url": address,
            "viewport": {"width": screen.width, "height": screen.height},
            "has_touch": screen.is_phone,
            "is_mobile": screen.is_phone,
            "locale": locale,
            "color_scheme": theme,
            "reduced_motion": motion,
        }
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(milliseconds())
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page: Page = self.context.new_page()
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self._complaints.append(f"error: {error}"))
        self.page.on("response", self._see)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not REFUSED.search(message.text):
            self._complaints.append(f"{message.type}: {message.text} {message.location}")

    def _see(self, response: Response) -> None:
        if response.status >= 500:
            self._complaints.append(f"{response.status}: {response.url}")

    def go(self, path: str) -> None:
        """Open an address of the page and wait until it has its title."""
        self.page.goto(path)
        self.page.locator("h1").first.wait_for(state="attached")

    def look(self, screen: Screen, theme: Theme) -> None:
        """Make the window as large as a screen, by day or by night."""
        self.page.set_viewport_size({"width": screen.width, "height": screen.height})
        self.page.emulate_media(color_scheme=theme)

    def keep(self, name: str = "") -> None:
        """Keep a picture of the window under ``build/web``."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        file = re.sub(r"[^A-Za-z0-9_.-]+", "-", f"{self._name}-{name}").strip("-")
        self.page.screenshot(path=SCREENSHOTS / f"{file}.png")

    def barriers(self) -> list[str]:
        """Return what axe-core holds against the page as it is now: each with where it is."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(_axe())
        found = self.page.evaluate("axe.run({ resultTypes: ['violations'] })")
        return [
            f"{violation['id']}: {node['target']} {node['failureSummary']}"
            for violation in found["violations"]
            for node in violation["nodes"]
        ]

    def forgive(self, part: str) -> None:
        """Hold nothing against the page that the console says with *part* in it, now or later."""
        self._forgiven.append(part)

    def leave(self) -> list[str]:
        """Close the window; return what its console said against the page."""
        self.context.close()
        return [line for line in self._complaints if not any(p in line for p in self._forgiven)]


@cache
def _axe() -> str:
    source = PROJECT / "web" / "node_modules" / "axe-core" / "axe.min.js"
    return source.read_text("utf-8")
