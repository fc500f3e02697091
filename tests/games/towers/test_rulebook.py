"""The rulebook and its pictures."""

from __future__ import annotations

import re
import tomllib

import pytest

import tretorri
from tretorri.core.registry import folder

RULEBOOK = folder("towers") / "rulebook"
PICTURES = tomllib.loads((RULEBOOK / "pictures.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_a_legal_text_and_action(name: str) -> None:
    picture = PICTURES[name]
    position = tretorri.game("towers").position(picture["position"])
    assert str(position) == picture["position"]
    assert "last" not in picture or position.play(picture["last"]).scene().marked


def test_the_rulebook_shows_every_picture_once() -> None:
    words = (RULEBOOK / "en.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\.\./pictures/towers-(.+)\.svg", words)) == sorted(PICTURES)
