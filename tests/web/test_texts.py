"""Text is data: what people write never runs as a script."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.security.texts import looked, some
from tests.server.support import Server

PART = 0.1


def test_nothing_that_people_write_runs_as_a_script(browser: Browser, server: Server) -> None:
    figures = looked(browser, server, some(PART))
    print(*figures, sep="\n  ")
    assert [str(figure) for figure in figures if figure.is_counted and not figure.is_reached] == []
