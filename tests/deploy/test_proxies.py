"""Two servers on one PostgreSQL, behind each proxy with the file that hosts get for it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.deadlines import Deadline, deadline
from tests.deploy.proxies import Caddy, Nginx, Proxy
from tests.server.support import Guest, Server, request_id
from tests.server.test_api import NOWHERE
from tests.server.test_several import at_version, heard_until
from tests.services.places import Place
from tests.services.servers import PostgreSQL, Redis


class House:
    """A proxy and the servers behind it."""

    def __init__(self, proxy: Proxy, servers: tuple[Server, Server]) -> None:
        self.proxy, self.servers = proxy, servers

    def client(self) -> httpx.Client:
        """Return somebody who comes through the proxy."""
        own = {"Origin": self.proxy.address}
        return httpx.Client(
            base_url=self.proxy.address,
            timeout=deadline(),
            headers=own,
            verify=self.proxy.trusted(),
        )

    def watch(self, guest: Guest) -> ClientConnection:
        """Open a socket to a game through the proxy, which tries all its servers."""
        address = f"{self.proxy.address.replace('https', 'wss')}{guest.path}/socket"
        return connect(address, ssl=self.proxy.trusted(), open_timeout=deadline())


def play(guest: Guest) -> None:
    """Play the first action that the rules allow; send it again while the proxy has no answer.

    A proxy must not do that by itself: it cannot know whether the server has carried it out.
    """
    command = {"do": "action", "action": guest.state["actions"]["texts"][0]}
    body = {"request_id": request_id(), "version": guest.state["version"], "command": command}
    give_up = Deadline()
    while (answer := guest.client.post(f"{guest.path}/commands", json=body)).is_server_error:
        assert not give_up.has_passed, "the proxy finds no server"
    assert answer.status_code == 200, answer.text
    guest.state = answer.json()["state"]


@pytest.fixture(params=[Nginx, Caddy], ids=lambda proxy: proxy.kind.packages)
def house(
    request: pytest.FixtureRequest, postgresql: PostgreSQL, redis: Redis, tmp_path: Path
) -> Iterator[House]:
    """Lend two servers behind a proxy."""
    place, proxy = Place(tmp_path, postgresql), request.param()
    where = ("--database", place.url, "--bus", redis.url)
    env = {"TRETORRI_PUBLIC": proxy.address, "TRETORRI_PROXIES": "127.0.0.1"}
    try:
        with (
            Server(tmp_path, *where, env=env, has_limits=True) as one,
            Server(tmp_path, *where, env=env, has_limits=True) as other,
        ):
            proxy.start([urlsplit(server.address).port or 0 for server in (one, other)])
            yield House(proxy, (one, other))
    finally:
        proxy.stop()
        place.leave()


def test_people_play_through_a_proxy_and_one_server_may_die(house: House) -> None:
    with house.client() as client:
        guest = Guest(client, game="volterra")
        made = client.get(guest.path)
        assert made.headers["Strict-Transport-Security"]
        for _ in range(2):  # whichever server it is that watches, and that is asked
            with house.watch(guest) as one, house.watch(guest) as other:
                play(guest)
                for watcher in (one, other):
                    heard_until(watcher, at_version(guest.state["version"]))
        house.servers[0].kill()
        play(guest)
        with house.watch(guest) as watcher:
            play(guest)
            heard_until(watcher, at_version(guest.state["version"]))


def test_the_way_through_a_proxy_is_safe(house: House) -> None:
    with house.client() as client:
        answer = client.post("/api/games", json={"game": "volterra"})
        assert "; Secure" in answer.headers["Set-Cookie"]
        assert client.get("/api/about").json()["is_secure"] is True
        assert client.get("/metrics").status_code == 404
        plain = httpx.get(f"http://localhost:{house.proxy.plain}/en/")
        assert plain.is_redirect
        assert plain.headers["Location"].startswith("https://localhost")


def test_a_caller_cannot_choose_the_address_that_a_proxy_forwards(house: House) -> None:
    give_up = Deadline()
    with house.client() as client:
        for nth in range(256):  # a slow machine may need more than the limit, as it forgets
            answer = client.get(NOWHERE, headers={"X-Forwarded-For": f"198.51.100.{nth}"})
            if answer.status_code == 429 or give_up.has_passed:
                break
            assert answer.status_code == 404
    assert answer.status_code == 429


def test_a_proxy_closes_connections_that_ask_for_nothing(house: House) -> None:
    silent = socket.create_connection(("localhost", house.proxy.port), timeout=deadline())
    with house.proxy.trusted().wrap_socket(silent, server_hostname="localhost") as line:
        line.sendall(b"GET / HTTP/1.1\r\n")
        assert b" 200 " not in line.recv(2**16)  # nothing, or 408
    with house.client() as client:
        assert client.get("/api/about").status_code == 200
