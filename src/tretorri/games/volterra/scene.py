"""What a viewer draws who knows no rules: towers of slabs, pawns on top, and all the words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tretorri.core.scene import Aid, Reserve, Scene, SceneSeat, Shape, Solid, Square
from tretorri.core.squares import square_place
from tretorri.games.volterra import board
from tretorri.games.volterra.board import COLOUR_NAMES, PIECES, SQUARES, Colour
from tretorri.games.volterra.notation import (
    LAYING,
    AnyAction,
    MovePawn,
    MoveTower,
)
from tretorri.games.volterra.rules.moves import has_free_side
from tretorri.games.volterra.words import (
    colour_text,
    heights_of,
    prompt_text,
    seat_text,
    square_text,
    stands_text,
    text,
)

if TYPE_CHECKING:
    from tretorri.games.volterra.position import VolterraPosition

LEVEL = 0.3  # how tall a piece is compared with a square
SIZE = (1, 1, 1)
_BUTTONS = {"1": "top-piece", "2": "top-two-pieces"}
_RESERVES: dict[Shape, str] = {"slab": "pieces-to-lay", "pawn": "pawn-to-place"}


def picks(position: VolterraPosition, action: AnyAction) -> tuple[str, ...]:
    """Return what to click for an action, in order.

    >>> import tretorri
    >>> start = tretorri.game("volterra").start()
    >>> [start.picks(start.actions()[i]) for i in (0, -1)]
    [('c3', 'b4'), ('d4', 'd2', '1')]
    """
    if isinstance(action, MoveTower):
        return action.source, action.target, str(action.pieces)
    if isinstance(action, MovePawn):
        return position.pawn, action.square
    return (action.square,)


def draw(position: VolterraPosition, language: str) -> Scene:
    """Return everything to draw for a position."""
    return Scene(
        game=position.game.id,
        columns=board.COLUMNS,
        rows=board.ROWS,
        level=LEVEL,
        squares=tuple(_square(position, name, language) for name in SQUARES),
        solids=tuple(_solids(position, language)),
        seats=tuple(_seat(position, seat, language) for seat in position.game.seats),
        prompt=prompt_text(position).sentence(language),
        reserves=tuple(_reserves(position, language)),
        buttons={pick: text(key).sentence(language) for pick, key in _BUTTONS.items()},
        marked=_last_squares(position.last),
        aids=tuple(_aids(position, language)),
        language=language,
    )


def _square(position: VolterraPosition, name: str, language: str) -> Square:
    """Return a square; its text is the tower from bottom to top and the pawn as a capital."""
    x, y = square_place(name)
    tower = position.towers.get(name, "")
    pawn = "".join(c for c, square in position.pawns.items() if square == name)
    label = square_text(name, tower, pawn, language).sentence(language)
    return Square(name, x, y, role="field", label=label, text=tower + pawn.upper())


def _solids(position: VolterraPosition, language: str) -> Iterator[Solid]:
    """Yield the pieces, square by square from the bottom up, and then the pawns."""
    for name in SQUARES:
        for z, colour in enumerate(position.towers.get(name, "")):
            yield _solid(f"{name}.{z}", "slab", name, z, colour, language=language)
    for colour, name in sorted(position.pawns.items()):
        z = len(position.towers[name])
        yield _solid(pawn_pick(colour), "pawn", name, z, colour, language=language)


def _solid(id_: str, shape: Shape, name: str, z: int, colour: Colour, *, language: str) -> Solid:
    x, y = square_place(name)
    label = stands_text(shape, colour, name, z + 1)
    return Solid(
        id_, shape, x, y, z, COLOUR_NAMES[colour], label.sentence(language), SIZE, owner=colour
    )


def _reserves(position: VolterraPosition, language: str) -> Iterator[Reserve]:
    """Yield what is still to be laid in the variant *free* [V16]."""
    if position.done == LAYING:
        laid = Counter(position.towers.values())
        for seat in position.game.seats:
            if laid[seat] < PIECES:
                yield reserve("slab", seat, PIECES - laid[seat], language)
            if seat not in position.pawns:
                yield reserve("pawn", seat, 1, language)


def reserve(shape: Shape, seat: Colour, count: int, language: str) -> Reserve:
    """Return pieces beside the field."""
    label = text(_RESERVES[shape], colour=colour_text(seat)).sentence(language)
    return Reserve(reserve_pick(shape, seat), shape, SIZE, COLOUR_NAMES[seat], seat, count, label)


def reserve_pick(shape: Shape, seat: Colour) -> str:
    """Return the pick that takes a piece from beside the field."""
    return f"reserve:{seat}:{shape}"


def pawn_pick(seat: Colour) -> str:
    """Return the pick that takes a pawn on the field."""
    return f"pawn:{seat}"


def _seat(position: VolterraPosition, seat: Colour, language: str) -> SceneSeat:
    where = position.pawns.get(seat)
    status = text("pawn-on", square=where) if where else text("pawn-in-hand")
    return SceneSeat(
        id=seat,
        name=seat_text(seat).sentence(language),
        colour=COLOUR_NAMES[seat],
        to_move=position.to_move == seat,
        winner=position.result is not None and seat in position.result.winners,
        score=text("score", heights=heights_of(position, seat)).sentence(language),
        status=status.sentence(language),
    )


def _last_squares(action: AnyAction | None) -> tuple[str, ...]:
    """Return the squares that the last action touched."""
    if isinstance(action, MoveTower):
        return action.source, action.target
    return (action.square,) if action else ()


def _aids(position: VolterraPosition, language: str) -> Iterator[Aid]:
    """Yield the towers that can be taken from, those that cannot, and the neighbours [V6, V7]."""
    towers, pawn = position.towers, position.pawns.get(position.mover)
    free = {square for square in towers if has_free_side(towers, square)}
    shown = {
        "free-sides": free,
        "walled-in": towers.keys() - free,
        "in-reach": towers.keys() & set(board.AROUND[pawn] if pawn else ()),
    }
    for key, squares in shown.items():
        label = text(f"aid-{key}").sentence(language)
        yield Aid(key, label, tuple(square for square in SQUARES if square in squares))
