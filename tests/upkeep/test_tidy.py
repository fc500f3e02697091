"""Games are kept as long as the host says, and then wholly deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.support import run
from tests.upkeep.support import logs, query, some_games
from tretorri.server.events import now
from tretorri.server.store.database import FILE
from tretorri.server.upkeep.tidy import DAY


def aged(folder: Path, game_id: str, days: int) -> None:
    """Let all that happened in a game have happened so many days ago."""
    time = now() - days * DAY
    query(folder, "UPDATE game SET created = ? WHERE id = ?", time, game_id)
    query(folder, "UPDATE event SET time = ? WHERE game_id = ?", time, game_id)


def test_only_games_that_nobody_has_touched_for_long_are_deleted(tmp_path: Path) -> None:
    old, touched, younger, unplayed, *others = some_games(tmp_path)
    aged(tmp_path, old, 100)
    aged(tmp_path, touched, 100)
    query(tmp_path, "UPDATE event SET time = ? WHERE game_id = ? AND number = 2", now(), touched)
    aged(tmp_path, younger, 89)
    aged(tmp_path, unplayed, 100)
    before = logs(tmp_path)
    counted = run("tidy", "--days", "90", "--data", str(tmp_path))
    assert counted.exit_code == 0
    assert "days: 2; --yes" in counted.stderr
    assert logs(tmp_path) == before
    done = run("tidy", "--days", "90", "--yes", "--data", str(tmp_path))
    assert "days: 2" in done.stderr
    left = {row[0] for row in query(tmp_path, "SELECT id FROM game")}
    assert left == {touched, younger, *others}
    assert {row[0] for row in query(tmp_path, "SELECT game_id FROM access_key")} == left
    assert logs(tmp_path) == {game_id: log for game_id, log in before.items() if game_id != old}
    assert old.encode() not in (tmp_path / FILE).read_bytes()
    assert run("verify", "--data", str(tmp_path)).exit_code == 0


def test_how_long_is_for_the_host_to_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some_games(tmp_path)
    assert run("tidy", "--data", str(tmp_path)).exit_code == 2
    monkeypatch.setenv("TRETORRI_KEEP_DAYS", "365")
    assert run("tidy", "--data", str(tmp_path)).exit_code == 0
    assert run("tidy", "--days", "0", "--data", str(tmp_path)).exit_code == 2
