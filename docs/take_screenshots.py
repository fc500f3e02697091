"""Take the pictures of ``docs/page``: each game in each view, on two screens, by day and by night.

Run by ``make screenshots``; the positions are the covers of the games.
"""

from __future__ import annotations

import itertools
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import tretorri
from tests.server.support import Server
from tests.web import chromium
from tests.web.table import Table
from tests.web.visitor import DESKTOP, PHONE, THEMES, Visitor
from tretorri.server.library import COVER, pictured

PICTURES = Path(__file__).parent / "page"
SCREENS = {"desktop": DESKTOP, "phone": PHONE}
VIEWS = ("3d", "flat", "text")
QUALITY = 72  # of a JPEG: all of them together stay small
SETTLING = 2000  # milliseconds until nothing moves any more


def take(visitor: Visitor, name: str) -> None:
    """Keep what the window shows once nothing moves any more."""
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.wait_for_timeout(SETTLING)
    path = PICTURES / f"{name}.jpg"
    visitor.page.screenshot(path=path, type="jpeg", quality=QUALITY)
    print(path.name, path.stat().st_size // 1000, "kB", flush=True)


def take_all(browser: Browser, address: str) -> None:
    """Take every picture."""
    for (screen, size), theme in itertools.product(SCREENS.items(), THEMES):
        visitor = Visitor(browser, address, "screenshots", size, theme=theme)
        visitor.go("/en/")
        take(visitor, f"start-{screen}-{theme}")
        for game, view in itertools.product(tretorri.all_games(), VIEWS):
            Table.begin(visitor, view, game=game, position=str(pictured(game, COVER)))
            take(visitor, f"{game}-{view}-{screen}-{theme}")
        visitor.leave()


def main() -> None:
    """Take the pictures from a server of their own."""
    PICTURES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as games,
        Server(Path(games)) as server,
        sync_playwright() as playwright,
    ):
        browser = chromium.launch(playwright)
        take_all(browser, server.address)
        browser.close()


if __name__ == "__main__":
    main()
