"""Positions in the native core: the same rules, compiled, for counting, playouts and search."""

from __future__ import annotations

from typing import Protocol, cast

from tretorri import _native
from tretorri.core.errors import InvalidOption
from tretorri.core.game import Position
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


def has_native(game_id: str) -> bool:
    """Tell whether a game has a native implementation."""
    return hasattr(_native, game_id)


def has_search(game_id: str) -> bool:
    """Tell whether a game has a native implementation that can also be searched."""
    return has_native(game_id) and hasattr(_native, f"{game_id}_search")


def native(position: Position) -> NativePosition:
    """Return *position* in the native implementation, with its history.

    >>> import tretorri
    >>> native(tretorri.game("volterra").start()).perft(6)
    487426
    """
    if not has_native(position.game.id):
        raise InvalidOption(Reason("core.no-native", {"game": position.game.id}))
    memory, twin = position.memory, getattr(_native, position.game.id)
    return cast("NativePosition", twin(str(position), list(memory.begun), memory.last_change))
