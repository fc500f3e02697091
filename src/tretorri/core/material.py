"""Facts about the box: the ``material.toml`` in the folder of a game."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def load_material(module_file: str) -> dict[str, Any]:
    """Return the material that lies beside a module of a game: ``load_material(__file__)``."""
    return tomllib.loads(Path(module_file).with_name("material.toml").read_text(encoding="utf-8"))
