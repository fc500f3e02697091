"""A real server in a process of its own, and a service inside the test."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from tests.deadlines import deadline
from tretorri.server.bus import LocalBus
from tretorri.server.service import Service
from tretorri.server.store import Store
from tretorri.server.store.database import sqlite_url_in
from tretorri.table.game_request import GameRequest, make_setup
from tretorri.table.setup import SeatPlayer
from tretorri.table.state import GameState

T = TypeVar("T")
_numbers = itertools.count()


def request_id() -> str:
    """Return an id that no other request has."""
    return f"test-{os.getpid()}-{next(_numbers)}"


class Server:
    """A server process; what it prints is read until it says where it is."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        program: Sequence[str] = ("-m", "tretorri"),
        env: Mapping[str, str] | None = None,
        has_limits: bool = False,
    ) -> None:
        command = [sys.executable, *program, "serve", "--port", "0"]
        command += ["--data", str(folder), *options]
        command += [] if has_limits else ["--no-limits"]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **(env or {})},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+/", line)
        if found is None:
            self.process.kill()
            raise AssertionError(f"not started: {line!r} {self.process.communicate()}")
        self.address = found[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.kill()
        self.process.communicate()

    def kill(self) -> None:
        """Let the server crash."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, by: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Stop the server in good order; return its status and the problems that it told."""
        self.process.send_signal(by)
        _, self.log = self.process.communicate(timeout=deadline())
        lines = self.log.splitlines(keepends=True)
        return self.process.returncode, "".join(line for line in lines if '"info"' not in line)

    def client(self) -> httpx.Client:
        """Return a client of the server, with cookies of its own."""
        own = {"Origin": self.address.rstrip("/")}  # as a browser says; cookies need it
        return httpx.Client(base_url=self.address, timeout=deadline(), headers=own)

    def children(self) -> list[int]:
        """Return the process ids of its engine workers."""
        listed = subprocess.run(
            ["ps", "-ww", "--ppid", str(self.process.pid), "-o", "pid=", "-o", "args="],
            capture_output=True,
            text=True,
            check=False,
        )
        return [int(line.split()[0]) for line in listed.stdout.splitlines() if "spawn_main" in line]


class Guest:
    """A player at a game: sends commands at the version it knows."""

    def __init__(self, client: httpx.Client, **wish: Any) -> None:
        answer = client.post("/api/games", json=wish)
        assert answer.status_code == 201, answer.text
        self.client, self.secret = client, answer.json()["secret"]
        self.id: str = answer.json()["id"]
        self.state: dict[str, Any] = answer.json()["state"]

    @property
    def path(self) -> str:
        """Return the address of the game."""
        return f"/api/games/{self.id}"

    def send(self, do: str, **command: Any) -> httpx.Response:
        """Send a command at the version that is known."""
        body = {
            "request_id": request_id(),
            "version": self.state["version"],
            "command": {"do": do, **command},
        }
        return self.client.post(f"{self.path}/commands", json=body)

    def do(self, do: str, **command: Any) -> dict[str, Any]:
        """Send a command that must succeed; return the state after it."""
        answer = self.send(do, **command)
        assert answer.status_code == 200, answer.text
        self.state = answer.json()["state"]
        return self.state

    def look(self) -> dict[str, Any]:
        """Ask for the state."""
        self.state = self.client.get(self.path).json()
        return self.state

    def wait_until(self, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for news until the state is as wanted."""
        self.look()
        while not is_so(self.state):
            news = self.client.get(f"{self.path}/news", params={"since": self.state["version"]})
            assert news.status_code == 200, news.text
            assert news.json()["kind"] != "ping", "nothing happens any more"
            self.look()
        return self.state


@contextlib.asynccontextmanager
async def a_service(where: Path | str) -> AsyncIterator[Service]:
    """Lend a service on a real database: in a folder, or at an address."""
    store = await Store.open(where if isinstance(where, str) else sqlite_url_in(where))
    try:
        yield Service(store, LocalBus())
    finally:
        await store.close()


async def begin_game(service: Service, **wish: Any) -> tuple[GameState, str]:
    """Begin a game of Volterra, unless another is wished for."""
    setup, first = make_setup(GameRequest(**{"game": "volterra", "seed": 1, **wish}))
    made = await service.create(setup, first)
    return made.state, made.secret


def with_service(where: Path | str, test: Callable[[Service], Awaitable[T]]) -> T:
    """Run a test that needs a service."""

    async def run() -> T:
        async with a_service(where) as service:
            return await test(service)

    return asyncio.run(run())


ENGINE = SeatPlayer("engine", 1)
