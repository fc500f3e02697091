"""A chart of a reviewed game: the shares of the win of all seats, turn by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from tretorri.core.svg.palette import INK, PAPER, QUIET, tones
from tretorri.engine.review import Review

WIDTH, HEIGHT, MARGIN = 800, 260, 34
_INNER = (WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN)


def draw_review(review: Review) -> str:
    """Return a review as an SVG chart."""
    shares = [review.start, *(turn.shares for turn in review.turns)]
    below = [0.0] * len(shares)
    bands = []
    for seat in reversed(review.names):
        above = [base + each[seat] for base, each in zip(below, shares, strict=True)]
        bands.append(_band(below, above, review.colours[seat], review.names[seat]))
        below = above
    title = escape(", ".join(review.names.values()))
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
            f"<title>{title}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" rx="14" fill="{PAPER}"/>',
            *bands,
            _line_at(0.5),
            *_marks(review),
            *_numbers(review),
            "</svg>\n",
        ]
    )


def _x(place: int, count: int) -> float:
    return round(MARGIN + _INNER[0] * place / max(1, count - 1), 1)


def _y(share: float) -> float:
    return round(MARGIN + _INNER[1] * (1 - min(1.0, share)), 1)


def _band(below: Sequence[float], above: Sequence[float], colour: str, name: str) -> str:
    """Return the area of one seat, with its name as a tooltip."""
    count = len(below)
    there = [f"{_x(i, count)},{_y(share)}" for i, share in enumerate(above)]
    back = [f"{_x(i, count)},{_y(share)}" for i, share in enumerate(below)]
    points = " ".join([*there, *reversed(back)])
    material = tones(colour)
    return (
        f'<polygon points="{points}" fill="{material.top}" stroke="{material.line}"'
        f' stroke-width="0.8"><title>{escape(name)}</title></polygon>'
    )


def _line_at(share: float) -> str:
    y = _y(share)
    ends = f'x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y}" y2="{y}"'
    return f'<line {ends} stroke="{INK}" stroke-dasharray="3 5" opacity="0.5"/>'


def _marks(review: Review) -> list[str]:
    """Return the mistakes, written above the turns in which they happened."""
    count = len(review.turns) + 1
    return [
        f'<text x="{_x(number, count)}" y="{MARGIN - 8}" {_style(15, INK)}>{escape(turn.mark)}'
        f"<title>{escape(_caption(turn.text, turn.best))}</title></text>"
        for number, turn in enumerate(review.turns, 1)
        if turn.mark
    ]


def _caption(text: str, best: str) -> str:
    return f"{text} → {best}"


def _numbers(review: Review) -> list[str]:
    """Return some turn numbers below the picture."""
    count = len(review.turns) + 1
    step = max(1, count // 12)
    return [
        f'<text x="{_x(number, count)}" y="{HEIGHT - 12}" {_style(12, QUIET)}>{turn.turn}</text>'
        for number, turn in enumerate(review.turns, 1)
        if number % step == 0
    ]


def _style(size: int, colour: str) -> str:
    styles: Mapping[str, object] = {
        "font-family": "sans-serif",
        "font-size": size,
        "text-anchor": "middle",
        "fill": colour,
    }
    return " ".join(f'{name}="{value}"' for name, value in styles.items())
