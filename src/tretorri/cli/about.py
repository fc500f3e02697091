"""What ``material.toml`` says about each game."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from tretorri import __version__
from tretorri.cli.output import sentence
from tretorri.core.registry import folder, games


@dataclass(frozen=True, slots=True)
class About:
    """Whose game it is, and for whom."""

    id: str
    title: str
    players: str
    minutes: str
    author: str
    publisher: str
    year: str


def about(game_id: str) -> About:
    """Return what the material of a game says about it."""
    text = (folder(game_id) / "material.toml").read_text(encoding="utf-8")
    facts = tomllib.loads(text)["about"]
    names = ("title", "players", "minutes", "author", "publisher", "year")
    return About(game_id, *(str(facts[name]) for name in names))


def version_page() -> str:
    """Return the version and the credits of every game."""
    lines = (_credit(about(game_id)) for game_id in games())
    head = sentence("version", version=__version__)
    return "\n".join([head, "", *lines, "", sentence("not-affiliated")])


def _credit(facts: About) -> str:
    return sentence(
        "credit",
        title=facts.title,
        author=facts.author,
        publisher=facts.publisher,
        year=facts.year,
    )
