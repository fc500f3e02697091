"""Upright boxes with bevelled upper edges, and what may be drawn on their faces."""

from __future__ import annotations

from dataclasses import dataclass

from tretorri.core.svg.camera import Camera, Corner, Point, number, tag
from tretorri.core.svg.glyphs import lying
from tretorri.core.svg.palette import Tones, tones
from tretorri.core.svg.stock import Stock

BEVEL = 0.045  # in squares
INLAY = 0.28  # the width of a mark on a top, in squares


@dataclass(frozen=True, slots=True)
class Box:
    """A box in squares and levels around the centre of a square.

    On the sides in *joined* another box of the same piece follows, so that there is no face.
    """

    west: float
    east: float
    south: float
    north: float
    bottom: float
    top: float
    joined: frozenset[str] = frozenset()

    @classmethod
    def around(
        cls, half: float, bottom: float, top: float, joined: frozenset[str] = frozenset()
    ) -> Box:
        """Return the box that reaches *half* to its own sides, and to the edge where joined."""
        west, east, south, north = (0.5 if side in joined else half for side in "wesn")
        return cls(-west, east, -south, north, bottom, top, joined)

    def ring(self, z: float, inset: float = 0) -> list[Corner]:
        """Return the corners at height *z*: south-west, south-east, north-east, north-west."""
        west = self.west if "w" in self.joined else self.west + inset
        south = self.south if "s" in self.joined else self.south + inset
        return [
            (west, south, z),
            (self.east, south, z),
            (self.east, self.north, z),
            (west, self.north, z),
        ]


def sheet(path: str, colour: str) -> str:
    """Return a face, with an edge of its own colour so that no seam shows beside it."""
    return tag("path", d=path, fill=colour, stroke=colour)


def stroke(path: str, colour: str, width: float, opacity: float = 1) -> str:
    """Return a line."""
    paint = {"stroke": colour, "stroke_width": float(width)}
    faint = f"{opacity:g}" if opacity < 1 else None
    return tag("path", d=path, fill="none", **paint, stroke_opacity=faint)


def draw_box(camera: Camera, box: Box, paint: Tones, bevel: float = BEVEL) -> str:
    """Return a box: the left face in the light, the right one in the shade."""
    top = sheet(camera.face(*box.ring(box.top, bevel)), paint.top)
    west = _west(camera, box, paint, bevel) if "w" not in box.joined else ""
    south = _south(camera, box, paint, bevel) if "s" not in box.joined else ""
    corner = _corner(camera, box, paint, bevel) if west and south else ""
    return top + west + south + corner + _edges(camera, box, paint)


def _west(camera: Camera, box: Box, paint: Tones, bevel: float) -> str:
    """Return the left wall and the bevel above it."""
    shoulder = box.top - bevel / camera.level
    low, mid, top = box.ring(box.bottom), box.ring(shoulder), box.ring(box.top, bevel)
    wall = sheet(camera.face(low[3], low[0], mid[0], mid[3]), paint.left)
    return wall + sheet(camera.face(mid[3], mid[0], top[0], top[3]), paint.shine)


def _south(camera: Camera, box: Box, paint: Tones, bevel: float) -> str:
    """Return the right wall and the bevel above it."""
    shoulder = box.top - bevel / camera.level
    low, mid, top = box.ring(box.bottom), box.ring(shoulder), box.ring(box.top, bevel)
    wall = sheet(camera.face(low[0], low[1], mid[1], mid[0]), paint.right)
    return wall + sheet(camera.face(mid[0], mid[1], top[1], top[0]), paint.left)


def _edges(camera: Camera, box: Box, paint: Tones) -> str:
    """Return the edges on the piece's own sides: the near ones below, the far ones above."""
    sw, se, _, nw = box.ring(box.bottom)
    _, se_, ne_, nw_ = box.ring(box.top)
    edges = {"w": (nw, sw), "s": (sw, se), "n": (nw_, ne_), "e": (ne_, se_)}
    own = "".join(camera.line(*ends) for side, ends in edges.items() if side not in box.joined)
    return stroke(own, paint.line, 0.8, 0.45) if own else ""


def _corner(camera: Camera, box: Box, paint: Tones, bevel: float) -> str:
    """Return the bright edge between the two walls."""
    shoulder = box.top - bevel / camera.level
    ends = box.ring(box.bottom)[0], box.ring(shoulder)[0]
    return stroke(camera.line(*ends), paint.shine, 0.8, 0.35)


def top_side(stock: Stock, z: float, colour: str, along: str = "x") -> str:
    """Return what is seen on a wooden top: the grain, and the mark of the colour let into it."""
    camera, at = stock.camera, stock.camera.at(0, 0, z)
    grain = stock.use(("grain", colour, along), lambda: _grain(camera, along, tones(colour)), at)
    return grain + stock.emblem(colour, lying(at, INLAY * camera.unit))


def _grain(camera: Camera, along: str, paint: Tones) -> str:
    """Return the grain of wood, running on from square to square."""

    def line(across: float, bend: float) -> str:
        bow = [(-0.44, across), (0.0, across + bend), (0.44, across)]
        turned = bow if along == "x" else [(b, a) for a, b in bow]
        start, middle, end = (camera.at(x, y) for x, y in turned)
        return "M{} {}Q{} {} {} {}".format(*map(number, (*start, *middle, *end)))

    lines = line(-0.27, 0.06) + line(-0.1, -0.08) + line(0.12, 0.1) + line(0.3, -0.06)
    return stroke(lines, paint.line, 0.7, 0.2)


def wall_inlay(stock: Stock, side: str, box: Box, z: float, colour: str, *, width: float) -> str:
    """Return the mark of a colour, let into the west or the south wall."""
    camera = stock.camera
    at = camera.at(box.west, 0, z) if side == "w" else camera.at(0, box.south, z)
    along = camera.at(0, -width) if side == "w" else camera.at(width, 0)
    down = camera.at(0, 0, -width / camera.level)
    return stock.emblem(colour, leaning(at, along, down))


def leaning(at: Point, along: Point, down: Point) -> str:
    """Return the transform that puts a glyph at a point, its sides along two lines."""
    sides = " ".join(f"{value / 100:.3g}" for value in (*along, *down))
    return f"matrix({sides} {' '.join(map(number, at))})"
