"""A server that has never heard of Campanile plays it: engine, hint, analysis and review."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.fourth.registration import announce_campanile
from tests.server.support import Guest, Server


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Lend a client of a server on which the game is installed."""
    env = announce_campanile(tmp_path_factory.mktemp("installed"))
    folder = tmp_path_factory.mktemp("games")
    with Server(folder, env=env) as server, server.client() as found:
        yield found


def last_event(stream: str) -> tuple[str, Any]:
    """Return the last of some server-sent events: its name and data."""
    name, data = stream.strip().split("\n\n")[-1].split("\n")
    return name.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def test_it_is_on_the_shelf_with_an_engine_and_a_cover(client: httpx.Client) -> None:
    shelf = {game["id"]: game for game in client.get("/api/shelf").json()}
    assert shelf["campanile"]["has_engine"]
    assert shelf["campanile"]["cover"] == "ab 7 a 1"
    assert [seat["name"] for seat in shelf["campanile"]["seats"]] == ["Anna", "Bruno"]


def test_a_person_who_takes_every_hint_beats_the_engine(client: httpx.Client) -> None:
    guest = Guest(client, game="campanile", seats={"b": {"kind": "engine", "level": 8}})
    while not guest.state["is_over"]:
        hint = client.get(f"{guest.path}/hint").json()
        assert hint["shares"] == {"a": 1.0, "b": 0.0}
        assert hint["picks"] == ["a1", hint["action"][1:]]
        guest.do("turn", turn=hint["turn"])
        guest.wait_until(lambda state: state["is_over"] or state["to_move"] == "a")
    assert guest.state["result"]["winners"] == ["a"]
    name, review = last_event(client.get(f"{guest.path}/review", params={"nodes": 500}).text)
    assert name == "done"
    assert [turn["mark"] for turn in review["turns"] if turn["seat"] == "a"] == [""] * 2


def test_a_position_is_analysed(client: httpx.Client) -> None:
    asked = {"game": "campanile", "position": "ab 6 b 2", "nodes": 2000, "lines": 2}
    name, found = last_event(client.post("/api/analysis", json=asked).text)
    assert (name, found["proven"]) == ("done", True)
    assert found["lines"][0]["turns"][0] == "t2"
    assert found["lines"][0]["shares"] == {"a": 0.0, "b": 1.0}


def test_its_rulebook_and_pictures_are_served(client: httpx.Client) -> None:
    assert "bell tower" in client.get("/api/shelf/campanile/rulebook").text
    picture = client.get("/api/shelf/campanile/pictures/cover.svg")
    assert picture.text.startswith("<svg")
