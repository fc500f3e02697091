"""Players who do not give up: what was not answered is sent again, with the same name."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

from tests.faults.history import History, Log, Violations, violations
from tests.faults.wire import GONE, Http, Socket, source
from tests.services.places import Place
from tretorri import game

BEGINNING = {"game": "volterra", "seed": 1}
ACTIONS = tuple(map(str, game("volterra").start(1).actions()))
WAIT = 0.05  # seconds before an unwilling server is asked again
_numbers = itertools.count(1)


class Steady:
    """Somebody who plays and takes back for ever, and remembers what was acknowledged."""

    def __init__(self) -> None:
        self.number = next(_numbers)
        self.id = self.secret = ""
        self.version = 0
        self.history = History()
        self.statuses: dict[int, int] = {}
        self._unanswered: dict[str, Any] | None = None

    @property
    def path(self) -> str:
        """Return the address of the game."""
        return f"/api/games/{self.id}"

    async def begin(self, address: str) -> None:
        """Begin a game."""
        http = Http(address, source(self.number))
        made = await http.must("POST", "/api/games", BEGINNING)
        self.id, self.secret = made["id"], made["secret"]
        http.close()

    def request(self) -> dict[str, Any]:
        """Return what is to be sent: what was not answered, or something new."""
        if self._unanswered is None:
            is_new = self.version % 2 == 0
            action = ACTIONS[self.version // 2 % len(ACTIONS)]
            command = {"do": "action", "action": action} if is_new else {"do": "back"}
            name = f"steady-{self.number:04}-{self.version:04}"
            self._unanswered = {"request_id": name, "version": self.version, "command": command}
        return self._unanswered

    async def one(self, http: Http) -> int:
        """Send one command, or again what was not answered; return the status."""
        request, path = self.request(), f"{self.path}/commands?reply=brief"
        status, answer = await http.ask("POST", path, request, secret=self.secret)
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if status == 200:
            (event,) = answer["events"]
            self.history.acknowledge(event["number"], request["request_id"])
            self.version = event["number"]
            self._unanswered = None
        return status

    async def play(self, address: str, pause: float = 0.0) -> None:
        """Play until the server has gone; whatever is not answered stays in mind."""
        http = Http(address, source(self.number))
        try:
            while True:
                if await self.one(http) != 200:
                    await asyncio.sleep(WAIT)
                elif pause:
                    await asyncio.sleep(pause)
        except GONE:
            http.close()

    async def watch(self, address: str) -> Socket:
        """Open a socket that remembers what it has seen."""

        def hear(message: dict[str, Any]) -> None:
            for event in message.get("events") or ():
                self.history.see("watcher", event["number"], event["check"])

        path = f"{self.path}/socket?since={max(0, self.version - 50)}"
        return await Socket.open(address, path, hear, come_from=source(self.number))

    @property
    def errors(self) -> int:
        """Return how often the server said something that is neither done nor not now."""
        return sum(n for status, n in self.statuses.items() if status not in (200, 503))

    def judged(self, place: Place) -> Violations:
        """Compare what was told with what is stored."""
        log, checks = logs(place).get(self.id, ([], {}))
        return violations(self.history, log, checks)


def logs(place: Place) -> dict[str, tuple[list[tuple[int, str]], dict[int, str]]]:
    """Return the logs of all games, as they are stored: requests, and checks, by number."""
    found: dict[str, tuple[list[tuple[int, str]], dict[int, str]]] = {}
    rows = place.ask('SELECT game_id, number, request_id, "check" FROM event ORDER BY 1, 2')
    for game_id, number, request, check in rows:
        log, checks = found.setdefault(game_id, ([], {}))
        log.append((int(number), request))
        checks[int(number)] = check
    return found


def log_of(place: Place, game_id: str) -> Log:
    """Return the log of a game."""
    return logs(place).get(game_id, ([], {}))[0]
