"""Turned figures: the pawn, and the Lord in cape and crown."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tretorri.core.svg.camera import SQUASH, UPRIGHT, number, tag
from tretorri.core.svg.glyphs import disc, lying
from tretorri.core.svg.order import Part
from tretorri.core.svg.palette import GOLD, GOLD_LINE, PAPER, SHADOW, Tones, tones
from tretorri.core.svg.stock import Stock

Profile = Sequence[tuple[float, float]]  # radius and height, in squares, from the foot up

TALL = 1.25  # no figure is taller, in squares
PAWN: Profile = (
    (0.28, 0),
    (0.28, 0.06),
    (0.23, 0.1),
    (0.17, 0.2),
    (0.13, 0.32),
    (0.105, 0.46),
    (0.105, 0.5),
    (0.18, 0.52),
    (0.18, 0.56),
    (0.1, 0.58),
)
LORD: Profile = (
    (0.29, 0),
    (0.29, 0.05),
    (0.26, 0.1),
    (0.22, 0.3),
    (0.19, 0.5),
    (0.2, 0.62),
    (0.15, 0.7),
    (0.09, 0.75),
)
# Drawn in hundredths of a square, from the centre of the foot to the right and downwards.
CAPE = (
    "M0 -48C-10 -56 -20 -53 -21 -44C-25 -30 -33 -12 -32 2C-30 10 -22 15 -15 17C-13 -6 -8 -30 0 -48"
    "C8 -30 13 -6 15 17C22 15 30 10 32 2C33 -12 25 -30 21 -44C20 -53 10 -56 0 -48Z"
)
HEM = "M-15 17C-13 -6 -8 -30 0 -48C8 -30 13 -6 15 17"
COLLAR = "M-16 -52A16 9 0 0 0 16 -52A16 7 0 0 0 -16 -52Z"
CROWN = "M-12 -75L-15 -91L-7 -83L0 -95L7 -83L15 -91L12 -75A12 5.5 0 0 1 -12 -75Z"


def pawn(stock: Stock, part: Part) -> str:
    """Draw a pawn: a foot, a slender body, a collar and a head."""
    unit, paint = stock.camera.unit, tones(part.solid.colour)
    head = tag("path", d=disc(0.17 * unit, 0, -0.53 * unit), fill=stock.ball(paint))
    figure = _outline(paint, _turn_on_lathe(stock, PAWN, paint), head)
    return _shadow(unit) + figure + _badge(stock, part.solid.colour, -0.03)


def lord(stock: Stock, part: Part) -> str:
    """Draw a Lord: a robe, a cape with a collar over the shoulders, a head and a crown."""
    unit, paint = stock.camera.unit, tones(part.solid.colour)
    robe = _outline(paint, _turn_on_lathe(stock, LORD, paint), _cut(unit, CAPE, fill=paint.right))
    head = tag("path", d=disc(0.135 * unit, 0, -0.66 * unit), fill=stock.ball(paint))
    return "".join(
        (
            _shadow(unit),
            robe,
            _cut(unit, HEM, fill="none", stroke=GOLD, stroke_width=2),
            _cut(unit, COLLAR, fill=PAPER, stroke=paint.line, stroke_width=1.5),
            _outline(paint, head),
            _cut(unit, CROWN, fill=GOLD, stroke=GOLD_LINE, stroke_width=1.5),
            _badge(stock, part.solid.colour, -0.06),
        )
    )


def _cut(unit: float, path: str, **paint: object) -> str:
    """Return a path that is given in hundredths of a square."""
    return tag("path", d=path, transform=f"scale({unit / 100:.3g})", **paint)


def _turn_on_lathe(stock: Stock, profile: Profile, paint: Tones) -> str:
    """Return what a lathe makes of a profile: rings from the foot up."""
    rings = (_ring(stock.camera.unit, *low, *high) for low, high in pairwise(profile))
    return tag("g", *(tag("path", d=ring) for ring in rings), fill=stock.round_side(paint))


def _ring(unit: float, r0: float, h0: float, r1: float, h1: float) -> str:
    """Return the outline of one ring between two circles."""
    y0, y1 = -h0 * UPRIGHT * unit, -h1 * UPRIGHT * unit
    return f"M{_arc(-r0 * unit, y0)}L{_arc(r1 * unit, y1)}Z"


def _arc(x: float, y: float) -> str:
    """Return half of a circle on the ground, from *x* to the other side."""
    a, b = number(abs(x)), number(abs(x) * SQUASH)
    return f"{number(x)} {number(y)}A{a} {b} 0 0 0 {number(-x)} {number(y)}"


def _outline(paint: Tones, *shapes: str) -> str:
    """Return shapes with one line around all of them."""
    around = tag("g", *shapes, stroke=paint.line, stroke_width=2, stroke_opacity=".85")
    return around + "".join(shapes)


def _shadow(unit: float) -> str:
    """Return the shadow at the foot of a figure, away from the light."""
    foot = lying((0.1 * unit, 0.01 * unit), 0.64 * unit)
    return tag("circle", r=50, fill=SHADOW, fill_opacity=".28", transform=foot)


def _badge(stock: Stock, colour: str, y: float) -> str:
    """Return the mark of a colour on the front of a figure."""
    unit = stock.camera.unit
    return stock.emblem(colour, lying((0, y * unit), 0.17 * unit, squash=0.95))
