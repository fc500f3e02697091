"""Backups: made while games are played, checked, and put back whole or not at all."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from tests.cli.support import run
from tests.deadlines import deadline
from tests.server.steady import Steady
from tests.server.support import Guest, Server
from tests.upkeep.support import logs, query, some_games
from tretorri.server.store.database import FILE
from tretorri.server.upkeep import dump

BACKUPS = 3


def test_a_backup_of_games_being_played_is_a_prefix_of_their_logs(tmp_path: Path) -> None:
    live = tmp_path / "live"
    with Server(live, "--workers", "1") as server:
        with server.client() as client:
            players = [Steady(Guest(client, game="volterra")) for _ in range(3)]
        is_enough = threading.Event()
        threads = [
            threading.Thread(target=player.play, args=(server.address, is_enough))
            for player in players
        ]
        for thread in threads:
            thread.start()
        for nth in range(BACKUPS):
            is_enough.clear()
            assert is_enough.wait(deadline())
            made = run("backup", str(tmp_path / f"{nth}.backup"), "--data", str(live))
            assert made.exit_code == 0, made.stderr
        acknowledged = {player.id: max(player.acknowledged, default=0) for player in players}
        refused = run("restore", str(tmp_path / "0.backup"), "--data", str(live), "--force")
        server.stop()
        for thread in threads:
            thread.join()
    assert refused.exit_code == 2
    assert "in use" in refused.stderr
    final = logs(live)
    assert all(len(final[game_id]) >= version for game_id, version in acknowledged.items())
    for nth in range(BACKUPS):
        copy = tmp_path / f"copy{nth}"
        assert run("restore", str(tmp_path / f"{nth}.backup"), "--data", str(copy)).exit_code == 0
        assert run("verify", "--data", str(copy)).exit_code == 0
        restored = logs(copy)
        assert restored
        assert all(final[game_id][: len(log)] == log for game_id, log in restored.items())


def test_a_backup_never_writes_over_a_file(tmp_path: Path) -> None:
    some_games(tmp_path / "games")
    (tmp_path / "precious").write_text("mine")
    made = run("backup", str(tmp_path / "precious"), "--data", str(tmp_path / "games"))
    assert made.exit_code == 2
    assert (tmp_path / "precious").read_text() == "mine"


def test_a_backup_is_for_its_owner_alone_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    some_games(tmp_path / "games")
    (tmp_path / "out").mkdir()
    file = tmp_path / "out" / "x.backup"
    assert run("backup", str(file), "--data", str(tmp_path / "games")).exit_code == 0
    assert file.stat().st_mode & 0o077 == 0
    assert list(file.parent.iterdir()) == [file]


def test_games_are_replaced_only_by_force_and_the_old_ones_are_kept(tmp_path: Path) -> None:
    here, file = tmp_path / "games", str(tmp_path / "x.backup")
    secrets = some_games(here)
    assert run("backup", file, "--data", str(here)).exit_code == 0
    query(here, "DELETE FROM event")
    refused = run("restore", file, "--data", str(here))
    assert refused.exit_code == 2
    assert "--force" in refused.stderr
    assert logs(here) == {}
    done = run("restore", file, "--data", str(here), "--force")
    assert done.exit_code == 0, done.stderr
    assert f"{len(secrets)}" in done.stderr
    assert logs(here)
    assert (here / f"{FILE}.old").is_file()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_restores_belongs_to_whom_the_folder_belongs(tmp_path: Path) -> None:
    some_games(tmp_path / "games")
    service, file = tmp_path / "service", str(tmp_path / "x.backup")
    service.mkdir()
    os.chown(service, 12345, 12345)
    assert run("backup", file, "--data", str(tmp_path / "games")).exit_code == 0
    assert run("restore", file, "--data", str(service)).exit_code == 0
    assert (service / FILE).stat().st_uid == 12345


def test_a_damaged_database_can_be_replaced(tmp_path: Path) -> None:
    here, file = tmp_path / "games", str(tmp_path / "x.backup")
    some_games(here)
    assert run("backup", file, "--data", str(here)).exit_code == 0
    (here / FILE).write_bytes(b"SQLite format 3\x00" + b"\xff" * 5000)
    assert run("restore", file, "--data", str(here)).exit_code == 2
    assert run("restore", file, "--data", str(here), "--force").exit_code == 0
    assert run("verify", "--data", str(here)).exit_code == 0


@pytest.mark.parametrize("spoil", ["text", "cut", "other", "pages"])
def test_what_is_not_a_sound_backup_is_refused_before_anything_is_touched(
    tmp_path: Path, spoil: str
) -> None:
    here, file = tmp_path / "games", tmp_path / "x.backup"
    some_games(here)
    assert run("backup", str(file), "--data", str(here)).exit_code == 0
    whole = bytearray(file.read_bytes())
    if spoil == "text":
        file.write_text("not a database")
    elif spoil == "cut":
        file.write_bytes(whole[: len(whole) // 2])
    elif spoil == "other":
        query(here, "DROP TABLE event")
        query(here, "DROP TABLE access_key")
        query(here, "DROP TABLE game")
        file.write_bytes((here / FILE).read_bytes())
    else:
        whole[4096:12288] = os.urandom(8192)
        file.write_bytes(whole)
    refused = run("restore", str(file), "--data", str(tmp_path / "new"), "--force")
    assert refused.exit_code == 2
    assert refused.stderr.count("\n") == 1
    assert not (tmp_path / "new" / FILE).exists()


def test_no_place_for_games_is_made_by_looking_for_some(tmp_path: Path) -> None:
    nothing = run("tidy", "--days", "1", "--data", str(tmp_path / "none"))
    assert nothing.exit_code == 2
    assert "no games" in nothing.stderr
    assert list(tmp_path.iterdir()) == []


def test_postgresql_is_left_to_its_own_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("TRETORRI_DATABASE", "postgres://anna:pw@127.0.0.1:9/games")
    missing = run("backup", str(tmp_path / "x.backup"))
    assert "pg_dump" in missing.stderr
    assert "tretorri export" in missing.stderr
    program = tmp_path / "pg_dump"
    program.write_text("#!/bin/sh\necho connecting >&2; echo $PGUSER:$PGPASSWORD >&2; exit 1\n")
    program.chmod(0o755)
    failed = run("backup", str(tmp_path / "x.backup"))
    assert "anna:pw" in failed.stderr  # by its environment, as others can read command lines
    assert not dump.is_dump(program)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--data", "a", "--database", "sqlite:///b"], "not both"),
        (["--database", "mysql://b"], "sqlite:///FILE"),
        (["--database", "nonsense"], "sqlite:///FILE"),
        (["--database", "postgresql://anna@127.0.0.1:9/games"], ""),
    ],
)
def test_a_database_that_cannot_be_is_one_line(options: list[str], said: str) -> None:
    refused = run("verify", *options)
    assert refused.exit_code == 2
    assert said in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_a_database_can_be_named_in_place_of_its_folder(tmp_path: Path) -> None:
    some_games(tmp_path)
    assert run("verify", "--database", f"sqlite:///{tmp_path / FILE}").exit_code == 0
