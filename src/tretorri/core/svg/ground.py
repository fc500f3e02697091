"""The board: a wooden frame with coordinates, and the squares by their roles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from tretorri.core.scene import Scene, Square
from tretorri.core.squares import COMPASS
from tretorri.core.svg.box import Box, draw_box, stroke
from tretorri.core.svg.camera import Camera, Corner, plain, tag
from tretorri.core.svg.palette import (
    BRICK,
    CARVED,
    JOINT,
    OLIVE_WOOD,
    PIAZZA,
    SHADOW,
    SITE,
    STREET,
    TRAVERTINE,
    WHITE,
    tones,
)
from tretorri.core.svg.pieces import carve
from tretorri.core.svg.stock import Stock

FRAME, THICK = 0.56, 0.3  # how far the frame reaches beyond the squares, and downwards
MAX_LETTER_PX = 24

PAVING = {"field": PIAZZA, "street": STREET, "site": (SITE, SITE)}
# Joints and pores on a square, each from a point to a point.
GROUND_COURSES = (
    *((-0.5, y, 0.5, y) for y in (-0.25, 0.0, 0.25)),
    *((0.0, y, 0.0, y + 0.25) for y in (-0.5, 0.0)),
    *((x, y, x, y + 0.25) for y in (-0.25, 0.25) for x in (-0.25, 0.25)),
)
COBBLES = ((-0.5, 0.02, 0.5, 0.02), (-0.14, -0.5, -0.14, 0.02), (0.16, 0.02, 0.16, 0.5))
PORES = (
    (-0.36, 0.3, -0.16, 0.3),
    (0.1, 0.18, 0.24, 0.18),
    (-0.2, -0.12, -0.08, -0.12),
    (0.12, -0.32, 0.34, -0.32),
)


def corners(scene: Scene, margin: float) -> list[Corner]:
    """Return the corners of the board: south-west, south-east, north-east, north-west."""
    west, east = -0.5 - margin, scene.columns - 0.5 + margin
    south, north = -0.5 - margin, scene.rows - 0.5 + margin
    return [(west, south, 0), (east, south, 0), (east, north, 0), (west, north, 0)]


def ground(stock: Stock, scene: Scene) -> str:
    """Draw everything that lies flat."""
    return "".join(
        (
            _frame(stock.camera, scene),
            *(_square(stock, square) for square in scene.squares),
            *_kerbs(stock.camera, scene.squares),
            _coordinates(stock.camera, scene),
        )
    )


def _frame(camera: Camera, scene: Scene) -> str:
    """Return the frame, with its soft shadow on the table."""
    (west, south, _), _, (east, north, _), _ = around = corners(scene, FRAME)
    low = -THICK / camera.level
    fall = (
        tag("path", d=camera.face(*((x + far, y - far, low) for x, y, _ in around)))
        for far in (0.06, 0.13, 0.2, 0.27)
    )
    wood = draw_box(camera, Box(west, east, south, north, low, 0), OLIVE_WOOD)
    groove = tag("path", d=camera.face(*corners(scene, 0.06)), fill=OLIVE_WOOD.line)
    return tag("g", *fall, fill=SHADOW, fill_opacity=".07") + wood + groove


def _coordinates(camera: Camera, scene: Scene) -> str:
    """Return the letters along the south side and the numbers along the west side."""
    out = -0.5 - FRAME / 2
    columns = {square.x: square.id[:1] for square in scene.squares}
    rows = {square.y: square.id[1:] for square in scene.squares}
    names = [(camera.at(x, out), name) for x, name in sorted(columns.items())]
    names += [(camera.at(out, y), name) for y, name in sorted(rows.items())]
    font = min(0.42 * camera.unit, MAX_LETTER_PX)
    letters = (tag("text", name, x=x, y=y + font / 3) for (x, y), name in names)
    style = {"font_size": font, "font_weight": "bold", "text_anchor": "middle"}
    return tag("g", *letters, fill=OLIVE_WOOD.inlay, **style)


def _square(stock: Stock, square: Square) -> str:
    """Return a square of the ground; neighbours differ a little."""
    shade = (square.x + square.y) % 2
    key = "square", square.role, square.mark, square.colour, shade
    at = stock.camera.at(square.x, square.y)
    tile = stock.use(key, lambda: _tile(stock.camera, square, shade), at)
    return tag("g", tag("title", plain(square.label)), tile, data_id=square.id)


def _tile(camera: Camera, square: Square, shade: int) -> str:
    """Return the paving of a square by its role."""
    stone = PAVING.get(square.role, TRAVERTINE)[shade]
    if square.role == "foundation":
        stone = tones(square.colour).top
    tile = tag("path", d=outline(camera, 0.5), fill=stone, stroke=stone)
    joint = stroke(outline(camera, 0.5), JOINT, 0.7, 0.45)
    carving = _carving(camera, square.mark) if square.mark else ""
    return tile + _texture(camera, square.role) + joint + carving


def outline(camera: Camera, half: float) -> str:
    """Return the path around a square on the ground."""
    return camera.face((-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0))


def _texture(camera: Camera, role: str) -> str:
    """Return what is seen on the stone: bricks, cobbles, an inlaid line, or pores."""
    if role == "field":
        place = stroke(outline(camera, 0.42), BRICK[1], 1, 0.35)
        return stroke(_lines(camera, GROUND_COURSES), BRICK[0], 0.8, 0.45) + place
    if role == "street":
        return stroke(_lines(camera, COBBLES), JOINT, 0.7, 0.35)
    if role == "foundation":
        return stroke(outline(camera, 0.38), TRAVERTINE[0], 1.4, 0.8)
    return stroke(_lines(camera, PORES), JOINT, 0.9, 0.28)


def _lines(camera: Camera, lines: Iterable[tuple[float, float, float, float]]) -> str:
    return "".join(camera.line((x, y, 0), (to_x, to_y, 0)) for x, y, to_x, to_y in lines)


def _carving(camera: Camera, mark: str) -> str:
    """Return a symbol carved into the ground, lit at its lower right edge."""
    return carve((0, 0), 0.62 * camera.unit, mark, CARVED, WHITE, depth=0.9)


def _kerbs(camera: Camera, squares: Iterable[Square]) -> Iterator[str]:
    """Yield the kerb around each group of squares."""
    groups: dict[str, set[tuple[int, int]]] = defaultdict(set)
    for square in squares:
        if square.group:
            groups[square.group].add((square.x, square.y))
    for members in groups.values():
        kerb = "".join(_outer_sides(camera, members))
        yield stroke(kerb, CARVED, 2.6, 0.9) + stroke(kerb, SITE, 1)


def _outer_sides(camera: Camera, members: set[tuple[int, int]]) -> Iterator[str]:
    """Yield the sides of squares that look out of their group."""
    for x, y in sorted(members):
        for dx, dy in COMPASS.values():
            if (x + dx, y + dy) not in members:
                a, b = x + dx / 2, y + dy / 2
                yield camera.line((a - dy / 2, b - dx / 2, 0), (a + dy / 2, b + dx / 2, 0))
