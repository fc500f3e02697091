"""Small strong shapes: symbols carved on pieces, and marks that tell colours without colour.

Each is a path in the square from -50 to 50, upright for the reader.
"""

from __future__ import annotations

from math import cos, pi, sin

from tretorri.core.svg.camera import SQUASH, Point, number, plain, polygon, tag


def disc(radius: float, x: float = 0, y: float = 0) -> str:
    """Return the path of a circle."""
    r, d = number(radius), number(2 * radius)
    return f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0Z"


def around(radius: float, turn: float) -> tuple[float, float]:
    """Return the point at *turn* (of 1) clockwise from the top of a circle."""
    return radius * sin(2 * pi * turn), -radius * cos(2 * pi * turn)


def _ray(turn: float) -> str:
    return polygon((around(26, turn - 0.05), around(50, turn), around(26, turn + 0.05)))


SYMBOLS = {
    "A": disc(21) + "".join(_ray(i / 8) for i in range(8)),  # sun
    "B": disc(23, 0, -27)  # key
    + disc(10, 0, -27)
    + "M-8 -6H8V50H-8ZM8 12H29V25H8ZM8 36H25V50H8Z",
    "C": "M-44 40V26H44V40ZM-44 20L-48 -26L-23 -2L0 -42L23 -2L48 -26L44 20Z",  # crown
    "D": "M-44 28C-28 18 -30 -6 -25 -20C-20 -34 -10 -38 -6 -39A7 7 0 1 1 6 -39"  # bell
    "C10 -38 20 -34 25 -20C30 -6 28 18 44 28ZM-13 33H13A13 13 0 0 1 -13 33Z",
}

LOZENGE = "M0 -42L42 0L0 42L-42 0Z"
RING = disc(42) + disc(26)
BAR = "M-44 -14H44V14H-44Z"
TRIANGLE = "M0 -42L44 34H-44Z"
EMBLEMS = {
    "dark": LOZENGE,
    "light": RING,
    "black": LOZENGE,
    "white": RING,
    "red": BAR,
    "yellow": TRIANGLE,
    "blue": "M-42 -42H-26V42H-42ZM-8 -42H8V42H-8ZM26 -42H42V42H26Z",
    "green": disc(17, -25, -25) + disc(17, 25, -25) + disc(17, -25, 25) + disc(17, 25, 25),
}


def symbol(mark: str, **paint: object) -> str:
    """Return the shape of a symbol; one without a shape of its own is written as a letter."""
    if mark in SYMBOLS:
        return tag("path", d=SYMBOLS[mark], fill_rule="evenodd", **paint)
    return tag("text", plain(mark), y=32, font_size=90, text_anchor="middle", **paint)


def emblem(colour: str, **paint: object) -> str:
    """Return the mark of a colour, or nothing visible for a colour that has none."""
    return tag("path", d=EMBLEMS.get(colour, ""), fill_rule="evenodd", **paint)


def lying(at: Point, width: float, squash: float = SQUASH) -> str:
    """Return the transform that puts a glyph at a point, lying on the ground."""
    scale = f"{width / 100:.3g} {width * squash / 100:.3g}"
    return f"translate({' '.join(map(number, at))})scale({scale})"
