"""Under the board: the prompt as a caption, and a card for each seat with its reserve."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from tretorri.core.scene import Reserve, Scene, SceneSeat, Solid
from tretorri.core.svg.camera import ACROSS, AWAY, UPRIGHT, Point, move_to, plain, tag
from tretorri.core.svg.figures import TALL
from tretorri.core.svg.glyphs import disc
from tretorri.core.svg.order import FIGURES, back_to_front
from tretorri.core.svg.palette import GOLD, GOLD_LINE, INK, LAUREL, PAPER, QUIET, TRAY, tones
from tretorri.core.svg.shapes import draw_part
from tretorri.core.svg.stock import Stock

SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif"
LETTER = 0.55  # how wide a letter is, in font sizes; a little more than in most fonts
CAPTION, NAME, SMALL = 25, 21, 18  # font sizes
LEADING = 1.25  # from line to line, in font sizes
EDGE, GUTTER, PAD = 24, 14, 14  # around all cards, between two, and inside one
TEXT_LEFT = 56  # beside the chip
PIECE = 22  # the side of a square in the tray
TRAY_EDGE = 9

ARROW = "M9 -11L-11 0L9 11Z"
LEAF = "M0 -20C5 -15 5 -10 0 -6C-5 -10 -5 -15 0 -20Z"


def caption(text: str, width: float, top: float) -> tuple[str, float]:
    """Return the prompt in lines of about the same length, and where they end."""
    lines = wrap_evenly(text, width - 4 * EDGE, CAPTION)
    drawn = [
        tag("text", plain(line), x=width / 2, y=top + CAPTION * (1 + LEADING * row))
        for row, line in enumerate(lines)
    ]
    style = {"font_family": SERIF, "font_size": CAPTION, "text_anchor": "middle", "fill": INK}
    return tag("g", *drawn, **style), top + CAPTION * LEADING * len(lines)


def wrap(text: str, width: float, font: float) -> list[str]:
    """Break a text into lines that fit a width.

    >>> wrap("Dark to move: your pawn and a tower", 200, 20)
    ['Dark to move: your', 'pawn and a tower']
    """
    return textwrap.wrap(text, int(width / (font * LETTER)))


def wrap_evenly(text: str, width: float, font: float) -> list[str]:
    """Break a text into as few lines as fit, none much shorter than the others.

    >>> wrap_evenly("Yellow wins: no other Lord left in time", 360, 20)
    ['Yellow wins: no other', 'Lord left in time']
    """
    lines = wrap(text, width, font)
    narrow = (1 + len(text) / max(1, len(lines))) * font * LETTER
    while len(wrap(text, narrow, font)) > len(lines):
        narrow += font * LETTER
    return wrap(text, narrow, font)


def cards(stock: Stock, scene: Scene, width: float, top: float) -> tuple[str, float]:
    """Return the cards of the seats in rows of two or three, and where they end."""
    columns = 3 if len(scene.seats) == 3 else 2
    wide = (width - 2 * EDGE - GUTTER * (columns - 1)) / columns
    drawn = []
    for start in range(0, len(scene.seats), columns):
        row = scene.seats[start : start + columns]
        tall = max(_height(stock, scene, seat, wide) for seat in row)
        for column, seat in enumerate(row):
            card = "".join(_card(stock, scene, seat, (wide, tall)))
            drawn += [move_to((EDGE + column * (wide + GUTTER), top), card)]
        top += tall + GUTTER
    return "".join(drawn), top


def _lines(seat: SceneSeat, wide: float) -> list[str]:
    """Return score and status, each in lines."""
    width = wide - TEXT_LEFT - PAD
    return [line for text in (seat.score, seat.status) for line in wrap(text, width, SMALL)]


def _reserves(scene: Scene, seat: SceneSeat) -> list[Reserve]:
    return [reserve for reserve in scene.reserves if reserve.owner == seat.id]


def _height(stock: Stock, scene: Scene, seat: SceneSeat, wide: float) -> float:
    reserves = _reserves(scene, seat)
    tray = _tray_height(stock, reserves) + PAD if reserves else 0
    return 2 * PAD + NAME + 7 + len(_lines(seat, wide)) * SMALL * LEADING + tray


def _card(stock: Stock, scene: Scene, seat: SceneSeat, size: tuple[float, float]) -> Iterator[str]:
    """Yield the card of one seat: paper, chip, name, sign, score and status, reserve."""
    wide, tall = size
    sign = (wide - 30, PAD + 14.0)
    yield _paper(wide, tall, bright=seat.to_move or seat.winner)
    yield move_to((31, PAD + 14), chip(stock, seat.colour))
    yield move_to((TEXT_LEFT, PAD + 21), _words(seat.name, NAME, INK, font_weight="bold"))
    if seat.winner:
        yield move_to(sign, laurel())
    elif seat.to_move:
        yield move_to(sign, arrow())
    for row, line in enumerate(_lines(seat, wide), 1):
        at = TEXT_LEFT, PAD + NAME + 3 + SMALL * LEADING * row
        yield move_to(at, _words(line, SMALL, QUIET))
    if reserves := _reserves(scene, seat):
        top = tall - PAD - _tray_height(stock, reserves)
        yield move_to((PAD, top), *_tray(stock, reserves, wide - 2 * PAD))


def _words(text: str, font: int, colour: str, **style: object) -> str:
    return tag("text", plain(text), font_size=font, fill=colour, **style)


def _paper(wide: float, tall: float, *, bright: bool) -> str:
    """Return the paper of a card, brighter for the seat to move or a winner."""
    fill, line, width = (".92", GOLD_LINE, 2.2) if bright else (".5", QUIET, 0.5)
    size = {"width": wide, "height": tall, "rx": 12}
    return tag("rect", **size, fill=PAPER, fill_opacity=fill, stroke=line, stroke_width=width)


def chip(stock: Stock, colour: str) -> str:
    """Return a round chip in a colour, with the mark that tells it without colour."""
    paint = tones(colour)
    face = tag("path", d=disc(15), fill=paint.top, stroke=paint.line, stroke_width=1.5)
    return face + stock.emblem(colour, "scale(.17)")


def arrow() -> str:
    """Return the arrow that points at the seat to move."""
    line = {"stroke": GOLD_LINE, "stroke_width": 1.5, "stroke_linejoin": "round"}
    return tag("path", d=ARROW, fill=GOLD, **line)


def laurel() -> str:
    """Return the wreath of a winner."""
    turns = [side * turn for turn in (35, 70, 105, 140, 175) for side in (-1, 1)]
    leaves = (tag("path", d=LEAF, transform=f"rotate({turn})") for turn in turns)
    return tag("g", *leaves, fill=LAUREL[0], stroke=LAUREL[1], stroke_width=0.8)


def _tray(stock: Stock, reserves: Sequence[Reserve], wide: float) -> Iterator[str]:
    """Yield a tray with the pieces in reserve, each kind once with its number."""
    height = _tray_height(stock, reserves)
    foot = height - TRAY_EDGE - AWAY * PIECE
    yield tag("rect", width=wide, height=height, rx=8, fill=TRAY, fill_opacity=".6")
    left = float(TRAY_EDGE)
    for reserve in reserves:
        across = (reserve.size[0] + reserve.size[1]) * ACROSS * PIECE
        piece = _piece(stock, reserve, (left + reserve.size[1] * ACROSS * PIECE, foot))
        number = move_to((left + across + 3, foot + 4), _words(f"×{reserve.count}", SMALL, INK))
        faint = None if reserve.count else ".35"
        title = tag("title", plain(reserve.label))
        yield tag("g", title, piece, number, data_id=reserve.id, opacity=faint)
        left += across + 40


def _tray_height(stock: Stock, reserves: Sequence[Reserve]) -> float:
    """Return how high a tray is that shows these pieces."""
    level = stock.camera.level * UPRIGHT
    tops = (
        (r.size[0] + r.size[1]) * AWAY
        + (TALL * UPRIGHT if r.shape in FIGURES else r.size[2] * level)
        for r in reserves
    )
    return max(tops) * PIECE + 2 * TRAY_EDGE


def _piece(stock: Stock, reserve: Reserve, foot: Point) -> str:
    """Return one piece of a reserve, small."""
    shape, size, colour = reserve.shape, reserve.size, reserve.colour
    solid = Solid("", shape, 0, 0, 0, colour, "", size, facing="n", owner=reserve.owner)
    drawn = (draw_part(stock, part) for part in back_to_front([solid]))
    scale = f"scale({PIECE / stock.camera.unit:.3g})"
    return move_to(foot, tag("g", *drawn, transform=scale))
