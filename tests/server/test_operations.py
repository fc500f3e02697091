"""What those need who run a server: signs of life, metrics, logs without secrets, a clean stop."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.steady import Steady, check_log
from tests.server.support import PATIENCE, Guest, Server
from tests.services.places import Place
from tretorri.server import metrics
from tretorri.server.api import operations
from tretorri.server.api.counting import PAGE
from tretorri.server.errors import NotFound
from tretorri.server.logs import HIDDEN, without_secrets
from tretorri.server.store.database import FILE

SOCKETS = 100


def test_a_server_says_that_it_is_alive_and_ready(client: httpx.Client) -> None:
    assert client.get("/health").json()["program"] == "tretorri"
    ready = client.get("/ready")
    assert ready.status_code == 200
    assert ready.json() == {"database": "ok", "bus": "none", "server": "ok"}


def test_a_server_that_cannot_read_its_games_is_not_ready(tmp_path: Path) -> None:
    with Server(tmp_path, "--port", "18965", "--workers", "1") as server, server.client() as client:
        with closing(sqlite3.connect(tmp_path / FILE)) as connection:
            connection.execute("ALTER TABLE game RENAME TO gone")
            away = client.get("/ready")
            connection.execute("ALTER TABLE gone RENAME TO game")
        assert (away.status_code, away.json()["database"]) == (503, "down")
        assert client.get("/ready").status_code == 200
        assert client.get("/health").status_code == 200


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
    assert f'tretorri_requests_total{{method="GET",route="{PAGE}",status="200"}}' in told
    assert f'tretorri_requests_total{{method="other",route="{PAGE}"' in told
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
        asyncio.run(operations.measured(from_afar))
    monkeypatch.setenv(operations.VARIABLE, "public")
    assert asyncio.run(operations.measured(from_afar)).status_code == 200


def test_a_limit_of_anybody_can_be_counted() -> None:
    metrics.REFUSALS.labels("a-limit").inc()
    assert b'tretorri_refusals_total{limit="a-limit"} 1.0' in metrics.page()


def test_logs_hold_problems_and_requests_but_no_secret(tmp_path: Path) -> None:
    with Server(tmp_path, "--port", "18960", "--log-requests") as server, server.client() as client:
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
    told = without_secrets(None, "", event)
    assert told["Cookie"] == HIDDEN
    assert told["headers"] == {"authorization": HIDDEN, "host": "here"}
    assert (told["count"], told["address"]) == (3, f"postgresql://anna:{HIDDEN}@db/games")
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
    return await asyncio.wait_for(asyncio.gather(*map(watch, sockets)), PATIENCE)


def test_a_stop_under_load_closes_every_socket_and_keeps_what_was_acknowledged(
    tmp_path: Path,
) -> None:
    with Server(tmp_path, "--port", "18970", "--workers", "1") as server:
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
        assert watches.wait(PATIENCE)
        assert is_enough.wait(PATIENCE)
        status, said = server.stop()
        for thread in (*threads, watching):
            thread.join()
    assert (status, said) == (0, "")
    assert codes == [1012] * SOCKETS
    for player in players:
        check_log(Place(tmp_path, None), player)
