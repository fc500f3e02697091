"""``tretorri serve``: where it listens, and what it says when it cannot."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.support import Server
from tretorri.server.settings import data_folder


def test_the_next_free_port_is_taken(server: Server, tmp_path: Path) -> None:
    taken = server.address.rstrip("/").rpartition(":")[2]
    with Server(tmp_path, "--port", taken) as other:
        assert other.address != server.address


@pytest.mark.parametrize("options", [["--host", "192.0.2.1"], ["--data", "/dev/null/games"]])
def test_what_cannot_be_is_one_line(options: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tretorri", "serve", "--data", str(tmp_path), *options]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("tretorri: ")
    assert ended.stderr.count("\n") == 1


def test_the_library_does_not_import_the_server() -> None:
    heavy = ("fastapi", "sqlalchemy", "uvicorn", "pydantic", "alembic")
    code = f"import sys, tretorri.cli.main, tretorri.cli.serve; print({heavy} & sys.modules.keys())"
    code = code.replace(str(heavy), f"set({heavy})")
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "set()\n"


def test_games_are_kept_where_the_user_keeps_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert data_folder() == Path("/somewhere/tretorri")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/anna")
    assert data_folder() == Path("/home/anna/.local/share/tretorri")
