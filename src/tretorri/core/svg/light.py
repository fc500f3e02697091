"""What light does on the board: long evening shadows, and the glow around the last action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from tretorri.core.scene import Scene
from tretorri.core.svg.box import stroke
from tretorri.core.svg.camera import SQUASH, Camera, move_to, number, tag
from tretorri.core.svg.ground import outline
from tretorri.core.svg.order import FIGURES, Part, Place, highest, place
from tretorri.core.svg.palette import GLOW, GOLD, GOLD_LINE, SHADOW
from tretorri.core.svg.pieces import ROUND
from tretorri.core.svg.stairs import slope
from tretorri.core.svg.stock import Stock

ROUND_SHAPES = (*FIGURES, "counter")
MAX_SHADOW_HEIGHT = 1.2  # a shadow is no longer than that of something this high, in squares
SHADOW_STEPS = (0.05, 0.14, 0.23, 0.32, 0.41, 0.5)  # parts of the height by which a shadow goes on
SOUTHWARD = 0.25  # the sun stands in the west, a little to the north


def shadows(stock: Stock, painted: Iterable[Part]) -> Iterator[str]:
    """Yield the shadow of what stands on each square, away from the evening sun."""
    for x, y, reach, is_round in sorted(_standing(stock.camera, painted)):
        make = partial(_shadow, stock.camera, reach, is_round=is_round)
        yield stock.use(("shadow", is_round, reach), make, stock.camera.at(x, y))


def _standing(camera: Camera, painted: Iterable[Part]) -> set[tuple[int, int, float, bool]]:
    """Return the squares on which something stands, how high in squares, and if it is round."""
    painted = list(painted)
    feet = {(part.x, part.y): part.solid.shape in ROUND_SHAPES for part in reversed(painted)}
    tops = {(part.x, part.y): min(part.top * camera.level, MAX_SHADOW_HEIGHT) for part in painted}
    return {(*at, tops[at], is_round) for at, is_round in feet.items()}


def _shadow(camera: Camera, reach: float, *, is_round: bool) -> str:
    """Return a soft shadow: the foot, again and again a little further to the east."""
    foot = _circle(camera) if is_round else outline(camera, 0.47)
    ends = (0.08 + reach * part for part in SHADOW_STEPS)
    feet = (move_to(camera.at(far, -far * SOUTHWARD), tag("path", d=foot)) for far in ends)
    return tag("g", *feet, fill=SHADOW, fill_opacity=".09")


def _circle(camera: Camera) -> str:
    """Return the path around a counter, lying on the ground."""
    a, b, across = (number(part * ROUND * camera.unit) for part in (1, SQUASH, 2))
    return f"M-{a} 0a{a} {b} 0 1 0 {across} 0a{a} {b} 0 1 0 -{across} 0Z"


def glows(camera: Camera, scene: Scene, painted: Iterable[Part]) -> Iterator[tuple[Place, str]]:
    """Yield the marks of the last action, each with its place in the painter's order."""
    tops = highest(painted)
    for square in scene.squares:
        if square.id in scene.marked:
            top = tops.get((square.x, square.y))
            level = top.top if top else 0
            at = camera.at(square.x, square.y, level)
            yield place(square.x, square.y, level), move_to(at, _glow(camera, top))


def _glow(camera: Camera, top: Part | None) -> str:
    """Return a golden line on bare ground or around the top of what stands there."""
    if top is None:
        bare = tag("path", d=outline(camera, 0.44), fill=GOLD, fill_opacity=".3")
        return bare + _gold(outline(camera, 0.44))
    if top.solid.shape == "counter":
        return _gold(_circle(camera))
    if top.solid.facing and not top.solid.inverted:
        return _gold(camera.face(*((x, y, z - 1) for x, y, z in slope(top.solid.facing))))
    return _gold(outline(camera, 0.43))


def _gold(path: str) -> str:
    """Return a golden line that is seen on light, on dark and in grey."""
    return stroke(path, GLOW, 6, 0.4) + stroke(path, GOLD_LINE, 3.8) + stroke(path, GOLD, 2.2)
