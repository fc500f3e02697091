"""Words files: nothing unused, nothing left unfilled."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tretorri
from tests.settings import AnyGame, every_class
from tretorri.core.registry import folder, games
from tretorri.core.words import catalogue

PACKAGE = Path(tretorri.__file__).parent
SCOPES = ("core", *games())


def source(scope: str) -> str:
    """Return everything that may name a key of *scope*."""
    inside = PACKAGE if scope == "core" else folder(scope)
    files = (p for p in inside.rglob("*") if p.suffix in {".py", ".toml"})
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


@pytest.mark.parametrize("scope", SCOPES)
def test_every_sentence_is_used(scope: str) -> None:
    text = source(scope)
    assert [key for key in catalogue(scope) if not is_named(key, text)] == []


def is_named(key: str, text: str) -> bool:
    """Tell whether *text* names *key*, whole or in parts that code joins."""
    for found in re.finditer(rf"{re.escape(key)}\b", text):  # so, it is sought fast
        if not re.match(r"\w", text[found.start() - 1]):
            return True
    cuts = [dash.end() for dash in re.finditer("-", key)]
    return any(f"{key[:cut]}{{" in text and is_named(key[cut:], text) for cut in cuts)


@pytest.mark.parametrize("game", every_class(), ids=lambda game: game.id)
def test_every_game_has_a_line_about_itself(game: type[AnyGame]) -> None:
    assert catalogue(game.id)["about"]
