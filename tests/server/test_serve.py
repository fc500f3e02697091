"""``tretorri serve``: where it listens, and what it says when it cannot."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.deadlines import deadline
from tests.server.support import Server
from tretorri.cli.addresses import can_open_browser, network_address
from tretorri.cli.serve import DEFAULT_PORT
from tretorri.server.settings import find_data_folder


def test_without_a_named_port_the_next_free_one_is_taken(tmp_path: Path) -> None:
    with socket.socket() as other:
        with suppress(OSError):  # it may be in use already
            other.bind(("127.0.0.1", DEFAULT_PORT))
            other.listen()
        ended = _checked("--data", str(tmp_path))
    assert ended.returncode == 0, ended.stderr
    assert f"Port {DEFAULT_PORT} is in use" in ended.stderr


def test_a_named_port_is_taken_or_refused(server: Server, tmp_path: Path) -> None:
    taken = server.address.rstrip("/").rpartition(":")[2]
    ended = _checked("--port", taken, "--data", str(tmp_path))
    assert ended.returncode == 2
    assert f"port {taken}: Address already in use" in ended.stderr


@pytest.mark.parametrize(
    "options",
    [
        ["--host", "192.0.2.1"],
        ["--data", "/dev/null/games"],
        ["--database", "mysql://anna:secret@127.0.0.1/games"],
        ["--database", "postgres://anna:secret@127.0.0.1:9/games"],
        ["--bus", "http://127.0.0.1"],
    ],
)
def test_what_cannot_be_is_one_line(options: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tretorri", "serve", "--data", str(tmp_path), *options]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=deadline())
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("tretorri: ")
    assert ended.stderr.count("\n") == 1
    assert "secret" not in ended.stderr


def test_the_library_does_not_import_the_server() -> None:
    heavy = ("fastapi", "sqlalchemy", "uvicorn", "pydantic", "alembic")
    code = f"import sys, tretorri.cli.main, tretorri.cli.serve; print({heavy} & sys.modules.keys())"
    code = code.replace(str(heavy), f"set({heavy})")
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "set()\n"


def test_games_are_kept_where_the_user_keeps_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert find_data_folder() == Path("/somewhere/tretorri")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/anna")
    assert find_data_folder() == Path("/home/anna/.local/share/tretorri")


def _checked(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tretorri", "serve", "--check", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=deadline())


def test_a_check_starts_answers_and_stops(tmp_path: Path) -> None:
    ended = _checked("--port", "0", "--data", str(tmp_path))
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == ""  # an address would be gone already
    assert "started and answered" in ended.stderr
    assert "without the web page" not in ended.stderr


def test_make_play_ends_by_itself_without_a_terminal() -> None:
    """It shows that the server works, and plays one game between bots."""
    programs = Path(sys.executable).parent
    ended = subprocess.run(
        ["make", "--old-file=install", "play", f"BIN={programs}", "GAME=volterra"],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=deadline(),
    )
    assert ended.returncode == 0, ended.stderr
    assert "started and answered" in ended.stderr
    assert "Game ended by rule V" in ended.stdout


def test_others_in_the_network_are_told_another_address() -> None:
    assert network_address("127.0.0.1", 80) is None
    found = network_address("0.0.0.0", 80)
    assert found is None or re.fullmatch(r"http://[0-9.]+:80/", found)


def test_a_browser_is_opened_only_where_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert can_open_browser({"DISPLAY": ":0"})
    assert not can_open_browser({})
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False)
    assert not can_open_browser({"WAYLAND_DISPLAY": "wayland-0"})
