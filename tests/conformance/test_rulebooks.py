"""Rulebooks: every picture is legal and shown once, and all languages tell the same rules."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

import tretorri
from tretorri.core.pictures import picture, picture_names
from tretorri.core.registry import folder, games
from tretorri.core.squares import square_name, square_place
from tretorri.core.words import ENGLISH, languages

PICTURES = [(game, name) for game in games() for name in picture_names(game)]
LEAST_FORBIDDEN = 3  # pictures of a rulebook
FORBIDDEN = [
    (game, name, action) for game, name in PICTURES for action in picture(game, name).forbidden
]


def listed(game: str, name: str) -> dict[str, Any]:
    """Return what the file of pictures says about one of them."""
    text = (folder(game) / "rulebook" / "pictures.toml").read_text(encoding="utf-8")
    facts: dict[str, Any] = tomllib.loads(text)[name]
    return facts


@pytest.mark.parametrize(("game", "name"), PICTURES)
def test_a_picture_shows_a_position(game: str, name: str) -> None:
    facts = listed(game, name)
    assert str(tretorri.game(game).position(facts["position"])) == facts["position"]
    assert "last" not in facts or picture(game, name).position.scene().marked


@pytest.mark.parametrize(("game", "name"), PICTURES)
def test_a_close_up_cuts_off_no_piece_and_nothing_that_is_marked(game: str, name: str) -> None:
    shown = picture(game, name)
    scene = shown.position.scene()
    squares = {square.id for square in scene.squares}
    if shown.close:
        (west, south), (east, north) = map(square_place, shown.close)
        squares = {
            square_name(x, y) for x in range(west, east + 1) for y in range(south, north + 1)
        }
    assert squares.issuperset(scene.marked if "last" in listed(game, name) else ())
    for solid in scene.solids:
        under = {
            square_name(solid.x + x, solid.y + y)
            for x in range(solid.size[0])
            for y in range(solid.size[1])
        }
        assert under <= squares or not under & squares


@pytest.mark.parametrize(("game", "name", "action"), FORBIDDEN)
def test_what_a_picture_crosses_out_is_refused_by_the_rule_it_names(
    game: str, name: str, action: str
) -> None:
    shown = picture(game, name)
    reason = shown.position.why_not(action)
    assert reason is not None
    assert reason.rule == shown.rule


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "name"), sorted({(game, name) for game, name, _ in FORBIDDEN}))
def test_the_caption_of_what_is_forbidden_names_the_rule(
    game: str, name: str, language: str
) -> None:
    book = (folder(game) / "rulebook" / f"{language}.md").read_text(encoding="utf-8")
    caption = re.search(rf"^!\[(.+)\]\(\.\./pictures/{game}-{name}\.svg\)$", book, re.M)
    assert caption
    assert f"({picture(game, name).rule}" in caption[1]


def test_the_rulebooks_show_what_is_forbidden() -> None:
    shown = {game: {name for owner, name, _ in FORBIDDEN if owner == game} for game in games()}
    assert min(map(len, shown.values())) >= LEAST_FORBIDDEN


@pytest.mark.parametrize("game", games())
def test_every_picture_but_the_cover_is_shown_once(game: str) -> None:
    text = (folder(game) / "rulebook" / "en.md").read_text(encoding="utf-8")
    shown = re.findall(rf"^!\[.+\]\(\.\./pictures/{game}-(.+)\.svg\)$", text, re.M)
    assert sorted([*shown, "cover"]) == sorted(name for owner, name in PICTURES if owner == game)


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
