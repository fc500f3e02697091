"""A fourth game is one more folder: found by entry point, played by the same commands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.fourth import campanile
from tests.fourth.registration import announce_campanile
from tests.settings import TESTS
from tretorri.core import registry


@pytest.fixture
def announced(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which a distribution announces the fourth game."""
    return announce_campanile(tmp_path)


def tretorri(environment: dict[str, str], *arguments: str) -> str:
    """Run a command of the program and return what it prints."""
    command = [sys.executable, "-m", "tretorri", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def test_an_announced_game_is_listed(announced: dict[str, str]) -> None:
    assert "campanile" in tretorri(announced, "games")


def test_an_announced_game_has_all_commands(announced: dict[str, str]) -> None:
    assert tretorri(announced, "perft", "campanile", "--depth", "3") == "1 3\n2 9\n3 23\n"
    assert tretorri(announced, "legal", "campanile", "--position", "ab 2 a 1") == "t1\nt2\n"
    assert "bell tower" in tretorri(announced, "rules", "campanile")
    assert "<svg" in tretorri(announced, "show", "campanile", "--svg", "-")


def test_what_is_announced_is_added_to_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = list(registry.games())
    point = SimpleNamespace(load=lambda: campanile)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point])
    monkeypatch.setattr(registry, "_GAMES", {})
    monkeypatch.setattr(registry, "_FOLDERS", {})
    registry._discover.__wrapped__()
    assert list(registry.games()) == sorted(["campanile", *ours])


def test_without_an_entry_point_the_game_is_unknown() -> None:
    assert "campanile" not in registry.games()


def test_a_game_can_be_added_by_hand_and_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_GAMES", dict(registry.games()))
    monkeypatch.setattr(registry, "_FOLDERS", dict(registry._FOLDERS))
    assert registry.add_game(campanile) is campanile.GAME
    assert registry.game("campanile").start().turn == 1
    assert registry.folder("campanile") == TESTS / "fourth" / "campanile"
    monkeypatch.setattr(campanile, "__path__", [str(TESTS)])
    with pytest.raises(RuntimeError, match="two games have the id campanile"):
        registry.add_game(campanile)
