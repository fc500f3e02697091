"""Facts about each game, from its ``material.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import tretorri
from tretorri.cli.language import spoken_language
from tretorri.cli.output import sentence
from tretorri.core.material import player_count
from tretorri.core.registry import folder, games

NOTICES = Path(tretorri.__file__).parent / "NOTICES.txt"  # the build writes it


@dataclass(frozen=True, slots=True)
class Credits:
    """Credits, and how many players and minutes a game takes."""

    id: str
    title: str
    players: str
    minutes: str
    author: str
    publisher: str
    year: str


def about(game_id: str) -> Credits:
    """Return the facts about a game."""
    text = (folder(game_id) / "material.toml").read_text(encoding="utf-8")
    facts = tomllib.loads(text)["about"]
    facts["players"] = player_count(facts["players"], spoken_language())
    names = ("title", "players", "minutes", "author", "publisher", "year")
    return Credits(game_id, *(str(facts[name]) for name in names))


def version_page() -> str:
    """Return the version, the credits of every game, and where the third-party licences are."""
    lines = (_credit(about(game_id)) for game_id in games())
    head = sentence("version", version=tretorri.__version__)
    notices = [sentence("notices", path=str(NOTICES))] if NOTICES.exists() else []
    return "\n".join([head, "", *lines, "", sentence("not-affiliated"), *notices])


def _credit(facts: Credits) -> str:
    return sentence(
        "credit",
        title=facts.title,
        author=facts.author,
        publisher=facts.publisher,
        year=facts.year,
    )
