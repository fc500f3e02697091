"""Which function draws which shape."""

from __future__ import annotations

from collections.abc import Callable

from tretorri.core.scene import Shape
from tretorri.core.svg.figures import lord, pawn
from tretorri.core.svg.order import Part
from tretorri.core.svg.pieces import block, counter, slab
from tretorri.core.svg.stairs import stair
from tretorri.core.svg.stock import Stock
from tretorri.core.svg.tower import tower

SHAPES: dict[Shape, Callable[[Stock, Part], str]] = {
    "slab": slab,
    "counter": counter,
    "block": block,
    "stair": stair,
    "tower": tower,
    "pawn": pawn,
    "lord": lord,
}


def draw_part(stock: Stock, part: Part) -> str:
    """Return a part of a piece in its place on the board."""
    at = stock.camera.at(part.x, part.y, part.solid.z)
    return stock.use(part.look, lambda: SHAPES[part.solid.shape](stock, part), at)
