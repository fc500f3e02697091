"""Behind the board: evening sky, hills, cypresses and the towers of a town far away."""

from __future__ import annotations

from tretorri.core.svg.camera import number, tag
from tretorri.core.svg.palette import HILLS, SKY, SUN, TOWN, TREES
from tretorri.core.svg.stock import Stock

# Every hill reaches far below the page; the last one fades into the ground.
FAR = "M0 60C70 30 130 22 210 40S360 20 460 22 610 62 690 44 770 26 800 30V3000H0Z"
MIDDLE = "M0 84C60 72 140 46 230 64S380 92 470 74 640 50 700 70 780 78 800 72V3000H0Z"
NEAR = "M0 120C90 92 170 112 260 130S450 150 560 128 720 100 800 118V3000H0Z"
HOUSES = "M566 62C590 44 604 40 618 40H664C676 42 690 52 700 62Z"
TOWERS = ((606, 9, 31), (621, 7, 19), (631, 9, 42), (645, 8, 24), (656, 9, 35), (670, 7, 13))
SUN_RINGS = ((80, ".1"), (66, ".12"), (53, ".15"), (41, ".2"), (32, ".3"), (25, "1"))
CYPRESSES = (
    (40, 98, 1),
    (58, 96, 1.25),
    (74, 99, 0.9),
    (716, 106, 1.2),
    (735, 104, 0.9),
    (768, 110, 1.05),
)


def backdrop(stock: Stock, width: float, height: float, horizon: float) -> str:
    """Return the panel on which everything stands, with its landscape."""
    panel = tag("rect", width=width, height=height, rx=26)
    clip = stock.keep("panel", lambda name: tag("clipPath", panel, id=name))
    sky = stock.falling((0, SKY[0]), (0.4, SKY[1]))
    ground = stock.falling((0, HILLS[2]), (0.08, SKY[2]))
    land = (
        _sun(),
        _town(),
        tag("path", d=FAR, fill=HILLS[0]),
        tag("path", d=MIDDLE, fill=HILLS[1]),
        *_trees(),
        tag("path", d=NEAR, fill=ground),
    )
    return tag(
        "g",
        tag("rect", width=width, height=height, fill=sky),
        tag("g", *land, transform=f"translate(0 {number(horizon)})"),
        clip_path=f"url(#{clip})",
    )


def _sun() -> str:
    rings = (tag("circle", cx=128, cy=18, r=r, fill_opacity=part) for r, part in SUN_RINGS)
    return tag("g", *rings, fill=SUN)


def _town() -> str:
    """Return the outline of a hill town with its towers."""
    towers = (f"M{x} 48V{40 - tall}h{wide}V48Z" for x, wide, tall in TOWERS)
    return tag("path", d=HOUSES + "".join(towers), fill=TOWN)


def _trees() -> list[str]:
    tree = "M0 0C-7 -14 -5 -34 0 -46C5 -34 7 -14 0 0Z"
    return [
        tag("path", d=tree, fill=TREES, transform=f"translate({x} {y})scale({size})")
        for x, y, size in CYPRESSES
    ]
