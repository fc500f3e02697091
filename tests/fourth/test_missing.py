"""A stored game whose package is missing: it says so, is kept, and goes on when it is back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.support import run
from tests.fourth.registration import announce_campanile, register_campanile
from tests.server.support import Guest, Server, begin_game, request_id, with_service
from tests.upkeep.support import query
from tretorri.server.service import Service
from tretorri.table.commands import PlayAction


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Store a game of Campanile in a folder; return its id. The package is missing afterwards."""

    async def play(service: Service) -> str:
        state, secret = await begin_game(service, game="campanile")
        sent = (state.setup.id, [secret], request_id(), state.version, PlayAction("t2"))
        return (await service.submit(*sent)).state.setup.id

    with monkeypatch.context() as meanwhile:
        register_campanile(meanwhile)
        return with_service(tmp_path, play)


def damages(folder: Path) -> list[object]:
    """Return what is noted against the stored games."""
    return [row[0] for row in query(folder, "SELECT damage FROM game")]


def test_verify_names_the_missing_game_and_notes_no_damage(stored: str, tmp_path: Path) -> None:
    found = run("verify", "--data", str(tmp_path))
    assert found.exit_code == 1
    assert f"game {stored}: campanile is not installed\n" in found.stdout
    assert "checked: 1, damaged: 0" in found.stderr
    told = json.loads(run("verify", "--json", "--data", str(tmp_path)).stdout.splitlines()[0])
    assert (told["game"], told["fault"]) == (stored, "not-installed")
    assert damages(tmp_path) == [None]


def test_it_can_be_shown_and_listed(stored: str, tmp_path: Path) -> None:
    shown = run("games", "show", stored, "--data", str(tmp_path))
    assert shown.exit_code == 0
    assert "not-installed" in shown.stdout
    assert shown.stderr == "the game campanile is not installed\n"
    listed = run("games", "list", "--status", "not-installed", "--json", "--data", str(tmp_path))
    assert [row["id"] for row in json.loads(listed.stdout)] == [stored]
    none = run("games", "list", "--status", "damaged", "--json", "--data", str(tmp_path))
    assert json.loads(none.stdout) == []


def test_it_is_exported_and_imported_unharmed(stored: str, tmp_path: Path) -> None:
    file, other = tmp_path / "games.jsonl", tmp_path / "other"
    assert run("export", str(file), "--data", str(tmp_path)).exit_code == 0
    assert run("import", str(file), "--data", str(other)).exit_code == 0
    assert damages(other) == [None]
    assert query(other, "SELECT id FROM game") == [(stored,)]


def test_a_server_says_so_and_plays_on_when_the_package_is_back(tmp_path: Path) -> None:
    data = tmp_path / "data"
    env = announce_campanile(tmp_path)
    with Server(data, env=env) as server, server.client() as client:
        guest = Guest(client, game="campanile")
        guest.do("action", action="t2")
    with Server(data) as server, server.client() as client:
        answer = client.get(guest.path)
        assert answer.status_code == 409
        assert (answer.json()["code"], answer.json()["message"]) == (
            "not-installed",
            "the game campanile is not installed",
        )
        assert client.get("/api/games", params={"id": guest.id}).json() == []
    assert damages(data) == [None]
    with Server(data, env=env) as server, server.client() as client:
        assert "ab 5 b 2" in client.get(guest.path).text
