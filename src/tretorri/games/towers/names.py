"""What players call seats, colours, symbols, towers and actions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING

from tretorri.core.words import Text
from tretorri.games.towers.board import SITES
from tretorri.games.towers.counters import COLOURS, SEATS, SYMBOLS, colour_of, height_of, symbol_of
from tretorri.games.towers.notation import Move, Pass

if TYPE_CHECKING:
    from tretorri.games.towers.rules import Towers, TowersPosition


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
