"""What a record is made of: turns in lines, headers and an outcome.

Every part remembers the *place* where it was read. It is there for messages only: two parts are
equal wherever they stand.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tretorri.core.game import Result
from tretorri.core.records.faults import Place

MARKS = ("!", "?", "!!", "??", "!?", "?!")
WAYS_TO_STOP = ("resign", "time", "agreed", "abandoned")
UNFINISHED = "+"


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """A turn with its annotations.

    *text* is its actions joined by ``+``, with one more ``+`` behind if the turn is not finished.
    *mark* is one of ``! ? !! ?? !? ?!``, *clock* the time left in milliseconds, and *variations*
    are lines that could have been played instead. *number* is the TURN of the position in which it
    is played; a record fills it in.
    """

    text: str
    mark: str = ""
    clock: int | None = None
    comment: str = ""
    variations: tuple[Line, ...] = ()
    number: int | None = None
    place: Place | None = field(default=None, compare=False, repr=False)

    @property
    def is_finished(self) -> bool:
        """Tell whether the turn was played to its end."""
        return not self.text.endswith(UNFINISHED)

    @property
    def actions(self) -> tuple[str, ...]:
        """Return the texts of the actions.

        >>> RecordedTurn("Pb4+").actions
        ('Pb4',)
        """
        return tuple(self.text.removesuffix(UNFINISHED).split("+"))


@dataclass(frozen=True, slots=True)
class Line:
    """A sequence of turns; *comment* stands before the first."""

    turns: tuple[RecordedTurn, ...] = ()
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Header:
    """A note about the game: a date, a player, an event or anything else."""

    name: str
    value: str
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winners, and why the game ended: by a rule or by its players.

    *winners* are in seat order and empty in a draw; *reason* is a rule id or one of ``resign``,
    ``time``, ``agreed`` and ``abandoned``.

    >>> str(Outcome(("d",), "V14")), str(Outcome((), "agreed"))
    ('d V14', '= agreed')
    """

    winners: tuple[str, ...]
    reason: str
    place: Place | None = field(default=None, compare=False, repr=False)

    @classmethod
    def by_rule(cls, result: Result) -> Outcome:
        """Return the outcome of a game that its rules have ended."""
        return cls(result.winners, result.rule)

    def __str__(self) -> str:
        return f"{','.join(self.winners) or '='} {self.reason}"
