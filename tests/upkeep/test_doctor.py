"""The doctor: what is in order, what deserves a look, and what keeps a server from working."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from tests.cli.support import examples, run
from tests.upkeep.support import query, some_games
from tretorri.cli.main import COMMANDS
from tretorri.server.store.database import FILE
from tretorri.server.upkeep import doctor as upkeep
from tretorri.server.upkeep.findings import Severity

PORT = "18995"


def examined(folder: Path, *options: str) -> tuple[int, dict[str, str]]:
    """Return the exit status and the levels by what they are about."""
    done = run("doctor", "--json", "--data", str(folder), "--port", PORT, *options)
    return done.exit_code, {found["about"]: found["level"] for found in json.loads(done.stdout)}


def test_everything_is_in_order_where_it_is(tmp_path: Path) -> None:
    some_games(tmp_path)
    status, levels = examined(tmp_path, "--public", "https://towers.example")
    assert status == 0
    assert levels.pop("durability") in (
        Severity.OK,
        Severity.WARNING,
    )  # WAL is left with the last user
    assert set(levels.values()) == {Severity.OK}
    assert {"python", "engine", "page", "folder", "disk", "database", "integrity"} <= set(levels)
    assert {"tables", "games", "clock", "address", "port"} <= set(levels)


def test_every_finding_is_one_line(tmp_path: Path) -> None:
    some_games(tmp_path)
    plain = run("doctor", "--data", str(tmp_path), "--port", PORT)
    assert all(line.startswith(("ok: ", "warning: ")) for line in plain.stdout.splitlines())
    german = run("doctor", "--data", str(tmp_path), "--port", PORT, "--language", "de")
    assert "in Ordnung: die Datenbank ist unversehrt" in german.stdout


def test_a_new_place_is_no_problem(tmp_path: Path) -> None:
    status, levels = examined(tmp_path / "new")
    assert status == 0
    assert (levels["folder"], levels["database"]) == (Severity.WARNING, Severity.OK)
    assert not (tmp_path / "new").exists()


def test_a_damaged_file_is_a_problem(tmp_path: Path) -> None:
    some_games(tmp_path)
    whole = bytearray((tmp_path / FILE).read_bytes())
    whole[8192:20480] = b"\xa5" * 12288
    (tmp_path / FILE).write_bytes(whole)
    status, levels = examined(tmp_path)
    assert status == 1
    assert Severity.PROBLEM in (levels.get("integrity"), levels.get("database"))


def test_what_is_no_database_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("no database at all, but text that is long enough" * 99)
    status, levels = examined(tmp_path)
    assert (status, levels["database"]) == (1, Severity.PROBLEM)


@pytest.mark.parametrize(
    ("statement", "about", "level"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "tables", Severity.PROBLEM),
        ("DELETE FROM alembic_version", "tables", Severity.WARNING),
        ("UPDATE event SET time = time + 3600000", "clock", Severity.PROBLEM),
        ("UPDATE game SET damage = 'gap'", "games", Severity.WARNING),
        ("DELETE FROM game", "integrity", Severity.PROBLEM),
    ],
)
def test_what_is_odd_in_a_database_is_told(
    tmp_path: Path, statement: str, about: str, level: str
) -> None:
    some_games(tmp_path)
    query(tmp_path, statement)
    status, levels = examined(tmp_path)
    assert levels[about] == level
    assert status == (level == Severity.PROBLEM)


def test_what_is_odd_around_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "LOW_SPACE_MIB", 2**60)
    monkeypatch.setattr(upkeep, "NETWORK_DISKS", {upkeep._find_file_system(tmp_path)})
    monkeypatch.setattr(upkeep, "PAGE_FOLDER", tmp_path)
    monkeypatch.setattr(upkeep, "has_search", lambda _: False)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        options = ("--bus", "redis://127.0.0.1:9", "--public", "http://towers.example")
        status, levels = examined(tmp_path, *options, "--port", port)
    assert status == 0
    odd = {"engine", "page", "disk", "file-system", "bus", "address", "port"}
    assert {about for about, level in levels.items() if level == Severity.WARNING} == odd


def test_a_full_disk_and_a_folder_that_cannot_be_written_to_are_problems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "not allowed")

    monkeypatch.setattr(upkeep, "MIN_SPACE_MIB", 2**60)
    monkeypatch.setattr(Path, "write_bytes", refuse)  # the tests may be run by root
    status, levels = examined(tmp_path)
    assert status == 1
    assert levels["folder"] == levels["disk"] == Severity.PROBLEM


def test_a_database_that_does_not_answer_is_a_problem() -> None:
    url = "postgresql://anna:secret-word@127.0.0.1:9/games"
    done = run("doctor", "--json", "--database", url, "--port", PORT)
    assert done.exit_code == 1
    assert "secret-word" not in done.stdout


@pytest.mark.parametrize("name", ["export", "verify", "tidy", "doctor", "backup"])
def test_the_first_example_in_help_pages_works(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert name in COMMANDS
    some_games(tmp_path / "tretorri")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert run(*examples(name)[0]).exit_code == 0
    for follower in {"backup": "restore", "export": "import"}.get(name, "").split():
        assert run(*examples(follower)[0]).exit_code == 0
