"""What a viewer draws: squares, Towers, pieces, Lords, reserves and buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from tretorri.core.scene import Direction, Reserve, Scene, Seat, Solid
from tretorri.core.scene import Square as Ground
from tretorri.core.squares import square_place
from tretorri.core.words import Text, between_facts
from tretorri.games.voldetour.aids import aids
from tretorri.games.voldetour.board import (
    BLOCKS,
    COLOURS,
    COLUMNS,
    FOUNDATIONS,
    OUT,
    RESERVE,
    ROWS,
    SPOTS,
    SQUARES,
    STAIR,
    TOWER_HEIGHT,
    WAYS,
    Square,
)
from tretorri.games.voldetour.describing import (
    colour_name,
    kind_name,
    lord_pick,
    piece_name,
    reserve_pick,
    way_name,
)
from tretorri.games.voldetour.lord import last_turn_at_home
from tretorri.games.voldetour.notation import EndTurn, MoveLord, Place
from tretorri.games.voldetour.pieces import Piece

if TYPE_CHECKING:
    from tretorri.games.voldetour.rules import VoldeTourPosition

LEVEL: Final = 0.6
ARROWS: Final = {"n": "^", "e": ">", "s": "v", "w": "<"}
_PROMPTS: Final = {
    "": "prompt-begin",
    "B": "prompt-block",
    "S": "prompt-stair",
    "BS": "prompt-both",
}
_ENDS: Final = {
    "D5": "over-D5",
    "D8": "over-D8",
    "D19": "over-D19",
    "C1": "over-C1",
    "C3": "over-C3",
}
_FACING: Final[dict[str, Direction]] = {"n": "n", "e": "e", "s": "s", "w": "w"}


def draw(position: VoldeTourPosition, language: str) -> Scene:
    """Return the scene of *position* with its words in *language*."""
    piles = _piles(position)
    return Scene(
        game=position.game.id,
        columns=COLUMNS,
        rows=ROWS,
        level=LEVEL,
        squares=tuple(_ground(position, square, piles[square], language) for square in SQUARES),
        solids=(
            *_towers(position, language),
            *(_solid(piece, language) for piece in position.pieces),
            *_lords(position, language),
        ),
        seats=tuple(_seat(position, seat, language) for seat in position.game.seats),
        prompt=prompt(position).sentence(language),
        reserves=tuple(_reserves(position, language)),
        buttons=_buttons(language),
        marked=_last_squares(position),
        aids=tuple(aids(position, language)),
        language=language,
    )


# Squares ------------------------------------------------------------------------------------------


def _piles(position: VoldeTourPosition) -> dict[Square, list[Piece]]:
    """Return the pieces over each square, from the board up."""
    piles: dict[Square, list[Piece]] = {square: [] for square in SQUARES}
    for piece in sorted(position.pieces, key=lambda piece: (piece.level, piece.nested)):
        for square in piece.spot.squares:
            piles[square].append(piece)
    return piles


def _ground(
    position: VoldeTourPosition, square: Square, pile: list[Piece], language: str
) -> Ground:
    x, y = square_place(square)
    colour = FOUNDATIONS.get(square)
    layers = [text.sentence(language) for text in _layers(position, square, pile)]
    words = {"square": square, "layers": between_facts(language).join(layers)}
    label = Text("voldetour.square-label", words)
    return Ground(
        id=square,
        x=x,
        y=y,
        role="foundation" if colour else "plain",
        label=label.sentence(language),
        text=_short(position, square, pile),
        colour=colour,
    )


def _layers(position: VoldeTourPosition, square: Square, pile: list[Piece]) -> list[Text]:
    """Return in words what stands on a square, from the board up."""
    layers = [piece_name(piece) for piece in pile]
    for key, places in (("tower", position.game.setup.towers), ("lord", position.lords)):
        for seat, place in places.items():
            if place == square:
                layers.append(Text(f"voldetour.{key}", {"owner": colour_name(seat)}))
    return layers or [Text("voldetour.bare")]


def _short(position: VoldeTourPosition, square: Square, pile: list[Piece]) -> str:
    """Return height, slope, owner of the top and Lord of a square in up to four characters."""
    owners = [piece.owner for piece in pile]
    owners += [seat for seat, tower in position.game.setup.towers.items() if tower == square]
    lords = [seat.upper() for seat, place in position.lords.items() if place == square]
    if not owners:
        return "".join(lords)
    slope = ARROWS.get(position.terrain.slopes.get(square, ""), "")
    return "".join([str(position.terrain.heights[square]), slope, owners[-1], *lords])


# Solids -------------------------------------------------------------------------------------------


def _size(kind: str, way: str) -> tuple[int, int, int]:
    length = BLOCKS.get(kind, 1)
    return (
        length if way == "x" else 1,
        length if way == "y" else 1,
        length if way == "z" else 1,
    )


def _solid(piece: Piece, language: str) -> Solid:
    x, y = square_place(piece.anchor)
    return Solid(
        id=str(piece),
        shape="stair" if piece.kind == STAIR else "block",
        x=x,
        y=y,
        z=piece.level,
        colour=COLOURS[piece.owner],
        label=piece_name(piece).sentence(language),
        size=_size(piece.kind, piece.way),
        facing=_FACING.get(piece.way),
        inverted=piece.nested,
        owner=piece.owner,
    )


def _towers(position: VoldeTourPosition, language: str) -> Iterator[Solid]:
    for seat, square in position.game.setup.towers.items():
        x, y = square_place(square)
        label = Text("voldetour.tower", {"owner": colour_name(seat)}).sentence(language)
        size = (1, 1, TOWER_HEIGHT)
        yield Solid(f"tower:{seat}", "tower", x, y, 0, COLOURS[seat], label, size=size, owner=seat)


def _lords(position: VoldeTourPosition, language: str) -> Iterator[Solid]:
    for seat, square in position.lords.items():
        if square != OUT:
            x, y = square_place(square)
            z = position.terrain.heights[square]
            label = Text("voldetour.lord", {"owner": colour_name(seat)}).sentence(language)
            yield Solid(lord_pick(seat), "lord", x, y, z, COLOURS[seat], label, owner=seat)


def _reserves(position: VoldeTourPosition, language: str) -> Iterator[Reserve]:
    for seat in position.game.seats:
        for kind in RESERVE:
            if position.reserve(seat, kind):
                yield reserve(position, seat, kind, language)


def reserve(position: VoldeTourPosition, seat: str, kind: str, language: str) -> Reserve:
    """Return the pieces of *kind* that *seat* has not yet brought into play."""
    return Reserve(
        id=reserve_pick(seat, kind),
        shape="stair" if kind == STAIR else "block",
        size=(BLOCKS.get(kind, 1), 1, 1),
        colour=COLOURS[seat],
        owner=seat,
        count=position.reserve(seat, kind),
        label=kind_name(kind).sentence(language),
    )


# Seats and words ----------------------------------------------------------------------------------


def _seat(position: VoldeTourPosition, seat: str, language: str) -> Seat:
    return Seat(
        id=seat,
        name=colour_name(seat).sentence(language),
        colour=COLOURS[seat],
        to_move=position.to_move == seat,
        winner=position.result is not None and seat in position.result.winners,
        status=_status(position, seat).sentence(language),
    )


def _status(position: VoldeTourPosition, seat: str) -> Text:
    """Say whether a Lord is out, on its way, or must leave its own Tower by some turn [D19]."""
    setup, square = position.game.setup, position.lords[seat]
    if square == OUT:
        return Text("voldetour.status-out")
    if square != setup.towers[seat]:
        return Text("voldetour.status-away", {"square": square})
    return Text("voldetour.status-home", {"turn": last_turn_at_home(setup, seat)})


def prompt(position: VoldeTourPosition) -> Text:
    """Say whose turn it is and what can still be done, or how the game ended."""
    if position.result is None:
        params = {"seat": colour_name(position.mover)}
        return Text(f"voldetour.{_PROMPTS[position.done]}", params)
    over, winners = f"voldetour.{_ENDS[position.result.rule]}", position.result.winners
    return Text(over, {"winner": colour_name(winners[0])}) if winners else Text(over)


def _buttons(language: str) -> dict[str, str]:
    ways = dict.fromkeys(way for kind in WAYS for way in WAYS[kind] if way)
    buttons = {way: way_name(way).sentence(language) for way in ways}
    return {**buttons, str(EndTurn()): Text("voldetour.do-end").sentence(language)}


def _last_squares(position: VoldeTourPosition) -> tuple[str, ...]:
    """Return the squares that the last action touched, as far as it names them."""
    last = position.last
    if isinstance(last, MoveLord):
        return (last.target,)
    if isinstance(last, Place):
        return (*filter(None, [last.source]), *SPOTS[last.kind, last.way, last.target].squares)
    return ()
