"""Watching a game: by socket, by stream, by asking again; a viewer that falls behind catches up."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.deadlines import deadline
from tests.server.support import Guest, Server, request_id


def socket_of(server: Server, path: str, **options: Any) -> ClientConnection:
    """Open a socket to a game."""
    address = f"ws{server.address.removeprefix('http')[:-1]}{path}"
    found: ClientConnection = connect(address, compression=None, **options)
    return found


def heard(socket: ClientConnection) -> dict[str, Any]:
    """Return the next message that is more than a sign of life."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(deadline()))
        if message["kind"] != "ping":
            return message


def code_at_the_end(socket: ClientConnection) -> int | None:
    """Return the code with which the server closes a socket."""
    try:
        while True:
            socket.recv(deadline())
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def test_a_socket_tells_what_happens(server: Server, client: httpx.Client) -> None:
    guest = Guest(client, game="volterra")
    with socket_of(server, f"{guest.path}/socket?with_state=true") as watcher:
        guest.do("turn", turn="Pb4+a3-a4")
        news = heard(watcher)
        assert (news["kind"], news["version"]) == ("events", 2)
        assert [event["data"]["action"] for event in news["events"]] == ["Pb4", "a3-a4"]
        assert news["state"] == guest.state
        guest.do("undo")
        assert heard(watcher)["events"][0]["kind"] == "undo"


def test_a_socket_carries_out_requests(server: Server, client: httpx.Client) -> None:
    guest = Guest(client, game="volterra")
    token = {"Authorization": f"Bearer {guest.secret}"}
    command = {"do": "action", "action": "Pb4"}
    request = {"request_id": request_id(), "version": 0, "command": command}
    with socket_of(server, f"{guest.path}/socket", additional_headers=token) as player:
        answers = []
        for _ in range(2):
            player.send(json.dumps(request))
            while (answer := heard(player))["kind"] == "events":
                pass
            answers.append(answer)
        assert answers[0] == answers[1]
        assert answers[0]["answer"]["version"] == 1
        for bad, code in (
            ("{", "bad-request"),
            ("[" * 100, "bad-request"),
            (json.dumps({**request, "extra": 1}), "bad-request"),
            (json.dumps({**request, "request_id": request_id()}), "conflict"),
        ):
            player.send(bad)
            assert heard(player)["problem"]["code"] == code
    with socket_of(server, f"{guest.path}/socket?since=1") as watcher:
        watcher.send(json.dumps({**request, "request_id": request_id(), "version": 1}))
        assert heard(watcher)["problem"]["code"] == "no-such-game"


def test_a_socket_refuses_strangers_and_giants(server: Server, client: httpx.Client) -> None:
    guest = Guest(client, game="volterra")
    with pytest.raises(InvalidStatus):
        socket_of(server, f"{guest.path}/socket", origin="http://evil.example")
    with socket_of(server, f"/api/games/{'A' * 22}/socket") as lost:
        assert heard(lost)["problem"]["code"] == "no-such-game"
        assert code_at_the_end(lost) == 1008
    with socket_of(server, f"{guest.path}/socket") as odd:
        odd.send(b"bytes")
        assert code_at_the_end(odd) == 1003
    with socket_of(server, f"{guest.path}/socket") as giant:
        giant.send("x" * 9000)
        assert code_at_the_end(giant) == 1009


def test_polling_gives_events_a_snapshot_or_a_ping(client: httpx.Client) -> None:
    guest = Guest(client, game="volterra")
    for _ in range(60):
        guest.do("action", action="Pb4")
        guest.do("back")
    path = f"{guest.path}/news"
    near = client.get(path, params={"since": 100}).json()
    assert [event["number"] for event in near["events"]] == list(range(101, 121))
    far = client.get(path, params={"since": 3}).json()
    assert (far["kind"], far["state"]) == ("snapshot", guest.state)
    ahead = client.get(path, params={"since": 500, "wait": 0}).json()
    assert (ahead["kind"], ahead["version"]) == ("snapshot", 120)
    same = client.get(path, params={"since": 120, "wait": 0}).json()
    assert (same["kind"], same["version"], same["events"]) == ("ping", 120, [])


def test_a_stream_of_server_sent_events(server: Server, client: httpx.Client) -> None:
    guest = Guest(client, game="volterra")
    guest.do("action", action="Pb4")
    with (
        server.client() as watcher,
        watcher.stream("GET", f"{guest.path}/stream", params={"since": 0}) as stream,
    ):
        lines = stream.iter_lines()
        first = [next(lines) for _ in range(4)]
        assert first[:2] == ["id: 1", "event: news"]
        guest.do("back")
        second = [next(lines) for _ in range(4)]
        assert json.loads(second[2].removeprefix("data: "))["events"][0]["kind"] == "back"


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_lets_everybody_go_and_loses_nothing(tmp_path: Path, by: signal.Signals) -> None:
    with Server(tmp_path) as server, server.client() as client:
        guest = Guest(client, game="volterra")
        guest.do("action", action="Pb4")
        with socket_of(server, f"{guest.path}/socket?since=1") as watcher:
            status, said = server.stop(by)
            assert code_at_the_end(watcher) == 1012
        assert (status, said) == (0, "")
