"""A database of a later version of the program: one sentence, and nothing is touched."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.support import process, run
from tests.services.places import Place
from tests.upkeep.support import logs, query, some_games

LATER = "UPDATE alembic_version SET version_num = '9999'"
SAID = "the database schema is from a newer version of this program (9999)"


@pytest.mark.parametrize(
    "command",
    [
        ["serve", "--no-browser"],
        ["serve", "--check"],
        ["verify"],
        ["verify", "--release", "x" * 22],
        ["export", "-"],
        ["export", "games.jsonl", "--with-keys"],
        ["import", "exported.jsonl"],
        ["tidy", "--days", "1"],
        ["tidy", "--days", "1", "--yes"],
    ],
    ids=" ".join,
)
def test_newer_tables_are_one_sentence(
    command: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "games"
    some_games(here)
    monkeypatch.chdir(tmp_path)
    assert run("export", "exported.jsonl", "--data", str(here)).exit_code == 0
    query(here, LATER)
    before = logs(here)
    ended = process(*command, "--data", str(here))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("tretorri: ")
    assert SAID in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert logs(here) == before
    assert not (tmp_path / "games.jsonl").exists()


def test_newer_tables_in_either_database_are_one_sentence(place: Place, tmp_path: Path) -> None:
    assert run("import", str(_exported(tmp_path)), "--database", place.url).exit_code == 0
    place.ask(LATER)
    ended = process("serve", "--check", "--database", place.url)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert SAID in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_to_go_back_to_an_older_version_its_backup_is_restored(
    place: Place, tmp_path: Path
) -> None:
    """The guide to updating promises so, although the tables there are newer by then."""
    file = str(tmp_path / "before-update.backup")
    assert run("import", str(_exported(tmp_path)), "--database", place.url).exit_code == 0
    assert run("backup", file, "--database", place.url).exit_code == 0
    place.ask(LATER)
    restored = run("restore", file, "--force", "--database", place.url)
    assert restored.exit_code == 0, restored.stderr
    assert run("verify", "--database", place.url).exit_code == 0


def test_a_backup_of_a_newer_version_is_not_restored(tmp_path: Path) -> None:
    here, there = tmp_path / "games", tmp_path / "older"
    some_games(here)
    query(here, LATER)
    kept = run("backup", str(tmp_path / "x.backup"), "--data", str(here))
    assert kept.exit_code == 0, kept.stderr  # what cannot be read can still be kept safe
    refused = run("restore", str(tmp_path / "x.backup"), "--data", str(there))
    assert refused.exit_code == 2
    assert "newer version" in refused.stderr
    assert not there.exists()


def _exported(folder: Path) -> Path:
    some_games(folder / "source")
    file = folder / "source.jsonl"
    assert run("export", str(file), "--with-keys", "--data", str(folder / "source")).exit_code == 0
    return file
