"""Views: all that a viewer needs to draw, pick and read, in one language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from tretorri.core.scene import Scene
from tretorri.table.events import EventKind


@dataclass(frozen=True, slots=True)
class ActionsView:
    """The legal actions in columns: the nth of each list belongs to the nth action.

    *texts* is the notation, *picks* what to click in order, *descriptions* the same in words.
    """

    texts: list[str]
    picks: list[list[str]]
    descriptions: list[str]


@dataclass(frozen=True, slots=True)
class ResultView:
    """How a game ended: *reason* is a rule or an agreement, *rule* is set only for a rule."""

    winners: list[str]
    reason: str
    rule: str | None
    sentence: str
    scores: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class PositionView:
    """A position outside any game."""

    game: str
    position: str
    check: str
    turn: int
    to_move: str | None
    scene: Scene
    actions: ActionsView
    result: ResultView | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat: its title, its player, and whether an engine is thinking for it."""

    id: str
    title: str
    kind: str
    level: int | None
    name: str
    is_thinking: bool


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clocks: the milliseconds *left* for each seat at time *at*; one may be *running*."""

    per: str
    seconds: int
    increment: int
    left: dict[str, int]
    running: str | None
    at: int


@dataclass(frozen=True, slots=True)
class AbsenceView:
    """What happens (``engine`` or ``end``), and when, if the seat to move stays away."""

    seconds: int
    then: str
    at: int | None


@dataclass(frozen=True, slots=True)
class OfferView:
    """An offer of *seat*, a ``draw`` or ``takeback``, with the seats still *waiting* to answer."""

    what: str
    turns: int
    seat: str
    agreed: list[str]
    waiting: list[str]


@dataclass(frozen=True, slots=True)
class TurnView:
    """A finished turn."""

    turn: int
    seat: str
    text: str


@dataclass(frozen=True, slots=True)
class StateView:
    """The state of a game; *begun* are the actions of the unfinished turn.

    Until it *is_started*, seats are open and no turn can be played. *draw_means* tells whether an
    agreed end is a ``draw`` or a ``count`` of points. *rematch* is the id of the next game.
    """

    id: str
    version: int
    game: str
    title: str
    options: dict[str, str]
    language: str
    created: int
    position: str
    check: str
    turn: int
    to_move: str | None
    is_over: bool
    scene: Scene
    actions: ActionsView
    begun: list[str]
    turns: list[TurnView]
    seats: list[SeatView]
    result: ResultView | None
    can_step_back: bool
    can_undo: bool
    can_redo: bool
    is_started: bool
    clock: ClockView | None
    absence: AbsenceView | None
    offer: OfferView | None
    can_offer_draw: bool
    can_offer_takeback: bool
    can_abort: bool
    draw_means: Literal["draw", "count"]
    rematch: str | None


@dataclass(frozen=True, slots=True)
class EventView:
    """An event in a game; *number* is the version of the game after it."""

    number: int
    kind: EventKind
    seat: str | None
    data: dict[str, Any]
    time: int
    check: str
