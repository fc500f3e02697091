"""Small scenes made by hand, for the pictures and the text boards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import get_args

from tretorri.core.scene import Direction, Reserve, Scene, SceneSeat, Solid, Square
from tretorri.core.squares import square_name
from tretorri.core.svg.shapes import SHAPES

DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
SEATS = (
    SceneSeat("d", "Dark", "dark", to_move=True, winner=False, score="3, 1", status="pawn moved"),
    SceneSeat("l", "Light", "light", to_move=False, winner=False),
)


def board(
    columns: int,
    rows: int,
    solids: Iterable[Solid] = (),
    *,
    squares: Iterable[Square] = (),
    seats: tuple[SceneSeat, ...] = SEATS,
    reserves: tuple[Reserve, ...] = (),
    marked: tuple[str, ...] = (),
) -> Scene:
    """Return a scene of plain squares, some of them replaced by *squares*."""
    given = {square.id: square for square in squares}
    plain = [
        Square(square_name(x, y), x, y, "plain", f"{square_name(x, y)}: empty")
        for y in range(rows)
        for x in range(columns)
    ]
    return Scene(
        game="any",
        columns=columns,
        rows=rows,
        level=0.6,
        squares=tuple(given.get(square.id, square) for square in plain),
        solids=tuple(solids),
        seats=seats,
        prompt="Dark to move",
        reserves=reserves,
        marked=marked,
    )


def counter(x: int, y: int, z: int, colour: str = "violet", mark: str | None = "A") -> Solid:
    """Return a counter that belongs to a seat."""
    return Solid(
        f"{square_name(x, y)}.{z}", "counter", x, y, z, colour, colour, mark=mark, owner="v"
    )


def bar(name: str, x: int, y: int, z: int, size: tuple[int, int, int]) -> Solid:
    """Return a black block."""
    return Solid(name, "block", x, y, z, "black", name, size)


def with_prompt(scene: Scene, prompt: str) -> Scene:
    """Return *scene* with another prompt."""
    return replace(scene, prompt=prompt)


def every_piece() -> Scene:
    """Return a scene with one piece of every shape."""
    solids = [
        Solid(shape, shape, i, 0, 0, "light", shape, facing="e") for i, shape in enumerate(SHAPES)
    ]
    return board(len(SHAPES), 2, solids)


def fullest() -> Scene:
    """Return forty pieces of four colours, no two of a colour alike, four Towers and Lords."""
    solids = []
    for i, colour in enumerate(("black", "red", "white", "yellow")):
        y = 2 * i
        sizes = [(1, 1, 1), (2, 1, 1), (1, 2, 1), (3, 1, 1), (1, 1, 3)]
        for x, size in zip((0, 1, 3, 4, 7), sizes, strict=True):
            solids += [Solid(f"{colour}{x}", "block", x, y, 0, colour, "a Block", size)]
        for x, facing in enumerate(DIRECTIONS):
            for turned in (False, True):
                name = f"{colour}{facing}{turned}"
                solids += [
                    Solid(name, "stair", x, y + 1, 1, colour, name, (1, 1, 1), facing, turned)
                ]
        solids += [Solid(f"tower:{colour}", "tower", 9, y, 0, colour, "a Tower", (1, 1, 3))]
        solids += [Solid(f"lord:{colour}", "lord", 9, y, 3, colour, "a Lord")]
    seats = tuple(
        SceneSeat(c, c, c, to_move=True, winner=True, score="12 points", status="may act")
        for c in ("black", "red", "white", "yellow")
    )
    reserves = tuple(
        Reserve(f"{c}{s}", "block", (s, 1, 1), c, c, s, "Blocks")
        for c in ("black", "red", "white", "yellow")
        for s in (1, 2, 3)
    )
    marked = tuple(square_name(x, 1) for x in range(10))
    return board(10, 10, solids, seats=seats, reserves=reserves, marked=marked)
