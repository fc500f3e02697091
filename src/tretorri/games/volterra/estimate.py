"""A simple guess at who stands better, for bots that look no further than one turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tretorri.games.volterra.board import AROUND, OTHER, Colour, Square

if TYPE_CHECKING:
    from tretorri.games.volterra.position import VolterraPosition

RANK_SHARE = 0.5  # what a tower counts compared with the next higher one, which V15 asks first
THREATENED_SHARE = 0.5  # what a tower counts while the other pawn could have it covered
EVEN_LEAD = 2.0  # the lead that is worth half a win


def guess(position: VolterraPosition, seat: Colour) -> float:
    """Guess how *seat* stands in a running game, from the heights of safe and of other towers.

    >>> import tretorri
    >>> tretorri.game("volterra").start().play_turn("Pb4+a3-a4").estimate("d") > 0
    True
    """
    mine, theirs = _worth(position, seat), _worth(position, OTHER[seat])
    return (mine - theirs) / (EVEN_LEAD + abs(mine - theirs))


def _worth(position: VolterraPosition, colour: Colour) -> float:
    """Return the worth of the towers of a colour, of which the best count most [V15]."""
    towers = position.towers
    worths = [
        _tower_worth(position, square, colour) for square in towers if towers[square][-1] == colour
    ]
    return sum(w * RANK_SHARE**rank for rank, w in enumerate(sorted(worths, reverse=True)))


def _tower_worth(position: VolterraPosition, square: Square, colour: Colour) -> float:
    """Return the height of a tower, less while the other player could build on it [V6, V8]."""
    height = len(position.towers[square])
    threat = position.pawns.get(OTHER[colour])
    is_safe = threat not in AROUND[square] or position.pawns.get(colour) == square
    return height if is_safe else height * THREATENED_SHARE
