"""Positions in the native core: the same rules, compiled, for counting, playouts and search."""

from __future__ import annotations

import hashlib
import json
import logging
from functools import cache
from typing import Protocol, cast

from tretorri import _native
from tretorri.core.errors import InvalidOption
from tretorri.core.game import Position
from tretorri.core.material import load_material
from tretorri.core.registry import folder
from tretorri.core.words import Reason


class NativePosition(Protocol):
    """A position of the native engine; it exchanges only text and numbers with Python."""

    def actions(self) -> list[str]:
        """Return the legal actions as text."""

    def play(self, action: str) -> NativePosition:
        """Return the position after an action."""

    def perft(self, depth: int, every_leaf: bool = False) -> int:
        """Count sequences of actions; with *every_leaf* the last actions are played too."""

    def playouts(self, games: int, seed: int) -> tuple[int, int, list[float]]:
        """Play random games; return the number of games and actions, and the wins of each seat."""

    def uct_turn(
        self, nodes: int, seconds: float, cpu_time: bool, memory: int, seed: int
    ) -> list[str]:
        """Return the actions with which plain UCT completes the turn; 0 means no limit."""

    def unmakes_exactly(self) -> bool:
        """Tell whether every action can be played and taken back without a trace."""

    @property
    def key(self) -> int:
        """Return the hash of the position without its turn number."""

    @property
    def result(self) -> tuple[list[int], list[list[int]], str] | None:
        """Return the winners (indices in turn order), scores and rule; ``None`` while running."""


@cache
def why_unavailable(game_id: str) -> Reason | None:
    """Return why the native implementation of a game cannot be used; ``None`` if it can.

    The facts of ``material.toml`` are compiled in. After a change of that file, the native
    implementation would play with the pieces of another box; a rebuild brings them together again.
    """
    compiled = _compiled_hash(game_id)
    if compiled is None:
        return Reason("core.no-native", {"game": game_id})
    if compiled != _material_hash(game_id):
        return Reason("core.material-changed", {"game": game_id})
    return None


def _compiled_hash(game_id: str) -> str | None:
    return getattr(getattr(_native, game_id, None), "material_hash", None)


def _material_hash(game_id: str) -> str:
    """Return what ``native/material_header.py`` compiles in: all facts except descriptions."""
    material = load_material(str(folder(game_id) / "material.toml"))
    facts = {table: value for table, value in material.items() if table != "about"}
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def is_out_of_date(game_id: str) -> bool:
    """Tell whether a game was compiled from another ``material.toml`` than it has now."""
    return why_unavailable(game_id) is not None and _compiled_hash(game_id) is not None


def has_native(game_id: str) -> bool:
    """Tell whether the native implementation of a game can be used; log once if out of date."""
    if is_out_of_date(game_id):
        _log_once(game_id)
    return why_unavailable(game_id) is None


@cache
def _log_once(game_id: str) -> None:
    logging.getLogger(__name__).warning("%s", why_unavailable(game_id))


def has_search(game_id: str) -> bool:
    """Tell whether a game has a native implementation that can also be searched."""
    return has_native(game_id) and hasattr(_native, f"{game_id}_search")


def native(position: Position) -> NativePosition:
    """Return *position* in the native implementation, with its history.

    >>> import tretorri
    >>> native(tretorri.game("volterra").start()).perft(6)
    487426
    """
    if reason := why_unavailable(position.game.id):
        raise InvalidOption(reason)
    memory, twin = position.memory, getattr(_native, position.game.id)
    return cast("NativePosition", twin(str(position), list(memory.begun), memory.last_change))
