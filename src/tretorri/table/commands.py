"""Commands of players, and the events that they lead to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tretorri.core.errors import IllegalAction
from tretorri.core.words import Reason, Text, excerpt
from tretorri.table.access import Rights, require
from tretorri.table.errors import NotNow, error
from tretorri.table.events import EventKind, NewEvent
from tretorri.table.names import clean_name
from tretorri.table.offers import abort_game, accept_offer, decline_offer, make_offer
from tretorri.table.seats import fill_open_seats, leave_seat, reassign_seat, require_seats
from tretorri.table.setup import BY_LINK, ENGINE, SeatPlayer
from tretorri.table.state import GameState


@dataclass(frozen=True, slots=True)
class PlayAction:
    """Play one action."""

    action: str


@dataclass(frozen=True, slots=True)
class PlayTurn:
    """Play a whole turn, or the rest of an unfinished one."""

    turn: str


@dataclass(frozen=True, slots=True)
class StepBack:
    """Take back the last action of the unfinished turn."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Go back to the beginning of a person's last turn, so many times."""

    turns: int


@dataclass(frozen=True, slots=True)
class Redo:
    """Go forward again to a person's next turn, so many times."""

    turns: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up for a seat; all others have won."""

    seat: str | None


@dataclass(frozen=True, slots=True)
class Rename:
    """Say what the players of seats are called."""

    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Reseat:
    """Give a seat to another player."""

    seat: str
    player: SeatPlayer


@dataclass(frozen=True, slots=True)
class Leave:
    """Give up a seat that one has come to by link."""

    seat: str | None


@dataclass(frozen=True, slots=True)
class StartNow:
    """Fill the open seats with engines of this level and start the game."""

    level: int


@dataclass(frozen=True, slots=True)
class MakeOffer:
    """Offer a ``draw``, or the ``takeback`` of so many turns of one's own."""

    what: str
    turns: int


@dataclass(frozen=True, slots=True)
class Agree:
    """Accept the open offer."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline the open offer, or withdraw one's own."""


@dataclass(frozen=True, slots=True)
class Abort:
    """Abort a game whose first turn is not finished."""


BoardCommand = PlayAction | PlayTurn | StepBack | Undo | Redo
TableCommand = Resign | Rename | Reseat | Leave | StartNow | MakeOffer | Agree | Decline | Abort
Command = BoardCommand | TableCommand


def decide(command: Command, state: GameState, rights: Rights) -> Iterator[NewEvent]:
    """Yield the events that *command* leads to, or raise why it is refused."""
    match command:
        case PlayAction(action):
            yield NewEvent(EventKind.ACTION, _require_own_turn(state, rights), {"action": action})
        case PlayTurn(turn):
            yield from _play_whole_turn(state, _require_own_turn(state, rights), turn)
        case StepBack():
            seat = _require_own_turn(state, rights)
            if not state.pending_actions:
                raise error(NotNow, "nothing-to-undo")
            yield NewEvent(EventKind.BACK, seat)
        case Undo(turns):
            require(rights.has_all(state) and rights.seats)
            yield NewEvent(EventKind.UNDO, None, {"to": _find_undo_target(state, turns)})
        case Redo(turns):
            require(rights.has_all(state) and rights.seats)
            yield NewEvent(EventKind.REDO, None, {"turns": _count_redo_turns(state, turns)})
        case _:
            yield from _decide_at_table(command, state, rights)


def _decide_at_table(command: TableCommand, state: GameState, rights: Rights) -> Iterator[NewEvent]:
    match command:
        case Resign(seat):
            yield _resign(state, rights, seat)
        case Rename(names):
            require(rights.seats or rights.creator)
            require_seats(state, names)
            require(set(names) <= rights.seats | _seats_to_name(state, rights))
            clean = {seat: clean_name(name) for seat, name in names.items()}
            chosen = next(iter(sorted(rights.seats)), None)
            yield NewEvent(EventKind.NAMES, chosen, {"names": clean})
        case Reseat(seat, player):
            yield from reassign_seat(state, rights, seat, player)
        case Leave(seat):
            yield from leave_seat(state, rights, seat)
        case StartNow(level):
            yield from fill_open_seats(state, rights, level)
        case MakeOffer(what, turns):
            yield from make_offer(state, rights, what, turns)
        case Agree():
            yield from accept_offer(state, rights)
        case Decline():
            yield from decline_offer(state, rights)
        case Abort():
            yield from abort_game(state, rights)


