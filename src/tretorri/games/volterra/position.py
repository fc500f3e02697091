"""A position: what stands where, and what the rules and the viewers make of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tretorri.core.endings import with_turns
from tretorri.core.game import Action, Memory, Position, Result
from tretorri.core.scene import Scene
from tretorri.core.words import ENGLISH, Reason, Text
from tretorri.games.volterra import estimate, refusals, scene
from tretorri.games.volterra.board import OTHER, Square
from tretorri.games.volterra.notation import (
    LAYING,
    NOTHING,
    PAWN_MOVED,
    TOWER_MOVED,
    AnyAction,
    LayPiece,
    MoveTower,
    Pawns,
    Towers,
    write_position,
)
from tretorri.games.volterra.rules.ends import ending, score
from tretorri.games.volterra.rules.layout import LAYOUT_TURNS, layout_actions
from tretorri.games.volterra.rules.moves import (
    pawn_moves,
    tower_moves,
    towers_after,
    turn_actions,
)
from tretorri.games.volterra.words import action_text

if TYPE_CHECKING:
    from tretorri.games.volterra.game import Volterra


@dataclass(frozen=True, eq=False, repr=False)
class VolterraPosition(Position):
    """A position of Volterra; two are equal when their texts are.

    *done* is what the turn has seen so far; *seen* are the texts, without the turn number, of all
    positions that began a turn up to here [C1].
    """

    game: Volterra
    towers: Towers
    pawns: Pawns
    done: str
    turn: int
    result: Result | None = None
    last: AnyAction | None = None
    seen: tuple[str, ...] = ()

    @cached_property
    def _text(self) -> str:
        told = write_position(self.game.seats, self.towers, self.mover, self.pawns, self.done)
        return f"{told} {self.turn}"

    def __str__(self) -> str:
        return self._text

    @property
    def memory(self) -> Memory:
        """Return the turn starts so far [C1]."""
        begun = self.seen[:-1] if self.done == NOTHING else self.seen
        return Memory(with_turns(begun, self.game.seats, self.turn + (self.done != NOTHING)))

    @property
    def pawn(self) -> Square:
        """Return the square of the mover's pawn."""
        return self.pawns[self.mover]

    @property
    def rival(self) -> Square:
        """Return the square of the other pawn."""
        return self.pawns[OTHER[self.mover]]

    def _legal_actions(self) -> Iterator[Action]:
        towers, mover = self.towers, self.mover
        if self.done == NOTHING:
            return turn_actions(towers, mover, self.pawn, self.rival)
        if self.done == PAWN_MOVED:
            return tower_moves(towers, mover, self.pawn, self.rival)
        if self.done == TOWER_MOVED:
            return pawn_moves(towers, mover, self.pawn)
        return layout_actions(towers, mover, self.turn)

    def _after(self, action: Any) -> VolterraPosition:
        towers, pawns = self._field_after(action)
        if self.done == NOTHING:
            done = TOWER_MOVED if isinstance(action, MoveTower) else PAWN_MOVED
            return VolterraPosition(
                self.game, towers, pawns, done, self.turn, None, action, self.seen
            )
        if self.done == LAYING and self.turn < LAYOUT_TURNS:
            return VolterraPosition(self.game, towers, pawns, LAYING, self.turn + 1, None, action)
        return begin_turn(self.game, towers, pawns, self.turn + 1, last=action, seen=self.seen)

    def _field_after(self, action: AnyAction) -> tuple[Towers, Pawns]:
        if isinstance(action, MoveTower):
            return towers_after(self.towers, self.pawns, action), self.pawns
        if isinstance(action, LayPiece):
            return {**self.towers, action.square: self.mover}, self.pawns
        return self.towers, {**self.pawns, self.mover: action.square}

    def _refusal(self, text: str) -> Reason:
        return refusals.refusal(self, text)

    def picks(self, action: Any) -> tuple[str, ...]:
        """Return what to click, in order."""
        return scene.picks(self, action)

    def describe(self, action: Any) -> Text:
        """Say in words what an action does."""
        return action_text(action)

    def scene(self, language: str = ENGLISH) -> Scene:
        """Describe what to draw."""
        return scene.draw(self, language)

    def estimate(self, seat: str) -> float:
        """Guess how *seat* stands, from -1 (lost) to 1 (won)."""
        return super().estimate(seat) if self.is_over else estimate.guess(self, seat)


def begin_turn(
    game: Volterra,
    towers: Towers,
    pawns: Pawns,
    turn: int,
    *,
    last: AnyAction | None = None,
    seen: tuple[str, ...] = (),
) -> VolterraPosition:
    """Return the position at the start of a turn, over if a rule ends it there [V14, C1, C3]."""
    seats = game.seats
    key = write_position(seats, towers, seats[(turn - 1) % 2], pawns, NOTHING)
    rule = ending(towers, pawns, seats, turn, key=key, seen=seen)
    result = score(towers, seats, rule) if rule else None
    return VolterraPosition(game, towers, pawns, NOTHING, turn, result, last, (*seen, key))
