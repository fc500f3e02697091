"""What those need who run a server: signs of life, metrics, logs without secrets, a clean stop."""

from __future__ import annotations

import asyncio
import json
import logging
import resource
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.deadlines import deadline, wait_until
from tests.server.steady import Steady, check_log
from tests.server.support import Guest, Server
from tests.services.places import Place
from tests.services.servers import PostgreSQL
from tretorri.server.api.middleware.request_metrics import PAGE_ROUTE
from tretorri.server.api.routes import operations
from tretorri.server.errors import NotFound
from tretorri.server.monitoring import metrics
from tretorri.server.monitoring.log_setup import (
    MAX_SAME_LINES,
    PERIOD_S,
    REDACTED,
    RepeatFilter,
    redact_event,
)
from tretorri.server.settings import METRICS_VARIABLE
from tretorri.server.store.database import FILE

SOCKETS = 100


def test_a_server_says_that_it_is_alive_and_ready(client: httpx.Client) -> None:
    assert client.get("/health").json()["program"] == "tretorri"
    ready = client.get("/ready")
    assert ready.status_code == 200
    assert ready.json() == {"database": "ok", "bus": "none", "server": "ok"}


def test_a_server_that_cannot_read_its_games_is_not_ready(tmp_path: Path) -> None:
    with Server(tmp_path, "--workers", "1") as server, server.client() as client:
        with closing(sqlite3.connect(tmp_path / FILE)) as connection:
            connection.execute("ALTER TABLE game RENAME TO gone")
            away = client.get("/ready")
            connection.execute("ALTER TABLE gone RENAME TO game")
        assert (away.status_code, away.json()["database"]) == (503, "down")
        assert client.get("/ready").status_code == 200
        assert client.get("/health").status_code == 200


