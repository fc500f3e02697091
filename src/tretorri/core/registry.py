"""Find the games: every folder in ``tretorri/games``, and what others announce.

A game is a package with a name ``GAME``, a subclass of *Game*, whose folder holds
``material.toml``, ``words/`` and ``rulebook/``. Other distributions announce theirs by an entry
point of the group ``tretorri.games`` that names such a package; ``add_game`` takes one by hand.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from tretorri.core.errors import UnknownGame
from tretorri.core.game import Game, Position, configure
from tretorri.core.words import Reason, add_words, shown

ENTRY_POINTS = "tretorri.games"
_GAMES: dict[str, type[Game[Any]]] = {}
_FOLDERS: dict[str, Path] = {}


def add_game(package: ModuleType) -> type[Game[Any]]:
    """Add the game of *package*; a second game of the same id is a mistake."""
    found: type[Game[Any]] = package.GAME
    folder = Path(package.__path__[0])
    if _FOLDERS.get(found.id, folder) != folder:
        raise RuntimeError(f"two games are called {found.id}: {_FOLDERS[found.id]} and {folder}")
    _GAMES[found.id], _FOLDERS[found.id] = found, folder
    add_words(found.id, folder / "words")
    return found


def games() -> dict[str, type[Game[Any]]]:
    """Return all games by id.

    >>> list(games())
    ['towers', 'voldetour', 'volterra']
    """
    _discover()
    return dict(sorted(_GAMES.items()))


@cache
def _discover() -> None:
    """Add the games of this package and those that other distributions announce, once."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import

    package = import_module("tretorri.games")
    for module in pkgutil.iter_modules(package.__path__):
        add_game(import_module(f"{package.__name__}.{module.name}"))
    for point in entry_points(group=ENTRY_POINTS):
        add_game(point.load())


def folder(game_id: str) -> Path:
    """Return the folder that holds everything about a game."""
    find(game_id)
    return _FOLDERS[game_id]


def find(game_id: str) -> type[Game[Any]]:
    """Return the game of this id, or raise *UnknownGame*."""
    found = games()
    if game_id not in found:
        names = ", ".join(found)
        raise UnknownGame(Reason("core.unknown-game", {"game": shown(game_id), "games": names}))
    return found[game_id]


def game(game_id: str, **options: str | int | None) -> Game[Position]:
    """Return a game with its options.

    >>> game("volterra", first="light").seats
    ('l', 'd')
    """
    return configure(find(game_id), options)
