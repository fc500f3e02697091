"""Timeouts: late commands, fallen flags, absent players, and credit after an outage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from tretorri.table.errors import NotNow, error
from tretorri.table.events import EventKind, NewEvent
from tretorri.table.seats import replace_absent
from tretorri.table.state import GameState

GRACE_MS = 200  # after which a turn that came in time has been stored, by any process
MIN_CREDIT_MS = 1000  # less is not worth an event

TimedDecision: TypeAlias = Callable[[GameState, int], Iterable[NewEvent]]
"""What happens in a game at a time of the server."""


class TimeIsUp(NotNow):
    """The flag of the seat to move has fallen before the request came."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A time without a server: none was alive from *seen* to *until*."""

    seen: int
    until: int

    def credit_due(self, state: GameState) -> int:
        """Return the milliseconds that the seat to move could not use."""
        owed = self.until - max(self.seen, state.at)
        return owed if state.due_at is not None and owed >= MIN_CREDIT_MS else 0

    def credit(self, state: GameState, _: int) -> Iterator[NewEvent]:
        """Yield what gives the time back."""
        if owed := self.credit_due(state):
            yield NewEvent(EventKind.CREDIT, None, {"ms": owed})


def reject_if_late(plan: Callable[[GameState], Iterable[NewEvent]]) -> TimedDecision:
    """Return *plan* with a check of the clock: the server's time of storing decides."""

    def decide_in_time(state: GameState, time: int) -> Iterable[NewEvent]:
        if state.flag_at is not None and state.flag_at <= time:
            raise error(TimeIsUp, "time-is-up")
        return plan(state)

    return decide_in_time


def decide_timeout(state: GameState, time: int) -> Iterator[NewEvent]:
    """Yield what happens because the time of the seat to move is up.

    That waits a little: another process may be storing a turn that came in time.
    """
    time -= GRACE_MS
    if state.flag_at is not None and state.flag_at <= time:
        yield NewEvent(EventKind.FLAG, state.to_move)
    elif state.absent_at is not None and state.absent_at <= time:
        yield from replace_absent(state)


def find_due(state: GameState) -> dict[str, Any]:
    """Return what is due in a game: whether an engine is to move, and when time is up."""
    return {"engine_due": state.engine_to_move is not None, "due_at": state.due_at}


def starts_turn(before: GameState, after: GameState) -> bool:
    """Tell whether a turn begins between two states."""
    is_other = (before.to_move, len(before.turns)) != (after.to_move, len(after.turns))
    return after.to_move is not None and is_other
