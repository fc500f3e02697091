"""The files that hold games: for their owner alone from the first moment, whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.cli.support import process, run
from tests.deadlines import deadline
from tests.programs import STRACE
from tests.server.support import Server
from tests.services.places import Place
from tests.upkeep.support import query, some_games
from tretorri.server.store.database import FILE

OWNER_ONLY = 0o600
OWNER_ONLY_FOLDER = 0o700
ASKING = (["verify"], ["stats"], ["games", "list"])
LAST_WRITE = "INSERT INTO timebase (boot, base, seen) VALUES (?, 7, 7)"


@pytest.fixture(autouse=True)
def open_to_all() -> Iterator[None]:
    """Let new files be readable by all users, as most systems do."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(file: Path) -> int:
    """Return who may read and write a file."""
    return stat.S_IMODE(file.stat().st_mode)


@pytest.mark.parametrize("command", [["backup"], ["export", "--with-keys"], ["export"]], ids=str)
def test_a_file_of_games_is_for_its_owner_alone(
    command: Sequence[str], place: Place, tmp_path: Path
) -> None:
    _fill(place, tmp_path)
    file = tmp_path / "copy"
    done = run(*command, str(file), "--database", place.url)
    assert done.exit_code == 0, done.stderr
    assert mode(file) == OWNER_ONLY


def test_a_file_that_was_open_to_all_is_so_no_longer(tmp_path: Path) -> None:
    some_games(tmp_path / "games")
    file = tmp_path / "games.jsonl"
    file.touch(0o644)
    assert run("export", str(file), "--with-keys", "--data", str(tmp_path / "games")).exit_code == 0
    assert mode(file) == OWNER_ONLY


@pytest.mark.parametrize("command", [["backup"], ["export", "--with-keys"]], ids=str)
def test_a_file_of_games_is_never_open_to_others(
    command: Sequence[str], place: Place, tmp_path: Path
) -> None:
    _fill(place, tmp_path)
    out, trace = tmp_path / "out", tmp_path / "trace"
    out.mkdir()
    watch = [STRACE.path(), "-f", "-y", "-e", "trace=open,openat,creat", "-o", str(trace)]
    ours = [sys.executable, "-m", "tretorri", *command, str(out / "copy"), "--database", place.url]
    done = subprocess.run(
        [*watch, *ours], capture_output=True, text=True, check=False, timeout=deadline()
    )
    assert done.returncode == 0, done.stderr
    made = [
        line for line in trace.read_text().splitlines() if str(out) in line and "O_CREAT" in line
    ]
    created = [line for line in made if "= -1" not in line]
    assert created
    # Only the first call on a name creates it; that one must say for whom the file is.
    first = {line.split('"')[1]: line for line in reversed(created)}
    assert [line for line in first.values() if ", 0600)" not in line] == []


def test_an_export_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    here, file = tmp_path / "games", tmp_path / "games.jsonl"
    some_games(here)
    assert run("export", str(file), "--data", str(here)).exit_code == 0
    before = file.read_bytes()
    query(here, "DROP TABLE event")
    assert run("export", str(file), "--data", str(here)).exit_code == 2
    assert file.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {"games", "games.jsonl"}


