"""What comes of time: who is too late, whose flag falls, and what is given back after a stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from tretorri.table.errors import NotNow, error
from tretorri.table.events import Happening, Kind
from tretorri.table.seats import standing_in
from tretorri.table.state import Fold

GRACE = 200  # milliseconds after which a turn that came in time is stored, by whichever process
LEAST_OWED = 1000  # milliseconds; less is not worth an event

Plan: TypeAlias = Callable[[Fold, int], Iterable[Happening]]
"""What happens in a game at a time of the server."""


class TimeIsUp(NotNow):
    """The flag of the seat to move has fallen before the request came."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A while in which nobody could play: no server was *seen* from then *until*."""

    seen: int
    until: int

    def owed(self, fold: Fold) -> int:
        """Return the milliseconds that the seat to move could not use."""
        owed = self.until - max(self.seen, fold.at)
        return owed if fold.due_at is not None and owed >= LEAST_OWED else 0

    def credit(self, fold: Fold, _: int) -> Iterator[Happening]:
        """Yield what gives the time back."""
        if owed := self.owed(fold):
            yield Happening(Kind.CREDIT, None, {"ms": owed})


def in_time(plan: Callable[[Fold], Iterable[Happening]]) -> Plan:
    """Return *plan* for somebody who may be too late: the server's time of storing it decides."""

    def judged(fold: Fold, time: int) -> Iterable[Happening]:
        if fold.flag_at is not None and fold.flag_at <= time:
            raise error(TimeIsUp, "time-is-up")
        return plan(fold)

    return judged


def due(fold: Fold, time: int) -> Iterator[Happening]:
    """Yield what happens because the time of the seat to move is up.

    That waits a little: another process may be storing a turn that came in time.
    """
    time -= GRACE
    if fold.flag_at is not None and fold.flag_at <= time:
        yield Happening(Kind.FLAG, fold.to_move)
    elif fold.absent_at is not None and fold.absent_at <= time:
        yield from standing_in(fold)


def due_in(fold: Fold) -> dict[str, Any]:
    """Return what is due in a game: whether an engine is to move, and when time is up."""
    return {"engine_due": fold.engine_to_move is not None, "due_at": fold.due_at}


def begins_turn(before: Fold, after: Fold) -> bool:
    """Tell whether somebody is to begin a turn who was not before."""
    is_other = (before.to_move, len(before.turns)) != (after.to_move, len(after.turns))
    return after.to_move is not None and is_other
