"""A quick guess at how a seat stands, for simple bots."""

from __future__ import annotations

from math import tanh
from typing import TYPE_CHECKING

from tretorri.games.towers.board import SITES
from tretorri.games.towers.rules.counters import colour_of, height_of

if TYPE_CHECKING:
    from tretorri.games.towers.position import TowersPosition

# In tenths of a counter: whole numbers add up to the same in any order, so that equal positions
# have equal estimates.
SAFE = 10  # a counter on a symbol space in a tower that no tower can cover [T12]
BUILT = 7  # a counter on a symbol space that may still be taken [T13]
ON_STREET = 2  # a counter that may still be built
LEAD = 120  # a lead of twelve counters is about three quarters of a win


def guess(position: TowersPosition, seat: str) -> float:
    """Guess from what each player has how *seat* stands, between -1 and 1.

    >>> import tretorri
    >>> abs(tretorri.game("towers").start(seed=1).estimate("v")) < 0.01
    True
    """
    worth = holdings(position)
    best_other = max(value for other, value in worth.items() if other != seat)
    return tanh((worth[seat] - best_other) / LEAD)


def holdings(position: TowersPosition) -> dict[str, int]:
    """Return what the towers of each player are worth."""
    worth = dict.fromkeys(position.game.seats, 0)
    for square, tower in position.towers.items():
        if colour_of(tower) in worth:
            worth[colour_of(tower)] += height_of(tower) * _weight(position, square, tower)
    return worth


def _weight(position: TowersPosition, square: str, tower: str) -> int:
    if square not in SITES:
        return ON_STREET
    return SAFE if height_of(tower) == position.game.highest else BUILT
