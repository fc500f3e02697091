"""What a viewer draws who knows no rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tretorri.core.scene import Aid, Scene, SceneSeat, Solid, Square
from tretorri.core.squares import square_place
from tretorri.core.words import Text
from tretorri.games.towers.board import COLUMNS, DISTRICT_OF, ROWS, SITES, SQUARES, STREETS
from tretorri.games.towers.notation import Move, Pass
from tretorri.games.towers.rules.counters import COLOURS, SYMBOLS, colour_of, height_of, symbol_of
from tretorri.games.towers.rules.moves import moves_from
from tretorri.games.towers.rules.scoring import points
from tretorri.games.towers.words import (
    layers_text,
    points_text,
    prompt_text,
    seat_text,
    short_text,
    square_text,
    status_text,
    symbol_text,
    tower_text,
)

if TYPE_CHECKING:
    from tretorri.games.towers.position import TowersPosition

LEVEL = 0.22  # how thick a counter is, in squares


def picks(action: Move | Pass) -> tuple[str, ...]:
    """Return the squares to click, or the button ``pass``."""
    return (action.source, action.target) if isinstance(action, Move) else (str(action),)


def draw(position: TowersPosition, language: str) -> Scene:
    """Return the scene of *position* with words in *language*."""
    pass_label = Text("towers.pass").sentence(language)
    return Scene(
        game=position.game.id,
        columns=COLUMNS,
        rows=ROWS,
        level=LEVEL,
        squares=tuple(_square(position, square, language) for square in SQUARES),
        solids=tuple(_solids(position, language)),
        seats=tuple(_seat(position, seat, language) for seat in position.game.seats),
        prompt=prompt_text(position).sentence(language),
        buttons={str(Pass()): pass_label} if position.extra else {},
        marked=picks(position.last) if isinstance(position.last, Move) else (),
        aids=tuple(_aids(position, language)),
        language=language,
    )


def _square(position: TowersPosition, square: str, language: str) -> Square:
    x, y = square_place(square)
    return Square(
        id=square,
        x=x,
        y=y,
        role="site" if square in SITES else "street",
        label=square_text(position, square).sentence(language),
        text=short_text(position, square).sentence(language) if square in position.towers else "",
        mark=SITES.get(square),
        group=DISTRICT_OF.get(square),
    )


def _solids(position: TowersPosition, language: str) -> Iterator[Solid]:
    """Yield every counter, from a1 on and from the bottom up."""
    for square in SQUARES:
        tower = position.towers.get(square, "")
        for z, colour in enumerate(tower[1:]):
            yield _counter(position, square, z, colour, language)


def _counter(position: TowersPosition, square: str, z: int, colour: str, language: str) -> Solid:
    """Return one counter; it belongs to the owner of its tower."""
    x, y = square_place(square)
    tower = position.towers[square]
    owner = colour_of(tower)
    label = tower_text(position.game, symbol_of(tower) + colour)
    if square in position.locks:
        label = layers_text(position, square)
    return Solid(
        id=f"{square}.{z}",
        shape="counter",
        x=x,
        y=y,
        z=z,
        colour=COLOURS[colour],
        label=label.sentence(language),
        mark=symbol_of(tower),
        owner=None if position.game.is_neutral(owner) else owner,
    )


def _seat(position: TowersPosition, seat: str, language: str) -> SceneSeat:
    result = position.result
    return SceneSeat(
        id=seat,
        name=seat_text(seat).sentence(language),
        colour=COLOURS[seat],
        to_move=position.to_move == seat,
        winner=result is not None and seat in result.winners,
        score=points_text(points(position)[seat]).sentence(language),
        status=status_text(position, seat).sentence(language),
    )


# Aids --------------------------------------------------------------------------------------------


def _aids(position: TowersPosition, language: str) -> Iterator[Aid]:
    """Yield the districts, where each symbol is, and the towers that are safe, stuck or locked."""

    def label(key: str) -> str:
        return Text(f"towers.aid-{key}").sentence(language)

    yield Aid("districts", label("districts"), tuple(s for s in SQUARES if s in DISTRICT_OF))
    for symbol in SYMBOLS:
        name = symbol_text(symbol).sentence(language)
        yield Aid(f"symbol-{symbol}", name, tuple(_bearing(position, symbol)))
    yield Aid("stuck", label("stuck"), tuple(_stuck(position)))
    yield Aid("safe", label("safe"), tuple(_safe(position)))
    if position.game.has_neutrals:
        yield Aid("locked", label("locked"), tuple(s for s in SQUARES if s in position.locks))


def _bearing(position: TowersPosition, symbol: str) -> Iterator[str]:
    """Yield the symbol spaces for *symbol* and the squares of its counters."""
    for square in SQUARES:
        tower = position.towers.get(square)
        if (symbol_of(tower) if tower else SITES.get(square)) == symbol:
            yield square


def _stuck(position: TowersPosition) -> Iterator[str]:
    """Yield the streets where the mover's towers stand that nothing lets move [T6 to T12]."""
    for square in STREETS:
        tower = position.towers.get(square)
        is_own = tower is not None and colour_of(tower) == position.mover
        if is_own and not any(True for _ in moves_from(position, square)):
            yield square


def _safe(position: TowersPosition) -> Iterator[str]:
    """Yield the towers that are as high as towers get: none can be covered [T12]."""
    for square in SQUARES:
        if (
            square in position.towers
            and height_of(position.towers[square]) >= position.game.highest
        ):
            yield square
