"""Measure the page in a real browser: its weight, the first move, what a frame costs, barriers.

``make figures`` runs it and writes ``docs/page-figures.md``. The browser is the one of the tests:
it has no graphics card, so frame times are those of a processor that draws everything.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from benchmarks import busy_engine, report
from tests.server.support import Server
from tests.web import chromium
from tests.web.courses import FULLEST
from tests.web.hands import Clicks, FlatClicks
from tests.web.table import Hand, Table
from tests.web.test_drawing import MOST_CALLS, MOST_TRIANGLES
from tests.web.visitor import DESKTOP, PHONE, SMALL_PHONE, THEMES, Visitor

MOST_BYTES = 250_000
PLACES = ("", "new/volterra", "study", "setup/towers", "rules/voldetour", "learn/volterra", "about")
KINDS = {"Document": "page", "Script": "scripts", "Stylesheet": "styles", "Font": "fonts"}


class Weight:
    """Counts what comes over the network, as it comes: packed."""

    def __init__(self, visitor: Visitor) -> None:
        self.bytes = Counter[str]()
        self._kinds = dict[str, str]()
        listening = visitor.context.new_cdp_session(visitor.page)
        listening.send("Network.enable")
        listening.on("Network.responseReceived", self._begin)
        listening.on("Network.loadingFinished", self._end)

    def _begin(self, event: dict[str, Any]) -> None:
        self._kinds[event["requestId"]] = KINDS.get(event["type"], "pictures and data")

    def _end(self, event: dict[str, Any]) -> None:
        kind = self._kinds.get(event["requestId"], "pictures and data")
        self.bytes[kind] += int(event["encodedDataLength"])

    @property
    def total(self) -> int:
        """Return how many bytes came so far."""
        return self.bytes.total()


def weights(browser: Browser, address: str) -> str:
    """Return what is loaded before the first board, and with it."""
    visitor = Visitor(browser, address, "weight")
    weight = Weight(visitor)
    visitor.go("/en/")
    visitor.page.wait_for_load_state("networkidle")
    before, kinds = weight.total, dict(weight.bytes)
    Table.begin(visitor, "3d", game="volterra")
    visitor.page.wait_for_load_state("networkidle")
    rows = "".join(f"| {kind} | {size / 1000:.1f} |\n" for kind, size in sorted(kinds.items()))
    visitor.leave()
    return (
        "## Weight\n\nWhat is loaded over the network with an empty cache, in kB as compressed by"
        f" the server. The limit before the first board is {MOST_BYTES / 1000:.0f} kB.\n\n"
        "| part | kB |\n| --- | --- |\n"
        f"{rows}| **start page, before the first board** | **{before / 1000:.1f}** |\n"
        f"| with the first board in three dimensions | {weight.total / 1000:.1f} |\n"
    )


def first_move(browser: Browser, address: str, hand: Hand) -> float:
    """Return the seconds from opening the page with an empty cache to the first move."""
    visitor = Visitor(browser, address, "first move")
    visitor.context.add_init_script(f"localStorage.setItem('view', '{hand.view}')")
    begin = perf_counter()
    visitor.go("/en/")
    card = visitor.page.get_by_role("article", name="Volterra")
    card.get_by_role("button", name="Play the engine").click()
    visitor.page.wait_for_url("**/en/game/*")
    table = Table(visitor, visitor.page.url.rpartition("/")[2].partition("?")[0])
    visitor.page.locator(f".board[data-view='{hand.view}'] :is(canvas, svg)").first.wait_for()
    hand.play(table, "Pb4")
    table.wait_past(0)
    passed = perf_counter() - begin
    visitor.leave()
    return passed


def first_moves(browser: Browser, address: str) -> str:
    """Return how long the first move takes on two boards."""
    by_clicks = first_move(browser, address, Clicks())
    on_flat = first_move(browser, address, FlatClicks())
    return (
        "## From an empty cache to the first move\n\nOpening the start page, three clicks against"
        " the engine, until the server has stored the move; on localhost, by a program that clicks"
        " without delay:"
        f" {by_clicks:.1f} s in three dimensions, {on_flat:.1f} s on the flat board.\n"
    )


def drawing(browser: Browser, address: str) -> str:
    """Return what it costs to draw the fullest position of each game."""
    return (
        "## Drawing\n\nThe fullest position of each game (every piece of the box on the board); at"
        f" most {MOST_CALLS} draw calls and {MOST_TRIANGLES:,} triangles are allowed.\n\n"
        "| game | screen | draw calls | triangles | ms per frame | renderer |\n"
        "| --- | --- | --- | --- | --- | --- |\n" + "\n".join(_costs(browser, address)) + "\n"
    )


def _costs(browser: Browser, address: str) -> Iterator[str]:
    for game, wish in FULLEST.items():
        for name, screen in (("desktop", DESKTOP), ("phone", PHONE)):
            visitor = Visitor(browser, address, "drawing", screen)
            Table.begin(visitor, "3d", **wish)
            canvas = visitor.page.locator(".board3d .canvas[data-draw-calls]")
            canvas.wait_for()
            time = canvas.evaluate("board => board.tretorriBoard.measure()")
            told = canvas.evaluate("board => ({ ...board.dataset })")
            yield (
                f"| {game} | {name} | {told['drawCalls']} | {int(told['triangles']):,} |"
                f" {time:.0f} | {told['renderer']} |"
            )
            visitor.leave()


def barriers(browser: Browser, address: str) -> str:
    """Return what axe-core finds on every page, on three screens, by day and by night."""
    visitor, looks, found = Visitor(browser, address, "barriers"), 0, Counter[str]()
    for place in PLACES:
        visitor.go(f"/en/{place}")
        visitor.page.wait_for_load_state("networkidle")
        for screen in (DESKTOP, PHONE, SMALL_PHONE):
            for theme in THEMES:
                visitor.look(screen, theme)
                looks += 1
                found.update(line.partition(":")[0] for line in visitor.barriers())
    visitor.leave()
    said = ", ".join(f"{rule} ({count})" for rule, count in found.items()) or "none"
    return (
        "## Accessibility\n\n"
        f"Violations that axe-core finds in {looks} views of the pages (screens and themes):"
        f" {said}.\n"
    )


def main() -> None:
    """Measure, print, and write the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--report", type=Path, help="write the report there too")
    parser.add_argument("--without-engine", action="store_true", help="leave the busy engine out")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as games,
        Server(Path(games)) as server,
        sync_playwright() as playwright,
    ):
        browser = chromium.launch(playwright)
        measures = (weights, first_moves, drawing, barriers)
        sections = [measure(browser, server.address) for measure in measures]
        browser.close()
    if not arguments.without_engine:
        sections.append(busy_engine.section()[0])
    text = "\n".join([report.head("The page in figures", "make figures"), *sections])
    print(text)
    if arguments.report:
        arguments.report.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
