"""Two server processes on one PostgreSQL: one winner, all viewers see it, whatever Redis does."""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.deadlines import Deadline, deadline, wait_until
from tests.server.steady import Steady, check_log
from tests.server.support import ENGINE, Guest, Server, begin_game, request_id, with_service
from tests.services.places import Place
from tests.services.servers import PostgreSQL, Redis
from tretorri.server.capacity.limits import LOOKUPS

RACES = 12
BACK = {"do": "back"}


@pytest.fixture(scope="module")
def shared(postgresql: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Lend a database for several servers."""
    found = Place(tmp_path_factory.mktemp("several"), postgresql)
    yield found
    found.leave()


@pytest.fixture(scope="module")
def pair(
    shared: Place, redis: Redis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    """Lend two servers on one database and one bus."""
    options = ("--database", shared.url, "--bus", redis.url)
    folder = tmp_path_factory.mktemp("unused")
    with Server(folder, *options) as one, Server(folder, *options) as other:
        yield one, other


def watching(server: Server, guest: Guest, **options: Any) -> ClientConnection:
    """Open a socket to a game on a server."""
    address = f"ws{server.address.removeprefix('http')[:-1]}{guest.path}/socket?since=0"
    found: ClientConnection = connect(address, compression=None, **options)
    return found


def heard_until(socket: ClientConnection, is_it: Callable[[dict[str, Any]], bool]) -> None:
    """Read what a socket tells until it is what was waited for."""
    end = Deadline()
    while not is_it(json.loads(socket.recv(deadline()))):
        assert not end.has_passed, "other things are told, without end"


def at_version(version: int) -> Callable[[dict[str, Any]], bool]:
    return lambda news: bool(news["version"] == version)


def test_of_rivals_on_two_servers_exactly_one_wins(pair: tuple[Server, Server]) -> None:
    with pair[0].client() as client:
        guest = Guest(client, game="volterra", seed=1)
    token = {"Authorization": f"Bearer {guest.secret}"}
    texts = guest.state["actions"]["texts"]
    clients = [httpx.Client(base_url=s.address, headers=token, timeout=deadline()) for s in pair]

    def submit(nth: int, version: int, name: str) -> httpx.Response:
        is_begun = version % 2 == 1
        command = BACK if is_begun else {"do": "action", "action": texts[nth % len(texts)]}
        body = {"request_id": name, "version": version, "command": command}
        return clients[nth % 2].post(f"{guest.path}/commands", json=body)

    with ThreadPoolExecutor(8) as threads:
        for version in range(RACES):
            names = [request_id() for _ in range(2 + version % 7)]
            calls = [threads.submit(submit, nth, version, name) for nth, name in enumerate(names)]
            answers = [call.result() for call in calls]
            won = [nth for nth, answer in enumerate(answers) if answer.status_code == 200]
            assert len(won) == 1
            lost = [answer for nth, answer in enumerate(answers) if nth not in won]
            assert {answer.status_code for answer in lost} <= {409}
            assert {answer.json()["state"]["version"] for answer in lost} <= {version + 1}
            (winner,) = won
            for server in (winner, winner + 1):  # repeated to either server: the same answer
                with_same_name = clients[server % 2].post(
                    f"{guest.path}/commands",
                    json=json.loads(answers[winner].request.content),
                )
                assert with_same_name.json()["events"] == answers[winner].json()["events"]
            states = [client.get(guest.path).json()["version"] for client in clients]
            assert states == [version + 1] * 2
    for client in clients:
        client.close()


def test_play_goes_on_without_redis_and_viewers_see_it(
    pair: tuple[Server, Server], redis: Redis
) -> None:
    one, other = pair
    with one.client() as client:
        guest = Guest(client, game="volterra", seed=1)
        with watching(one, guest) as near, watching(other, guest) as far:
            for change in (None, redis.kill, None, redis.start, None):
                if change is not None:
                    change()
                guest.do("back") if guest.state["begun"] else guest.do("action", action="Pb4")
                for socket in (near, far):
                    heard_until(socket, at_version(guest.state["version"]))


def test_everybody_sees_who_is_there(pair: tuple[Server, Server]) -> None:
    one, other = pair
    with one.client() as client:
        guest = Guest(client, game="volterra", seats={"l": {"kind": "engine", "level": 1}})
        token = {"Authorization": f"Bearer {guest.secret}"}
        with watching(other, guest) as watcher:
            with watching(one, guest, additional_headers=token):
                heard_until(watcher, lambda news: news["present"] == ["d"])
            heard_until(watcher, lambda news: news["present"] == [])


def test_who_guesses_at_one_server_is_refused_by_the_other(
    shared: Place, redis: Redis, tmp_path: Path
) -> None:
    options = ("--database", shared.url, "--bus", redis.url)
    with (
        Server(tmp_path, *options, has_limits=True) as one,
        Server(tmp_path, *options, has_limits=True) as other,
        one.client() as here,
        other.client() as there,
    ):
        answers = [here.get(f"/api/games/{secrets.token_urlsafe(16)}") for _ in range(LOOKUPS.most)]
        assert {answer.status_code for answer in answers} == {404}
        wait_until(
            lambda: there.get(f"/api/games/{secrets.token_urlsafe(16)}").status_code == 429,
            "a refusal",
            pause=LOOKUPS.seconds / LOOKUPS.most,  # no faster than the bucket fills up
        )


def test_a_server_takes_over_the_engine_of_one_that_died(
    pair: tuple[Server, Server], shared: Place
) -> None:
    """The other one stores the game, and is gone before its engine thinks."""
    state, _ = with_service(shared.url, lambda service: begin_game(service, players={"d": ENGINE}))
    path = f"/api/games/{state.setup.id}"
    with pair[0].client() as client:
        version = 0
        while version == 0:
            version = client.get(f"{path}/news", params={"since": 0}).json()["version"]
        assert [seat["kind"] for seat in client.get(path).json()["seats"]] == ["engine", "here"]


def test_nothing_is_lost_or_doubled_when_postgresql_crashes(
    shared: Place, postgresql: PostgreSQL, tmp_path: Path
) -> None:
    with Server(tmp_path, "--database", shared.url) as server:
        with server.client() as client:
            players = [Patient(Guest(client, game="volterra")) for _ in range(3)]
        is_over = threading.Event()
        with ThreadPoolExecutor(3) as threads:
            playing = [threads.submit(p.play_on, server.address, is_over) for p in players]
            for _ in range(2):
                enough = [len(player.acknowledged) + 3 for player in players]
                while any(len(p.acknowledged) < n for p, n in zip(players, enough, strict=True)):
                    assert not any(each.done() for each in playing)
                    time.sleep(0.05)
                postgresql.restart()
            is_over.set()
            for each in playing:
                each.result()
        for player in players:
            check_log(shared, player)


class Patient(Steady):
    """A player that repeats what could not be stored, or may have been."""

    def play_on(self, address: str, is_over: threading.Event) -> None:
        """Play until it is over."""
        with httpx.Client(base_url=address, timeout=deadline()) as client:
            client.headers["Authorization"] = f"Bearer {self.secret}"
            while not is_over.is_set():
                self.one(client)
