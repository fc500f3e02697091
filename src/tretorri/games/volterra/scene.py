"""What a viewer draws who knows no rules: towers of slabs, pawns on top, and all the words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tretorri.core.game import Action
from tretorri.core.scene import Aid, Reserve, Scene, Seat, Shape, Solid, Square
from tretorri.core.squares import square_place
from tretorri.core.words import Text
from tretorri.games.volterra import board, rules
from tretorri.games.volterra.board import COLOUR_NAMES, OTHER, PIECES, SQUARES, Colour
from tretorri.games.volterra.notation import (
    LAYING,
    NOTHING,
    PAWN_MOVED,
    TOWER_MOVED,
    AnyAction,
    LayPiece,
    MovePawn,
    MoveTower,
    PlacePawn,
)

if TYPE_CHECKING:
    from tretorri.games.volterra.game import VolterraPosition

LEVEL = 0.3  # how tall a piece is compared with a square
SIZE = (1, 1, 1)
_BUTTONS = {"1": "top-piece", "2": "top-two-pieces"}
_LIFTED = {1: "lift-one", 2: "lift-two"}
_DESCRIBED: dict[type[Action], str] = {
    MovePawn: "move-pawn",
    LayPiece: "lay-piece",
    PlacePawn: "place-pawn",
}
_LABELS: dict[Shape, str] = {"slab": "piece-on", "pawn": "pawn-of-colour-on"}
_RESERVES: dict[Shape, str] = {"slab": "pieces-to-lay", "pawn": "pawn-to-place"}
_ENDINGS = {"V14": "cannot-move", "C1": "repeated", "C3": "too-long"}
_STILL_TO_DO = {NOTHING: "do-both", PAWN_MOVED: "do-tower", TOWER_MOVED: "do-pawn"}


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


def describe(action: AnyAction) -> Text:
    """Say in words what an action does."""
    if isinstance(action, MoveTower):
        return _text(_LIFTED[action.pieces], source=action.source, target=action.target)
    return _text(_DESCRIBED[type(action)], square=action.square)


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
        prompt=_prompt(position).sentence(language),
        reserves=tuple(_reserves(position, language)),
        buttons={pick: _text(key).sentence(language) for pick, key in _BUTTONS.items()},
        marked=_last_squares(position.last),
        aids=tuple(_aids(position, language)),
        language=language,
    )


def _square(position: VolterraPosition, name: str, language: str) -> Square:
    """Return a square; its text is the tower from bottom to top and the pawn as a capital."""
    x, y = square_place(name)
    tower = position.towers.get(name, "")
    pawn = "".join(c for c, square in position.pawns.items() if square == name)
    label = _label(name, tower, pawn, language).sentence(language)
    return Square(name, x, y, role="field", label=label, text=tower + pawn.upper())


def _label(name: str, tower: str, pawn: str, language: str) -> Text:
    """Return what stands on a square in words, layer by layer."""
    if not tower:
        return _text("square-empty", square=name)
    layers = ", ".join(_colour(piece).sentence(language) for piece in tower)
    key = "square-pawn" if pawn else "square-tower"
    colour = _colour(tower[-1])
    return _text(key, square=name, colour=colour, height=len(tower), layers=layers)


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
    label = _text(_RESERVES[shape], colour=_colour(seat)).sentence(language)
    return Reserve(reserve_pick(shape, seat), shape, SIZE, COLOUR_NAMES[seat], seat, count, label)


def reserve_pick(shape: Shape, seat: Colour) -> str:
    """Return the pick that takes a piece from beside the field."""
    return f"reserve:{seat}:{shape}"


def pawn_pick(seat: Colour) -> str:
    """Return the pick that takes a pawn on the field."""
    return f"pawn:{seat}"


def stands_text(shape: Shape, colour: Colour, square: str, level: int) -> Text:
    """Say which piece stands where."""
    return _text(_LABELS[shape], colour=_colour(colour), square=square, level=level)


def _seat(position: VolterraPosition, seat: Colour, language: str) -> Seat:
    where = position.pawns.get(seat)
    status = _text("pawn-on", square=where) if where else _text("pawn-in-hand")
    return Seat(
        id=seat,
        name=position.game.seat_name(seat).sentence(language),
        colour=COLOUR_NAMES[seat],
        to_move=position.to_move == seat,
        winner=position.result is not None and seat in position.result.winners,
        score=_text("score", heights=_heights(position, seat)).sentence(language),
        status=status.sentence(language),
    )


def _heights(position: VolterraPosition, seat: Colour) -> str:
    """Return the heights of a seat's towers, highest first: ``3, 2, 1, 1``."""
    return ", ".join(map(str, rules.heights(position.towers, seat))) or "0"


def _prompt(position: VolterraPosition) -> Text:
    """Say whose turn it is and what it still needs, or how the game ended."""
    mover = position.game.seat_name(position.mover)
    if position.result is not None:
        return _outcome(position, position.result.winners, position.result.rule)
    if position.done != LAYING:
        return _text(_STILL_TO_DO[position.done], seat=mover)
    lays = position.turn <= rules.LAYING_TURNS
    return _text("do-lay" if lays else "do-place", seat=mover)


def _outcome(position: VolterraPosition, winners: tuple[Colour, ...], rule: str) -> Text:
    """Say who won and which rule ended the game [V14, V15, C1, C3]."""
    why = _text(_ENDINGS[rule], colour=_colour(position.mover))
    if not winners:
        return _text("drawn", why=why)
    winner, loser = winners[0], OTHER[winners[0]]
    return _text(
        "won",
        why=why,
        seat=position.game.seat_name(winner),
        heights=_heights(position, winner),
        others=_heights(position, loser),
    )


def _last_squares(action: AnyAction | None) -> tuple[str, ...]:
    """Return the squares that the last action touched."""
    if isinstance(action, MoveTower):
        return action.source, action.target
    return (action.square,) if action else ()


def _aids(position: VolterraPosition, language: str) -> Iterator[Aid]:
    """Yield the towers that can be taken from, those that cannot, and the neighbours [V6, V7]."""
    towers, pawn = position.towers, position.pawns.get(position.mover)
    free = {square for square in towers if rules.has_free_side(towers, square)}
    shown = {
        "free-sides": free,
        "walled-in": towers.keys() - free,
        "in-reach": towers.keys() & set(board.AROUND[pawn] if pawn else ()),
    }
    for key, squares in shown.items():
        label = _text(f"aid-{key}").sentence(language)
        yield Aid(key, label, tuple(square for square in SQUARES if square in squares))


def _colour(colour: Colour) -> Text:
    return _text(COLOUR_NAMES[colour])


def _text(key: str, **params: str | int | Text) -> Text:
    return Text(f"volterra.{key}", params)
