"""Every game with every listed combination of options, the tiny fourth game included."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

from tests.fourth import campanile
from tretorri.core.game import Game, Position, configure
from tretorri.core.registry import games
from tretorri.core.words import add_words

AnyGame = Game[Any]
TESTS = Path(__file__).parent
# Free-form options cannot be listed: some values worth a walk.
FREE_FORM = {"seats": (None, "gr", "bvr", "grbv")}

# Not added to the registry: the fourth game must not be seen by tests that list the games.
add_words(campanile.GAME.id, TESTS / "fourth" / "campanile" / "words")


def every_class() -> list[type[AnyGame]]:
    """Return the class of every game."""
    return [*games().values(), campanile.GAME]


def every_setting() -> list[AnyGame]:
    """Return every game with every combination of options that fits together."""
    found: list[AnyGame] = []
    for game in every_class():
        names = [option.name for option in game.OPTIONS]
        values = [option.values or FREE_FORM[option.name] for option in game.OPTIONS]
        for chosen in product(*values):
            options = dict(zip(names, chosen, strict=True))
            if options.get("seats") and options.get("players") != str(len(options["seats"] or "")):
                continue
            found.append(configure(game, options))
    return list(dict.fromkeys(found))


def name(game: AnyGame) -> str:
    """Name a setting for the test report."""
    return "-".join((game.id, *game.options.values()))


def walk(game: AnyGame, picks: list[int], seed: int = 1) -> list[Position]:
    """Play a game by picking actions; return all positions on the way."""
    positions: list[Position] = [game.start(seed=seed)]
    for pick in picks:
        legal = positions[-1].actions()
        if not legal:
            break
        positions.append(positions[-1].play(legal[pick % len(legal)]))
    return positions
