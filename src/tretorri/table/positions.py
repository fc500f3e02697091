"""Positions as a log needs them: without what they cache, with a hash, and turn by turn."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from tretorri.core.game import Position

HASH_CHARS = 16


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A finished turn: the position in which it began, its actions, and the *clock* after it."""

    before: Position
    actions: tuple[str, ...]
    clock: int | None = None

    @property
    def text(self) -> str:
        """Return the turn in notation."""
        return "+".join(self.actions)


def without_cache(position: Position) -> Position:
    """Return *position* without what it has worked out for itself, which takes much memory."""
    return replace(position)  # type: ignore[type-var]  # every position is a dataclass


def hash_position(position: Position) -> str:
    """Return a short hash by which two sides can see that they hold the same position."""
    return hashlib.sha256(str(position).encode()).hexdigest()[:HASH_CHARS]
