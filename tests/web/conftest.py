"""A server and a browser for each worker; a visitor with a window of their own for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.deadlines import milliseconds
from tests.server.support import Server
from tests.web import chromium
from tests.web.visitor import DESKTOP, Screen, Visitor


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Lend a running server with the built page."""
    with Server(tmp_path_factory.mktemp("web")) as running:
        yield running


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Lend what drives browsers."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Lend a browser."""
    running = chromium.launch(playwright)
    yield running
    running.close()


@pytest.fixture
def browser_without_webgl(playwright: Playwright) -> Iterator[Browser]:
    """Lend a browser that cannot draw in three dimensions."""
    running = chromium.launch(playwright, "--disable-3d-apis")
    yield running
    running.close()


@pytest.fixture
def visit(
    server: Server, browser: Browser, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Visitor]]:
    """Lend a way to open windows; a complaint on the console of any of them fails the test."""
    expect.set_options(timeout=milliseconds())
    visitors = list[Visitor]()

    def open_window(screen: Screen = DESKTOP, **wishes: Any) -> Visitor:
        visitors.append(Visitor(browser, server.address, request.node.name, screen, **wishes))
        return visitors[-1]

    yield open_window
    complaints = [line for visitor in visitors for line in visitor.leave()]
    assert complaints == []


@pytest.fixture
def visitor(visit: Callable[..., Visitor]) -> Visitor:
    """Lend a visitor with a mouse, a keyboard and a large screen."""
    return visit()
