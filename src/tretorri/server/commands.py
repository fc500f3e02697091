"""What players ask for, and the happenings that it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tretorri.core.errors import IllegalAction
from tretorri.core.words import Reason, Text, excerpt
from tretorri.server.access import Rights, need
from tretorri.server.errors import NotNow, refused
from tretorri.server.events import Happening, Kind
from tretorri.server.fold import Fold
from tretorri.server.names import clean_name
from tretorri.server.offers import aborting, agreeing, declining, offering
from tretorri.server.opening import BY_LINK, ENGINE, Player
from tretorri.server.seating import leaving, need_seats, reseating, starting_now


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
    """Let somebody else play a seat."""

    seat: str
    player: Player


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


OnTheBoard = PlayAction | PlayTurn | StepBack | Undo | Redo
AtTheTable = Resign | Rename | Reseat | Leave | StartNow | MakeOffer | Agree | Decline | Abort
Command = OnTheBoard | AtTheTable


def happenings(command: Command, fold: Fold, rights: Rights) -> Iterator[Happening]:
    """Yield what *command* comes to, or raise why it cannot be done."""
    match command:
        case PlayAction(action):
            yield Happening(Kind.ACTION, _own_turn(fold, rights), {"action": action})
        case PlayTurn(turn):
            yield from _whole_turn(fold, _own_turn(fold, rights), turn)
        case StepBack():
            seat = _own_turn(fold, rights)
            if not fold.begun:
                raise refused(NotNow, "nothing-to-undo")
            yield Happening(Kind.BACK, seat)
        case Undo(turns):
            need(rights.has_all(fold) and rights.seats)
            yield Happening(Kind.UNDO, None, {"to": _undo_target(fold, turns)})
        case Redo(turns):
            need(rights.has_all(fold) and rights.seats)
            yield Happening(Kind.REDO, None, {"turns": _redo_turns(fold, turns)})
        case _:
            yield from _at_the_table(command, fold, rights)


def _at_the_table(command: AtTheTable, fold: Fold, rights: Rights) -> Iterator[Happening]:
    match command:
        case Resign(seat):
            yield _resignation(fold, rights, seat)
        case Rename(names):
            need(rights.seats or rights.creator)
            need_seats(fold, names)
            need(set(names) <= rights.seats | _nameable(fold, rights))
            clean = {seat: clean_name(name) for seat, name in names.items()}
            who = next(iter(sorted(rights.seats)), None)
            yield Happening(Kind.NAMES, who, {"names": clean})
        case Reseat(seat, player):
            yield from reseating(fold, rights, seat, player)
        case Leave(seat):
            yield from leaving(fold, rights, seat)
        case StartNow(level):
            yield from starting_now(fold, rights, level)
        case MakeOffer(what, turns):
            yield from offering(fold, rights, what, turns)
        case Agree():
            yield from agreeing(fold, rights)
        case Decline():
            yield from declining(fold, rights)
        case Abort():
            yield from aborting(fold, rights)


def _nameable(fold: Fold, rights: Rights) -> set[str]:
    """Return the seats that the creator may name: all but those of people who came by link."""
    if not rights.creator:
        return set()
    return {seat for seat, player in fold.players.items() if player.kind not in BY_LINK}


def engine_happenings(fold: Fold, turn: str, is_last_resort: bool) -> Iterator[Happening]:
    """Yield the actions of an engine that is to move."""
    for action in turn.split("+"):
        data = {"action": action, "by": "chance" if is_last_resort else ENGINE}
        yield Happening(Kind.ACTION, fold.to_move, data)


def can_undo(fold: Fold) -> bool:
    """Tell whether there is a turn of a person, or a result, to take back."""
    return _earlier(fold, len(fold.turns)) is not None or _is_begun(fold)


def _is_begun(fold: Fold) -> bool:
    return bool(fold.begun) or fold.outcome is not None


def _own_turn(fold: Fold, rights: Rights) -> str:
    """Return the seat to move, which must be one of the sender's."""
    need(rights.seats)
    seat = fold.to_move
    if not fold.is_started and not fold.is_over:
        raise refused(NotNow, "not-started")
    if seat is None:
        why = fold.position.why_not("") if fold.standing.is_over else None
        raise IllegalAction(why or Reason("core.game-over"))
    if seat not in rights.seats:
        name: Text = fold.game.seat_name(seat)
        raise refused(NotNow, "not-your-turn", seat=name)
    return seat


def _whole_turn(fold: Fold, seat: str, turn: str) -> Iterator[Happening]:
    """Yield the actions of a turn, which must end it."""
    position, start = fold.position, fold.turn_start
    for nth, action in enumerate(turn.split("+")):
        if nth and start.ends_turn(position):
            raise IllegalAction(Reason("core.turn-too-long", {"turn": excerpt(turn)}))
        position = position.play(action)
        yield Happening(Kind.ACTION, seat, {"action": action})
    if not start.ends_turn(position):
        raise IllegalAction(Reason("core.turn-unfinished", {"turn": excerpt(turn)}))


def _is_persons(fold: Fold, seat: str) -> bool:
    return fold.players[seat].kind != ENGINE


def _earlier(fold: Fold, turns: int) -> int | None:
    """Return how many turns there were before a person's last turn among the first *turns*."""
    for before in reversed(range(turns)):
        if _is_persons(fold, fold.turns[before].before.mover):
            return before
    return None


def _undo_target(fold: Fold, times: int) -> int:
    """Return how many turns are left after going back *times* turns of people."""
    target: int | None = len(fold.turns)
    if _is_begun(fold) and _is_persons(fold, fold.standing.mover):
        times -= 1
    for _ in range(times):
        target = None if target is None else _earlier(fold, target)
    if target is None:
        raise refused(NotNow, "nothing-to-undo")
    return target


def _redo_turns(fold: Fold, times: int) -> int:
    """Return how many turns are redone in going forward to a person's turn, *times* times."""
    redone, again = fold, 0
    for _ in range(times):
        if not redone.undone:
            raise refused(NotNow, "nothing-to-redo")
        while redone.undone:
            redone, again = redone.step(Happening(Kind.REDO, None, {"turns": 1})), again + 1
            if _is_persons(fold, redone.standing.mover):
                break
    return again


def _resignation(fold: Fold, rights: Rights, seat: str | None) -> Happening:
    mover = fold.to_move if fold.to_move in rights.seats else None
    who = seat or mover or next(iter(sorted(rights.seats)), None)
    need(who in rights.seats)
    if fold.is_over:
        raise IllegalAction(Reason("core.game-over"))
    return Happening(Kind.RESIGN, who)
