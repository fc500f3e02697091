"""Seats: opened, taken, left, given to engines; when all are taken, the game starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tretorri.core.words import excerpt
from tretorri.table.access import Rights, require
from tretorri.table.errors import NotNow, error
from tretorri.table.events import EventKind, NewEvent
from tretorri.table.names import clean_name
from tretorri.table.setup import BY_LINK, ENGINE, OPEN, SeatPlayer
from tretorri.table.state import GameState

STAND_IN_LEVEL = 4  # of an engine that takes the seat of an absent player


def join_seat(state: GameState, seat: str, kind: str, name: str) -> Iterator[NewEvent]:
    """Yield that a player takes a seat; the last open seat starts the game."""
    known = state.players[seat].name
    yield NewEvent(EventKind.JOIN, seat, {"kind": kind, "name": clean_name(name) or known})
    yield from _start_if_full(state, {seat})


def leave_seat(state: GameState, rights: Rights, seat: str | None) -> Iterator[NewEvent]:
    """Yield that a player by link leaves the seat; another may take it."""
    own = [s for s in sorted(rights.seats) if state.players[s].kind in BY_LINK]
    chosen = seat or next(iter(own), None)
    require(chosen in own)
    yield NewEvent(EventKind.LEAVE, chosen)


def reassign_seat(
    state: GameState, rights: Rights, seat: str, player: SeatPlayer
) -> Iterator[NewEvent]:
    """Yield that the creator gives a seat to another player; players by link keep theirs."""
    require(rights.creator)
    require_seats(state, {seat: player})
    if state.players[seat].kind in BY_LINK:
        raise error(NotNow, "seat-taken")
    yield _assign(seat, player)
    if player.kind != OPEN:
        yield from _start_if_full(state, {seat})


def fill_open_seats(state: GameState, rights: Rights, level: int) -> Iterator[NewEvent]:
    """Yield that the creator fills the open seats with engines and starts the game."""
    require(rights.creator)
    if state.is_over or not state.open_seats:
        raise error(NotNow, "no-open-seat")
    for seat in state.open_seats:
        yield _assign(seat, SeatPlayer(ENGINE, level))
    yield from _start_if_full(state, set(state.open_seats))


def replace_absent(state: GameState) -> Iterator[NewEvent]:
    """Yield what happens when the player to move has been absent for too long."""
    absence, seat = state.setup.absence, state.to_move
    if absence is None or seat is None:
        return
    if absence.then == "engine":
        name = state.players[seat].name
        yield _assign(seat, SeatPlayer(ENGINE, STAND_IN_LEVEL, name))
    else:
        winners = [other for other in state.game.seats if other != seat]
        yield NewEvent(EventKind.RESULT, None, {"winners": winners, "reason": "abandoned"})


def require_seats(state: GameState, seats: Mapping[str, object]) -> None:
    """Refuse seats that the game does not have."""
    for seat in seats:
        if seat not in state.players:
            names = " ".join(state.players)
            raise error(NotNow, "no-seat", seat=excerpt(seat), seats=names)


def _assign(seat: str, player: SeatPlayer) -> NewEvent:
    data = {"kind": player.kind, "level": player.level, "name": clean_name(player.name)}
    return NewEvent(EventKind.SEAT, seat, data)


def _start_if_full(state: GameState, taken: set[str]) -> Iterator[NewEvent]:
    if not state.is_started and set(state.open_seats) <= taken:
        yield NewEvent(EventKind.START)