def _seats_to_name(state: GameState, rights: Rights) -> set[str]:
    """Return the seats that the creator may name: all but those joined by link."""
    if not rights.creator:
        return set()
    return {seat for seat, player in state.players.items() if player.kind not in BY_LINK}


def make_engine_events(state: GameState, turn: str, is_last_resort: bool) -> Iterator[NewEvent]:
    """Yield the actions of an engine that is to move."""
    for action in turn.split("+"):
        data = {"action": action, "by": "chance" if is_last_resort else ENGINE}
        yield NewEvent(EventKind.ACTION, state.to_move, data)


def can_undo(state: GameState) -> bool:
    """Tell whether there is a turn of a person, or a result, to take back."""
    return _find_earlier_turn(state, len(state.turns)) is not None or _is_turn_begun(state)


def _is_turn_begun(state: GameState) -> bool:
    return bool(state.pending_actions) or state.outcome is not None


def _require_own_turn(state: GameState, rights: Rights) -> str:
    """Return the seat to move, which must be one of the sender's."""
    require(rights.seats)
    seat = state.to_move
    if not state.is_started and not state.is_over:
        raise error(NotNow, "not-started")
    if seat is None:
        why = state.fresh_position.why_not("") if state.position.is_over else None
        raise IllegalAction(why or Reason("core.game-over"))
    if seat not in rights.seats:
        name: Text = state.game.seat_name(seat)
        raise error(NotNow, "not-your-turn", seat=name)
    return seat


def _play_whole_turn(state: GameState, seat: str, turn: str) -> Iterator[NewEvent]:
    """Yield the actions of a turn, which must end it."""
    position, start = state.fresh_position, state.turn_start
    for nth, action in enumerate(turn.split("+")):
        if nth and start.ends_turn(position):
            raise IllegalAction(Reason("core.turn-too-long", {"turn": excerpt(turn)}))
        position = position.play(action)
        yield NewEvent(EventKind.ACTION, seat, {"action": action})
    if not start.ends_turn(position):
        raise IllegalAction(Reason("core.turn-unfinished", {"turn": excerpt(turn)}))


def _is_played_by_person(state: GameState, seat: str) -> bool:
    return state.players[seat].kind != ENGINE


def _find_earlier_turn(state: GameState, turns: int) -> int | None:
    """Return how many turns there were before a person's last turn among the first *turns*."""
    for before in reversed(range(turns)):
        if _is_played_by_person(state, state.turns[before].before.mover):
            return before
    return None


def _find_undo_target(state: GameState, times: int) -> int:
    """Return how many turns are left after going back *times* turns of people."""
    target: int | None = len(state.turns)
    if _is_turn_begun(state) and _is_played_by_person(state, state.position.mover):
        times -= 1
    for _ in range(times):
        target = None if target is None else _find_earlier_turn(state, target)
    if target is None:
        raise error(NotNow, "nothing-to-undo")
    return target


def _count_redo_turns(state: GameState, times: int) -> int:
    """Return how many turns are redone in going forward to a person's turn, *times* times."""
    redone, again = state, 0
    for _ in range(times):
        if not redone.undone:
            raise error(NotNow, "nothing-to-redo")
        while redone.undone:
            redone, again = redone.step(NewEvent(EventKind.REDO, None, {"turns": 1})), again + 1
            if _is_played_by_person(state, redone.position.mover):
                break
    return again


def _resign(state: GameState, rights: Rights, seat: str | None) -> NewEvent:
    mover = state.to_move if state.to_move in rights.seats else None
    chosen = seat or mover or next(iter(sorted(rights.seats)), None)
    require(chosen in rights.seats)
    if state.is_over:
        raise IllegalAction(Reason("core.game-over"))
    return NewEvent(EventKind.RESIGN, chosen)
