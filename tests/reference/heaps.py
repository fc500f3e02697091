"""Random position texts of VoldéTour: heaps of pieces with Lords on and around them."""

from __future__ import annotations

import random

from tests.reference import COMPASS, name, voldetour
from tests.reference.voldetour_pieces import OPPOSITE, Piece

KINDS = (["B1", "B2", "B3", "S", "S", "S"], ["B1", "S", "S"], ["B1", "B2", "B3"], ["S"])
TURNS = [*range(1, 31), *range(436, 446), *range(490, 506), 999999]


def voldetour_text(rng: random.Random) -> str:
    """Heap pieces in a small part of the board and set the Lords on and around it."""
    seats, turn = rng.choice(["bw", "brwy"]), rng.choice(TURNS)
    corner = (rng.randint(1, 7), rng.randint(1, 7))
    lords: dict[str, str | None] = {}
    chance = rng.random()
    if chance < 0.25:
        heap = buried(rng, seats, turn, lords)
    elif chance < 0.5:
        heap = walled_in(rng, seats, turn)
    elif chance < 0.7:
        heap = pillars(rng, seats, turn, lords)
    else:
        heap = random_heap(rng, seats, corner)
    state = voldetour.State(seats, heap, {}, "-", turn)
    for seat in seats:
        square = lords.get(seat) if seat in lords else lord_square(rng, state, seat, corner)
        if square:
            state.lords[seat] = square
    done = rng.choice(["-", "-", "-", "-", "B", "S", "BS"])
    return voldetour.State(seats, heap, state.lords, done, turn).text()


class Heap:
    """Pieces in play that grow by random tries."""

    def __init__(self, rng: random.Random, seats: str) -> None:
        self.rng, self.seats = rng, seats
        self.state = voldetour.State(seats, (), {}, "-", 1)

    def try_piece(self, owner: str, kind: str, way: str, square: str, ceiling: int) -> bool:
        """Place a piece if it is there, fits and reaches no higher than level *ceiling*."""
        piece = Piece(owner, kind, way, square, self.state._height(square))
        used = sum((p.owner, p.kind) == (owner, kind) for p in self.state.pieces)
        is_low = all(level <= ceiling for _, _, level in piece.cells())
        if not is_low or used == voldetour.MATERIAL[kind] or not self.state._fits(piece):
            return False
        self.state = voldetour.State(self.seats, (*self.state.pieces, piece), {}, "-", 1)
        return True

    def try_any(self, kinds: list[str], square: str, ceiling: int) -> bool:
        """Try a random piece of one of these kinds on *square*."""
        kind = self.rng.choice(kinds)
        way = self.rng.choice(voldetour.ORIENTATIONS[kind])
        return self.try_piece(self.rng.choice(self.seats), kind, way, square, ceiling)


def random_heap(rng: random.Random, seats: str, corner: tuple[int, int]) -> tuple[Piece, ...]:
    """Place pieces as the rules allow, all near *corner* and not above some level."""
    heap, ceiling, kinds = Heap(rng, seats), rng.choice([0, 0, 1, 2]), rng.choice(KINDS)
    wide, deep = rng.randint(1, 5), rng.randint(1, 5)
    for _ in range(rng.choice([3, 20, 60, 150, 300])):
        x, y = corner[0] + rng.randrange(wide), corner[1] + rng.randrange(deep)
        heap.try_any(kinds, name(min(10, x), min(10, y)), ceiling)
    return heap.state.pieces


def walled_in(rng: random.Random, seats: str, turn: int) -> tuple[Piece, ...]:
    """Put a piece of the mover down and fill the cells around it, seldom leaving one out."""
    heap, mover = Heap(rng, seats), seats[(turn - 1) % len(seats)]
    base, square = rng.randrange(3), name(rng.randint(4, 6), rng.randint(4, 6))
    kind = rng.choice(["B1", "B2", "B3", "S", "S"])
    for ceiling in range(base):
        for x in range(3, 9):
            for y in range(3, 9):
                heap.try_any(["B2", "B3", "B1"], name(x, y), ceiling)
    way = rng.choice(voldetour.ORIENTATIONS[kind])
    if way == "^":
        heap.try_piece(rng.choice(seats), "S", rng.choice("nesw"), square, 2)
    heap.try_piece(mover, kind, way, square, 2)
    wall(heap, heap.state.pieces[-1:])
    return heap.state.pieces


