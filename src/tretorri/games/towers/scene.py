"""What a viewer draws who knows no rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tretorri.core.scene import Scene, Seat, Solid, Square
from tretorri.core.squares import square_place
from tretorri.core.words import Text
from tretorri.games.towers import names
from tretorri.games.towers.aids import aids
from tretorri.games.towers.board import COLUMNS, DISTRICT_OF, ROWS, SITES, SQUARES
from tretorri.games.towers.counters import COLOURS, colour_of, height_of, symbol_of
from tretorri.games.towers.moves import can_act
from tretorri.games.towers.notation import Move, Pass
from tretorri.games.towers.play import unlock
from tretorri.games.towers.scoring import points

if TYPE_CHECKING:
    from tretorri.games.towers.rules import TowersPosition

LEVEL = 0.22  # how thick a counter is, in squares
ENDS = {
    "T16": "district-complete",
    "T17": "streets-left",
    "T18": "nobody-can-move",
    "T27": "nothing-built",
    "C1": "position-repeated",
    "C3": "game-too-long",
}


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
        prompt=_prompt(position).sentence(language),
        buttons={str(Pass()): pass_label} if position.extra else {},
        marked=position.picks(position.last) if isinstance(position.last, Move) else (),
        aids=tuple(aids(position, language)),
        language=language,
    )


def _square(position: TowersPosition, square: str, language: str) -> Square:
    x, y = square_place(square)
    return Square(
        id=square,
        x=x,
        y=y,
        role="site" if square in SITES else "street",
        label=_label(position, square).sentence(language),
        text=_short(position, square).sentence(language) if square in position.towers else "",
        mark=SITES.get(square),
        group=DISTRICT_OF.get(square),
    )


def _short(position: TowersPosition, square: str) -> Text:
    """Return the tower in a few characters."""
    key = "short-locked" if square in position.locks else "short"
    return Text(f"towers.{key}", {"tower": position.towers[square]})


def _label(position: TowersPosition, square: str) -> Text:
    """Return in words what a square is and what stands on it."""
    there = _layers(position, square)
    if square not in SITES:
        return Text("towers.on-street", {"square": square, "there": there})
    place = {"square": square, "district": DISTRICT_OF[square]}
    symbol = names.symbol_text(SITES[square])
    return Text("towers.on-site", {**place, "symbol": symbol, "there": there})


def _layers(position: TowersPosition, square: str) -> Text:
    """Return what stands on a square, a tower counter by counter, and whether it is locked."""
    tower = position.towers.get(square)
    there = names.tower_text(position.game, tower)
    if square in position.locks:
        words = {"there": there, "seat": names.seat_text(position.locks[square])}
        return Text("towers.with-lock", words)
    if tower is None or height_of(tower) == 1:
        return there
    colours = names.join_names([names.colour_text(c) for c in tower[1:]], "towers.then")
    return Text("towers.with-layers", {"there": there, "colours": colours})


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
    label = names.tower_text(position.game, symbol_of(tower) + colour)
    if square in position.locks:
        label = _layers(position, square)
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


def _seat(position: TowersPosition, seat: str, language: str) -> Seat:
    result = position.result
    return Seat(
        id=seat,
        name=names.seat_text(seat).sentence(language),
        colour=COLOURS[seat],
        to_move=position.to_move == seat,
        winner=result is not None and seat in result.winners,
        score=names.points_text(points(position)[seat]).sentence(language),
        status=_status(position, seat).sentence(language),
    )


def _status(position: TowersPosition, seat: str) -> Text:
    """Say what is special about a seat: an extra move, or nothing to move on its turn [T15]."""
    if position.extra and seat == position.mover:
        return Text("towers.has-extra-move")
    seats = position.game.seats
    wait = (seats.index(seat) - seats.index(position.mover)) % len(seats)
    coming = unlock(replace(position, turn=position.turn + wait))
    stuck = not position.is_over and not can_act(coming)
    return Text("towers.no-legal-move" if stuck else "towers.nothing-special")


def _prompt(position: TowersPosition) -> Text:
    """Say whose turn it is and what it still needs, or how the game ended."""
    result = position.result
    if result is None:
        key = "to-move-again" if position.extra else "to-move"
        return Text(f"towers.{key}", {"seat": names.seat_text(position.mover)})
    winners = names.join_names([names.seat_text(seat) for seat in result.winners], "towers.and")
    words = {
        "winners": winners,
        "points": names.points_text(max(points(position).values())),
        "why": Text(f"towers.{ENDS[result.rule]}"),
    }
    return Text("towers.won" if len(result.winners) == 1 else "towers.shared", words)
