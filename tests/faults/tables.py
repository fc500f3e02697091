"""Tables at which two play a game that was prepared beforehand: the server need not be asked."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.faults.wire import Http, Socket, source
from tretorri import game
from tretorri.core.registry import find

LONGEST_LINE = 60
TOGETHER = 50  # tables that are set at the same time


@dataclass(frozen=True, slots=True)
class Line:
    """A legal game: who plays which action, one after the other."""

    game: str
    seed: int
    actions: Sequence[tuple[str, str]]

    @property
    def options(self) -> dict[str, str]:
        """Return the options that make it a game of two."""
        return options_for_two(self.game)


def options_for_two(kind: str) -> dict[str, str]:
    """Return the options with which two play a game."""
    has_players = any(option.name == "players" for option in find(kind).OPTIONS)
    return {"players": "2"} if has_players else {}


@cache
def line(kind: str, seed: int, at_least: int, at_most: int = LONGEST_LINE) -> Line:
    """Return a game of chance that is long enough and has not ended."""
    for attempt in range(1000):
        chance = random.Random(f"{seed}/{attempt}")
        position = game(kind, **options_for_two(kind)).start(seed)
        actions: list[tuple[str, str]] = []
        while not position.is_over and len(actions) < at_most:
            action = str(chance.choice(position.actions()))
            actions.append((position.mover, action))
            position = position.play(action)
        if position.is_over:
            actions.pop()  # so that nobody has won yet
        if len(actions) >= at_least:
            return Line(kind, seed, tuple(actions))
    raise AssertionError(f"no game of {kind} is so long: {at_least}")


def lines(kind: str, number: int, at_least: int, *, seed: int = 0) -> list[Line]:
    """Return several games of chance."""
    return [line(kind, seed + nth, at_least) for nth in range(number)]


class Table:
    """A game, the secrets of its two seats and the sockets of who sits there."""

    def __init__(self, line: Line, number: int) -> None:
        self.line, self.number = line, number
        self.id = ""
        self.secrets: dict[str, str] = {}
        self.sockets: dict[str, Socket] = {}
        self.base = 0  # events before the first action

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the seats."""
        return tuple(self.secrets)

    @property
    def path(self) -> str:
        """Return the address of the game."""
        return f"/api/games/{self.id}"

    async def set(self, address: str) -> None:
        """Begin the game: one sits here, the other comes by link."""
        host, guest = (Http(address, source(2 * self.number + nth)) for nth in range(2))
        first, second = game(self.line.game, **self.line.options).seats
        wish = {
            "game": self.line.game,
            "options": self.line.options,
            "seed": self.line.seed,
            "seats": {second: {"kind": "open"}},
        }
        made = await host.must("POST", "/api/games", wish)
        self.id = made["id"]
        ticket = {"ticket": made["tickets"][second], "name": "Guest"}
        joined = await guest.must("POST", f"{self.path}/join", ticket)
        self.secrets = {first: made["secret"], second: joined["secret"]}
        self.base = joined["state"]["version"]
        host.close()
        guest.close()

    def request(self, nth: int, name: str | None = None) -> dict[str, Any]:
        """Return the request for the nth action of the prepared game."""
        return {
            "request_id": name or f"move-{self.number:04}-{nth:04}",
            "version": self.base + nth,
            "command": {"do": "action", "action": self.line.actions[nth][1]},
        }


async def set_tables(address: str, chosen: Iterable[Line]) -> list[Table]:
    """Begin a game for each line."""
    tables = [Table(line, number) for number, line in enumerate(chosen)]
    free = asyncio.Semaphore(TOGETHER)

    async def begin(table: Table) -> None:
        async with free:
            await table.set(address)

    await asyncio.gather(*map(begin, tables))
    return tables
