"""Time to think: what a clock is set to, and what each seat has left of it.

Clocks are folded from the log like everything else: every event carries the server's time, so the
same log always tells the same time. Only the server measures it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

GAME, TURN = "game", "turn"
Per = Literal["game", "turn"]


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What a clock is set to.

    Per ``game``: *seconds* for all turns of a seat, and *increment* more after each of them; per
    ``turn``: *seconds* for every single turn.
    """

    per: Per
    seconds: int
    increment: int = 0


@dataclass(frozen=True, slots=True)
class GameClock:
    """What each seat has *left* in milliseconds, and whose clock is *running* *since* when."""

    clock: TimeControl
    left: Mapping[str, int]
    running: str | None = None
    since: int = 0

    @classmethod
    def full(cls, clock: TimeControl, seats: Iterable[str]) -> GameClock:
        """Return clocks that stand still."""
        return cls(clock, dict.fromkeys(seats, clock.seconds * 1000))

    def advance(self, to_move: str | None, has_finished: bool, time: int) -> GameClock:
        """Return the clocks after something happened at *time*, with the seat to move then.

        A seat that has finished a turn gets the increment, or the whole time for the next one.
        When the game ends, all seats keep what they have.
        """
        if to_move == self.running and not has_finished:
            return self
        left = dict(self.left)
        if self.running is not None:
            left[self.running] = (
                self.time_after_turn(time) if has_finished else self.time_left_at(time)
            )
            if self.clock.per == TURN and to_move is not None:
                left[self.running] = self.clock.seconds * 1000
        return replace(self, left=left, running=to_move, since=time)

    def restore(self, left: Mapping[str, int], to_move: str | None, time: int) -> GameClock:
        """Return the clocks when turns are taken back: as they were, *left* where that is known."""
        known = left if self.clock.per == GAME else {}
        full = GameClock.full(self.clock, self.left).left
        return replace(self, left={**full, **known}, running=to_move, since=time)

    def time_after_turn(self, time: int) -> int:
        """Return what the running seat has left when it finishes its turn, with the increment."""
        return self.time_left_at(time) + self.clock.increment * 1000

    def time_left_at(self, time: int) -> int:
        """Return what the seat whose clock is running has left; never less than nothing."""
        if self.running is None:
            return 0
        return max(0, self.left[self.running] - max(0, time - self.since))

    @property
    def falls_at(self) -> int | None:
        """Return when the flag of the running clock falls."""
        return None if self.running is None else self.since + self.left[self.running]

    def add_credit(self, milliseconds: int) -> GameClock:
        """Return the clocks as if the running one had been started so much later."""
        return replace(self, since=self.since + milliseconds)


@dataclass(frozen=True, slots=True)
class Absence:
    """What happens when the seat to move lets *seconds* pass: an engine takes it, or it ends."""

    seconds: int
    then: Literal["engine", "end"]
