"""Facts about the box: the ``material.toml`` in the folder of a game."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from tretorri.core.words import ENGLISH, Text


def load_material(module_file: str) -> dict[str, Any]:
    """Return the material that lies beside a module of a game: ``load_material(__file__)``."""
    return tomllib.loads(Path(module_file).with_name("material.toml").read_text(encoding="utf-8"))


def player_count(players: list[int] | str, language: str = ENGLISH) -> str:
    """Return how many can play in words of *language*, given what ``about.players`` says.

    >>> player_count([2, 4]), player_count("2–4")
    ('2 or 4', '2–4')
    """
    if isinstance(players, str):
        return players
    first, second = players
    return Text("core.players-either", {"first": first, "second": second}).sentence(language)
