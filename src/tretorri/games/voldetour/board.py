"""The board, the setups and every place that a piece can take: pure geometry [D1 to D4].

>>> NEXT["a1"]
{'n': 'a2', 'e': 'b1'}
>>> SETUPS[4].enemy_towers["r"]
'i2'
>>> SPOTS["B3", "y", "c4"].squares
('c4', 'c5', 'c6')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tretorri.core.material import load_material
from tretorri.core.squares import COMPASS, grid, square_name, square_place

Square = str
Direction = str

MATERIAL: Final = load_material(__file__)
COLUMNS: Final[int] = MATERIAL["board"]["columns"]
ROWS: Final[int] = MATERIAL["board"]["rows"]
TOWER_HEIGHT: Final[int] = MATERIAL["pieces"]["tower_height"]
COLOURS: Final[Mapping[str, str]] = MATERIAL["colours"]

SQUARES: Final = grid(COLUMNS, ROWS)
ORDER: Final = {square: place for place, square in enumerate(SQUARES)}
FOUNDATIONS: Final[Mapping[Square, str]] = {
    square: colour
    for colour, squares in MATERIAL["board"]["foundations"].items()
    for square in squares
}

OPPOSITE: Final = {"n": "s", "e": "w", "s": "n", "w": "e"}
OUT: Final = "-"  # where a Lord is that has been taken off [D19]
NESTED: Final = "^"
UPRIGHT: Final = "z"
_BAR_STEPS: Final = {"x": COMPASS["e"], "y": COMPASS["n"]}


def _neighbours(square: Square) -> dict[Direction, Square]:
    """Return the squares beside *square* by direction; there is none beyond the edge."""
    x, y = square_place(square)
    beside = {way: square_name(x + dx, y + dy) for way, (dx, dy) in COMPASS.items()}
    return {way: name for way, name in beside.items() if name in ORDER}


NEXT: Final = {square: _neighbours(square) for square in SQUARES}

STAIR: Final = "S"
BLOCKS: Final = {f"B{length}": length for length in MATERIAL["pieces"]["blocks"]}
RESERVE: Final = Counter(f"B{length}" for length in MATERIAL["pieces"]["blocks"])
RESERVE[STAIR] = MATERIAL["pieces"]["stairs"]
WAYS: Final = {
    **{kind: ("x", "y", UPRIGHT) if length > 1 else ("",) for kind, length in BLOCKS.items()},
    STAIR: (*COMPASS, NESTED),
}


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the board that a kind of piece can take, lying *way*, whatever stands there.

    *ground* has the same squares as *squares*, and *rise* is the number of levels it takes.
    """

    anchor: Square
    way: str
    squares: tuple[Square, ...]
    ground: frozenset[Square]
    rise: int


def _spot(anchor: Square, way: str, length: int) -> Spot:
    """Return the spot of a bar of *length*, which may stick out of the board."""
    if way not in _BAR_STEPS:
        return Spot(anchor, way, (anchor,), frozenset([anchor]), length)
    (x, y), (dx, dy) = square_place(anchor), _BAR_STEPS[way]
    squares = tuple(square_name(x + i * dx, y + i * dy) for i in range(length))
    return Spot(anchor, way, squares, frozenset(squares), 1)


def _spots() -> Iterator[tuple[tuple[str, str, Square], Spot]]:
    """Yield every spot on the board, by kind, way and anchor [D9, D10]."""
    for kind, ways in WAYS.items():
        for way in ways:
            for anchor in SQUARES:
                spot = _spot(anchor, way, BLOCKS.get(kind, 1))
                if spot.ground <= ORDER.keys():
                    yield (kind, way, anchor), spot


SPOTS: Final = dict(_spots())
STANDING: Final = {
    kind: tuple(spot for (k, way, _), spot in SPOTS.items() if k == kind and way != NESTED)
    for kind in WAYS
}
NESTING: Final = tuple(SPOTS[STAIR, NESTED, square] for square in SQUARES)


@dataclass(frozen=True, slots=True)
class Setup:
    """The seats in turn order and where their Towers stand [D3, D4].

    *closed* are the Towers on which a seat's Lord may not stop: its own and the lateral ones [D18].
    """

    seats: tuple[str, ...]
    towers: Mapping[str, Square]
    enemy_towers: Mapping[str, Square]
    closed: Mapping[str, frozenset[Square]]


def _setup(towers: Mapping[str, Square]) -> Setup:
    """Return the setup with these Towers; the enemy sits half the table away [D4]."""
    seats = tuple(towers)
    across = seats[len(seats) // 2 :] + seats[: len(seats) // 2]
    enemies = {seat: towers[enemy] for seat, enemy in zip(seats, across, strict=True)}
    closed = {seat: frozenset(towers.values()) - {enemies[seat]} for seat in seats}
    return Setup(seats, towers, enemies, closed)


SETUPS: Final = {int(players): _setup(towers) for players, towers in MATERIAL["players"].items()}
