"""Make views from states, positions and events."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any, Protocol

from tretorri.core.game import Action, Game, Position
from tretorri.core.records import Outcome
from tretorri.core.scene import Scene
from tretorri.core.words import Text
from tretorri.table.commands import can_undo
from tretorri.table.events import StoredEvent
from tretorri.table.offers import can_abort, can_take_back, seats_to_answer
from tretorri.table.positions import hash_position
from tretorri.table.setup import BY_LINK, ENGINE
from tretorri.table.state import GameState
from tretorri.table.views import (
    AbsenceView,
    ActionsView,
    ClockView,
    EventView,
    OfferView,
    PositionView,
    ResultView,
    SeatView,
    StateView,
    TurnView,
)


def view_event(event: StoredEvent) -> EventView:
    """Return an event without what only its sender may know."""
    return EventView(
        number=event.number,
        kind=event.kind,
        seat=event.seat,
        data=event.data,
        time=event.time,
        check=event.position_hash,
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


def view_actions(position: Clickable, language: str) -> ActionsView:
    """Return what can be done in a position, or on a board in the making, in columns."""
    actions = position.actions()
    return ActionsView(
        texts=[str(action) for action in actions],
        picks=[list(position.picks(action)) for action in actions],
        descriptions=[position.describe(action).sentence(language) for action in actions],
    )


NO_ACTIONS = ActionsView(texts=[], picks=[], descriptions=[])


def view_position(
    position: Position, language: str, offered: ActionsView | None = None
) -> PositionView:
    """Return everything about a position; *offered* stands in for the legal actions."""
    scene = position.scene(language)
    result = position.result
    outcome = Outcome.by_rule(result) if result else None
    return PositionView(
        game=position.game.id,
        position=str(position),
        check=hash_position(position),
        turn=position.turn,
        to_move=position.to_move,
        scene=scene,
        actions=view_actions(position, language) if offered is None else offered,
        result=_view_result(position, outcome, scene, language) if outcome else None,
    )


def view_state(state: GameState, language: str) -> StateView:
    """Return everything about a game as it stands."""
    position, setup = state.fresh_position, state.setup
    scene = position.scene(language)
    outcome = Outcome.by_rule(position.result) if position.result else state.outcome
    return StateView(
        id=setup.id,
        version=state.version,
        game=position.game.id,
        title=position.game.title,
        options=position.game.options,
        language=language,
        created=setup.date,
        position=str(position),
        check=state.position_hash,
        turn=position.turn,
        to_move=state.to_move,
        is_over=state.is_over,
        scene=scene,
        actions=view_actions(position, language) if state.to_move else NO_ACTIONS,
        begun=list(state.pending_actions),
        turns=view_turns(state),
        seats=view_seats(state, language),
        result=_view_result(position, outcome, scene, language) if outcome else None,
        can_step_back=bool(state.pending_actions) and not state.is_over,
        can_undo=can_undo(state),
        can_redo=bool(state.undone),
        is_started=state.is_started,
        clock=_view_clock(state),
        absence=_view_absence(state),
        offer=_view_offer(state),
        can_offer_draw=state.to_move is not None and _has_people(state),
        can_offer_takeback=can_take_back(state) and _has_people(state),
        can_abort=can_abort(state),
        draw_means="draw" if position.winners_by_agreement() is None else "count",
        rematch=state.rematch,
    )


def _view_clock(state: GameState) -> ClockView | None:
    """Return the clocks as of the moment when the running one was started."""
    clocks = state.clocks
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


def _view_absence(state: GameState) -> AbsenceView | None:
    absence = state.setup.absence
    if absence is None:
        return None
    return AbsenceView(seconds=absence.seconds, then=absence.then, at=state.absent_at)


def _view_offer(state: GameState) -> OfferView | None:
    offer = state.offer
    if offer is None:
        return None
    return OfferView(
        what=offer.what,
        turns=offer.turns,
        seat=offer.seat,
        agreed=list(offer.agreed),
        waiting=list(seats_to_answer(state)),
    )


def _has_people(state: GameState) -> bool:
    """Tell whether there are players by link, with whom an offer can be agreed."""
    return any(player.kind in BY_LINK for player in state.players.values())


def view_turns(state: GameState) -> list[TurnView]:
    """Return the finished turns."""
    return [TurnView(turn=t.before.turn, seat=t.before.mover, text=t.text) for t in state.turns]


def view_seats(state: GameState, language: str) -> list[SeatView]:
    """Return the seats in turn order."""
    return [
        SeatView(
            id=seat,
            title=state.game.seat_name(seat).sentence(language),
            kind=player.kind,
            level=player.level,
            name=player.name,
            is_thinking=player.kind == ENGINE and state.to_move == seat,
        )
        for seat, player in players_in_turn_order(state).items()
    ]


def players_in_turn_order(state: GameState) -> Mapping[str, Any]:
    """Return the players by seat, in the order in which they play."""
    return {seat: state.players[seat] for seat in state.game.seats}


def _view_result(position: Position, outcome: Outcome, scene: Scene, language: str) -> ResultView:
    """Return the end of a game; what the rules have ended is told by the prompt of the scene."""
    result = position.result
    sentence = (
        scene.prompt if result else describe_outcome(position.game, outcome).sentence(language)
    )
    return ResultView(
        winners=list(outcome.winners),
        reason=outcome.reason,
        rule=result.rule if result else None,
        sentence=sentence,
        scores=result.scores if result else None,
    )


def describe_outcome(game: Game[Any], outcome: Outcome) -> Text:
    """Say how people have ended a game."""
    if not outcome.winners:
        return Text(f"core.server-drawn-{outcome.reason}")
    names = reduce(_join_names, (game.seat_name(seat) for seat in outcome.winners))
    return Text(f"core.server-won-{outcome.reason}", {"winners": names})


def _join_names(first: Text, second: Text) -> Text:
    return Text("core.server-and", {"first": first, "second": second})
