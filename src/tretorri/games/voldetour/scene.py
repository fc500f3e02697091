"""What a viewer draws: squares, Towers, pieces, Lords, reserves and buttons."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from tretorri.core.scene import Aid, Direction, Reserve, Scene, SceneSeat, Solid, Way
from tretorri.core.scene import Square as Ground
from tretorri.core.squares import square_name, square_place
from tretorri.core.words import Text, between_facts
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
from tretorri.games.voldetour.notation import EndTurn, MoveLord, PlacePiece
from tretorri.games.voldetour.rules.lord import stops, walk
from tretorri.games.voldetour.rules.pieces import Piece
from tretorri.games.voldetour.rules.placing import is_blocked
from tretorri.games.voldetour.words import (
    colour_name,
    kind_name,
    layer_texts,
    piece_name,
    prompt_text,
    short_text,
    status_text,
    way_name,
)

if TYPE_CHECKING:
    from tretorri.games.voldetour.position import VoldeTourPosition

LEVEL: Final = 0.6
SLOPE_CENTRE: Final = 0.5  # the middle of a slope above its lower end, in levels
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
        prompt=prompt_text(position).sentence(language),
        reserves=tuple(_reserves(position, language)),
        buttons=_buttons(language),
        marked=_last_squares(position),
        aids=tuple(_aids(position, language)),
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
    layers = [text.sentence(language) for text in layer_texts(position, square, pile)]
    words = {"square": square, "layers": between_facts(language).join(layers)}
    label = Text("voldetour.square-label", words)
    return Ground(
        id=square,
        x=x,
        y=y,
        role="foundation" if colour else "plain",
        label=label.sentence(language),
        text=short_text(position, square, pile),
        colour=colour,
    )


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


def _seat(position: VoldeTourPosition, seat: str, language: str) -> SceneSeat:
    return SceneSeat(
        id=seat,
        name=colour_name(seat).sentence(language),
        colour=COLOURS[seat],
        to_move=position.to_move == seat,
        winner=position.result is not None and seat in position.result.winners,
        status=status_text(position, seat).sentence(language),
    )


def _buttons(language: str) -> dict[str, str]:
    ways = dict.fromkeys(way for kind in WAYS for way in WAYS[kind] if way)
    buttons = {way: way_name(way).sentence(language) for way in ways}
    return {**buttons, str(EndTurn()): Text("voldetour.do-end").sentence(language)}


def _last_squares(position: VoldeTourPosition) -> tuple[str, ...]:
    """Return the squares that the last action touched, as far as it names them."""
    last = position.last
    if isinstance(last, MoveLord):
        return (last.target,)
    if isinstance(last, PlacePiece):
        return (*filter(None, [last.source]), *SPOTS[last.kind, last.way, last.target].squares)
    return ()


# Aids and picks ----------------------------------------------------------------------------------


def _aids(position: VoldeTourPosition, language: str) -> Iterator[Aid]:
    """Yield the squares that the mover's Lord and the rivals can reach, and blocked pieces."""

    def label(key: str) -> str:
        return Text(f"voldetour.aid-{key}").sentence(language)

    lords = [(seat, square) for seat, square in position.lords.items() if square != OUT]
    reach = {seat: _reach(position, seat) for seat, _ in lords}
    own = reach.pop(position.mover, [])
    rivals = dict.fromkeys(square for squares in reach.values() for square in squares)
    yield Aid("lord", label("lord"), tuple(own))
    yield Aid("rivals", label("rivals"), tuple(rivals))
    yield Aid("blocked", label("blocked"), solids=tuple(_find_blocked(position)))


def _reach(position: VoldeTourPosition, seat: str) -> list[Square]:
    """Return where the Lord of *seat* could end a move as everything stands now."""
    here = position.lords[seat]
    others = frozenset(position.lords.values()) - {here}
    return stops(position.terrain, here, others, position.game.setup.closed[seat])


def _find_blocked(position: VoldeTourPosition) -> Iterator[str]:
    lords = position.lords.values()
    for piece in position.pieces:
        if is_blocked(piece, position.terrain, lords):
            yield str(piece)


def way(position: VoldeTourPosition, target: Square) -> Way:
    """Return the squares and slopes that the mover's Lord passes on a shortest way to *target*."""
    terrain = position.terrain
    walked = walk(terrain, position.lord, position.other_lords, target)
    passed = [walked[0]]
    for here, there in pairwise(walked):
        passed += _between(here, there)
    return tuple(
        (*square_place(square), terrain.heights[square] + SLOPE_CENTRE * (square in terrain.slopes))
        for square in passed
    )


def _between(here: Square, there: Square) -> list[Square]:
    """Return the squares in a straight line behind *here*, up to *there*."""
    (x, y), (to_x, to_y) = square_place(here), square_place(there)
    steps = abs(to_x - x) + abs(to_y - y)
    return [
        square_name(x + (to_x - x) * nth // steps, y + (to_y - y) * nth // steps)
        for nth in range(1, steps + 1)
    ]


def reserve_pick(seat: str, kind: str) -> str:
    """Return the pick that takes a piece from a reserve."""
    return f"reserve:{seat}{kind}"


def lord_pick(seat: str) -> str:
    """Return the pick that takes a Lord."""
    return f"lord:{seat}"


def picks(position: VoldeTourPosition, action: PlacePiece | MoveLord | EndTurn) -> tuple[str, ...]:
    """Return what to click, in order: the piece, the square and, for most, the way."""
    if isinstance(action, EndTurn):
        return (str(action),)
    if isinstance(action, MoveLord):
        return (lord_pick(position.mover), action.target)
    if action.source is None:
        taken = reserve_pick(position.mover, action.kind)
    else:
        taken = str(position.top_piece(action.kind, action.source))
    return (taken, action.target, action.way) if action.way else (taken, action.target)
