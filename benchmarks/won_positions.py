"""VoldéTour positions with random pieces crowded around a Tower.

Random games do not get there: their Lords seldom leave the Tower [D19].
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import tretorri
from tretorri import _native

SIZE = 10
TOWERS = {"b": (2, 2), "w": (7, 7)}  # c3 and h8 [D3]
TOP = 3  # levels that may be filled [D12]
STAIRS = 5
BLOCKS = {1: 2, 2: 2, 3: 1}
Square = tuple[int, int]


class Crowd:
    """A board on which random pieces stand near the Tower that the mover wants."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.mover = chance.choice("bw")
        self.goal = TOWERS["w" if self.mover == "b" else "b"]
        self.height: dict[Square, int] = {}
        self.slopes: set[Square] = set()
        self.used: dict[tuple[str, int], int] = {}
        self.pieces: list[tuple[int, int, int, bool, str]] = []
        reach = chance.randint(1, 3)
        for _ in range(chance.randrange(400)):
            self.place(self.near(reach))

    def text(self) -> str:
        """Write the position as text; the Lords may stand on the same square."""
        pieces = ";".join(piece[-1] for piece in sorted(self.pieces)) or "-"
        lords = {seat: self.lord(seat) for seat in "bw"}
        places = ",".join(f"{seat}{name(square)}" for seat, square in lords.items())
        return f"bw {pieces} {self.mover} {places} - {81 + 'bw'.index(self.mover)}"

    def near(self, reach: int) -> Square:
        """Draw a square of the board near the goal."""
        column, row = self.goal
        while True:
            square = (
                column + self.chance.randint(-reach, reach),
                row + self.chance.randint(-reach, reach),
            )
            if all(0 <= place < SIZE for place in square) and square not in TOWERS.values():
                return square

    def lord(self, seat: str) -> Square:
        """Draw where a Lord stands: the mover's near the goal, and high if that is found."""
        for tries in range(1000):
            square = self.near(4 if seat == self.mover else SIZE)
            is_high = self.height.get(square, 0) >= 2 or seat != self.mover or tries > 100
            if square not in self.slopes and is_high:
                return square
        return (0, 0)

    def place(self, square: Square) -> None:
        """Put a random piece there if it is one that can stand there."""
        seat = self.mover if self.chance.random() < 0.8 else self.chance.choice("bw")
        length = self.chance.choice((0, 0, 0, 1, 2, 3))  # 0: a Stair
        most = BLOCKS.get(length, STAIRS)
        if self.used.get((seat, length), 0) == most:
            return
        if self.place_block(square, seat, length) if length else self.place_stair(square, seat):
            self.used[seat, length] = self.used.get((seat, length), 0) + 1

    def place_stair(self, square: Square, seat: str) -> bool:
        """Put a Stair, nested where there is a slope [D10]."""
        level = self.height.get(square, 0)
        if level == TOP:
            return False
        nested = square in self.slopes
        if nested:
            self.slopes.remove(square)
            self.height[square] = level + 1
        else:
            self.slopes.add(square)
        self.note(
            square, level, nested, seat + "S" + ("^" if nested else self.chance.choice("nesw"))
        )
        return True

    def place_block(self, square: Square, seat: str, length: int) -> bool:
        """Put a Block upright or lying [D9, D11]."""
        way = self.chance.choice("zxy") if length > 1 else "z"
        step = {"x": (1, 0), "y": (0, 1), "z": (0, 0)}[way]
        cells = {(square[0] + i * step[0], square[1] + i * step[1]) for i in range(length)}
        level = self.height.get(square, 0)
        top = level + (length if way == "z" else 1)
        for cell in cells:
            is_free = max(cell) < SIZE and cell not in TOWERS.values() and cell not in self.slopes
            if not is_free or self.height.get(cell, 0) != level or top > TOP:
                return False
        self.height.update(dict.fromkeys(cells, top))
        self.note(square, level, False, f"{seat}B{length}{way if length > 1 else ''}")
        return True

    def note(self, square: Square, level: int, nested: bool, piece: str) -> None:
        """Remember a piece in the order of the text."""
        column, row = square
        self.pieces.append((row, column, level, nested, f"{piece}@{name(square)}.{level}"))


def name(square: Square) -> str:
    """Return the name of a square."""
    return f"{'abcdefghij'[square[0]]}{square[1] + 1}"


def won_positions(seed: int) -> Iterator[_native.voldetour]:
    """Yield positions at the start of a turn that can be won in it, though not by walking alone."""
    chance = random.Random(seed)
    game = tretorri.game("voldetour")
    while True:
        text = Crowd(chance).text()
        try:
            position = _native.voldetour(text)  # checks less, but faster
            if not position.can_win_this_turn():
                continue
            actions = {str(action) for action in game.position(text).actions()}
        except (_native.Refused, tretorri.InvalidPosition):
            continue
        if not actions & {f"L>{name(tower)}" for tower in TOWERS.values()}:
            yield position
