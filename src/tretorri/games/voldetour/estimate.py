"""A simple guess at how a seat stands, for the greedy bot.

A Lord should leave its own Tower in time, come near the enemy Tower, and find a staircase both
where it must come down and where it must go up.
"""

from __future__ import annotations

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
from tretorri.games.voldetour.lord import step
from tretorri.games.voldetour.pieces import Terrain

if TYPE_CHECKING:
    from tretorri.games.voldetour.rules import VoldeTourPosition

_LONGEST_WAY = COLUMNS + ROWS - 2
_PLACES = {square: square_place(square) for square in NEXT}

# How much each feature counts; together they stay below a win.
LEFT_HOME = 0.30
WAY_DOWN = 0.25
WAY_UP = 0.20
NEARNESS = 0.20


def _line(square: Square, way: Direction) -> tuple[Square, ...]:
    """Return the squares from *square*, not included, to the edge of the board."""
    ahead = NEXT[square].get(way)
    return () if ahead is None else (ahead, *_line(ahead, way))


_LINES = {square: {way: _line(square, way) for way in OPPOSITE} for square in NEXT}


def guess(position: VoldeTourPosition, seat: str) -> float:
    """Compare the progress of *seat* with that of its best rival."""
    rivals = (progress(position, rival) for rival in position.game.seats if rival != seat)
    return progress(position, seat) - max(rivals)


def progress(position: VoldeTourPosition, seat: str) -> float:
    """Return how far a Lord has come, from 0 (out) to less than 1 (nearly there)."""
    lord, terrain, setup = position.lords[seat], position.terrain, position.game.setup
    if lord == OUT:
        return 0.0
    steps = [square for way in OPPOSITE if (square := step(terrain, lord, way))]
    has_left = 1.0 if lord != setup.towers[seat] else 0.5 * bool(steps)
    way_down = max(_staircase(terrain, lord, way) for way in OPPOSITE)
    ways_up = (_way_up(terrain, [lord, *steps], setup.enemy_towers[seat], way) for way in OPPOSITE)
    return LEFT_HOME * has_left + WAY_DOWN * way_down + max(ways_up)


def _way_up(terrain: Terrain, near: list[Square], tower: Square, way: Direction) -> float:
    """Value a staircase up to *tower* and how near its foot is to the squares *near*."""
    foot = _LINES[tower][way][TOWER_HEIGHT : TOWER_HEIGHT + 1]
    if not foot:
        return 0.0
    distance = min(_distance(square, foot[0]) for square in near)
    built = _staircase(terrain, tower, way)
    return WAY_UP * built + NEARNESS * (1 - distance / _LONGEST_WAY)


def _distance(one: Square, other: Square) -> int:
    (x, y), (u, v) = _PLACES[one], _PLACES[other]
    return abs(x - u) + abs(y - v)


def _staircase(terrain: Terrain, top: Square, way: Direction) -> float:
    """Return which part of a straight staircase from *top* down towards *way* is built."""
    height, line = terrain.heights[top], _LINES[top][way]
    if height == 0:
        return 1.0
    if len(line) <= height:
        return 0.0
    built = 0
    for square, base in zip(line, reversed(range(height)), strict=False):
        filled, slope = terrain.heights[square], terrain.slopes.get(square)
        if filled > base or slope not in (None, OPPOSITE[way]):
            return 0.0
        built += filled + (slope is not None and filled == base)
    return built / (height * (height + 1) // 2)
