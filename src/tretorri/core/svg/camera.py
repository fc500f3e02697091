"""Where a point of the scene lies on the paper, and how numbers and shapes are written.

The viewer stands in the south-west, so that a1 is the nearest corner, columns run to the right and
rows to the left, and looks down steeply enough to see between towers. Seen are the tops, the west
faces (left, towards the evening sun) and the south faces (right, in the shade).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]
Corner = tuple[float, float, float]

_LEADING_ZERO = re.compile(r"\b0\.")
_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")

SQUASH = 2 / 3  # how much lower than wide a circle on the ground appears
UPRIGHT = sqrt(1 - SQUASH**2)  # how tall a vertical line appears
ACROSS = sqrt(0.5)  # one square to the east or south is this far to the right
AWAY = ACROSS * SQUASH  # one square to the east or north is this far up the paper


@dataclass(frozen=True, slots=True)
class Camera:
    """A parallel view: *unit* is the side of a square on paper, *level* its part that a level is.

    >>> Camera(unit=100, level=0.5).at(1, 1, 1)
    (0.0, -131.5...)
    """

    unit: float
    level: float

    def at(self, x: float, y: float, z: float = 0) -> Point:
        """Return the point on paper, from the centre of a1: to the right, downwards."""
        up = (x + y) * AWAY + z * self.level * UPRIGHT
        return (x - y) * ACROSS * self.unit, -up * self.unit

    def face(self, *corners: Corner) -> str:
        """Return the path of a flat face."""
        return polygon(self.at(*corner) for corner in corners)

    def line(self, *corners: Corner) -> str:
        """Return the path of an open line."""
        return polyline(self.at(*corner) for corner in corners)


def number(value: float) -> str:
    """Write a number with one decimal at most.

    >>> number(2.04), number(-0.04), number(-0.25)
    ('2', '0', '-.2')
    """
    return _LEADING_ZERO.sub(".", f"{round(value, 1) + 0:g}")


def points(corners: Iterable[Point]) -> list[str]:
    """Write points as pairs of numbers."""
    return [f"{number(x)} {number(y)}" for x, y in corners]


def polyline(corners: Iterable[Point]) -> str:
    """Return the path through some points."""
    return "M" + "L".join(points(corners))


def polygon(corners: Iterable[Point]) -> str:
    """Return the closed path through some points."""
    return polyline(corners) + "Z"


def attributes(values: Mapping[str, object]) -> str:
    """Write attributes, each after a blank; ``stroke_width`` stands for ``stroke-width``."""
    return "".join(
        f" {name.rstrip('_').replace('_', '-')}={quoteattr(format_value(value))}"
        for name, value in values.items()
        if value is not None
    )


def format_value(value: object) -> str:
    """Write one value of an attribute."""
    return number(value) if isinstance(value, float) else clean(str(value))


def tag(name: str, *inside: str, **values: object) -> str:
    """Return an element; what is *inside* is already SVG."""
    head = f"<{name}{attributes(values)}"
    return f"{head}>{''.join(inside)}</{name}>" if inside else f"{head}/>"


def move_to(at: Point, *inside: str) -> str:
    """Return what is drawn around a point, moved to that point."""
    return tag("g", *inside, transform=f"translate({' '.join(map(number, at))})")


def plain(text: str) -> str:
    """Return any text as SVG text: escaped, and without what XML cannot hold."""
    return escape(clean(text))


def clean(text: str) -> str:
    r"""Replace the characters that XML cannot hold.

    >>> clean("a\0b")
    'a�b'
    """
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
