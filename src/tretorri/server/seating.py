"""Who sits where: seats are opened, taken, left, given to engines; all taken, the game starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tretorri.core.words import excerpt
from tretorri.server.access import Rights, need
from tretorri.server.errors import NotNow, refused
from tretorri.server.events import Happening, Kind
from tretorri.server.fold import Fold
from tretorri.server.names import clean_name
from tretorri.server.opening import BY_LINK, ENGINE, OPEN, Player

STAND_IN = 4  # the level of an engine that takes the seat of somebody who did not come back


def joining(fold: Fold, seat: str, kind: str, name: str) -> Iterator[Happening]:
    """Yield how somebody takes a seat; the last one to come starts the game."""
    known = fold.players[seat].name
    yield Happening(Kind.JOIN, seat, {"kind": kind, "name": clean_name(name) or known})
    yield from _starting(fold, {seat})


def leaving(fold: Fold, rights: Rights, seat: str | None) -> Iterator[Happening]:
    """Yield how somebody who came by link gives the seat up; others may take it."""
    own = [s for s in sorted(rights.seats) if fold.players[s].kind in BY_LINK]
    who = seat or next(iter(own), None)
    need(who in own)
    yield Happening(Kind.LEAVE, who)


def reseating(fold: Fold, rights: Rights, seat: str, player: Player) -> Iterator[Happening]:
    """Yield how the creator gives a seat to somebody else; whoever came by link keeps theirs."""
    need(rights.creator)
    need_seats(fold, {seat: player})
    if fold.players[seat].kind in BY_LINK:
        raise refused(NotNow, "seat-taken")
    yield _seat(seat, player)
    if player.kind != OPEN:
        yield from _starting(fold, {seat})


def starting_now(fold: Fold, rights: Rights, level: int) -> Iterator[Happening]:
    """Yield how the creator fills the open seats with engines and begins."""
    need(rights.creator)
    if fold.is_over or not fold.open_seats:
        raise refused(NotNow, "no-open-seat")
    for seat in fold.open_seats:
        yield _seat(seat, Player(ENGINE, level))
    yield from _starting(fold, set(fold.open_seats))


def standing_in(fold: Fold) -> Iterator[Happening]:
    """Yield what becomes of the seat to move when it was silent for too long."""
    absence, seat = fold.opening.absence, fold.to_move
    if absence is None or seat is None:
        return
    if absence.then == "engine":
        name = fold.players[seat].name
        yield _seat(seat, Player(ENGINE, STAND_IN, name))
    else:
        winners = [other for other in fold.game.seats if other != seat]
        yield Happening(Kind.RESULT, None, {"winners": winners, "reason": "abandoned"})


def need_seats(fold: Fold, seats: Mapping[str, object]) -> None:
    """Refuse seats that the game does not have."""
    for seat in seats:
        if seat not in fold.players:
            names = " ".join(fold.players)
            raise refused(NotNow, "no-seat", seat=excerpt(seat), seats=names)


def _seat(seat: str, player: Player) -> Happening:
    data = {"kind": player.kind, "level": player.level, "name": clean_name(player.name)}
    return Happening(Kind.SEAT, seat, data)


def _starting(fold: Fold, taken: set[str]) -> Iterator[Happening]:
    if not fold.is_started and set(fold.open_seats) <= taken:
        yield Happening(Kind.START)
