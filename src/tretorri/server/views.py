"""What a viewer needs who knows no game: all there is to draw, pick and read, in one language."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from functools import partial, reduce
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict

from tretorri.core.game import Action, Game, Position
from tretorri.core.records import Outcome
from tretorri.core.scene import Scene
from tretorri.core.words import Text
from tretorri.server.commands import can_undo
from tretorri.server.computing import Computing
from tretorri.server.events import Event, Kind
from tretorri.server.fold import Fold, check_of
from tretorri.server.offers import can_abort, can_take_back, waiting
from tretorri.server.opening import BY_LINK, ENGINE

MOST_KEPT = 64


class View(BaseModel):
    """Base of what the server sends."""

    model_config = ConfigDict(frozen=True)


class Actions(View):
    """The legal actions in columns: the nth of each list belongs to the nth action.

    *texts* is the notation, *picks* what to click in order, *descriptions* the same in words.
    """

    texts: list[str]
    picks: list[list[str]]
    descriptions: list[str]


class ResultView(View):
    """How a game ended: *reason* is a rule or an agreement, *rule* is set only for a rule."""

    winners: list[str]
    reason: str
    rule: str | None
    sentence: str
    scores: dict[str, Any] | None


class PositionView(View):
    """A position outside any game."""

    game: str
    position: str
    check: str
    turn: int
    to_move: str | None
    scene: Scene
    actions: Actions
    result: ResultView | None


class SeatView(View):
    """A seat: its title, its player, and whether an engine is thinking for it."""

    id: str
    title: str
    kind: str
    level: int | None
    name: str
    is_thinking: bool


class ClockView(View):
    """The clocks: the milliseconds *left* for each seat at time *at*; one may be *running*."""

    per: str
    seconds: int
    increment: int
    left: dict[str, int]
    running: str | None
    at: int


class AbsenceView(View):
    """What happens (``engine`` or ``end``), and when, if the seat to move stays away."""

    seconds: int
    then: str
    at: int | None


class OfferView(View):
    """An offer of *seat*, a ``draw`` or a ``takeback``: who agreed, who has yet to answer."""

    what: str
    turns: int
    seat: str
    agreed: list[str]
    waiting: list[str]


class TurnView(View):
    """A finished turn."""

    turn: int
    seat: str
    text: str


class State(View):
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
    actions: Actions
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


class EventView(View):
    """An event in a game; *number* is the version of the game after it."""

    number: int
    kind: Kind
    seat: str | None
    data: dict[str, Any]
    time: int
    check: str


def event_view(event: Event) -> EventView:
    """Return an event as everybody may see it."""
    return EventView(
        number=event.number,
        kind=event.kind,
        seat=event.seat,
        data=event.data,
        time=event.time,
        check=event.check,
    )


class Clickable(Protocol):
    """What can be clicked on a board: a position, or a board in the making."""

    def actions(self) -> tuple[Action, ...]:
        """Return what can be done."""
        ...

    def picks(self, action: Any, /) -> tuple[str, ...]:
        """Return what to click for it."""
        ...

    def describe(self, action: Any, /) -> Text:
        """Say it in words."""
        ...


def actions_view(position: Clickable, language: str) -> Actions:
    """Return what can be done in a position, or on a board in the making, in columns."""
    actions = position.actions()
    return Actions(
        texts=[str(action) for action in actions],
        picks=[list(position.picks(action)) for action in actions],
        descriptions=[position.describe(action).sentence(language) for action in actions],
    )


NOTHING = Actions(texts=[], picks=[], descriptions=[])


def position_view(
    position: Position, language: str, offered: Actions | None = None
) -> PositionView:
    """Return everything about a position; *offered* stands in for the legal actions."""
    scene = position.scene(language)
    result = position.result
    outcome = Outcome.by_rule(result) if result else None
    return PositionView(
        game=position.game.id,
        position=str(position),
        check=check_of(position),
        turn=position.turn,
        to_move=position.to_move,
        scene=scene,
        actions=actions_view(position, language) if offered is None else offered,
        result=_result(position, outcome, scene, language) if outcome else None,
    )


def state_view(fold: Fold, language: str) -> State:
    """Return everything about a game as it stands."""
    position, opening = fold.position, fold.opening
    scene = position.scene(language)
    outcome = Outcome.by_rule(position.result) if position.result else fold.outcome
    return State(
        id=opening.id,
        version=fold.version,
        game=position.game.id,
        title=position.game.title,
        options=position.game.options,
        language=language,
        created=opening.created,
        position=str(position),
        check=fold.check,
        turn=position.turn,
        to_move=fold.to_move,
        is_over=fold.is_over,
        scene=scene,
        actions=actions_view(position, language) if fold.to_move else NOTHING,
        begun=list(fold.begun),
        turns=turn_views(fold),
        seats=seat_views(fold, language),
        result=_result(position, outcome, scene, language) if outcome else None,
        can_step_back=bool(fold.begun) and not fold.is_over,
        can_undo=can_undo(fold),
        can_redo=bool(fold.undone),
        is_started=fold.is_started,
        clock=_clock(fold),
        absence=_absence(fold),
        offer=_offer(fold),
        can_offer_draw=fold.to_move is not None and _has_people(fold),
        can_offer_takeback=can_take_back(fold) and _has_people(fold),
        can_abort=can_abort(fold),
        draw_means="draw" if position.winners_by_agreement() is None else "count",
        rematch=fold.rematch,
    )


def _clock(fold: Fold) -> ClockView | None:
    """Return the clocks as of the moment when the running one was started."""
    clocks = fold.clocks
    if clocks is None:
        return None
    return ClockView(
        per=clocks.clock.per,
        seconds=clocks.clock.seconds,
        increment=clocks.clock.increment,
        left=dict(clocks.left),
        running=clocks.running,
        at=clocks.since,
    )


def _absence(fold: Fold) -> AbsenceView | None:
    absence = fold.opening.absence
    if absence is None:
        return None
    return AbsenceView(seconds=absence.seconds, then=absence.then, at=fold.absent_at)


def _offer(fold: Fold) -> OfferView | None:
    offer = fold.offer
    if offer is None:
        return None
    return OfferView(
        what=offer.what,
        turns=offer.turns,
        seat=offer.seat,
        agreed=list(offer.agreed),
        waiting=list(waiting(fold)),
    )


def _has_people(fold: Fold) -> bool:
    """Tell whether there are people at several seats, who can agree on something."""
    return any(player.kind in BY_LINK for player in fold.players.values())


def turn_views(fold: Fold) -> list[TurnView]:
    """Return the finished turns."""
    return [TurnView(turn=t.before.turn, seat=t.before.mover, text=t.text) for t in fold.turns]


def seat_views(fold: Fold, language: str) -> list[SeatView]:
    """Return the seats in turn order."""
    return [
        SeatView(
            id=seat,
            title=fold.game.seat_name(seat).sentence(language),
            kind=player.kind,
            level=player.level,
            name=player.name,
            is_thinking=player.kind == ENGINE and fold.to_move == seat,
        )
        for seat, player in in_turn_order(fold).items()
    ]


def in_turn_order(fold: Fold) -> Mapping[str, Any]:
    """Return the players by seat, in the order in which they play."""
    return {seat: fold.players[seat] for seat in fold.game.seats}


def _result(position: Position, outcome: Outcome, scene: Scene, language: str) -> ResultView:
    """Return the end of a game; what the rules have ended is told by the prompt of the scene."""
    result = position.result
    sentence = scene.prompt if result else stopped(position.game, outcome).sentence(language)
    return ResultView(
        winners=list(outcome.winners),
        reason=outcome.reason,
        rule=result.rule if result else None,
        sentence=sentence,
        scores=result.scores if result else None,
    )


def stopped(game: Game[Any], outcome: Outcome) -> Text:
    """Say how people have ended a game."""
    if not outcome.winners:
        return Text(f"core.server-drawn-{outcome.reason}")
    names = reduce(_and, (game.seat_name(seat) for seat in outcome.winners))
    return Text(f"core.server-won-{outcome.reason}", {"winners": names})


def _and(first: Text, second: Text) -> Text:
    return Text("core.server-and", {"first": first, "second": second})


class StateViews:
    """The last views that were asked for: many watchers of a game see the same one."""

    def __init__(self, computing: Computing) -> None:
        self._computing = computing
        self._views: OrderedDict[tuple[str, int, str], asyncio.Task[State]] = OrderedDict()

    async def view(self, fold: Fold, language: str) -> State:
        """Return everything about a game as it stands; it is drawn once for all who wait."""
        key = fold.opening.id, fold.version, language
        if key not in self._views:
            draw = partial(state_view, fold, language)
            drawing = self._computing.play((fold.game.id, "view"), draw)
            self._views[key] = asyncio.create_task(drawing)
            while len(self._views) > MOST_KEPT:
                self._views.popitem(last=False)
        self._views.move_to_end(key)
        try:
            return await asyncio.shield(self._views[key])
        except Exception:
            self._views.pop(key, None)
            raise
