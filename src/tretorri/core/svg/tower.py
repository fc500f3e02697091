"""The Tower: a plinth, a shaft with a course for each level, and battlements."""

from __future__ import annotations

from tretorri.core.svg.box import Box, draw_box, stroke, wall_inlay
from tretorri.core.svg.camera import Camera, tag
from tretorri.core.svg.order import Part
from tretorri.core.svg.palette import Tones, tones
from tretorri.core.svg.stock import Stock

WIDE, SLENDER = 0.46, 0.38  # from the centre to the side, in squares
PLINTH, PARAPET = 0.14, 0.42  # in levels
TOWER_COURSES = 5  # of stone to a level
MERLON, TALL = 0.1, 0.16  # half as wide, and as tall, in squares
WINDOW = (0.055, 0.12, 0.46)  # half as wide in squares; sill and lintel in levels


def tower(stock: Stock, part: Part) -> str:
    """Draw a Tower as high as the solid says."""
    camera, colour, height = stock.camera, part.solid.colour, part.solid.size[2]
    paint, shaft = tones(colour), Box.around(SLENDER, 0, height - PARAPET)
    return "".join(
        (
            draw_box(camera, Box.around(WIDE, 0, PLINTH), paint, 0.02),
            draw_box(camera, shaft, paint, 0.01),
            _masonry(camera, shaft, paint),
            *(_windows(camera, shaft, level, paint) for level in range(1, height)),
            *(wall_inlay(stock, side, shaft, 0.66, colour, width=0.3) for side in "ws"),
            draw_box(camera, Box.around(WIDE, height - PARAPET, height), paint, 0.02),
            *_battlements(stock, height, colour),
        )
    )


def _masonry(camera: Camera, shaft: Box, paint: Tones) -> str:
    """Return the joints between the courses; a strong one at each level."""
    joints = {True: "", False: ""}
    for course in range(1, int(shaft.top * TOWER_COURSES) + 1):
        south_west, south_east, _, north_west = shaft.ring(course / TOWER_COURSES)
        joints[course % TOWER_COURSES == 0] += camera.line(north_west, south_west, south_east)
    fine, strong = joints[False], joints[True]
    return stroke(fine, paint.line, 0.6, 0.22) + stroke(strong, paint.line, 1.4, 0.5)


def _windows(camera: Camera, shaft: Box, level: int, paint: Tones) -> str:
    """Return a narrow window in both walls."""
    half, sill, lintel = WINDOW
    corners = [
        (across, level + up)
        for across, up in ((-half, sill), (half, sill), (half, lintel), (-half, lintel))
    ]
    west = camera.face(*((shaft.west, across, z) for across, z in corners))
    south = camera.face(*((across, shaft.south, z) for across, z in corners))
    return tag("path", d=west + south, fill=paint.line)


def _battlements(stock: Stock, height: int, colour: str) -> list[str]:
    """Return the merlons around the top, from the back to the front."""
    camera, rim = stock.camera, WIDE - MERLON
    merlon = draw_box(camera, Box.around(MERLON, 0, TALL / camera.level), tones(colour), 0.015)
    spots = [(x, y) for y in (rim, 0, -rim) for x in (rim, 0, -rim) if x or y]
    return [
        stock.use(("merlon", colour), lambda: merlon, camera.at(x, y, height)) for x, y in spots
    ]
