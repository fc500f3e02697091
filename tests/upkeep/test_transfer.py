"""Export and import: all games go from one database to another, and none is overwritten."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.cli.support import run
from tests.server.support import request_id, with_service
from tests.upkeep.support import logs, query, some_games
from tretorri.server.service import Service
from tretorri.server.upkeep.stored_games import game_tables
from tretorri.table.commands import PlayAction


def exported(folder: Path, file: Path, *options: str) -> list[dict[str, Any]]:
    """Export games; return the lines."""
    done = run("export", str(file), "--data", str(folder), *options)
    assert done.exit_code == 0, done.stderr
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def rewritten(file: Path, lines: list[dict[str, Any]]) -> None:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


def test_games_come_back_as_they_were_with_all_that_belongs_to_them(tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "games.jsonl"
    secrets = some_games(here)
    before = exported(here, file, "--with-keys")
    assert {line["game"]["id"] for line in before[1:]} == set(secrets)
    assert before[1].keys() == {"game", *(table.name for table in game_tables())}
    done = run("import", str(file), "--data", str(there))
    assert (done.exit_code, done.stdout) == (0, "")
    assert exported(there, tmp_path / "again.jsonl", "--with-keys") == before
    assert run("verify", "--data", str(there)).exit_code == 0
    for table in game_tables():
        both = [
            query(place, f"SELECT * FROM {table.name} ORDER BY 1, 2") for place in (here, there)
        ]
        assert both[0] == both[1]
    game_id = next(iter(secrets))

    async def goes_on(service: Service) -> None:
        state = await service.game(game_id)
        action = str(state.position.actions()[0])
        sent = (game_id, [secrets[game_id]], request_id(), state.version, PlayAction(action))
        await service.submit(*sent)

    with_service(there, goes_on)


def test_no_hash_of_a_secret_is_exported_unless_asked_for(tmp_path: Path) -> None:
    here, file = tmp_path / "here", tmp_path / "games.jsonl"
    some_games(here)
    lines = exported(here, file)
    assert all(line.keys() == {"game", "event"} for line in lines[1:])
    text = file.read_text("utf-8")
    hashes = [str(row[0]) for row in query(here, "SELECT digest FROM access_key")]
    assert hashes
    assert not any(found in text for found in hashes)
    assert "do not publish" in " ".join(run("export", "--help").stdout.split())


def test_an_import_adds_what_is_new_and_refuses_what_differs(tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "games.jsonl"
    some_games(here)
    head, *lines = exported(here, file)
    assert run("import", str(file), "--data", str(there)).exit_code == 0
    longer, new, *others = lines
    query(there, "DELETE FROM event WHERE game_id = ?", new["game"]["id"])
    query(there, "DELETE FROM access_key WHERE game_id = ?", new["game"]["id"])
    query(there, "DELETE FROM game WHERE id = ?", new["game"]["id"])
    longer["event"].pop()
    others[0]["event"][0]["request_id"] = "another"
    rewritten(file, [head, longer, new, *others, new])
    before = logs(there)
    done = run("import", str(file), "--data", str(there))
    assert done.exit_code == 1
    refused = [longer["game"]["id"], others[0]["game"]["id"]]
    assert [line.split()[1] for line in done.stdout.splitlines()] == refused
    assert f"imported: 1, already present: {len(others)}, rejected: 2" in done.stderr
    assert logs(there) == {**before, new["game"]["id"]: logs(here)[new["game"]["id"]]}


def test_a_file_may_lack_columns_that_have_come_later(tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "games.jsonl"
    some_games(here)
    head, *lines = exported(here, file)
    for line in lines:
        del line["game"]["damage"], line["game"]["record"]
    rewritten(file, [head, *lines])
    for added, known in ((len(lines), 0), (0, len(lines))):
        done = run("import", str(file), "--data", str(there))
        assert (done.exit_code, done.stdout) == (0, "")
        assert f"imported: {added}, already present: {known}, rejected: 0" in done.stderr


def test_a_game_that_does_not_replay_is_taken_in_and_put_aside(tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "games.jsonl"
    some_games(here)
    head, bad, *others = exported(here, file)
    bad["event"][0]["data"] = {"action": "Pb2"}
    rewritten(file, [head, bad, *others])
    done = run("import", str(file), "--data", str(there))
    assert done.exit_code == 0
    assert bad["game"]["id"] in done.stdout
    assert query(there, "SELECT id FROM game WHERE damage IS NOT NULL") == [(bad["game"]["id"],)]


def without(part: str) -> Any:
    def spoil(line: dict[str, Any]) -> Any:
        return {name: value for name, value in line.items() if name != part}

    return spoil


def having(table: str, **values: object) -> Any:
    def spoil(line: dict[str, Any]) -> Any:
        row = line[table] if table == "game" else line[table][0]
        row.update(values)
        return line

    return spoil


def lacking(table: str, name: str) -> Any:
    def spoil(line: dict[str, Any]) -> Any:
        del (line[table] if table == "game" else line[table][0])[name]
        return line

    return spoil


SPOILS = [
    lambda line: [],
    lambda line: "text",
    without("game"),
    without("event"),
    having("game", id="../../etc/passwd"),
    having("game", id=None),
    having("game", created="now"),
    having("game", engine_due=1),
    having("game", cheat=True),
    having("game", seed=2**63),
    having("game", kind="x" * 65),
    having("event", number="1"),
    having("event", number=True),
    lacking("event", "check"),
    lacking("game", "kind"),
    having("event", game_id="another"),
    lambda line: {**line, "users": []},
]


def test_a_line_that_is_no_game_is_told_and_the_others_come_in(tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "games.jsonl"
    some_games(here)
    head, first, *others = exported(here, file)
    rewritten(file, [head, *(spoil(deepcopy(first)) for spoil in SPOILS), *others])
    done = run("import", str(file), "--data", str(there))
    assert done.exit_code == 1
    told = [line.split(":")[0] for line in done.stdout.splitlines()]
    assert told == [f"line {nth} is not a valid game" for nth in range(2, len(SPOILS) + 2)]
    assert f"imported: {len(others)}, already present: 0, rejected: {len(SPOILS)}" in done.stderr


@pytest.mark.parametrize("text", ["", "games", '{"tretorri": "games", "format": 99}\n', "[]\n"])
def test_only_what_was_exported_is_imported(tmp_path: Path, text: str) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(text)
    refused = run("import", str(file), "--data", str(tmp_path / "there"))
    assert refused.exit_code == 2
    assert "tretorri export" in refused.stderr


def test_an_export_can_be_piped_into_an_import(tmp_path: Path) -> None:
    secrets = some_games(tmp_path / "here")
    lines = run("export", "-", "--data", str(tmp_path / "here")).stdout
    done = run("import", "-", "--data", str(tmp_path / "there"), typed=lines)
    assert f"imported: {len(secrets)}" in done.stderr
