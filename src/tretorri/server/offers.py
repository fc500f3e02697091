"""What players offer each other: to end in a draw, or by counting; to take a turn back."""

from __future__ import annotations

from collections.abc import Iterator, Set

from tretorri.core.errors import IllegalAction
from tretorri.core.words import Reason
from tretorri.server.access import Rights, need
from tretorri.server.errors import NotNow, refused
from tretorri.server.events import Happening, Kind
from tretorri.server.fold import TAKEBACK, Fold, Offer
from tretorri.server.opening import ENGINE, OPEN


def offering(fold: Fold, rights: Rights, what: str, turns: int) -> Iterator[Happening]:
    """Yield an offer; who has several seats agrees with themselves."""
    need(rights.seats)
    _need_running(fold)
    if fold.offer is not None:
        raise refused(NotNow, "offer-stands")
    if not any(asked_by(fold, seat) for seat in rights.seats):
        raise refused(NotNow, "nobody-to-ask")
    seat = fold.to_move if fold.to_move in rights.seats else sorted(rights.seats)[0]
    if what == TAKEBACK:
        takeback_target(fold, str(seat), turns)
    yield Happening(Kind.OFFER, seat, {"what": what, "turns": turns})
    made = Offer(what, str(seat), turns, (str(seat),))
    yield from _agreements(fold, made, rights.seats & set(asked_by(fold, made.seat)))


def agreeing(fold: Fold, rights: Rights) -> Iterator[Happening]:
    """Yield that somebody agrees, and what comes of it when all have."""
    need(rights.seats)
    offer = fold.offer
    if offer is None:
        raise refused(NotNow, "no-offer")
    seats = rights.seats & set(waiting(fold))
    if not seats:
        raise refused(NotNow, "no-offer")
    yield from _agreements(fold, offer, seats)


def declining(fold: Fold, rights: Rights) -> Iterator[Happening]:
    """Yield that somebody declines an offer, or takes their own back."""
    need(rights.seats)
    if fold.offer is None:
        raise refused(NotNow, "no-offer")
    own = fold.offer.seat if fold.offer.seat in rights.seats else sorted(rights.seats)[0]
    yield Happening(Kind.DECLINE, own)


def aborting(fold: Fold, rights: Rights) -> Iterator[Happening]:
    """Yield that a game ends which has hardly begun."""
    need(rights.seats or rights.creator)
    if not can_abort(fold):
        raise refused(NotNow, "too-late-to-abort")
    yield Happening(Kind.ABORT, next(iter(sorted(rights.seats)), None))


def asked_by(fold: Fold, seat: str) -> tuple[str, ...]:
    """Return the people who are asked when *seat* offers something; engines have no say."""
    return tuple(
        other
        for other, player in fold.players.items()
        if other != seat and player.kind not in (ENGINE, OPEN)
    )


def waiting(fold: Fold) -> tuple[str, ...]:
    """Return the seats whose answer to the offer is still to come."""
    if fold.offer is None:
        return ()
    asked = asked_by(fold, fold.offer.seat)
    return tuple(seat for seat in asked if seat not in fold.offer.agreed)


def can_abort(fold: Fold) -> bool:
    """Tell whether the first turn is not finished yet."""
    return not fold.is_over and not fold.turns


def can_take_back(fold: Fold) -> bool:
    """Tell whether there is a turn that its player could ask to take back."""
    return fold.is_started and not fold.is_over and bool(fold.turns)


def takeback_target(fold: Fold, seat: str, turns: int) -> int:
    """Return how many turns are left when *seat* has taken its last *turns* turns back."""
    own = [nth for nth, turn in enumerate(fold.turns) if turn.before.mover == seat]
    if len(own) < turns:
        raise refused(NotNow, "nothing-to-undo")
    return own[-turns]


def _agreements(fold: Fold, offer: Offer, seats: Set[str]) -> Iterator[Happening]:
    """Yield that *seats* agree, and what comes of it if nobody else is asked."""
    for seat in sorted(seats):
        yield Happening(Kind.AGREE, seat)
    if not set(asked_by(fold, offer.seat)) <= {*offer.agreed, *seats}:
        return
    if offer.what == TAKEBACK:
        target = takeback_target(fold, offer.seat, offer.turns)
        yield Happening(Kind.UNDO, offer.seat, {"to": target})
    else:
        winners = fold.position.winners_by_agreement() or ()
        yield Happening(Kind.RESULT, None, {"winners": list(winners), "reason": "agreed"})


def _need_running(fold: Fold) -> None:
    if fold.is_over:
        raise IllegalAction(Reason("core.game-over"))
    if not fold.is_started:
        raise refused(NotNow, "not-started")
