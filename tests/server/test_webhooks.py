"""Webhooks: a program is told of its turns, at an address that the owner of the server allows."""

from __future__ import annotations

import asyncio
import json
import queue
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.deadlines import deadline
from tests.server.support import Guest, Server
from tretorri.server.background import webhooks
from tretorri.server.background.webhooks import WebhookFailed, post_json
from tretorri.server.webhook_hosts import is_allowed, is_reachable

HOSTS = {"bots.example", "127.0.0.1:9215", "[::1]:9215", "10.0.0.7"}


class Listener:
    """A program elsewhere that wants to be told of turns."""

    def __init__(self, status: int = 200) -> None:
        heard: queue.Queue[dict[str, Any]] = queue.Queue()
        self.heard = heard

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                heard.put({"path": self.path, "type": self.headers["Content-Type"], "body": body})
                self.send_response(status)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def next(self) -> dict[str, Any]:
        """Return what is heard next."""
        told: dict[str, Any] = json.loads(self.heard.get(timeout=deadline())["body"])
        return told

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    found = Listener()
    yield found
    found.close()


class Bot:
    """A program that has come by link."""

    def __init__(self, server: Server, guest: Guest, seat: str, ticket: str) -> None:
        self.client, self.path, self.seat = server.client(), guest.path, seat
        joined = self.client.post(f"{self.path}/join", json={"ticket": ticket, "as": "bot"})
        assert joined.status_code == 200, joined.text

    def wants(self, url: str | None) -> httpx.Response:
        """Ask to be told of turns."""
        return self.client.put(f"{self.path}/webhook", json={"seat": self.seat, "url": url})


def a_turn(guest: Guest) -> None:
    """Play a turn of the seat to move."""
    state = guest.look()
    while guest.state["turn"] == state["turn"]:
        guest.do("action", action=guest.state["actions"]["texts"][0])


def test_a_bot_is_told_of_its_turn_until_it_leaves(tmp_path: Path, listener: Listener) -> None:
    env = {"TRETORRI_WEBHOOKS": f"bots.example {listener.host}"}
    with Server(tmp_path, env=env) as server, server.client() as client:
        seats = {"l": {"kind": "open"}}
        guest = Guest(client, game="volterra", seed=1, options={"first": "dark"}, seats=seats)
        ticket = {"seat": "l", "for": "join"}
        tickets = f"{guest.path}/tickets"
        bot = Bot(server, guest, "l", client.post(tickets, json=ticket).json()["ticket"])
        assert bot.wants(f"http://{listener.host}/turns?of=l").status_code == 204
        a_turn(guest)
        told = listener.next()
        link = f"{server.address}en/game/{guest.id}"
        assert told == {"game": guest.id, "seat": "l", "turn": 2, "url": link}

        others = client.put(f"{guest.path}/webhook", json={"seat": "l", "url": None})
        assert others.status_code == 404
        for refused in ("http://bots.example/", "https://other.example/", "no address"):
            answer = bot.wants(refused)
            assert (answer.status_code, answer.json()["code"]) == (422, "not-now")

        leaving = {"request_id": "leaving-1", "version": guest.look()["version"]}
        leaving["command"] = {"do": "leave"}
        assert bot.client.post(f"{guest.path}/commands", json=leaving).status_code == 200
        other = Bot(server, guest, "l", client.post(tickets, json=ticket).json()["ticket"])
        bot_plays(other, guest)
        assert other.wants(f"http://{listener.host}/other").status_code == 204
        a_turn(guest)
        assert listener.next()["turn"] == 4
        assert listener.heard.empty()  # nothing was sent for the player who had left


def bot_plays(bot: Bot, guest: Guest) -> None:
    """Play one turn of a bot."""
    state = guest.look()
    while guest.look()["turn"] == state["turn"]:
        command = {"do": "action", "action": guest.state["actions"]["texts"][0]}
        body = {"request_id": f"bot-plays-{guest.state['version']}", "command": command}
        body["version"] = guest.state["version"]
        assert bot.client.post(f"{bot.path}/commands", json=body).status_code == 200


@pytest.mark.parametrize(
    "url",
    [
        "http://bots.example/",
        "https://bots.example:8443/",
        "https://anna:secret@bots.example/",
        "https://bots.example/#part",
        "https://bots.example/a b",
        "https://bots.example/\r\nX: y",
        "https://bots.example.evil.example/",
        "https://other.example/",
        "http://127.0.0.1:9216/",
        "http://10.0.0.7/",
        "https://[::1/",
        "https://bots.example:99999/",
        "ftp://bots.example/",
        "https:///path",
        "https://bots.example/" + "a" * 500,
    ],
)
def test_only_what_the_owner_allows_is_an_address(url: str) -> None:
    assert not is_allowed(url, HOSTS)


@pytest.mark.parametrize(
    "url",
    [
        "https://bots.example",
        "https://BOTS.example/turn?of=me",
        "http://127.0.0.1:9215/",
        "http://[::1]:9215/",
        "https://10.0.0.7/",
    ],
)
def test_what_the_owner_allows_is_an_address(url: str) -> None:
    assert is_allowed(url, HOSTS)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:10.0.0.1",
    ],
)
def test_a_name_that_leads_to_a_private_address_is_not_followed(address: str) -> None:
    assert not is_reachable(address, "bots.example")
    assert is_reachable("93.184.216.34", "bots.example")


def test_no_redirection_is_followed_and_no_name_of_this_machine(listener: Listener) -> None:
    away = Listener(302)
    with pytest.raises(WebhookFailed, match="302"):
        asyncio.run(post_json(f"http://{away.host}/here", b"{}"))
    assert away.heard.get(timeout=deadline())["path"] == "/here"
    assert away.heard.empty()
    away.close()
    with pytest.raises(WebhookFailed):
        asyncio.run(post_json(f"http://localhost:{listener.host.partition(':')[2]}/", b"{}"))
    assert listener.heard.empty()


def test_a_host_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "WEBHOOK_TIMEOUT_S", 0.2)

    async def test() -> None:
        server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(WebhookFailed, match="Timeout"):
            await post_json(f"http://127.0.0.1:{port}/", b"{}")
        server.close()

    asyncio.run(test())
