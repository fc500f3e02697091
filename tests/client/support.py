"""Programs at a table, and a bad line to the server."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import httpx

import tretorri
from tests.deadlines import deadline
from tretorri.client import Client, OwnGame, Seat, join

VOLTERRA = tretorri.game("volterra")


def seated(game: OwnGame) -> tuple[Seat, ...]:
    """Return a program at each open seat."""
    return tuple(
        join(link, f"bot {seat}", patience=deadline()) for seat, link in game.links.items()
    )


def two(client: Client, **wish: Any) -> tuple[Seat, Seat]:
    """Return two programs at a game of Volterra: dark, who begins, and light."""
    dark, light = seated(client.create(VOLTERRA, **wish))
    assert dark.wait()
    return dark, light


def play_to_the_end(seat: Seat, before: Callable[[], None] = lambda: None) -> Seat:
    """Let a program play by chance until the game is over; *before* is called every time."""
    dice = random.Random(1)
    with seat:
        while seat.wait():
            before()
            seat.play(dice.choice(seat.position.actions()))
    return seat


class BadLine(BaseHTTPRequestHandler):
    """Passes requests on to a server, but has *mishaps* with the answers first."""

    address: ClassVar[str]
    mishaps: ClassVar[list[str]]
    passed: ClassVar[list[str]]

    def do_GET(self) -> None:
        """Pass a question on."""
        self._pass_on(
            httpx.get(self.address + self.path, headers=self._headers(), timeout=deadline())
        )

    def do_POST(self) -> None:
        """Pass a request on, or have a mishap with it or its answer."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        mishap = self.mishaps.pop(0) if self.mishaps else ""
        if mishap == "busy":
            self.send_response(429)
            self.send_header("Retry-After", "7")
            self.end_headers()
            return
        if mishap == "moved":
            self.send_response(307)
            self.send_header("Location", self.address + self.path)
            self.end_headers()
            return
        self.passed.append(self.path)
        answer = httpx.post(
            self.address + self.path, content=body, headers=self._headers(), timeout=deadline()
        )
        if mishap != "lost":
            self._pass_on(answer)

    def _headers(self) -> dict[str, str]:
        wanted = ("authorization", "content-type")
        return {name: value for name, value in self.headers.items() if name.lower() in wanted}

    def _pass_on(self, answer: httpx.Response) -> None:
        self.send_response(answer.status_code)
        self.end_headers()
        self.wfile.write(answer.content)

    def log_message(self, *_: Any) -> None:
        """Keep quiet."""


@contextmanager
def a_bad_line(address: str) -> Iterator[tuple[str, type[BadLine]]]:
    """Lend a way to the server that has mishaps, and who can be asked for them."""
    line = type("Line", (BadLine,), {"address": address.rstrip("/"), "mishaps": [], "passed": []})
    with ThreadingHTTPServer(("127.0.0.1", 0), line) as way:
        thread = threading.Thread(target=way.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{way.server_address[1]}/", line
        finally:
            way.shutdown()
            thread.join()
