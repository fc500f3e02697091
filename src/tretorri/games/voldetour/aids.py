"""What helps a learner to see: where the Lords can go and how, and what cannot be moved."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from tretorri.core.scene import Aid, Way
from tretorri.core.squares import square_name, square_place
from tretorri.core.words import Text
from tretorri.games.voldetour.board import OUT, Square
from tretorri.games.voldetour.lord import stops, walk
from tretorri.games.voldetour.placing import is_blocked

if TYPE_CHECKING:
    from tretorri.games.voldetour.rules import VoldeTourPosition

ON_A_SLOPE: Final = 0.5  # how much higher than its lower end somebody is in the middle of it


def aids(position: VoldeTourPosition, language: str) -> Iterator[Aid]:
    """Yield the squares that the mover's Lord and the others can reach, and blocked pieces."""

    def label(key: str) -> str:
        return Text(f"voldetour.aid-{key}").sentence(language)

    lords = [(seat, square) for seat, square in position.lords.items() if square != OUT]
    reach = {seat: _reach(position, seat) for seat, _ in lords}
    own = reach.pop(position.mover, [])
    rivals = dict.fromkeys(square for squares in reach.values() for square in squares)
    yield Aid("lord", label("lord"), tuple(own))
    yield Aid("rivals", label("rivals"), tuple(rivals))
    yield Aid("blocked", label("blocked"), solids=tuple(_blocked_pieces(position)))


def _reach(position: VoldeTourPosition, seat: str) -> list[Square]:
    """Return where the Lord of *seat* could end a move as everything stands now."""
    here = position.lords[seat]
    others = frozenset(position.lords.values()) - {here}
    return stops(position.terrain, here, others, position.game.setup.closed[seat])


def _blocked_pieces(position: VoldeTourPosition) -> Iterator[str]:
    lords = position.lords.values()
    for piece in position.pieces:
        if is_blocked(piece, position.terrain, lords):
            yield str(piece)


def way(position: VoldeTourPosition, target: Square) -> Way:
    """Return the squares and slopes that the mover's Lord passes on a shortest way to *target*."""
    terrain = position.terrain
    walked = walk(terrain, position.lord, position.other_lords, target)
    passed = [walked[0]]
    for here, there in pairwise(walked):
        passed += _between(here, there)
    return tuple(
        (*square_place(square), terrain.heights[square] + ON_A_SLOPE * (square in terrain.slopes))
        for square in passed
    )


def _between(here: Square, there: Square) -> list[Square]:
    """Return the squares in a straight line behind *here*, up to *there*."""
    (x, y), (to_x, to_y) = square_place(here), square_place(there)
    steps = abs(to_x - x) + abs(to_y - y)
    return [
        square_name(x + (to_x - x) * nth // steps, y + (to_y - y) * nth // steps)
        for nth in range(1, steps + 1)
    ]
