"""The rulebook: its pictures show positions of the game."""

from __future__ import annotations

import re
import tomllib

import pytest

import tretorri
from tretorri.core.registry import folder

RULEBOOK = folder("voldetour") / "rulebook"
PICTURES = tomllib.loads((RULEBOOK / "pictures.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_a_position(name: str) -> None:
    picture = PICTURES[name]
    position = tretorri.game("voldetour").position(picture["position"])
    last = picture.get("last")
    assert last is None or position.play(last).scene().marked


def test_every_picture_is_shown_once() -> None:
    text = (RULEBOOK / "en.md").read_text(encoding="utf-8")
    shown = re.findall(r"^!\[.+\]\(\.\./pictures/voldetour-(.+)\.svg\)$", text, re.M)
    assert sorted(shown) == sorted(PICTURES)
