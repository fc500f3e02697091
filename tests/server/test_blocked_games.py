"""Games that a host has blocked or removed: a running server forgets them at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.cli.support import run
from tests.deadlines import deadline, wait_until
from tests.server.support import Guest, Server
from tests.services.places import Place
from tests.services.servers import free_port


def hear_all(socket: ClientConnection) -> None:
    """Receive messages until the server closes the socket."""
    while True:
        socket.recv(timeout=deadline())


@pytest.fixture
def host(place: Place, tmp_path: Path) -> Iterator[tuple[Server, list[str]]]:
    """Lend a server on a database of each kind, and the options that name it."""
    options = ["--data", str(tmp_path)] if place.is_sqlite else ["--database", place.url]
    served = [] if place.is_sqlite else ["--database", place.url]
    with Server(tmp_path, "--port", str(free_port()), *served) as server:
        yield server, options


@pytest.mark.parametrize("what", ["block", "remove"])
def test_a_running_server_forgets_games(
    host: tuple[Server, list[str]], what: str, tmp_path: Path
) -> None:
    server, options = host
    archive = tmp_path / "archive.jsonl"
    extra = ["--yes", "--archive", str(archive)] if what == "remove" else []
    with server.client() as client, server.client() as stranger:
        guest = Guest(client, game="volterra", seed=1)
        guest.do("action", action="Pb4")
        assert stranger.get(guest.path).status_code == 200
        address = server.address.replace("http", "ws") + guest.path.strip("/") + "/socket"
        with connect(address) as socket:
            socket.recv(timeout=deadline())
            done = run("games", what, guest.id, *options, *extra)
            assert done.exit_code == 0, done.stderr
            refused = [
                guest.send("action", action="a3-a4"),
                client.get(guest.path),
                stranger.get(guest.path),
                stranger.get(f"{guest.path}/record.json"),
                stranger.get(f"{guest.path}/events"),
                client.post(f"{guest.path}/tickets", json={"seat": "d", "for": "device"}),
            ]
            assert {answer.status_code for answer in refused} == {404}
            with pytest.raises(ConnectionClosed):
                hear_all(socket)
        with pytest.raises((InvalidStatus, ConnectionClosed)), connect(address) as late:
            hear_all(late)
        back = ["games", "unblock", guest.id] if what == "block" else ["import", str(archive)]
        assert run(*back, *options).exit_code == 0
        wait_until(lambda: client.get(guest.path).status_code == 200, "the game")
        guest.look()
        assert guest.do("action", action="a3-a4")["turn"] == 2


def test_a_blocked_game_without_events_cannot_be_played(
    host: tuple[Server, list[str]],
) -> None:
    server, options = host
    with server.client() as client:
        guest = Guest(client, game="volterra", seed=1)
        assert run("games", "block", guest.id, *options).exit_code == 0
        assert guest.send("action", action="Pb4").status_code == 404
        assert run("games", "unblock", guest.id, *options).exit_code == 0
        assert guest.do("action", action="Pb4")["version"] == 1


def test_an_engine_does_not_play_on_in_a_blocked_game(host: tuple[Server, list[str]]) -> None:
    server, options = host
    with server.client() as client:
        seats = {"d": {"kind": "here"}, "l": {"kind": "engine", "level": 1}}
        guest = Guest(client, game="volterra", seed=1, seats=seats)
        run("games", "block", guest.id, *options)
        assert guest.send("turn", turn="Pb4+a3-a4").status_code == 404
        assert run("games", "unblock", guest.id, *options).exit_code == 0
        assert guest.do("turn", turn="Pb4+a3-a4")
        wait_until(lambda: len(_turns(client, guest)) == 2, "the engine")


def _turns(client: httpx.Client, guest: Guest) -> list[Any]:
    found: list[Any] = client.get(guest.path).json()["turns"]
    return found


def test_lists_and_statistics_of_both_kinds_of_database(host: tuple[Server, list[str]]) -> None:
    server, options = host
    with server.client() as client:
        guest = Guest(client, game="volterra", seed=1)
        guest.do("turn", turn="Pb4+a3-a4")
        guest.do("resign", seat="l")
    (game,) = json.loads(run("games", "list", "--json", *options).stdout)
    assert (game["id"], game["status"], game["turns"]) == (guest.id, "over", 1)
    done = run("stats", "--json", *options)
    assert done.exit_code == 0, done.stderr
    stats = json.loads(done.stdout)
    assert stats["by_game"] == {"volterra": {"created": 1, "finished": 1, "moves": 2}}
    assert stats["active_seats"] == {"1": 1, "7": 1, "30": 1}
    assert stats["database_bytes"] > 10_000
