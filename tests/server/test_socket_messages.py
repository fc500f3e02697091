"""The messages of a real socket against the OpenAPI description, from which clients are made."""

from __future__ import annotations

import json
from typing import Any

import httpx
from jsonschema_rs import validator_for
from websockets.sync.client import ClientConnection

from tests.deadlines import deadline
from tests.server.support import Guest, Server, request_id
from tests.server.test_live import socket_of
from tests.server.test_seats import two_friends

WOW = {"reaction": "wow"}
MAX_MESSAGES = 5  # before the one that a test waits for


class DescribedSocket:
    """A socket whose messages are all checked against the description of the server."""

    def __init__(self, socket: ClientConnection, client: httpx.Client) -> None:
        description = client.get("/api/openapi.json").json()
        message = {"$ref": "#/components/schemas/SocketMessage"}
        self._validator = validator_for({**message, "components": description["components"]})
        self._fields = description["components"]["schemas"]
        self._socket = socket

    def receive(self, kind: str) -> dict[str, Any]:
        """Return the next message of a kind; no message on the way may differ from its schema."""
        for _ in range(MAX_MESSAGES):
            message: dict[str, Any] = json.loads(self._socket.recv(deadline()))
            self._validator.validate(message)
            name = "Reply" if "request_id" in message else "Update"
            assert set(message) == set(self._fields[name]["properties"])
            if message["kind"] == kind:
                return message
        raise AssertionError(f"no {kind} among {MAX_MESSAGES} messages")


def test_every_kind_of_message_is_as_described(server: Server, client: httpx.Client) -> None:
    guest = Guest(client, game="volterra")
    token = {"Authorization": f"Bearer {guest.secret}"}
    path = f"{guest.path}/socket?with_state=true"
    with socket_of(server, path, additional_headers=token) as open_socket:
        socket = DescribedSocket(open_socket, client)
        command = {"do": "action", "action": "Pb4"}
        request = {"request_id": request_id(), "version": 0, "command": command}
        open_socket.send(json.dumps(request))
        assert socket.receive("answer")["answer"]["version"] == 1
        open_socket.send("{")
        assert socket.receive("problem")["problem"]["code"] == "bad-request"
        assert socket.receive("ping")["present"] == ["d", "l"]
        guest.look()
        guest.do("undo")
        assert socket.receive("events")["state"] == guest.state


def test_notes_are_as_described(server: Server, client: httpx.Client) -> None:
    dark, light = two_friends(server, client)
    with socket_of(server, f"{light.path}/socket") as open_socket:
        socket = DescribedSocket(open_socket, client)
        socket.receive("events")  # what was before; from now on it listens
        assert light.client.post(f"{light.path}/reactions", json=WOW).status_code == 204
        note = socket.receive("note")["note"]
        assert note == {"kind": "reaction", "seat": "l", "reaction": "wow"}
        with socket_of(server, f"{dark.path}/socket"):
            note = socket.receive("note")["note"]
            assert note == {"kind": "presence", "present": [], "watchers": 2}


def test_a_client_that_is_far_behind_gets_a_snapshot_as_described(
    server: Server, client: httpx.Client
) -> None:
    guest = Guest(client, game="volterra")
    with socket_of(server, f"{guest.path}/socket?since=5") as open_socket:
        socket = DescribedSocket(open_socket, client)
        assert socket.receive("snapshot")["state"] == guest.state
