"""The board in characters: a grid for terminals, and lines for screen readers.

Both say only what a scene says, in its language; colour is left to the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tretorri.core.scene import Scene, SceneSeat, Square
from tretorri.core.squares import square_name
from tretorri.core.svg.order import back_to_front
from tretorri.core.words import Text, between_facts

Style = Callable[[str, str], str]

SCREEN = 80
TO_MOVE, WINNER, WAITING = "→", "★", " "
BARE = {"foundation": "+"}  # empty ground by its role; any other is a dot


def draw(scene: Scene, style: Style | None = None) -> str:
    """Return the board as a grid with coordinates, then the seats and the prompt.

    ``style(text, colour)`` may dress what stands on a square in the colour of its top piece; the
    columns stay straight whatever it adds.
    """
    return "\n".join((*_grid(scene, style), "", *_seats(scene), "", scene.prompt))


def spoken(scene: Scene) -> str:
    """Return the position in lines for a screen reader: the prompt, the seats, what stands."""
    standing = (square.label for square in scene.squares if square.text)
    return "\n".join((scene.prompt, *(_seat_line(scene, seat) for seat in scene.seats), *standing))


def _grid(scene: Scene, style: Style | None) -> Iterator[str]:
    """Yield the rows from the top, each with its number, and the letters of the columns."""
    squares = {(square.x, square.y): square for square in scene.squares}
    colours = {(part.x, part.y): part.solid.colour for part in back_to_front(scene.solids)}
    widths = _widths(scene)
    edge = len(str(scene.rows))
    for row in reversed(range(scene.rows)):
        line = f"{row + 1:>{edge}} "
        for column, width in enumerate(widths):
            text, colour = square_text(squares[column, row]), colours.get((column, row))
            dressed = style(text, colour) if style and colour else text
            line += " " + dressed + " " * (width - len(text))
        yield line.rstrip()
    letters = (square_name(x, 0)[0].ljust(width) for x, width in enumerate(widths))
    yield f"{'':{edge}}  {' '.join(letters)}".rstrip()


def _widths(scene: Scene) -> list[int]:
    """Return the widths of the columns: all the same, unless the screen is too narrow for that."""
    longest = [0] * scene.columns
    for square in scene.squares:
        longest[square.x] = max(longest[square.x], len(square_text(square)))
    alike = [max(longest)] * scene.columns
    fits = len(str(scene.rows)) + 1 + sum(width + 1 for width in alike) <= SCREEN
    return alike if fits else longest


def square_text(square: Square) -> str:
    """Return what stands on a square, or a sign for the empty ground.

    >>> [square_text(Square("a1", 0, 0, "site", "", text, mark="A")) for text in ("Avr", "")]
    ['Avr', '(A)']
    """
    bare = f"({square.mark})" if square.mark else BARE.get(square.role, "·")
    return square.text or bare


def _seats(scene: Scene) -> Iterator[str]:
    """Yield a line for each seat, an arrow at the seat to move and a star at a winner."""
    wide = max((len(seat.name) for seat in scene.seats), default=0)
    for seat in scene.seats:
        facts = [fact for fact in (seat.score, seat.status) if fact]
        yield "  ".join((f"{_sign(seat)} {seat.name.ljust(wide)}", *facts)).rstrip()
        if reserve := _reserve(scene, seat):
            yield f"{'':{wide + 4}}{reserve}"


def _sign(seat: SceneSeat) -> str:
    if seat.winner:
        return WINNER
    return TO_MOVE if seat.to_move else WAITING


def _reserve(scene: Scene, seat: SceneSeat) -> str:
    return ", ".join(f"{r.count} × {r.label}" for r in scene.reserves if r.owner == seat.id)


def _seat_line(scene: Scene, seat: SceneSeat) -> str:
    """Return what there is to say about a seat."""
    facts = [fact for fact in (seat.score, seat.status, _reserve(scene, seat)) if fact]
    if not facts:
        return seat.name
    told = between_facts(scene.language).join(facts)
    return Text("core.spoken-seat", {"seat": seat.name, "facts": told}).sentence(scene.language)
