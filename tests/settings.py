"""Every game with every listed combination of options, the tiny fourth game included."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.fourth import campanile
from tretorri.core.game import Game
from tretorri.core.registry import games
from tretorri.core.words import add_words
from tretorri.testing import variant_name as name
from tretorri.testing import variants, walk

__all__ = ["TESTS", "AnyGame", "every_class", "every_setting", "name", "walk"]

AnyGame = Game[Any]
TESTS = Path(__file__).parent

# Not added to the registry: the fourth game must not be seen by tests that list the games.
add_words(campanile.GAME.id, TESTS / "fourth" / "campanile" / "words")


def every_class() -> list[type[AnyGame]]:
    """Return the class of every game."""
    return [*games().values(), campanile.GAME]


def every_setting() -> list[AnyGame]:
    """Return every game with every combination of options that fits together."""
    return [variant for game in every_class() for variant in variants(game)]
