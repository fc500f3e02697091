"""Who may knock at a game: holders of seats, the creator, and those who have no business there."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

import httpx

from tests.server.support import request_id

OWN, OTHER, CREATOR = "own seat", "other seat", "creator"
WATCHER, NOBODY, FOREIGN, REVOKED, TICKET = (
    "watcher",
    "no key",
    "key of another game",
    "revoked key",
    "unused ticket",
)
STRANGERS = (WATCHER, NOBODY, FOREIGN, REVOKED, TICKET)
EVERYBODY = (OWN, OTHER, CREATOR, *STRANGERS)
OPEN = {"kind": "open"}


@dataclass(frozen=True, slots=True)
class Scene:
    """A game of Volterra between two who came by link; dark, who begins, is *own*."""

    client: httpx.Client
    id: str
    keys: dict[str, str | None]
    own: str
    other: str

    @property
    def path(self) -> str:
        """Return the address of the game."""
        return f"/api/games/{self.id}"

    def headers(self, who: str) -> dict[str, str]:
        """Return what somebody shows."""
        key = self.keys[who]
        return {"Authorization": f"Bearer {key}"} if key else {}

    def send(
        self, who: str, path: str, body: dict[str, Any], method: str = "POST"
    ) -> httpx.Response:
        """Send something about the game."""
        url = f"{self.path}{path}"
        return self.client.request(method, url, json=body, headers=self.headers(who))

    def post(self, who: str, path: str, body: dict[str, Any]) -> httpx.Response:
        """Post something about the game."""
        return self.send(who, path, body)

    def do(self, who: str, **command: Any) -> httpx.Response:
        """Send a command at the version that stands."""
        body = {"request_id": request_id(), "version": self.version, "command": command}
        return self.post(who, "/commands?reply=brief", body)

    @property
    def version(self) -> int:
        """Return how far the game has come."""
        return int(self.client.get(self.path).json()["version"])

    def ticket(self, who: str, seat: str | None, purpose: str) -> str:
        """Return a ticket."""
        answer = self.post(who, "/tickets", {"seat": seat, "for": purpose})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["ticket"])


def made(client: httpx.Client) -> dict[str, Any]:
    """Begin a game in which both seats are open."""
    answer = client.post("/api/games", json={"game": "volterra", "seats": {"d": OPEN, "l": OPEN}})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def joined(client: httpx.Client, game_id: str, ticket: str) -> str:
    """Take a seat; return its key."""
    answer = client.post(f"/api/games/{game_id}/join", json={"ticket": ticket})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["secret"])


def scene(client: httpx.Client, foreign: str) -> Scene:
    """Set a scene in which everybody is there; *foreign* is the key of another game."""
    client.cookies.clear()
    game = made(client)
    old = joined(client, game["id"], game["tickets"]["d"])
    light = joined(client, game["id"], game["tickets"]["l"])
    keys: dict[str, str | None] = {
        OTHER: light,
        CREATOR: game["secret"],
        WATCHER: secrets.token_urlsafe(32),
        NOBODY: None,
        FOREIGN: foreign,
        REVOKED: old,
    }
    found = Scene(client, game["id"], keys, "d", "l")
    keys[OWN] = joined(client, found.id, found.ticket(REVOKED, "d", "handover"))
    keys[TICKET] = found.ticket(OWN, "d", "device")
    client.cookies.clear()
    return found
