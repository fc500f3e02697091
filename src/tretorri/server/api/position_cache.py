"""Positions by the turns that lead to them, cached for viewers stepping through a game."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock

from tretorri.core.game import Position
from tretorri.core.registry import find, game
from tretorri.server.errors import BadRequest
from tretorri.table.errors import error
from tretorri.table.positions import without_cache

MAX_CACHED_POSITIONS = 1000
DEFAULT_SEED = 1


@dataclass(frozen=True, slots=True)
class StartPosition:
    """Where turns begin: a position text, or the start of a game with options."""

    game: str
    position: str | None = None
    options: tuple[tuple[str, str | int], ...] = ()
    seed: int | None = None

    def first(self) -> Position:
        """Return the position, or raise why the rules refuse it."""
        if self.position is None:
            seed = DEFAULT_SEED if self.seed is None else self.seed
            return game(find(self.game).id, **dict(self.options)).start(seed)
        if self.options or self.seed is not None:
            raise error(BadRequest, "says-all")
        return game(find(self.game).id).position(self.position)


@dataclass(frozen=True, slots=True)
class PositionCache:
    """The positions asked for last: one step further costs one turn, not a whole replay.

    A position that was played remembers what its rules need (repetition, for instance), which its
    text does not tell.
    """

    _kept: OrderedDict[tuple[StartPosition, tuple[str, ...]], Position] = field(
        default_factory=OrderedDict
    )
    _lock: Lock = field(default_factory=Lock)

    def after(self, start: StartPosition, turns: Sequence[str]) -> Position:
        """Return the position after *turns*; the last may be unfinished."""
        path = tuple(turns)
        length, position = self._nearest(start, path)
        for nth in range(length, len(path)):
            for action in path[nth].split("+"):
                position = position.play(action)
            self._keep(start, path[: nth + 1], position)
        return position

    def _nearest(self, start: StartPosition, path: tuple[str, ...]) -> tuple[int, Position]:
        with self._lock:
            for length in range(len(path), -1, -1):
                key = start, path[:length]
                if key in self._kept:
                    self._kept.move_to_end(key)
                    return length, self._kept[key]
        position = start.first()
        self._keep(start, (), position)
        return 0, position

    def _keep(self, start: StartPosition, path: tuple[str, ...], position: Position) -> None:
        with self._lock:
            self._kept[start, path] = without_cache(position)
            while len(self._kept) > MAX_CACHED_POSITIONS:
                self._kept.popitem(last=False)


def sort_options(options: Mapping[str, str | int]) -> tuple[tuple[str, str | int], ...]:
    """Return options in one order, whichever way they were sent."""
    return tuple(sorted(options.items()))
