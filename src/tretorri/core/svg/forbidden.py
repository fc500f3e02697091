"""What a rule forbids: pieces that are not really there, a dashed arrow, and a cross.

The shape tells it as well as the colour: nothing else in a picture is dashed or crossed out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import atan2, copysign, cos, hypot, sin

from tretorri.core.scene import Scene, Solid
from tretorri.core.svg.box import stroke
from tretorri.core.svg.camera import UPRIGHT, Camera, Point, move_to, number, polygon, tag
from tretorri.core.svg.figures import TALL
from tretorri.core.svg.order import FIGURES, Part, highest
from tretorri.core.svg.palette import RED, WHITE

HOP, MIN_HOP = 0.5, 1.3  # how far an arc bends: part of its length, and at least, in squares
ASIDE = 0.36  # in squares: a straight arrow leaves what stands at its ends visible
STEEP = 0.1  # an arc this far from upright bends upwards, else to the left
ARROWHEAD_LENGTH = 0.28  # the length of an arrowhead, in squares
CROSS = 0.19  # from the middle of a cross to its ends, in squares
DASH = 0.14  # in squares


@dataclass(frozen=True, slots=True)
class Forbidden:
    """An action that is not allowed, by the squares where it is marked.

    An arrow leads from *source* to *target*, crossed out in its middle, or over the square *cross*
    where that is what is in the way; it *is_straight* for a piece that slides. *ghosts* are pieces
    where the action would put them; *cross* alone crosses them out.
    """

    source: str | None = None
    target: str | None = None
    cross: str | None = None
    ghosts: tuple[Solid, ...] = ()
    is_straight: bool = False


def signs(
    camera: Camera, scene: Scene, painted: Iterable[Part], forbidden: Iterable[Forbidden]
) -> Iterator[str]:
    """Yield arrows and crosses; they lie above everything else."""
    tops = {place: part.top for place, part in highest(painted).items()}
    places = {square.id: (square.x, square.y) for square in scene.squares}
    figures = {(each.x, each.y) for each in scene.solids if each.shape in FIGURES}

    def above(square: str) -> Point:
        """Return the point over a square to which an arrow leads: a figure's waist, or a top."""
        place = places[square]
        x, y = camera.at(*place, tops.get(place, 0))
        return x, y - (TALL / 2 if place in figures else 0.1) * UPRIGHT * camera.unit

    for each in forbidden:
        middle = None
        if each.source and each.target:
            ends = above(each.source), above(each.target)
            far = ASIDE if places[each.target] in tops else 0
            aside = (ASIDE, far) if each.is_straight else None
            arrow, middle = _arrow(camera.unit, *ends, aside)
            yield arrow
        at = above(each.cross) if each.cross else middle
        if at:
            yield move_to(at, _cross(camera.unit))


def _arrow(unit: float, start: Point, end: Point, aside: Point | None) -> tuple[str, Point]:
    """Return a dashed arrow and its middle.

    It is straight if it leaves some squares *aside* at its ends, else bent upwards or to the left.
    """
    (x0, y0), (x1, y1) = start, end
    length = hypot(x1 - x0, y1 - y0)
    east, south = (x1 - x0) / length, (y1 - y0) / length
    near, far = (part * unit for part in aside or (0, 0))
    x0, y0, x1, y1 = x0 + east * near, y0 + south * near, x1 - east * far, y1 - south * far
    bow = 0 if aside else max(HOP * length, MIN_HOP * unit)
    side = copysign(1, east if abs(east) > STEEP else -south)
    bend = (x0 + x1) / 2 + side * south * bow, (y0 + y1) / 2 - side * east * bow
    turn = atan2(y1 - bend[1], x1 - bend[0])
    neck = x1 - ARROWHEAD_LENGTH * unit * cos(turn), y1 - ARROWHEAD_LENGTH * unit * sin(turn)
    line = "M{} {}Q{} {} {} {}".format(*map(number, (x0, y0, *bend, *neck)))
    wing = ARROWHEAD_LENGTH * unit * 0.5
    wings = [(neck[0] + w * sin(turn), neck[1] - w * cos(turn)) for w in (wing, -wing)]
    head = polygon((wings[0], (x1, y1), wings[1]))
    dashes = f"{number(DASH * unit)} {number(DASH * unit)}"
    width = 0.085 * unit
    drawn = (
        stroke(line, WHITE, 2 * width, 0.9),
        tag("path", d=head, fill=WHITE, stroke=WHITE, stroke_width=width),
        tag("path", d=line, fill="none", stroke=RED, stroke_width=width, stroke_dasharray=dashes),
        tag("path", d=head, fill=RED),
    )
    middle = (x0 + 2 * bend[0] + neck[0]) / 4, (y0 + 2 * bend[1] + neck[1]) / 4
    return "".join(drawn), middle


def _cross(unit: float) -> str:
    """Return a cross that is seen on light and on dark."""
    far = number(CROSS * unit)
    path = f"M-{far} -{far}L{far} {far}M-{far} {far}L{far} -{far}"
    return stroke(path, WHITE, 0.22 * unit) + stroke(path, RED, 0.13 * unit)


def ghost(drawn: str) -> str:
    """Return a piece as it would stand if it were allowed."""
    return tag("g", drawn, opacity=".55")
