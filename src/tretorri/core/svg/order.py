"""The painter's order: what stands behind is painted first.

A piece is cut into *parts*, one for each square it stands on. Whatever hides a part stands on a
square not further east and not further north, or above it on the same square; so parts painted
from the north-east to the south-west, and from the ground up, never cover what is before them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tretorri.core.scene import Solid
from tretorri.core.squares import COMPASS

FIGURES = ("pawn", "lord")

Place = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Part:
    """What of a solid stands on one square; it goes on to the sides in *joined*."""

    solid: Solid
    x: int
    y: int
    joined: frozenset[str]

    @property
    def top(self) -> int:
        """Return the level on which the next piece would stand."""
        return self.solid.z + self.solid.size[2]

    @property
    def look(self) -> tuple[object, ...]:
        """Return what makes two parts look alike."""
        s = self.solid
        return s.shape, s.colour, s.mark, s.facing, s.inverted, s.size, s.owner is None, self.joined


def parts(solid: Solid) -> Iterator[Part]:
    """Cut a solid into its parts."""
    squares = {
        (solid.x + x, solid.y + y) for x in range(solid.size[0]) for y in range(solid.size[1])
    }
    for x, y in sorted(squares):
        joined = {side for side, (dx, dy) in COMPASS.items() if (x + dx, y + dy) in squares}
        yield Part(solid, x, y, frozenset(joined))


def place(x: int, y: int, z: int, layer: int = 0) -> Place:
    """Return the place in the painter's order; *layer* sorts what shares a cell."""
    return -y, -x, z, layer


def part_place(part: Part) -> Place:
    """Return the place of a part; a nested wedge comes after the one it lies on."""
    return place(part.x, part.y, part.solid.z, 1 + part.solid.inverted)


def back_to_front(solids: Iterable[Solid]) -> list[Part]:
    """Return all parts in the order in which they are painted."""
    return sorted((part for solid in solids for part in parts(solid)), key=part_place)


def highest(painted: Iterable[Part]) -> dict[tuple[int, int], Part]:
    """Return the highest part on each square, figures left aside."""
    return {(part.x, part.y): part for part in painted if part.solid.shape not in FIGURES}
