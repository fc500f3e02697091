"""Let the registry know the fourth game: for one test, or in other processes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.fourth import campanile
from tests.settings import TESTS
from tretorri.core import registry


def register_campanile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add Campanile to the games until the end of a test."""
    monkeypatch.setattr(registry, "_GAMES", registry.games())
    monkeypatch.setattr(registry, "_FOLDERS", dict(registry._FOLDERS))
    registry.add_game(campanile)


def announce_campanile(folder: Path) -> dict[str, str]:
    """Return an environment in which a distribution, made in *folder*, announces the game."""
    info = folder / "campanile-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: campanile\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[tretorri.games]\ncampanile = tests.fourth.campanile\n")
    path = os.pathsep.join((str(folder), str(TESTS.parent)))
    return {**os.environ, "PYTHONPATH": path, "NO_COLOR": "1"}
