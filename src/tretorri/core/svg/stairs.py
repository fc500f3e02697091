"""Stairs: a wedge that climbs, and the wedge turned over that fills the cell above it."""

from __future__ import annotations

from collections.abc import Sequence

from tretorri.core.scene import Direction
from tretorri.core.svg.box import Box, leaning, sheet, stroke, top_side, wall_inlay
from tretorri.core.svg.camera import Camera, Corner, polyline
from tretorri.core.svg.order import Part
from tretorri.core.svg.palette import Tones, tones
from tretorri.core.svg.pieces import BAR
from tretorri.core.svg.stock import Stock

STAIR_STEPS = 6
CELL = Box.around(BAR, 0, 1)

Face = tuple[Corner, ...]


def stair(stock: Stock, part: Part) -> str:
    """Draw a stair, turned over if it is nested on another."""
    draw = _draw_nested if part.solid.inverted else _climbing
    return draw(stock, part.solid.facing or "n", part.solid.colour)


def slope(facing: Direction) -> list[Corner]:
    """Return the corners of the slope that climbs towards *facing*: two low ones, two high ones."""
    ground, sky = CELL.ring(0), CELL.ring(1)
    sw, se, ne, nw = range(4)
    low, high = {
        "n": ((sw, se), (ne, nw)),
        "e": ((nw, sw), (se, ne)),
        "s": ((ne, nw), (sw, se)),
        "w": ((se, ne), (nw, sw)),
    }[facing]
    return [ground[low[0]], ground[low[1]], sky[high[0]], sky[high[1]]]


def _climbing(stock: Stock, facing: Direction, colour: str) -> str:
    """Return a wedge: its slope, and of its walls those that are seen."""
    camera, paint, ramp = stock.camera, tones(colour), slope(facing)
    (sw, se, _, nw), (sw_, se_, _, nw_) = CELL.ring(0), CELL.ring(1)
    west: dict[str, Face] = {"n": (nw, sw, nw_), "s": (nw, sw, sw_), "w": (nw, sw, sw_, nw_)}
    south: dict[str, Face] = {"e": (sw, se, se_), "w": (sw, se, sw_), "s": (sw, se, se_, sw_)}
    steps = _steps(camera, ramp, paint)
    walls = _walls(camera, west.get(facing), south.get(facing), paint)
    mark = wall_inlay(stock, facing, CELL, 0.5, colour, width=0.2) if facing in "sw" else ""
    return steps + walls + mark + _slope_mark(stock, ramp, colour)


def _steps(camera: Camera, ramp: Sequence[Corner], paint: Tones) -> str:
    """Return the slope with the steps carved into it."""
    low_a, low_b, high_b, high_a = (camera.at(*corner) for corner in ramp)

    def across(part: float) -> list[tuple[float, float]]:
        return [
            (low[0] + (high[0] - low[0]) * part, low[1] + (high[1] - low[1]) * part)
            for low, high in ((low_a, high_a), (low_b, high_b))
        ]

    lines = "".join(polyline(across(step / STAIR_STEPS)) for step in range(1, STAIR_STEPS))
    return sheet(camera.face(*ramp), paint.top) + stroke(lines, paint.line, 1.1, 0.5)


def _slope_mark(stock: Stock, ramp: Sequence[Corner], colour: str) -> str:
    """Return the mark of the colour, lying on the slope."""
    a, b, c, d = (stock.camera.at(*corner) for corner in ramp)
    middle = (a[0] + c[0]) / 2, (a[1] + c[1]) / 2
    along = (b[0] - a[0]) * 0.26, (b[1] - a[1]) * 0.26
    down = (a[0] - d[0]) * 0.26, (a[1] - d[1]) * 0.26
    return stock.emblem(colour, leaning(middle, along, down))


def _draw_nested(stock: Stock, facing: Direction, colour: str) -> str:
    """Return the wedge that fills the cell above a slope."""
    camera, paint = stock.camera, tones(colour)
    (sw, se, _, nw), (sw_, se_, _, nw_) = CELL.ring(0), CELL.ring(1)
    west: dict[str, Face] = {"n": (sw, sw_, nw_), "s": (nw, sw_, nw_), "e": (nw, sw, sw_, nw_)}
    south: dict[str, Face] = {"e": (sw, se_, sw_), "w": (se, se_, sw_), "n": (sw, se, se_, sw_)}
    walls = _walls(camera, west.get(facing), south.get(facing), paint)
    top = sheet(camera.face(*CELL.ring(1)), paint.top)
    edge = stroke(camera.line(nw_, sw_, se_), paint.shine, 1.3, 0.9)
    return walls + top + edge + top_side(stock, 1, colour)


def _walls(camera: Camera, west: Face | None, south: Face | None, paint: Tones) -> str:
    """Return the walls that are seen, with the line that separates them from what is beside."""
    seen = [(camera.face(*wall), side) for wall, side in ((west, 1), (south, 2)) if wall]
    walls = "".join(sheet(path, paint[side]) for path, side in seen)
    return walls + stroke("".join(path for path, _ in seen), paint.line, 0.9, 0.55)
