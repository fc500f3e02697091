"""The words for seats, colours, symbols, towers, squares and actions, and the prompts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING

from tretorri.core.words import Text
from tretorri.games.towers.board import DISTRICT_OF, SITES
from tretorri.games.towers.notation import Move, Pass
from tretorri.games.towers.rules.counters import (
    COLOURS,
    SEATS,
    SYMBOLS,
    colour_of,
    height_of,
    symbol_of,
)
from tretorri.games.towers.rules.moves import can_act
from tretorri.games.towers.rules.scoring import points
from tretorri.games.towers.rules.turns import unlock

if TYPE_CHECKING:
    from tretorri.games.towers.game import Towers
    from tretorri.games.towers.position import TowersPosition

_ENDS = {
    "T16": "district-complete",
    "T17": "streets-left",
    "T18": "nobody-can-move",
    "T27": "nothing-built",
    "C1": "position-repeated",
    "C3": "game-too-long",
}


def seat_text(seat: str) -> Text:
    """Return the name of a seat.

    >>> str(seat_text("v"))
    'Violet'
    """
    return Text(f"towers.{SEATS[seat]}")


def colour_text(colour: str) -> Text:
    """Return the word for a colour.

    >>> str(colour_text("v"))
    'violet'
    """
    return Text(f"towers.{COLOURS[colour]}")


def symbol_text(symbol: str) -> Text:
    """Return the word for a symbol.

    >>> str(symbol_text("A"))
    'sun (A)'
    """
    return Text(f"towers.{SYMBOLS[symbol]}")


def tower_text(game: Towers, tower: str | None) -> Text:
    """Return what stands on a square, seen from above.

    >>> from tretorri.games.towers import GAME
    >>> str(tower_text(GAME(), "Avr"))
    'red sun (A) tower of 2'
    """
    if tower is None:
        return Text("towers.nothing")
    kind = "tower" if height_of(tower) > 1 else "counter"
    if game.is_neutral(colour_of(tower)):
        kind = "neutral"
    words = {"colour": colour_text(colour_of(tower)), "symbol": symbol_text(symbol_of(tower))}
    return Text(f"towers.{kind}", {**words, "height": height_of(tower)})


def action_text(position: TowersPosition, action: Move | Pass) -> Text:
    """Return what a legal action does."""
    if isinstance(action, Pass):
        return Text("towers.pass")
    standing = position.towers.get(action.target)
    if action.target in SITES:
        kind = "build" if standing is None else "build-higher"
    else:
        kind = "move" if standing is None else "cover"
    return Text(
        f"towers.{kind}",
        {
            "source": action.source,
            "target": action.target,
            "tower": tower_text(position.game, position.towers[action.source]),
            "standing": tower_text(position.game, standing),
        },
    )


def points_text(points: int) -> Text:
    """Return a number of points in words.

    >>> str(points_text(1)), str(points_text(12))
    ('1 point', '12 points')
    """
    key = {0: "no-points", 1: "point"}.get(points, "points")  # no points may be a singular
    return Text(f"towers.{key}", {"points": points})


def join_names(texts: Sequence[Text], key: str) -> Text:
    """Join names by the words of *key*.

    >>> str(join_names([seat_text("v"), seat_text("r")], "towers.and"))
    'Violet and Red'
    """
    return reduce(lambda first, last: Text(key, {"first": first, "last": last}), texts)


def short_text(position: TowersPosition, square: str) -> Text:
    """Return the tower in a few characters."""
    key = "short-locked" if square in position.locks else "short"
    return Text(f"towers.{key}", {"tower": position.towers[square]})


def square_text(position: TowersPosition, square: str) -> Text:
    """Return in words what a square is and what stands on it."""
    there = layers_text(position, square)
    if square not in SITES:
        return Text("towers.on-street", {"square": square, "there": there})
    place = {"square": square, "district": DISTRICT_OF[square]}
    symbol = symbol_text(SITES[square])
    return Text("towers.on-site", {**place, "symbol": symbol, "there": there})


def layers_text(position: TowersPosition, square: str) -> Text:
    """Return what stands on a square, a tower counter by counter, and whether it is locked."""
    tower = position.towers.get(square)
    there = tower_text(position.game, tower)
    if square in position.locks:
        params = {"there": there, "seat": seat_text(position.locks[square])}
        return Text("towers.with-lock", params)
    if tower is None or height_of(tower) == 1:
        return there
    colours = join_names([colour_text(c) for c in tower[1:]], "towers.then")
    return Text("towers.with-layers", {"there": there, "colours": colours})


def status_text(position: TowersPosition, seat: str) -> Text:
    """Say what is special about a seat: an extra move, or nothing to move on its turn [T15]."""
    if position.extra and seat == position.mover:
        return Text("towers.has-extra-move")
    seats = position.game.seats
    wait = (seats.index(seat) - seats.index(position.mover)) % len(seats)
    coming = unlock(replace(position, turn=position.turn + wait))
    stuck = not position.is_over and not can_act(coming)
    return Text("towers.no-legal-move" if stuck else "towers.nothing-special")


def prompt_text(position: TowersPosition) -> Text:
    """Say whose turn it is and what it still needs, or how the game ended."""
    result = position.result
    if result is None:
        key = "to-move-again" if position.extra else "to-move"
        return Text(f"towers.{key}", {"seat": seat_text(position.mover)})
    winners = join_names([seat_text(seat) for seat in result.winners], "towers.and")
    params = {
        "winners": winners,
        "points": points_text(max(points(position).values())),
        "why": Text(f"towers.{_ENDS[result.rule]}"),
    }
    return Text("towers.won" if len(result.winners) == 1 else "towers.shared", params)
