"""Pieces without a roof: slabs, blocks and the round counters.

Everything is drawn around the centre of its square, standing on the ground.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi, sin

from tretorri.core.svg.box import Box, draw_box, stroke, top_side, wall_inlay
from tretorri.core.svg.camera import SQUASH, Point, number, tag
from tretorri.core.svg.glyphs import disc, lying, symbol
from tretorri.core.svg.order import Part
from tretorri.core.svg.palette import Tones, tones
from tretorri.core.svg.stock import Stock

SLAB, BAR = 0.45, 0.475  # from the centre to the side, in squares
ROUND = 0.455


def slab(stock: Stock, part: Part) -> str:
    """Draw a square slab with an inlaid mark."""
    camera, colour, height = stock.camera, part.solid.colour, part.solid.size[2]
    box = draw_box(camera, Box.around(SLAB, 0, height), tones(colour))
    return box + top_side(stock, height, colour)


def block(stock: Stock, part: Part) -> str:
    """Draw the part of a bar that stands on one square."""
    camera, colour, height = stock.camera, part.solid.colour, part.solid.size[2]
    box = Box.around(BAR, 0, height, part.joined)
    marks = [
        wall_inlay(stock, side, box, level + 0.46, colour, width=0.2)
        for level in range(height)
        for side in "ws"
        if side not in part.joined
    ]
    along = "y" if part.joined & {"n", "s"} else "x"
    top = top_side(stock, height, colour, along)
    return draw_box(camera, box, tones(colour)) + top + "".join(marks)


def counter(stock: Stock, part: Part) -> str:
    """Draw a round counter: a rim that tells the colour, a symbol carved on top."""
    solid, paint = part.solid, tones(part.solid.colour)
    rx, top = ROUND * stock.camera.unit, stock.camera.at(0, 0, 1)[1]
    faces = [
        tag("path", d=_side(rx, top), fill=stock.round_side(paint)),
        stroke(_front(rx, 0), paint.line, 1.0, 0.6),
        rim(solid.colour, rx, top, paint),
        *_lid(rx, top, paint),
    ]
    if solid.mark:
        # What belongs to no seat bears no inlay.
        cut = paint.inlay if solid.owner else paint.line
        faces += [carve((0, top), rx * 1.22, solid.mark, cut, paint.line)]
    return "".join(faces)


def _front(rx: float, y: float) -> str:
    a, b, across = number(rx), number(rx * SQUASH), number(2 * rx)
    return f"M-{a} {number(y)}a{a} {b} 0 0 0 {across} 0"


def _side(rx: float, top: float) -> str:
    return f"{_front(rx, 0)}V{number(top)}H-{number(rx)}Z"


def _lid(rx: float, top: float, paint: Tones) -> list[str]:
    """Return the top of a counter, with a bright edge and a shallow dish."""
    rings = (1.0, paint.shine, 1.0), (0.95, paint.top, 1.0), (0.82, paint.left, 0.55)
    return [
        tag(
            "ellipse",
            cy=top,
            rx=rx * part,
            ry=rx * part * SQUASH,
            fill=colour,
            fill_opacity=f"{opacity:g}" if opacity < 1 else None,
        )
        for part, colour, opacity in rings
    ]


def carve(
    at: Point, width: float, mark: str, colour: str, edge: str, *, depth: float = -0.7
) -> str:
    """Return a symbol cut into a top; a second one, a little beside, is its edge."""
    beside = lying((at[0] + depth, at[1] + depth), width)
    behind = symbol(mark, fill=edge, fill_opacity=".7", transform=beside)
    return behind + symbol(mark, fill=colour, transform=lying(at, width))


def rim(colour: str, rx: float, top: float, paint: Tones) -> str:
    """Return the pattern on the side of a counter that tells its colour without colour."""
    return RIMS[colour](rx, top, paint) if colour in RIMS else ""


def _draw_band(rx: float, top: float, paint: Tones) -> str:
    return stroke(_front(rx, top / 2), paint.inlay, 1.5)


def _draw_reeds(rx: float, top: float, paint: Tones) -> str:
    ends = ((x, y - top * 0.32, y + top * 0.32) for x, y in _along_side(rx, top))
    ticks = (f"M{number(x)} {number(high)}V{number(low)}" for x, high, low in ends)
    return stroke("".join(ticks), paint.inlay, 1.3, 0.9)


def _draw_beads(rx: float, top: float, paint: Tones) -> str:
    beads = (disc(-top * 0.17, *at) for at in _along_side(rx, top)[::2])
    return tag("path", d="".join(beads), fill=paint.inlay)


def _along_side(rx: float, top: float) -> list[Point]:
    """Return points along the middle of the side, from left to right, closer at the ends."""
    turns = [sin(step * pi / 16) for step in range(-6, 7)]
    return [(rx * turn, rx * SQUASH * (1 - turn**2) ** 0.5 + top / 2) for turn in turns]


RIMS: dict[str, Callable[[float, float, Tones], str]] = {
    "red": _draw_band,
    "blue": _draw_reeds,
    "green": _draw_beads,
}  # and violet is plain
