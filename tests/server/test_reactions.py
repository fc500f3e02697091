"""Friendly words over the wire: who may say them, and who hears them."""

from __future__ import annotations

import httpx

from tests.server.support import Guest, Server
from tests.server.test_live import heard, socket_of
from tests.server.test_seats import two_friends


def say(guest: Guest, **body: object) -> httpx.Response:
    """Say something."""
    return guest.client.post(f"{guest.path}/reactions", json=body)


def test_a_friendly_word_is_heard_by_who_watches(server: Server, client: httpx.Client) -> None:
    dark, light = two_friends(server, client)
    with socket_of(server, f"{light.path}/socket") as watcher:
        heard(watcher)  # what was before; from now on it listens
        assert say(light, reaction="well-played").status_code == 204
        news = heard(watcher)
        assert news["note"] == {"kind": "reaction", "seat": "l", "reaction": "well-played"}
        assert news["watchers"] == 1
    assert say(dark, seat="d", reaction="thanks").status_code == 204


def test_nobody_speaks_for_others(server: Server, client: httpx.Client) -> None:
    dark, light = two_friends(server, client)
    assert say(dark, seat="l", reaction="hello").status_code == 404
    light.client = server.client()  # a caller who knows the address, and no more
    assert say(light, reaction="hello").status_code == 404


def test_only_what_is_friendly_can_be_said(server: Server, client: httpx.Client) -> None:
    dark, _ = two_friends(server, client)
    assert say(dark, reaction="<b>you</b>").status_code == 400


def test_the_server_says_whether_the_way_to_it_is_safe(client: httpx.Client) -> None:
    assert client.get("/api/about").json()["is_secure"] is False
