"""A player that goes on whatever happens to the server; and what must be in the log then."""

from __future__ import annotations

import threading

import httpx

from tests.deadlines import deadline
from tests.server.support import Guest, request_id
from tests.services.places import Place

ACKNOWLEDGED_BETWEEN = 5
UNSTORED = 503


class Steady:
    """A player that plays and undoes for ever, and remembers what was acknowledged."""

    def __init__(self, guest: Guest) -> None:
        self.secret, self.id = guest.secret, guest.id
        self.version = 0
        self.acknowledged: dict[int, str] = {}
        self.unanswered: tuple[str, int, str] | None = None

    def play(self, address: str, is_enough: threading.Event) -> None:
        """Play until the server has gone; then remember what was not answered."""
        with httpx.Client(base_url=address, timeout=deadline()) as client:
            client.headers["Authorization"] = f"Bearer {self.secret}"
            try:
                while True:
                    self.one(client)
                    if len(self.acknowledged) % ACKNOWLEDGED_BETWEEN == 0:
                        is_enough.set()
            except httpx.TransportError:
                is_enough.set()

    def one(self, client: httpx.Client) -> None:
        """Send one command, or again what was not answered; what cannot be stored now waits."""
        do = "action" if self.version % 2 == 0 else "back"
        if self.unanswered is None:
            self.unanswered = request_id(), self.version, do
        name, version, do = self.unanswered
        command = {"do": do, "action": "Pb4"} if do == "action" else {"do": do}
        body = {"request_id": name, "version": version, "command": command}
        answer = client.post(f"/api/games/{self.id}/commands?reply=brief", json=body)
        if answer.status_code == UNSTORED:
            return
        assert answer.status_code == 200, answer.text
        self.unanswered = None
        (event,) = answer.json()["events"]
        assert event["number"] == version + 1
        self.acknowledged[event["number"]] = name
        self.version = version + 1


def check_log(place: Place, player: Steady) -> None:
    """Compare the log with what was acknowledged: nothing lost, nothing twice, no gaps."""
    if place.is_sqlite:
        assert place.ask("PRAGMA integrity_check") == [["ok"]]
    query = f"SELECT number, request_id FROM event WHERE game_id = '{player.id}' ORDER BY number"
    names = {int(number): name for number, name in place.ask(query)}
    assert list(names) == list(range(1, len(names) + 1))
    assert len(set(names.values())) == len(names)
    assert {number: names.get(number) for number in player.acknowledged} == player.acknowledged
    waiting = player.unanswered is not None
    assert len(names) - len(player.acknowledged) in ({0, 1} if waiting else {0})
