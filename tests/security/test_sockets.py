"""Who has lost a seat or a game is shown out; headers and refusals are the same everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.faults.processes import Measured
from tests.security.matrix import ROUTES
from tests.security.people import CREATOR, OTHER, OWN, WATCHER, Scene, joined, made, scene
from tests.security.raw import CLOSE, RawSocket
from tests.server.support import Guest
from tretorri.server.api.middleware.guard import SECURITY_HEADERS

SHOWN_OUT = 1008


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Measured]:
    """Lend a server."""
    with Measured(tmp_path_factory.mktemp("sockets")) as running:
        yield running


@pytest.fixture
def client(server: Measured) -> Iterator[httpx.Client]:
    """Lend somebody who talks to it."""
    with server.client() as found:
        yield found


@pytest.fixture
def at(client: httpx.Client) -> Scene:
    """Set a scene with everybody."""
    return scene(client, str(made(client)["secret"]))


def opened(server: Measured, at: Scene, who: str) -> RawSocket:
    """Open the socket of somebody, and wait until it has said something."""
    socket = RawSocket(server.address, f"{at.path}/socket?since=0", at.headers(who))
    assert socket.status == 101
    assert socket.message() is not None
    return socket


def test_a_seat_that_is_handed_over_takes_its_sockets_along(server: Measured, at: Scene) -> None:
    with opened(server, at, OWN) as own, opened(server, at, OTHER) as other:
        joined(at.client, at.id, at.ticket(OWN, "d", "handover"))
        assert own.code() == SHOWN_OUT
        assert at.do(OTHER, do="offer", what="draw").status_code == 200
        heard = other.message()
        assert heard is not None
        assert heard[0] != CLOSE


def test_who_leaves_is_shown_out(server: Measured, at: Scene) -> None:
    with opened(server, at, OWN) as own:
        assert at.do(OWN, do="leave", seat="d").status_code == 200
        assert own.code() == SHOWN_OUT


def test_a_deleted_game_shows_everybody_out(server: Measured, at: Scene) -> None:
    with opened(server, at, OWN) as own, opened(server, at, WATCHER) as watcher:
        assert at.post(CREATOR, "/delete", {}).status_code == 204
        assert (own.code(), watcher.code()) == (SHOWN_OUT, SHOWN_OUT)


def test_the_creator_may_change_who_sits_here_and_stay(
    server: Measured, client: httpx.Client
) -> None:
    guest = Guest(client, game="volterra")
    key = {"Authorization": f"Bearer {guest.secret}"}
    with RawSocket(server.address, f"{guest.path}/socket?since=0", key) as socket:
        guest.do("seat", seat="l", player={"kind": "engine", "level": 1})
        guest.do("seat", seat="l", player={"kind": "here"})
        assert (socket.message() or (CLOSE, b""))[0] != CLOSE


def test_every_answer_of_every_route_has_the_headers(client: httpx.Client, at: Scene) -> None:
    for method, path in ROUTES:
        if method == "SOCKET" or path.endswith("/stream"):
            continue
        for game in (at.id, "A" * 22, "x"):
            url = path.replace("{game_id}", game).replace("{kind}", "towers")
            answer = client.request(method, url.replace("{done}", "0").replace("{name}", "cover"))
            lacking = {
                name
                for name, value in SECURITY_HEADERS.items()
                if answer.headers.get(name) != value
            }
            assert lacking == set(), (method, url, answer.status_code)
            assert answer.headers["cache-control"] == "no-store"


def test_a_body_must_be_json(client: httpx.Client, at: Scene) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = client.post(
            f"{at.path}/delete",
            content=b"{}",
            headers={"Content-Type": kind, **at.headers(CREATOR)},
        )
        assert (answer.status_code, answer.json()["code"]) == (415, "wrong-type")


def test_players_behind_the_address_of_a_guesser_play_on(tmp_path: Path) -> None:
    with (
        Measured(tmp_path, has_limits=True) as server,
        server.client() as client,
    ):
        at = scene(client, str(made(client)["secret"]))
        assert at.do(OWN, do="action", action="Pb4").status_code == 200
        guesses = [client.get(f"/api/games/{'A' * 21}{nth % 10}").status_code for nth in range(40)]
        assert guesses.count(429) >= 10
        assert at.do(OWN, do="back").status_code == 200
        assert client.get(at.path).status_code == 200
        guessed = client.post(f"{at.path}/join", json={"ticket": "A" * 43})
        assert (guessed.status_code, guessed.json()["code"]) == (429, "too-many")