def test_an_export_can_be_sent_elsewhere_than_into_a_file(tmp_path: Path) -> None:
    some_games(tmp_path / "games")
    done = process("export", "/dev/stdout", "--data", str(tmp_path / "games"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith('{"tretorri":"games"')


def test_a_new_database_and_its_folder_are_for_their_owner_alone(tmp_path: Path) -> None:
    here = tmp_path / "new"
    with Server(here):
        assert mode(here) == OWNER_ONLY_FOLDER
        assert {mode(file) for file in here.iterdir()} == {OWNER_ONLY}
        assert here / f"{FILE}-wal" in here.iterdir()


def test_modes_that_a_host_has_chosen_stay(tmp_path: Path) -> None:
    tmp_path.chmod(0o750)
    (tmp_path / FILE).touch(0o640)
    with Server(tmp_path):
        assert mode(tmp_path) == 0o750
        assert mode(tmp_path / FILE) == mode(tmp_path / f"{FILE}-wal") == 0o640


# A place where there are no games yet ---------------------------------------------------------


@pytest.mark.parametrize("is_made", [True, False], ids=["an empty folder", "no folder"])
def test_where_there_are_no_games_yet_nothing_is_wrong(is_made: bool, tmp_path: Path) -> None:
    here, backup, export = tmp_path / "new", tmp_path / "x.backup", tmp_path / "x.jsonl"
    if is_made:
        here.mkdir()
    for command in (["backup", str(backup)], ["export", str(export)], *ASKING):
        done = run(*command, "--data", str(here))
        assert done.exit_code == 0, done.stderr
        assert "no games" in done.stderr
        assert done.stderr.count("\n") == 1
    for command in ASKING:
        done = run(*command, "--json", "--data", str(here))
        assert (done.exit_code, done.stderr) == (0, "")
        json.loads(done.stdout)
    assert here.exists() == is_made
    assert not (here / FILE).exists()
    assert run("restore", str(backup), "--data", str(tmp_path / "restored")).exit_code == 0
    assert run("import", str(export), "--data", str(tmp_path / "imported")).exit_code == 0
    for made in ("restored", "imported"):
        assert run("verify", "--data", str(tmp_path / made)).exit_code == 0
    assert mode(backup) == mode(export) == OWNER_ONLY


def test_an_empty_database_is_backed_up_like_any_other(place: Place, tmp_path: Path) -> None:
    for command in (["backup", str(tmp_path / "x")], ["export", str(tmp_path / "y")], ["verify"]):
        done = run(*command, "--database", place.url)
        assert done.exit_code == 0, done.stderr
    restored = run("restore", str(tmp_path / "x"), "--database", place.another().url)
    assert restored.exit_code == 0, restored.stderr


def test_a_game_cannot_be_released_where_there_is_none(tmp_path: Path) -> None:
    refused = run("verify", "--release", "x" * 22, "--data", str(tmp_path / "new"))
    assert refused.exit_code == 2
    assert "no game" in refused.stderr


def _fill(place: Place, folder: Path) -> None:
    some_games(folder / "source")
    exported = str(folder / "source.jsonl")
    options = ("--with-keys", "--data", str(folder / "source"))
    assert run("export", exported, *options).exit_code == 0
    assert run("import", exported, "--database", place.url).exit_code == 0


# A disk that cannot be written to -------------------------------------------------------------


@pytest.mark.parametrize("beside", [(), ("-wal", "-shm"), ("-wal",)], ids=str)
def test_games_on_a_disk_that_cannot_be_written_to_are_backed_up(
    beside: Sequence[str], tmp_path: Path
) -> None:
    """Whether or not the files of SQLite with what was stored last stand beside the first."""
    disk, file = tmp_path / "disk", tmp_path / "x.backup"
    secrets = _cut_off(disk, beside, tmp_path)
    with _read_only(disk):
        written = _without_privileges("tidy", "--days", "36500", "--yes", "--data", str(disk))
        assert written.returncode == 2
        made = _without_privileges("backup", str(file), "--data", str(disk))
    assert made.returncode == 0, made.stderr
    assert str(len(secrets)) in made.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"disk", "lived", "x.backup"}
    copy = tmp_path / "copy"
    assert run("restore", str(file), "--data", str(copy)).exit_code == 0
    assert run("verify", "--data", str(copy)).exit_code == 0
    assert query(copy, "SELECT base FROM timebase WHERE boot = 'last'") == [(7,)]


def _cut_off(disk: Path, beside: Sequence[str], folder: Path) -> dict[str, str]:
    """Leave on a disk what a server leaves there that is stopped, or dies."""
    secrets = some_games(folder / "lived")
    with closing(sqlite3.connect(folder / "lived" / FILE, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(LAST_WRITE, ["last"])
        if beside:
            shutil.copytree(folder / "lived", disk)
    if not beside:  # it was closed in good order, and all is in one file
        shutil.copytree(folder / "lived", disk)
    for suffix in {"-wal", "-shm"} - set(beside):
        (disk / f"{FILE}{suffix}").unlink(missing_ok=True)
    assert {path.name for path in disk.iterdir()} == {f"{FILE}{suffix}" for suffix in ("", *beside)}
    return secrets


@contextmanager
def _read_only(disk: Path) -> Iterator[None]:
    for path in disk.iterdir():
        path.chmod(0o400)
    disk.chmod(0o500)
    try:
        yield
    finally:
        disk.chmod(0o700)


def _without_privileges(*args: str) -> subprocess.CompletedProcess[str]:
    """Run the program without the rights of root, also if the tests are run by root."""
    bound = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
    return subprocess.run(
        [*bound, sys.executable, "-m", "tretorri", *args],
        capture_output=True,
        text=True,
        check=False,
        timeout=deadline(),
    )
