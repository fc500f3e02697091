"""A simple guess at how a seat stands, for the greedy bot.

A Lord should leave its own Tower in time, come near the enemy Tower, and find a staircase both
where it must come down and where it must go up.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tretorri.core.squares import square_place
from tretorri.games.voldetour.board import (
    COLUMNS,
    NEXT,
    OPPOSITE,
    OUT,
    ROWS,
    TOWER_HEIGHT,
    Direction,
    Square,
)
from tretorri.games.voldetour.rules.lord import step
from tretorri.games.voldetour.rules.pieces import Terrain

if TYPE_CHECKING:
    from tretorri.games.voldetour.position import VoldeTourPosition

_LONGEST_WAY = COLUMNS + ROWS - 2

# How much each feature counts; together they stay below a win.
LEFT_HOME = 0.30
WAY_DOWN = 0.25
WAY_UP = 0.20
NEARNESS = 0.20


def guess(position: VoldeTourPosition, seat: str) -> float:
    """Compare the progress of *seat* with that of its best rival."""
    rivals = [progress(position, rival) for rival in position.game.seats if rival != seat]
    return progress(position, seat) - max(rivals)


def progress(position: VoldeTourPosition, seat: str) -> float:
    """Return how far a Lord has come, from 0 (out) to less than 1 (nearly there)."""
    lord, terrain, setup = position.lords[seat], position.terrain, position.game.setup
    if lord == OUT:
        return 0.0
    steps = [square for way in OPPOSITE if (square := step(terrain, lord, way))]
    has_left = 1.0 if lord != setup.towers[seat] else 0.5 * bool(steps)
    way_down = max([_staircase(terrain, lord, way) for way in OPPOSITE])
    return (
        LEFT_HOME * has_left
        + WAY_DOWN * way_down
        + _way_up(terrain, [lord, *steps], setup.enemy_towers[seat])
    )


def _way_up(terrain: Terrain, near: list[Square], tower: Square) -> float:
    """Value the best staircase up to *tower* and how near its foot is to the squares *near*."""
    return max(
        [
            WAY_UP * _staircase(terrain, tower, way)
            + max([_nearness(square, foot) for square in near])
            for way, foot in _feet(tower)
        ]
    )


def _staircase(terrain: Terrain, top: Square, way: Direction) -> float:
    """Return which part of a straight staircase from *top* down towards *way* is built."""
    height, heights, slopes = terrain.heights[top], terrain.heights, terrain.slopes
    if height == 0:
        return 1.0
    built, climbs = 0, OPPOSITE[way]
    for square, base in _columns(top, way, height):
        filled, slope = heights[square], slopes.get(square)
        if filled > base or (slope is not None and slope != climbs):
            return 0.0
        built += filled + (slope is not None and filled == base)
    return built / (height * (height + 1) // 2)


# Geometry, asked for very often -------------------------------------------------------------------


def _line(square: Square, way: Direction) -> tuple[Square, ...]:
    """Return the squares from *square*, not included, to the edge of the board."""
    ahead = NEXT[square].get(way)
    return () if ahead is None else (ahead, *_line(ahead, way))


@cache
def _columns(top: Square, way: Direction, height: int) -> tuple[tuple[Square, int], ...]:
    """Return the squares of a staircase with the levels filled below the slope on each.

    There are none, and nothing can be built, where the board ends before its foot.
    """
    line = _line(top, way)
    return tuple(zip(line, reversed(range(height)), strict=False)) if len(line) > height else ()


@cache
def _feet(tower: Square) -> tuple[tuple[Direction, Square], ...]:
    """Return the squares at the feet of the staircases to *tower*, as far as there is room."""
    lines = ((way, _line(tower, way)) for way in OPPOSITE)
    return tuple((way, line[TOWER_HEIGHT]) for way, line in lines if len(line) > TOWER_HEIGHT)


@cache
def _nearness(square: Square, foot: Square) -> float:
    (x, y), (u, v) = square_place(square), square_place(foot)
    return NEARNESS * (1 - (abs(x - u) + abs(y - v)) / _LONGEST_WAY)
