"""The native twin of a position: the same rules, compiled, for counting, playouts and search."""

from __future__ import annotations

from typing import Protocol, cast

from tretorri import _native
from tretorri.core.errors import InvalidOption
from tretorri.core.game import Position
from tretorri.core.words import Reason


class NativePosition(Protocol):
    """A position of the native engine; only text and numbers pass the border."""

    def actions(self) -> list[str]:
        """Return the legal actions as text."""

    def play(self, action: str) -> NativePosition:
        """Return the position after an action."""

    def perft(self, depth: int, every_leaf: bool = False) -> int:
        """Count sequences of actions; with *every_leaf* the last ones are played as well."""

    def playouts(self, games: int, seed: int) -> tuple[int, int, list[float]]:
        """Play random games: how many, with how many actions, and the wins of each seat."""

    def uct_turn(
        self, nodes: int, seconds: float, cpu_time: bool, memory: int, seed: int
    ) -> list[str]:
        """Return the actions with which plain UCT ends the turn; a limit of 0 is none."""

    def unmakes_exactly(self) -> bool:
        """Tell whether every action can be played and taken back without a trace."""

    @property
    def key(self) -> int:
        """Return the hash of everything but the turn number."""

    @property
    def result(self) -> tuple[list[int], list[list[int]], str] | None:
        """Return winners as places in the turn order, scores, and the rule; ``None`` if running."""


def has_native(game_id: str) -> bool:
    """Tell whether a game has a native twin."""
    return hasattr(_native, game_id)


def native(position: Position) -> NativePosition:
    """Return the native twin of *position*, which remembers what the rules remember.

    >>> import tretorri
    >>> native(tretorri.game("volterra").start()).perft(6)
    487426
    """
    if not has_native(position.game.id):
        raise InvalidOption(Reason("core.no-native", {"game": position.game.id}))
    memory, twin = position.memory, getattr(_native, position.game.id)
    return cast("NativePosition", twin(str(position), list(memory.begun), memory.last_change))