@contextmanager
def _no_writes(server: Server, place: Place, postgresql: PostgreSQL | None) -> Iterator[None]:
    """Let everything fail that a server stores; it can still read."""
    if postgresql is None:
        before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, before[1]))
        yield
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
        return
    name = place.url.rpartition("/")[2]
    reconnect = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    for value in ("on", "off"):
        postgresql.ask(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {value}')
        postgresql.ask(reconnect)
        if value == "on":
            yield


@pytest.mark.parametrize("is_tried", [True, False], ids=["tried", "not tried"])
def test_a_server_that_cannot_store_is_not_ready_until_it_can(
    is_tried: bool, place: Place, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Whether a player has tried to play meanwhile or not."""
    postgresql = None if place.is_sqlite else request.getfixturevalue("postgresql")
    options = ("--workers", "1", "--database", place.url)
    with Server(tmp_path, *options) as server, server.client() as client:
        guest = Guest(client, game="volterra", options={"first": "dark"})
        assert client.get("/ready").status_code == 200
        with _no_writes(server, place, postgresql):
            if is_tried:
                wait_until(
                    lambda: guest.send("action", action="Pb4").status_code == 503,
                    "a refusal",
                    seconds=30,
                )
                assert client.get("/ready").status_code == 503
            wait_until(lambda: client.get("/ready").status_code == 503, "503", seconds=30)
            told = client.get("/ready").json()
            assert told == {"database": "not writable", "bus": "none", "server": "ok"}
            assert client.get(guest.path).status_code == 200
        if is_tried:
            wait_until(lambda: guest.send("action", action="Pb4").status_code == 200, "a turn")
            assert client.get("/ready").status_code == 200
        wait_until(lambda: client.get("/ready").status_code == 200, "a server that is ready")


def test_metrics_count_what_happens_and_name_no_game(client: httpx.Client) -> None:
    guest = Guest(client, game="volterra", options={"first": "dark"})
    guest.do("action", action="Pb4")
    client.get("/")
    client.request("BREW", "/")
    client.post("/api/games", content=b"x" * 3_000_000)
    client.post(f"{guest.path}/commands", headers={"Origin": "https://elsewhere.example"})
    told = client.get("/metrics").text
    submits = 'method="POST",route="/api/games/{game_id}/commands",status="200"'
    assert f"tretorri_requests_total{{{submits}}}" in told
    assert f'tretorri_requests_total{{method="GET",route="{PAGE_ROUTE}",status="200"}}' in told
    assert f'tretorri_requests_total{{method="other",route="{PAGE_ROUTE}"' in told
    assert 'tretorri_refusals_total{limit="too-large"}' in told
    assert 'tretorri_refusals_total{limit="foreign-origin"}' in told
    values = dict(line.rsplit(" ", 1) for line in told.splitlines() if line[0] != "#")
    assert float(values["tretorri_events_total"]) >= 1
    assert float(values["tretorri_commit_seconds_count"]) >= 1
    assert float(values["tretorri_batch_size_count"]) >= 2
    assert float(values["tretorri_games_in_memory"]) >= 1
    assert {"tretorri_sockets", "tretorri_engine_queue", "tretorri_damaged_games"} <= set(values)
    assert guest.id not in told
    assert guest.secret not in told


def test_metrics_are_for_this_machine_unless_set_up_otherwise(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
        assert client.get("/metrics", headers={name: "198.51.100.7"}).status_code == 404
    from_afar = Request({"type": "http", "client": ("198.51.100.7", 9), "headers": []})
    with pytest.raises(NotFound):
        asyncio.run(operations.metrics_page(from_afar))
    monkeypatch.setenv(METRICS_VARIABLE, "public")
    assert asyncio.run(operations.metrics_page(from_afar)).status_code == 200


def test_a_limit_of_anybody_can_be_counted() -> None:
    metrics.REFUSAL_COUNT.labels("a-limit").inc()
    assert b'tretorri_refusals_total{limit="a-limit"} 1.0' in metrics.render_metrics()


def test_logs_hold_problems_and_requests_but_no_secret(tmp_path: Path) -> None:
    with Server(tmp_path, "--log-requests") as server, server.client() as client:
        guest = Guest(client, game="volterra", options={"first": "dark"})
        guest.do("action", action="Pb4")
        bearer = {"Authorization": f"Bearer {guest.secret}"}
        with server.client() as other:
            other.get(f"{guest.path}/rights?secret={guest.secret}", headers=bearer)
            other.get(f"/api/games/{guest.secret}", headers=bearer)
            in_json = {**bearer, "Content-Type": "application/json"}
            other.post(f"{guest.path}/commands", content=guest.secret, headers=in_json)
        assert server.stop()[0] == 0
    lines = [json.loads(line) for line in server.log.splitlines()]
    assert [line["event"] for line in lines if line["level"] == "info"] == ["started", "stopped"]
    assert {line["route"] for line in lines if line["event"] == "request"} == {
        "/api/games",
        "/api/games/{game_id}/commands",
        "/api/games/{game_id}/rights",
        "/api/games/{game_id}",
    }
    assert guest.secret not in server.log
    assert guest.id not in server.log


def test_what_looks_like_a_secret_never_reaches_a_log() -> None:
    secret = "aB3-" * 10 + "xyz"
    event = {
        "event": f"sent {secret}",
        "Cookie": "tretorri-1=x",
        "headers": {"authorization": "Bearer x", "host": "here"},
        "error": ValueError(f"Bearer {secret}"),
        "address": "postgresql://anna:pw@db/games",
        "count": 3,
    }
    told = redact_event(None, "", event)
    assert told["Cookie"] == REDACTED
    assert told["headers"] == {"authorization": REDACTED, "host": "here"}
    assert (told["count"], told["address"]) == (3, f"postgresql://anna:{REDACTED}@db/games")
    assert secret not in str(told)


async def _closed_with(sockets: list[ClientConnection], stop: threading.Event) -> list[int | None]:
    """Watch until every socket is closed; return by which codes."""

    async def watch(socket: ClientConnection) -> int | None:
        try:
            while True:
                await socket.recv()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None

    stop.set()
    return await asyncio.wait_for(asyncio.gather(*map(watch, sockets)), deadline())


def test_a_stop_under_load_closes_every_socket_and_keeps_what_was_acknowledged(
    tmp_path: Path,
) -> None:
    with Server(tmp_path, "--workers", "1") as server:
        with server.client() as client:
            players = [Steady(Guest(client, game="volterra")) for _ in range(4)]
        is_enough, watches = threading.Event(), threading.Event()
        threads = [
            threading.Thread(target=player.play, args=(server.address, is_enough))
            for player in players
        ]

        async def watch() -> list[int | None]:
            address = server.address.replace("http", "ws", 1) + "api/games"
            sockets = [
                await connect(f"{address}/{players[n % 4].id}/socket?since=0")
                for n in range(SOCKETS)
            ]
            return await _closed_with(sockets, watches)

        codes: list[int | None] = []
        watching = threading.Thread(target=lambda: codes.extend(asyncio.run(watch())))
        for thread in (*threads, watching):
            thread.start()
        assert watches.wait(deadline())
        assert is_enough.wait(deadline())
        status, said = server.stop()
        for thread in (*threads, watching):
            thread.join()
    assert (status, said) == (0, "")
    assert codes == [1012] * SOCKETS
    for player in players:
        check_log(Place(tmp_path, None), player)


def test_a_flood_of_the_same_line_is_cut_and_counted() -> None:
    now = 0.0
    sparing = RepeatFilter(lambda: now)

    def written(text: object, level: int = logging.WARNING) -> str | None:
        record = logging.LogRecord("test", level, "", 0, text, ("it",), None)
        return str(record.msg) if sparing.filter(record) else None

    lines = [written(f"cannot accept %s\nfile {number}") for number in range(100)]
    assert sum(line is not None for line in lines) == MAX_SAME_LINES
    assert written("something else") is not None
    assert all(written("asked for", logging.DEBUG) for _ in range(100))
    assert all(written({"event": "full"}) for _ in range(MAX_SAME_LINES))
    assert written({"event": "full"}) is None
    now += PERIOD_S
    assert "80 lines of this kind were left out" in str(written("cannot accept %s\nfile 101"))
    assert written({"event": "full"}) == "{'event': 'full', 'left_out': 1}"
    assert "left" not in str(written({"event": "full"}))