def wall(heap: Heap, pieces: tuple[Piece, ...]) -> None:
    """Raise the squares around *pieces* to the level of each of their cells."""
    kinds = ["B1", "B1", "B2", "B3", "S", "S"]
    cells = [(piece, *cell) for piece in pieces for cell in piece.cells()]
    for piece, column, row, level in cells:
        for x, y in COMPASS.values():
            square = name(column + x, row + y)
            if piece.way in OPPOSITE and heap.rng.random() < 0.5:  # the same triangle [D13]
                heap.try_piece(heap.rng.choice(heap.seats), "S", piece.way, square, level)
            elif heap.rng.random() < 0.97:
                for _ in range(12):
                    heap.try_any(kinds, square, level)


def pillars(
    rng: random.Random, seats: str, turn: int, lords: dict[str, str | None]
) -> tuple[Piece, ...]:
    """Build up beside the Towers, so that Lords can leave, pass over and reach them."""
    heap, towers = Heap(rng, seats), list(voldetour.TOWERS[seats].values())
    for tower in rng.sample(towers, rng.randint(1, len(towers))):
        for direction in COMPASS:
            square = voldetour.beside(tower, direction)
            if square and rng.random() < 0.7:
                for _ in range(15):
                    heap.try_any(["B3", "B2", "B1", "S"], square, 2)
                heap.try_piece(rng.choice(seats), "S", OPPOSITE[direction], square, 2)
    tops = [p.anchor for p in heap.state.pieces if heap.state._height(p.anchor) == 3]
    mover = seats[(turn - 1) % len(seats)]
    if tops and rng.random() < 0.8:
        lords[mover] = rng.choice(tops)
    return heap.state.pieces


def buried(
    rng: random.Random, seats: str, turn: int, lords: dict[str, str | None]
) -> tuple[Piece, ...]:
    """Bury all pieces of one or two seats under those of others, so that they cannot act."""
    turned = (turn - 1) % len(seats)
    mover_first = list(seats[turned:] + seats[:turned])
    under, over, *more = mover_first if rng.random() < 0.5 else rng.sample(seats, len(seats))
    pieces = grave(rng, under, over, (4, rng.choice([1, 4])), lords)
    if more and rng.random() < 0.7:
        pieces += grave(rng, more[0], more[1], (4, 7), lords)
        if turn > 12 and rng.random() < 0.7:
            lords |= {over: None, more[1]: None}
    if rng.random() < 0.2:
        pieces.remove(rng.choice(pieces))
    return tuple(pieces)


def grave(
    rng: random.Random,
    under: str,
    over: str,
    corner: tuple[int, int],
    lords: dict[str, str | None],
) -> list[Piece]:
    """Cover every piece of *under*; set its Lord on the only top that is higher."""
    plan = [("B3", "x", "x", 0, 0), ("B1", "", "", 3, 0), ("B2", "x", "x", 2, 1)]
    plan += [("B2", "x", "z", 0, 1), ("B1", "", "", 0, 2)]
    pieces, square = [], ""
    for kind, low, high, x, y in plan:
        square = name(corner[0] + x, corner[1] + y)
        pieces += [Piece(under, kind, low, square, 0), Piece(over, kind, high, square, 1)]
    for x, upper in ((1, under), (2, under), (3, over)):
        square = name(corner[0] + x, corner[1] + 2)
        pieces += [
            Piece(under, "S", rng.choice("nesw"), square, 0),
            Piece(upper, "S", "^", square, 0),
            Piece(over, "S", rng.choice("nesw"), square, 1),
        ]
    if rng.random() < 0.7:
        lords[under] = name(corner[0], corner[1] + 1)
    return pieces


def lord_square(
    rng: random.Random, state: voldetour.State, seat: str, corner: tuple[int, int]
) -> str | None:
    """Return where a Lord may be, or None for out."""
    chance = rng.random()
    third_turn_over = state.turn > state._third_turn(seat)
    if third_turn_over and chance < 0.15:
        return None
    if chance < 0.4 and not third_turn_over:
        return state._towers[seat]
    if chance > 0.98:
        return state._towers[voldetour.ENEMY[seat]]
    near = [
        name(x, y)
        for x in range(max(1, corner[0] - 1), min(10, corner[0] + 5) + 1)
        for y in range(max(1, corner[1] - 1), min(10, corner[1] + 5) + 1)
    ]
    taken = {*state._towers.values(), *state.lords.values()}
    flat = [square for square in near if square not in taken and state._slope(square) is None]
    at_slopes = [square for square in flat if has_road(state, square)]
    return rng.choice(at_slopes if at_slopes and rng.random() < 0.7 else flat or near)


def has_road(state: voldetour.State, square: str) -> bool:
    """Tell whether slopes lead away from a square."""
    for direction in COMPASS:
        target = state._step(square, direction, state._height(square))
        if target and target != voldetour.beside(square, direction):
            return True
    return False
