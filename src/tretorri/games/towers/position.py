"""A position: what stands where, and what the rules and the viewers make of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from tretorri.core.endings import with_turns
from tretorri.core.game import Memory, Position, Result
from tretorri.core.scene import Scene
from tretorri.core.words import ENGLISH, Reason, Text
from tretorri.games.towers import estimate, refusals, scene
from tretorri.games.towers.notation import Move, Pass, TowersFields
from tretorri.games.towers.rules.moves import moves
from tretorri.games.towers.rules.scoring import result_by
from tretorri.games.towers.rules.turns import after
from tretorri.games.towers.words import action_text

if TYPE_CHECKING:
    from tretorri.games.towers.game import Towers


@dataclass(frozen=True, eq=False, repr=False)
class TowersPosition(Position):
    """A position of Spiel der Türme.

    *towers* has the tower of each occupied square and *locks* the seat that holds each locked
    neutral counter [T23]; *extra* tells whether an extra move is open [T14]. *seen* has the
    settings of the turns begun since something last changed for good [C1], in the turn
    *last_change* [T27].

    >>> import tretorri
    >>> position = tretorri.game("towers", players=2).start(seed=1)
    >>> len(position.actions()), position.to_move
    (68, 'v')
    """

    game: Towers
    towers: Mapping[str, str]
    turn: int = 1
    extra: bool = False
    locks: Mapping[str, str] = field(default_factory=dict)
    result: Result | None = None
    last: Move | Pass | None = None
    seen: tuple[str, ...] = ()
    last_change: int = 1

    @property
    def fields(self) -> TowersFields:
        """Return what the position text says."""
        seats, unlimited = self.game.seats, self.game.is_unlimited
        return TowersFields(seats, unlimited, self.towers, self.extra, self.locks, self.turn)

    @cached_property
    def setting(self) -> str:
        """Return the position text without the turn number, which C1 compares."""
        return self.fields.setting

    def __str__(self) -> str:
        return f"{self.setting} {self.turn}"

    @property
    def memory(self) -> Memory:
        """Return the turn starts since something last changed for good, and when that was."""
        # When an extra move is open, the move before it was lasting: nothing is seen since then.
        return Memory(with_turns(self.seen[:-1], self.game.seats, self.turn), self.last_change)

    def _legal_actions(self) -> Iterable[Move | Pass]:
        return (*moves(self), Pass()) if self.extra else moves(self)  # T14

    def _after(self, action: Move | Pass) -> TowersPosition:
        return after(self, action)

    def _refusal(self, text: str) -> Reason:
        return refusals.refusal(self, text)

    def picks(self, action: Move | Pass) -> tuple[str, ...]:
        """Return the squares to click, or the button ``pass``."""
        return scene.picks(action)

    def describe(self, action: Move | Pass) -> Text:
        """Say in words what a legal action does."""
        return action_text(self, action)

    def scene(self, language: str = ENGLISH) -> Scene:
        """Describe what to draw."""
        return scene.draw(self, language)

    def winners_by_agreement(self) -> tuple[str, ...]:
        """Return who has most points, should all agree to end here and count [T19]."""
        return result_by(self, "T19").winners

    def estimate(self, seat: str) -> float:
        """Guess how *seat* stands, from -1 (lost) to 1 (won)."""
        return super().estimate(seat) if self.is_over else estimate.guess(self, seat)
