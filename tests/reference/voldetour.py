"""VoldéTour, a second reading of D1 to D19."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from tests.reference import COMPASS, LAST_TURN, Over, demand, fields, name, place
from tests.reference.voldetour_pieces import (
    FULL,
    OPPOSITE,
    PIECES,
    SQUARE,
    Cell,
    Face,
    Piece,
    read_piece,
    stair_face,
)

SIDE = range(1, 11)  # D1: columns and rows
LEVELS = range(3)  # D12
TOWER_HEIGHT = 3  # D2
MATERIAL = {"B1": 2, "B2": 2, "B3": 1, "S": 5}  # D2
ORIENTATIONS = {"B1": [""], "B2": list("xyz"), "B3": list("xyz"), "S": list("nesw^")}
TOWERS = {  # D3
    "bw": {"b": "c3", "w": "h8"},
    "brwy": {"b": "b2", "r": "b9", "w": "i9", "y": "i2"},
}
ENEMY = {"b": "w", "w": "b", "r": "y", "y": "r"}  # D4

_FORM = {
    "SEATS": "bw|brwy",
    "PIECES": f"-|{PIECES}(?:;{PIECES})*",
    "TO-MOVE": "[bwry]",
    "LORDS": f"[bwry](?:-|{SQUARE})(?:,[bwry](?:-|{SQUARE}))*",
    "DONE": "-|B|S|BS",
    "TURN": "[1-9][0-9]{0,5}",
}


def beside(square: str, direction: str) -> str | None:
    """Return the next square in a direction, or None beyond the edge."""
    (column, row), (x, y) = place(square), COMPASS[direction]
    return name(column + x, row + y) if column + x in SIDE and row + y in SIDE else None


@dataclass(frozen=True)
class State:
    """A position; *lords* has no Lord who is out."""

    seats: str
    pieces: tuple[Piece, ...]
    lords: dict[str, str]
    done: str
    turn: int
    seen: tuple[str, ...] = ()
    over: Over | None = None

    # Beginning, reading, writing ----------------------------------------------------------------

    @classmethod
    def start(cls, seed: int = 0, **options: str) -> Self:
        """Return the first position [D3]."""
        del seed
        seats = "brwy" if options.get("players") == "4" else "bw"
        return cls(seats, (), dict(TOWERS[seats]), "-", 1)._begin_turn()

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a position text."""
        seats, pieces, to_move, lords, done, turn = fields(text, _FORM)
        places = {lord[0]: lord[1:] for lord in lords.split(",")}
        state = cls(
            seats,
            tuple(read_piece(piece) for piece in pieces.split(";") if piece != "-"),
            {seat: square for seat, square in places.items() if square != "-"},
            done,
            int(turn),
        )
        demand("".join(places) == seats, "not the Lords of the seats")
        demand(state.mover == to_move, "TO-MOVE does not fit TURN")
        demand(state.text() == text, "not in order")
        state._check_material()
        state._check_lords()
        return state._read_on()

    def _check_material(self) -> None:
        count = Counter((piece.owner, piece.kind) for piece in self.pieces)
        for (owner, kind), number in count.items():
            demand(owner in self.seats, "a piece of no seat")
            demand(number <= MATERIAL[kind], "too many pieces of a kind")
        for (column, row, level), there in self._contents.items():
            on_board = column in SIDE and row in SIDE and level in LEVELS
            demand(on_board, "a piece beside the board or too high")
            demand(name(column, row) not in self._towers.values(), "a piece on a Tower")
            upright = sum(piece.kind == "S" and piece.way != "^" for piece in there)
            nested = sum(piece.way == "^" for piece in there)
            alone = len(there) == 1 and not nested
            pair = len(there) == 2 and upright == nested == 1
            demand(alone or pair, "pieces overlap, or a Stair is nested on nothing")
            for below in range(level):
                demand(self._is_full((column, row, below)), "a hole under a piece")

    def _check_lords(self) -> None:
        demand(bool(self.lords), "all Lords are out")
        demand(len(set(self.lords.values())) == len(self.lords), "two Lords on a square")
        demand(len(self._on_enemy_tower()) <= 1, "two Lords on their enemy Towers")
        for seat in self.seats:
            in_time = self.turn <= self._third_turn(seat)
            square = self.lords.get(seat)
            if square is None:
                demand(not in_time, "a Lord out too early")
                continue
            demand(self._slope(square) is None, "a Lord on a slope")
            demand(square not in self._laterals(seat), "a Lord on a lateral Tower")
            demand(in_time or square != self._towers[seat], "a Lord too long on its Tower")

    def _read_on(self) -> Self:
        """Look at the ends, then at the turn half done, then skip who cannot act."""
        winners = self._on_enemy_tower()
        if winners or len(self.lords) == 1:
            demand(self.done == "-", "a turn half done when the game is over")
            return self._ended(winners or tuple(self.lords), "D5" if winners else "D19")
        if self.done == "-":
            begun = self._begin_turn()
            drawn = begun.over is not None and begun.over[2] == "D8"
            demand(drawn or self.mover in self.lords, "the mover is out")
            return begun
        demand(self.mover in self.lords, "the mover is out")
        demand(self.turn <= LAST_TURN, "half a turn after the last")
        in_play = {piece.kind[0] for piece in self.pieces if piece.owner == self.mover}
        demand(set(self.done) <= in_play, "DONE names a kind not in play")
        return self

    def text(self) -> str:
        """Return the position text."""
        pieces = ";".join(map(str, sorted(self.pieces, key=Piece.sort_key))) or "-"
        lords = ",".join(seat + self.lords.get(seat, "-") for seat in self.seats)
        return f"{self.seats} {pieces} {self.mover} {lords} {self.done} {self.turn}"

    @property
    def mover(self) -> str:
        """Return the seat whose turn it is or would be."""
        return self.seats[(self.turn - 1) % len(self.seats)]

    # What stands where --------------------------------------------------------------------------

    @cached_property
    def _contents(self) -> dict[Cell, list[Piece]]:
        contents: dict[Cell, list[Piece]] = {}
        for piece in self.pieces:
            for cell in piece.cells():
                contents.setdefault(cell, []).append(piece)
        return contents

    @property
    def _towers(self) -> dict[str, str]:
        return TOWERS[self.seats]

    def _laterals(self, seat: str) -> list[str]:
        """Return the squares of the lateral Towers [D4]."""
        return [square for s, square in self._towers.items() if s not in (seat, ENEMY[seat])]

    def _on_enemy_tower(self) -> tuple[str, ...]:
        return tuple(s for s, square in self.lords.items() if square == self._towers[ENEMY[s]])

    def _third_turn(self, seat: str) -> int:
        return 2 * len(self.seats) + self.seats.index(seat) + 1

    def _is_full(self, cell: Cell) -> bool:
        """Tell whether a Block or a nested pair fills the cell [D10]."""
        there = self._contents.get(cell, [])
        return len(there) == 2 or any(piece.kind != "S" for piece in there)

    def _height(self, square: str) -> int:
        """Return the number of filled levels; of a Tower, 3 [D15]."""
        if square in self._towers.values():
            return TOWER_HEIGHT
        if square not in self._heights:
            cells = [(*place(square), level) for level in LEVELS]
            self._heights[square] = sum(map(self._is_full, cells))
        return self._heights[square]

    @cached_property
    def _heights(self) -> dict[str, int]:
        return {}

    def _slope(self, square: str) -> str | None:
        """Return where the exposed slope on a square climbs to, if there is one."""
        top = self._contents.get((*place(square), self._height(square)), [])
        return top[0].way if top else None

    # What may be placed -------------------------------------------------------------------------

    def _fits(self, piece: Piece) -> bool:
        """Tell whether a piece that is not in play may be placed so [D9 to D12]."""
        cells = piece.cells()
        for column, row, level in cells:
            if column not in SIDE or row not in SIDE or level not in LEVELS:
                return False
            square = name(column, row)
            if square in self._towers.values() or square in self.lords.values():
                return False
            there = self._contents.get((column, row, level), [])
            if piece.way == "^":
                if [other.kind for other in there] != ["S"]:
                    return False
            elif there:
                return False
            below = [(column, row, z) for z in range(level)]
            if not all(cell in cells or self._is_full(cell) for cell in below):
                return False
        return True

    def _placings(self, kind: str) -> Iterator[Piece]:
        """Yield the ways to place one more piece of a kind of the mover."""
        for column in SIDE:
            for row in SIDE:
                square = name(column, row)
                for way in ORIENTATIONS[kind]:  # D11 leaves but one level
                    piece = Piece(self.mover, kind, way, square, self._height(square))
                    if self._fits(piece):
                        yield piece

    @cached_property
    def _placements(self) -> dict[str, tuple[Self, Piece]]:
        """Map what the mover may place to the board without the piece, and the piece [D6, D7]."""
        found: dict[str, tuple[Self, Piece]] = {}
        mine = [piece for piece in self.pieces if piece.owner == self.mover]
        for kind, number in MATERIAL.items():
            if kind[0] in self.done:
                continue
            if sum(piece.kind == kind for piece in mine) < number:
                for new in self._placings(kind):
                    found[f"{kind}>{new.anchor}{new.way}"] = self, new
            for old in mine:
                if old.kind == kind and not self._is_blocked(old):
                    lifted = replace(self, pieces=tuple(p for p in self.pieces if p != old))
                    for new in lifted._placings(kind):
                        if new != old:
                            action = f"{kind}{old.anchor}>{new.anchor}{new.way}"
                            assert action not in found
                            found[action] = lifted, new
        return found

    def _is_blocked(self, piece: Piece) -> bool:
        """Tell whether a piece in play cannot be moved [D13]."""
        return self._bears_something(piece) or self._is_walled_in(piece)

    def _bears_something(self, piece: Piece) -> bool:
        for column, row, level in piece.cells():
            above = self._contents.get((column, row, level + 1), [])
            inside = self._contents[column, row, level]
            if any(other != piece for other in above) or name(column, row) in self.lords.values():
                return True
            if any(other.way == "^" for other in inside) and piece.way != "^":
                return True
        return False

    def _is_walled_in(self, piece: Piece) -> bool:
        cells = piece.cells()
        for column, row, level in cells:
            for side, (x, y) in COMPASS.items():
                cell = (column + x, row + y, level)
                if cell in cells:
                    continue
                if cell not in self._contents:
                    return False
                cover = frozenset[str]().union(
                    *(self._face(other, cell, OPPOSITE[side]) for other in self._contents[cell])
                )
                if not self._face(piece, (column, row, level), side) <= cover:
                    return False
        return True

    def _face(self, piece: Piece, cell: Cell, side: str) -> Face:
        """Return the face of a piece on one side of one of its cells [D13]."""
        if piece.kind != "S":
            return FULL
        if piece.way != "^":
            return stair_face(piece.way, side)
        (under,) = (other for other in self._contents[cell] if other.way != "^")
        return FULL - stair_face(under.way, side)

    # Where the Lord may go ----------------------------------------------------------------------

    def _lord_targets(self) -> set[str]:
        """Return where the mover's Lord may stop [D14, D18]."""
        start = self.lords[self.mover]
        no_stop = {start, self._towers[self.mover], *self._laterals(self.mover)}
        return self._walks(start, 3) - no_stop

    def _walks(self, square: str, steps: int) -> set[str]:
        """Return all squares entered on any walk of up to so many squares."""
        entered: set[str] = set()
        if steps:
            for direction in COMPASS:
                target = self._step(square, direction, self._height(square))
                if target:
                    entered |= {target} | self._walks(target, steps - 1)
        return entered

    def _step(self, square: str, direction: str, height: int) -> str | None:
        """Return the flat square that one step leads to, over slopes if need be [D15 to D17]."""
        target = beside(square, direction)
        others = [lord for seat, lord in self.lords.items() if seat != self.mover]
        if target is None or target in others:
            return None
        slope = self._slope(target)
        if slope is None:
            return target if self._height(target) == height else None
        if slope == direction and self._height(target) == height:
            return self._step(target, direction, height + 1)
        if slope == OPPOSITE[direction] and self._height(target) == height - 1:
            return self._step(target, direction, height - 1)
        return None

    # A turn -------------------------------------------------------------------------------------

    def actions(self) -> list[str]:
        """Return the legal actions [D6]."""
        if self.over:
            return []
        walks = [f"L>{square}" for square in self._lord_targets()]
        return sorted([*self._placements, *walks, *["end"] * (self.done != "-")])

    def play(self, action: str) -> Self:
        """Return the position after a legal action."""
        if action not in self.actions():
            raise ValueError(action)
        if action in self._placements:
            board, piece = self._placements[action]
            done = "".join(sorted({*self.done, piece.kind[0]} - {"-"}))
            return replace(board, pieces=(*board.pieces, piece), done=done)
        after = self
        if action.startswith("L"):
            after = replace(self, lords={**self.lords, self.mover: action[2:]})
        after = replace(after, done="-")
        winners = after._on_enemy_tower()
        if winners:  # D5
            return replace(after, turn=self.turn + 1)._ended(winners, "D5")
        after = after._without_a_lord_too_late()
        return after if after.over else replace(after, turn=self.turn + 1)._begin_turn()

    def _without_a_lord_too_late(self) -> Self:
        """Take off the mover's Lord if the third turn ends on its own Tower [D19]."""
        late = self.turn == self._third_turn(self.mover)
        if not late or self.lords[self.mover] != self._towers[self.mover]:
            return self
        left = {seat: square for seat, square in self.lords.items() if seat != self.mover}
        after = replace(self, lords=left)
        if len(left) > 1:
            return after
        return replace(after, turn=self.turn + 1)._ended(tuple(left), "D19")

    def _begin_turn(self) -> Self:
        """Pass over who is out, skip who cannot act, then look at the ends [D8, C1, C3]."""
        state = self
        for turn in range(self.turn, self.turn + len(self.seats)):
            state = replace(state, turn=turn)
            if state.mover not in state.lords:
                continue
            if state.actions():
                return state._open_turn()
            state = state._without_a_lord_too_late()
            if state.over:
                return state
        return replace(state, turn=self.turn)._ended((), "D8")

    def _open_turn(self) -> Self:
        key = self.text().rsplit(" ", 1)[0]
        if self.seen.count(key) == 2:
            return self._ended((), "C1")
        if self.turn > LAST_TURN:
            return self._ended((), "C3")
        return replace(self, seen=(*self.seen, key))

    def _ended(self, winners: tuple[str, ...], rule: str) -> Self:
        return replace(self, over=(winners, None, rule))
