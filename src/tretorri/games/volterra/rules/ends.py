"""How a game ends, and who wins [V14, V15, C1, C3]."""

from __future__ import annotations

from collections.abc import Sequence

from tretorri.core.endings import is_too_long, stands_third_time
from tretorri.core.game import Result
from tretorri.games.volterra.board import Colour
from tretorri.games.volterra.notation import Pawns, Towers
from tretorri.games.volterra.rules.moves import turn_actions


def heights(towers: Towers, colour: Colour) -> tuple[int, ...]:
    """Return the heights of the towers of a colour, highest first [V15].

    >>> heights({"a1": "d", "b1": "lld", "c1": "dl"}, "d")
    (3, 1)
    """
    return tuple(sorted((len(t) for t in towers.values() if t[-1] == colour), reverse=True))


def score(towers: Towers, seats: Sequence[Colour], rule: str) -> Result:
    """Return the result: the highest tower wins, then the next [V15].

    A shorter row of heights that begins like a longer one is the smaller: a missing tower is 0.
    """
    scores = {seat: heights(towers, seat) for seat in seats}
    best = max(scores.values())
    winners = tuple(seat for seat in seats if scores[seat] == best)
    return Result(winners if len(winners) == 1 else (), scores, rule)


def ending(
    towers: Towers,
    pawns: Pawns,
    seats: Sequence[Colour],
    turn: int,
    *,
    key: str,
    seen: tuple[str, ...],
) -> str | None:
    """Return the rule that ends the game as a turn begins, if one does [V14, C1, C3]."""
    mover, other = seats[(turn - 1) % 2], seats[turn % 2]
    if not any(turn_actions(towers, mover, pawns[mover], pawns[other])):
        return "V14"
    if stands_third_time(seen, key):
        return "C1"
    return "C3" if is_too_long(turn) else None
