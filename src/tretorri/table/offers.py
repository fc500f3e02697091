"""Offers between players: a draw, an end by counting, or a takeback."""

from __future__ import annotations

from collections.abc import Iterator, Set

from tretorri.core.errors import IllegalAction
from tretorri.core.words import Reason
from tretorri.table.access import Rights, require
from tretorri.table.errors import NotNow, error
from tretorri.table.events import EventKind, NewEvent
from tretorri.table.setup import ENGINE, OPEN
from tretorri.table.state import TAKEBACK, GameState, PendingOffer


def make_offer(state: GameState, rights: Rights, what: str, turns: int) -> Iterator[NewEvent]:
    """Yield an offer; other seats of the same player agree at once."""
    require(rights.seats)
    _require_running(state)
    if state.offer is not None:
        raise error(NotNow, "offer-stands")
    if not any(seats_to_ask(state, seat) for seat in rights.seats):
        raise error(NotNow, "nobody-to-ask")
    seat = state.to_move if state.to_move in rights.seats else sorted(rights.seats)[0]
    if what == TAKEBACK:
        find_takeback_target(state, str(seat), turns)
    yield NewEvent(EventKind.OFFER, seat, {"what": what, "turns": turns})
    made = PendingOffer(what, str(seat), turns, (str(seat),))
    yield from _agree(state, made, rights.seats & set(seats_to_ask(state, made.seat)))


def accept_offer(state: GameState, rights: Rights) -> Iterator[NewEvent]:
    """Yield that seats agree, and the result when all have."""
    require(rights.seats)
    offer = state.offer
    if offer is None:
        raise error(NotNow, "no-offer")
    seats = rights.seats & set(seats_to_answer(state))
    if not seats:
        raise error(NotNow, "no-offer")
    yield from _agree(state, offer, seats)


def decline_offer(state: GameState, rights: Rights) -> Iterator[NewEvent]:
    """Yield that a seat declines an offer, or withdraws its own."""
    require(rights.seats)
    if state.offer is None:
        raise error(NotNow, "no-offer")
    own = state.offer.seat if state.offer.seat in rights.seats else sorted(rights.seats)[0]
    yield NewEvent(EventKind.DECLINE, own)


def abort_game(state: GameState, rights: Rights) -> Iterator[NewEvent]:
    """Yield the end of a game whose first turn is not finished."""
    require(rights.seats or rights.creator)
    if not can_abort(state):
        raise error(NotNow, "too-late-to-abort")
    yield NewEvent(EventKind.ABORT, next(iter(sorted(rights.seats)), None))


def seats_to_ask(state: GameState, seat: str) -> tuple[str, ...]:
    """Return the seats that an offer of *seat* needs: all other people, no engines."""
    return tuple(
        other
        for other, player in state.players.items()
        if other != seat and player.kind not in (ENGINE, OPEN)
    )


def seats_to_answer(state: GameState) -> tuple[str, ...]:
    """Return the seats whose answer to the offer is still to come."""
    if state.offer is None:
        return ()
    asked = seats_to_ask(state, state.offer.seat)
    return tuple(seat for seat in asked if seat not in state.offer.agreed)


def can_abort(state: GameState) -> bool:
    """Tell whether the first turn is not finished yet."""
    return not state.is_over and not state.turns


def can_take_back(state: GameState) -> bool:
    """Tell whether there is a turn that its player could ask to take back."""
    return state.is_started and not state.is_over and bool(state.turns)


def find_takeback_target(state: GameState, seat: str, turns: int) -> int:
    """Return how many turns are left when *seat* has taken its last *turns* turns back."""
    own = [nth for nth, turn in enumerate(state.turns) if turn.before.mover == seat]
    if len(own) < turns:
        raise error(NotNow, "nothing-to-undo")
    return own[-turns]


def _agree(state: GameState, offer: PendingOffer, seats: Set[str]) -> Iterator[NewEvent]:
    """Yield that *seats* agree, and the result if no other answer is needed."""
    for seat in sorted(seats):
        yield NewEvent(EventKind.AGREE, seat)
    if not set(seats_to_ask(state, offer.seat)) <= {*offer.agreed, *seats}:
        return
    if offer.what == TAKEBACK:
        target = find_takeback_target(state, offer.seat, offer.turns)
        yield NewEvent(EventKind.UNDO, offer.seat, {"to": target})
    else:
        winners = state.fresh_position.winners_by_agreement() or ()
        yield NewEvent(EventKind.RESULT, None, {"winners": list(winners), "reason": "agreed"})


def _require_running(state: GameState) -> None:
    if state.is_over:
        raise IllegalAction(Reason("core.game-over"))
    if not state.is_started:
        raise error(NotNow, "not-started")
