"""Verification: every damage to a log is found and named; a mended game can be released."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.support import run
from tests.server.support import Guest, Server, with_service
from tests.upkeep.support import PLAYED, logs, played, query, some_games
from tretorri.server.service import Service

DAMAGES = [
    ("DELETE FROM event WHERE number = 1", "gap", 1),
    ('UPDATE event SET data = \'{"action": "Pb9"}\' WHERE number = 1', "event", 1),
    ('UPDATE event SET data = \'{"action": "Pb2"}\' WHERE number = 1', "check", 1),
    ("UPDATE event SET data = '{}' WHERE number = 2", "event", 2),
    ("UPDATE event SET kind = 'sorcery' WHERE number = 2", "event", 2),
    ("UPDATE event SET \"check\" = 'ffffffffffffffff' WHERE number = 2", "check", 2),
    ("UPDATE game SET players = '[]'", "opening", None),
    ("UPDATE game SET rules = 999", "rules", None),
    ("UPDATE game SET damage = 'replay'", "aside", None),
]


async def one(service: Service) -> str:
    return (await played(service, *PLAYED))[0]


@pytest.mark.parametrize(("damage", "kind", "number"), DAMAGES, ids=lambda value: str(value)[:30])
def test_every_damage_is_found_and_named(
    tmp_path: Path, damage: str, kind: str, number: int | None
) -> None:
    game_id = with_service(tmp_path, one)
    query(tmp_path, damage)
    before = logs(tmp_path)
    plain = run("verify", "--data", str(tmp_path))
    assert plain.exit_code == 1
    assert plain.stdout.count("\n") == 1
    assert game_id in plain.stdout
    assert "damaged: 1" in plain.stderr
    lines = run("verify", "--json", "--data", str(tmp_path)).stdout.splitlines()
    found, total = map(json.loads, lines)
    assert (found["game"], found["fault"], found["event"]) == (game_id, kind, number)
    assert total == {"games": 1, "bad": 1}
    assert logs(tmp_path) == before


def test_sound_games_are_sound(tmp_path: Path) -> None:
    secrets = some_games(tmp_path)
    done = run("verify", "--data", str(tmp_path))
    assert (done.exit_code, done.stdout) == (0, "")
    assert f"checked: {len(secrets)}, damaged: 0" in done.stderr


def test_a_game_is_released_only_when_it_is_in_order(tmp_path: Path) -> None:
    game_id = with_service(tmp_path, one)
    ((check,),) = query(tmp_path, 'SELECT "check" FROM event WHERE number = 2')
    query(tmp_path, "UPDATE event SET \"check\" = 'x' WHERE number = 2")
    query(tmp_path, "UPDATE game SET damage = 'replay'")
    refused = run("verify", "--release", game_id, "--data", str(tmp_path))
    assert refused.exit_code == 2
    assert "event 2" in refused.stderr
    query(tmp_path, 'UPDATE event SET "check" = ? WHERE number = 2', check)
    assert run("verify", "--release", game_id, "--data", str(tmp_path)).exit_code == 0
    assert run("verify", "--data", str(tmp_path)).exit_code == 0
    assert run("verify", "--release", "nobody", "--data", str(tmp_path)).exit_code == 2


def test_a_server_starts_beside_damaged_games_and_the_others_play_on(tmp_path: Path) -> None:
    with Server(tmp_path, "--workers", "1") as server, server.client() as client:
        guests = [Guest(client, game="volterra", options={"first": "dark"}) for _ in range(4)]
        for guest in guests:
            guest.do("action", action="Pb4")
            guest.do("action", action="a3-a4")
        server.stop()
    gap, odd, wrong, sound = guests
    query(tmp_path, "DELETE FROM event WHERE number = 1 AND game_id = ?", gap.id)
    query(tmp_path, "UPDATE event SET \"check\" = '' WHERE number = 2 AND game_id = ?", odd.id)
    query(tmp_path, "UPDATE event SET data = '{}' WHERE number = 1 AND game_id = ?", wrong.id)
    with Server(tmp_path, "--workers", "1") as server, server.client() as client:
        client.headers["Authorization"] = f"Bearer {sound.secret}"
        for guest in guests:
            guest.client = client
        sound.do("undo", turns=1)
        for guest in (gap, odd, wrong):
            assert client.get(guest.path).json()["code"] == "damaged-game"
        assert client.get("/ready").status_code == 200
        assert "tretorri_damaged_games 3.0" in client.get("/metrics").text
        told = run("doctor", "--json", "--data", str(tmp_path), "--port", server.address[-6:-1])
        server.stop()
    assert told.exit_code == 0
    findings = {finding["about"]: finding for finding in json.loads(told.stdout)}
    assert set(findings["games"]["games"]) == {gap.id, odd.id, wrong.id}
    assert "a Tretorri server" in findings["port"]["message"]
    aside = query(tmp_path, "SELECT id, damage FROM game WHERE damage IS NOT NULL")
    assert set(aside) == {(gap.id, "gap"), (odd.id, "last"), (wrong.id, "replay")}
    lines = [json.loads(line) for line in server.log.splitlines()]
    assert {line["game"] for line in lines if line["level"] == "warning"} == {
        gap.id,
        odd.id,
        wrong.id,
    }
