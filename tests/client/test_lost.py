"""What happens to a program when the line is bad, the server busy, stopped or killed."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.client.support import VOLTERRA, a_bad_line, play_to_the_end, seated, two
from tests.deadlines import deadline
from tests.server.support import Server
from tests.services.servers import free_port
from tretorri.client import BadLink, Client, Refused, Seat, Unreachable, join
from tretorri.client.retries import Attempts
from tretorri.client.wire import Wire


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Do not wait, but note how long the client would have."""
    noted: list[float] = []
    monkeypatch.setattr(time, "sleep", noted.append)
    return noted


def test_what_was_not_answered_is_sent_again_and_done_once(
    server: Server, client: Client, pauses: list[float]
) -> None:
    game = client.create(VOLTERRA)
    with a_bad_line(server.address) as (address, line):
        line.mishaps += ["lost", "lost"]
        link = game.links["d"].replace(server.address, address)
        dark = join(link)
        join(game.links["l"])
        dark.look()
        line.mishaps += ["lost", "lost", "lost"]
        assert dark.play("Pb4")
        assert dark.state["begun"] == ["Pb4"]
        assert len(line.passed) == 3 + 4
    assert len(pauses) == 5
    assert all(pause <= longest for pause, longest in zip(pauses, (1, 2, 1, 2, 4), strict=True))


def test_who_is_busy_is_left_alone_for_as_long_as_they_say(
    server: Server, client: Client, pauses: list[float]
) -> None:
    game = client.create(VOLTERRA)
    with a_bad_line(server.address) as (address, line):
        line.mishaps += ["busy", "busy"]
        assert join(game.links["d"].replace(server.address, address)).id == "d"
        assert pauses == [7, 7]
        line.mishaps += ["busy"] * 9
        with pytest.raises(Refused) as refused:
            join(game.links["l"].replace(server.address, address), patience=3)
        assert refused.value.retry_after == 7


def test_a_secret_is_not_carried_elsewhere(server: Server, client: Client) -> None:
    game = client.create(VOLTERRA)
    with a_bad_line(server.address) as (address, line):
        line.mishaps += ["moved"]
        with pytest.raises(Refused, match="307"):
            join(game.links["d"].replace(server.address, address))
        assert line.passed == []


def test_a_new_game_is_not_begun_twice(server: Server, pauses: list[float]) -> None:
    with a_bad_line(server.address) as (address, line):
        line.mishaps += ["lost"]
        with pytest.raises(Unreachable):
            Client(address).create(VOLTERRA)
        assert (len(line.passed), pauses) == (1, [])


def test_patience_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    attempts = Attempts(100)
    while attempts.again():
        assert now[0] <= 100
    assert now[0] > 0
    attempts.start_over()
    assert attempts.again()


class Course:
    """Programs that play by chance in threads of their own, as far as they are let."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self._let, self._wanted, self.seats = threading.Semaphore(0), threading.Semaphore(0), seats
        self._pool = ThreadPoolExecutor(len(seats))
        self._done = [self._pool.submit(play_to_the_end, seat, self._ask) for seat in seats]

    def _ask(self) -> None:
        self._wanted.release()
        assert self._let.acquire(timeout=deadline())

    def go_on(self, actions: int) -> None:
        """Let them play so many actions, until the next one is asked for."""
        self._let.release(actions)
        for _ in range(actions):
            assert self._wanted.acquire(timeout=deadline())

    def ended(self) -> list[Seat]:
        """Let them play to the end."""
        self._let.release(1000)
        return [done.result(deadline()) for done in self._done]


def test_programs_go_on_when_the_server_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random, "random", lambda: 0.1)  # no client takes long to come back
    with Server(tmp_path, "--port", str(free_port())) as server:
        address = server.address
        course = Course(seated(Client(address).create(VOLTERRA)))
        course.go_on(2)  # no game is over so soon
        server.kill()
    port = address.rstrip("/").rpartition(":")[2]
    with Server(tmp_path, "--port", port) as server:
        assert server.address == address
        course.go_on(2)  # no game is over so soon
        server.stop()
    with Server(tmp_path, "--port", port) as server:
        dark, light = course.ended()
    assert dark.ending is not None
    assert dark.ending == light.ending
    assert dark.state["version"] == light.state["version"]


def test_a_server_that_stays_away_is_given_up(server: Server, client: Client) -> None:
    game = client.create(VOLTERRA)
    with a_bad_line(server.address) as (address, _):
        dark = join(game.links["d"].replace(server.address, address), patience=0.5)
        dark.check()
    with pytest.raises(Unreachable, match="cannot reach"):
        dark.resign()
    with pytest.raises(Unreachable, match="cannot reach"):
        dark.wait()


def test_a_socket_that_is_lost_is_opened_again(client: Client) -> None:
    dark, light = two(client)
    light.look()
    light.check()
    light._hear(light._listener.next(0))  # opens it
    light._listener._connection.close()  # type: ignore[union-attr]
    dark.play_turn("Pb4+a3-a4")
    assert light.wait()


@pytest.mark.parametrize("address", ["gopher://towers.example", "towers.example", "https://"])
def test_what_is_no_address_is_refused_here(address: str) -> None:
    with pytest.raises(BadLink):
        Client(address)


def test_another_program_that_answers_is_no_server_of_ours(server: Server, client: Client) -> None:
    game_id = client.create(VOLTERRA).id
    with pytest.raises(Unreachable, match="Tretorri server"):
        Wire(server.address).get(f"api/games/{game_id}/record")
