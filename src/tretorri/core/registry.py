"""Find the games: every folder in ``tretorri/games``, and those of other distributions.

A game is a package with a name ``GAME``, a subclass of *Game*, whose folder holds
``material.toml``, ``words/`` and ``rulebook/``. Other distributions announce theirs by an entry
point of the group ``tretorri.games`` that names such a package; ``add_game`` takes one by hand.
"""

from __future__ import annotations

import pkgutil
import warnings
from collections.abc import Mapping
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tretorri.core.errors import UnknownGame
from tretorri.core.game import Game, Position, configure
from tretorri.core.plug_ins import run_plug_in
from tretorri.core.words import Reason, Text, add_words, excerpt

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "tretorri.games"
_GAMES: dict[str, type[Game[Any]]] = {}
_FOLDERS: dict[str, Path] = {}
_BROKEN: dict[str, Text] = {}


class BrokenGame(RuntimeWarning):
    """A game of another distribution does not work, and is left out; *why* says it in words."""

    def __init__(self, why: Text) -> None:
        super().__init__(str(why))
        self.why = why


def add_game(package: ModuleType) -> type[Game[Any]]:
    """Add the game of *package*; raise *RuntimeError* if another game has the same id."""
    found = package.GAME
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise TypeError(f"GAME of {package.__name__} is not a subclass of Game")
    folder = Path(package.__path__[0])
    if _FOLDERS.get(found.id, folder) != folder:
        raise RuntimeError(f"two games have the id {found.id}: {_FOLDERS[found.id]} and {folder}")
    _GAMES[found.id], _FOLDERS[found.id] = found, folder
    add_words(found.id, folder / "words")
    return found


def games() -> dict[str, type[Game[Any]]]:
    """Return all games by id.

    >>> games()["volterra"].title
    'Volterra'
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
        problem = run_plug_in(partial(_load, point))
        if problem is not None:
            _BROKEN[point.name] = Text("core.broken-game", {"game": point.name, "problem": problem})
            warnings.warn(BrokenGame(_BROKEN[point.name]), stacklevel=2)


def _load(point: EntryPoint) -> None:
    add_game(point.load())


def broken_games() -> Mapping[str, Text]:
    """Return the games of other distributions that were left out, and why, by their names."""
    _discover()
    return dict(_BROKEN)


def folder(game_id: str) -> Path:
    """Return the folder that holds everything about a game."""
    find(game_id)
    return _FOLDERS[game_id]


def find(game_id: str) -> type[Game[Any]]:
    """Return the game of this id, or raise *UnknownGame*."""
    found = games()
    if game_id not in found:
        raise UnknownGame(_unknown(game_id, list(found)))
    return found[game_id]


def _unknown(game_id: str, known: list[str]) -> Reason:
    """Say that there is no such game; suggest the nearest id, or list them all."""
    from difflib import get_close_matches  # noqa: PLC0415 - only for an error

    close = get_close_matches(str(game_id).lower(), known, 1)
    if close:
        params = {"game": excerpt(game_id), "close": close[0]}
        return Reason("core.unknown-game-close", params)
    return Reason("core.unknown-game", {"game": excerpt(game_id), "games": ", ".join(known)})


def game(game_id: str, **options: str | int | None) -> Game[Position]:
    """Return a game with its options.

    >>> game("volterra", first="light").seats
    ('l', 'd')
    """
    return configure(find(game_id), options)
