"""What an action does, and how a turn ends and begins."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tretorri.core.endings import is_too_long, stands_third_time
from tretorri.games.towers.board import SITES
from tretorri.games.towers.notation import Move, Pass
from tretorri.games.towers.rules.counters import colour_of, stack
from tretorri.games.towers.rules.moves import can_act
from tretorri.games.towers.rules.scoring import end_at_once, result_by

if TYPE_CHECKING:
    from tretorri.games.towers.position import TowersPosition

MAX_QUIET_TURNS = 60  # T27


def after(position: TowersPosition, action: Move | Pass) -> TowersPosition:
    """Return the position after a legal action."""
    if isinstance(action, Pass):
        return next_turn(replace(position, last=action))
    moved = after_move(position, action)
    rule = end_at_once(moved)
    if rule is not None:
        return replace(moved, result=result_by(moved, rule))
    if action.target in SITES and can_act(moved):
        return replace(moved, extra=True)  # T14
    return next_turn(moved)


def after_move(position: TowersPosition, move: Move) -> TowersPosition:
    """Return the position in which only the tower has moved [T11]."""
    towers = dict(position.towers)
    tower, standing = towers.pop(move.source), towers.get(move.target)
    towers[move.target] = tower if standing is None else stack(tower, standing)
    # Covering and entering a symbol space cannot be undone: no earlier position can come back.
    lasting = standing is not None or move.target in SITES
    return replace(
        position,
        towers=towers,
        extra=False,
        locks=locks_after(position, move, colour_of(tower)),
        last=move,
        seen=() if lasting else position.seen,
        last_change=position.turn if lasting else position.last_change,
    )


def locks_after(position: TowersPosition, move: Move, colour: str) -> dict[str, str]:
    """Lock a neutral counter that ends on a street, and free a counter that is covered [T23]."""
    locks = {square: seat for square, seat in position.locks.items() if square != move.target}
    if position.game.is_neutral(colour) and move.target not in SITES:
        locks[move.target] = position.mover
    return locks


def next_turn(position: TowersPosition) -> TowersPosition:
    """End the turn and begin the next one."""
    return begin_turn(replace(position, turn=position.turn + 1, extra=False))


def begin_turn(position: TowersPosition) -> TowersPosition:
    """Begin the turn of the seat to move, or of the first seat after it that can act [T15, T18]."""
    first = current = unlock(position)
    for _ in position.game.seats:
        if can_act(current):
            return count_position(current)
        current = unlock(replace(current, turn=current.turn + 1))
    return replace(first, result=result_by(first, "T18"))


def unlock(position: TowersPosition) -> TowersPosition:
    """Remove the locks of the seat whose turn begins [T23]."""
    locks = {square: seat for square, seat in position.locks.items() if seat != position.mover}
    return replace(position, locks=locks)


def count_position(position: TowersPosition) -> TowersPosition:
    """Count the position at the start of a turn, and end the game by C1, T27 or C3."""
    rule = end_at_start(position)
    return replace(
        position,
        seen=(*position.seen, position.setting),
        result=None if rule is None else result_by(position, rule),
    )


def end_at_start(position: TowersPosition) -> str | None:
    """Name the rule that ends the game at the start of a turn, if one does."""
    if stands_third_time(position.seen, position.setting):
        return "C1"
    if position.turn - position.last_change > MAX_QUIET_TURNS:
        return "T27"
    return "C3" if is_too_long(position.turn) else None
