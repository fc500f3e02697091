"""Let the registry know the fourth game for one test."""

from __future__ import annotations

import pytest

from tests.fourth import campanile
from tretorri.core import registry


def register_campanile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add Campanile to the games until the end of a test."""
    monkeypatch.setattr(registry, "_GAMES", registry.games())
    monkeypatch.setattr(registry, "_FOLDERS", dict(registry._FOLDERS))
    registry.add_game(campanile)
