"""The Lord: its ways over flat steps and slopes, its win and its loss [D5, D14 to D19]."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from tretorri.core.game import Result
from tretorri.games.voldetour.board import (
    MATERIAL,
    NEXT,
    OPPOSITE,
    OUT,
    Direction,
    Setup,
    Square,
)
from tretorri.games.voldetour.rules.pieces import Terrain

MAX_LORD_SQUARES: Final[int] = MATERIAL["lord"]["most_squares"]  # D14
HOME_TURNS: Final[int] = MATERIAL["lord"]["home_turns"]  # D19


def step(terrain: Terrain, square: Square, way: Direction) -> Square | None:
    """Return the flat square that one step leads to, over any slopes between [D15, D16]."""
    height = terrain.heights[square]
    ahead = NEXT[square].get(way)
    while ahead is not None and (climbs := terrain.slopes.get(ahead)):
        base = terrain.heights[ahead]
        if climbs == way and base == height:
            height += 1
        elif climbs == OPPOSITE[way] and base == height - 1:
            height -= 1
        else:
            return None
        ahead = NEXT[ahead].get(way)
    return ahead if ahead is not None and terrain.heights[ahead] == height else None


def distances(
    terrain: Terrain, start: Square, barred: Collection[Square], most: int
) -> dict[Square, int]:
    """Return the squares that a walk of at most *most* squares reaches, with their distance.

    *barred* are the squares of the other Lords, which cannot be entered [D17].
    """
    found, edge = {start: 0}, [start]
    for distance in range(1, most + 1):
        reached = [step(terrain, square, way) for square in edge for way in OPPOSITE]
        edge = []
        for square in reached:
            if square is not None and square not in found and square not in barred:
                found[square] = distance
                edge.append(square)
    return found


def stops(
    terrain: Terrain,
    start: Square,
    barred: Collection[Square],
    closed: Collection[Square],
) -> list[Square]:
    """Return the squares on which a Lord's move can end [D14 to D18].

    *closed* are the Towers that may be passed over, but not stopped on [D18].
    """
    reach = distances(terrain, start, barred, MAX_LORD_SQUARES)
    return [square for square in reach if square != start and square not in closed]


def walk(
    terrain: Terrain, start: Square, barred: Collection[Square], target: Square
) -> list[Square]:
    """Return a shortest walk to a square that a Lord can reach, as the flat squares on it [D14].

    It is found from its end: what leads from one square to the next leads back as well.
    """
    far = distances(terrain, start, barred, MAX_LORD_SQUARES)
    squares = [target]
    while (here := squares[-1]) != start:
        around = [step(terrain, here, way) for way in OPPOSITE]
        squares.append(next(s for s in around if s in far and far[s] < far[here]))
    return squares[::-1]


def lords_result(setup: Setup, lords: Mapping[str, Square]) -> Result | None:
    """Return the win of a Lord on its enemy Tower [D5], or of the last Lord left [D19].

    >>> from tretorri.games.voldetour.board import SETUPS
    >>> lords_result(SETUPS[2], {"b": "h8", "w": "c4"})
    Result(winners=('b',), scores=None, rule='D5')
    """
    for seat, square in lords.items():
        if square == setup.enemy_towers[seat]:
            return Result((seat,), None, "D5")
    left = tuple(seat for seat, square in lords.items() if square != OUT)
    return Result(left, None, "D19") if len(left) == 1 else None


def last_turn_at_home(setup: Setup, seat: str) -> int:
    """Return the number of the third turn of *seat*, at whose end its Lord must be away [D19].

    >>> from tretorri.games.voldetour.board import SETUPS
    >>> last_turn_at_home(SETUPS[2], "b"), last_turn_at_home(SETUPS[4], "y")
    (5, 12)
    """
    return (HOME_TURNS - 1) * len(setup.seats) + setup.seats.index(seat) + 1


def without_late_lords(
    setup: Setup, lords: Mapping[str, Square], turn: int
) -> Mapping[str, Square]:
    """Return the Lords when *turn* begins; one still at home after its third turn is out [D19]."""
    return {
        seat: OUT
        if square == setup.towers[seat] and turn > last_turn_at_home(setup, seat)
        else square
        for seat, square in lords.items()
    }
