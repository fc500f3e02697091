"""Rulebooks: every picture is legal and shown once, and all languages tell the same rules."""

from __future__ import annotations

import re
import tomllib

import pytest

import tretorri
from tretorri.core.registry import folder, games
from tretorri.core.words import ENGLISH, languages

PICTURES = [
    (game, name, picture)
    for game in games()
    for name, picture in tomllib.loads(
        (folder(game) / "rulebook" / "pictures.toml").read_text(encoding="utf-8")
    ).items()
]


@pytest.mark.parametrize(("game", "name", "picture"), PICTURES)
def test_a_picture_shows_a_position(game: str, name: str, picture: dict[str, str]) -> None:
    position = tretorri.game(game).position(picture["position"])
    assert str(position) == picture["position"]
    last = picture.get("last")
    assert last is None or position.play(last).scene().marked


@pytest.mark.parametrize("game", games())
def test_every_picture_but_the_cover_is_shown_once(game: str) -> None:
    text = (folder(game) / "rulebook" / "en.md").read_text(encoding="utf-8")
    shown = re.findall(rf"^!\[.+\]\(\.\./pictures/{game}-(.+)\.svg\)$", text, re.M)
    assert sorted([*shown, "cover"]) == sorted(name for owner, name, _ in PICTURES if owner == game)


NOT_AFFILIATED = {
    "de": "steht in keiner Verbindung",
    "en": "not affiliated",
    "es": "no tiene relación",
    "fr": "n’est lié ni",
    "it": "non ha legami",
}
TOLD = re.compile(r"\*\*\[[A-Z][0-9]+\]\*\*|\(\.\./pictures/.+?\)|`.+?`|^#+ |^\|", re.M)
"""Rules, pictures, notation, headings and rows of tables."""


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", languages())
def test_every_language_tells_the_same_rules_in_the_same_order(game: str, language: str) -> None:
    english, told = (
        (folder(game) / "rulebook" / f"{name}.md").read_text(encoding="utf-8")
        for name in (ENGLISH, language)
    )
    assert TOLD.findall(told) == TOLD.findall(english)


@pytest.mark.parametrize("game", games())
def test_every_rulebook_gives_credit(game: str) -> None:
    about = tomllib.loads((folder(game) / "material.toml").read_text(encoding="utf-8"))["about"]
    for path in (folder(game) / "rulebook").glob("*.md"):
        text = path.read_text(encoding="utf-8")
        assert about["author"] in text
        assert all(publisher in text for publisher in about["publisher"].split(", "))
        assert NOT_AFFILIATED[path.stem] in " ".join(text.split())
