"""Volterra, a second reading of V1 to V16."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Self

from tests.reference import COMPASS, LAST_TURN, Over, demand, fields, name, place

COLUMNS, ROWS = range(1, 6), range(1, 5)
FIELD = [name(column, row) for row in ROWS for column in COLUMNS]
PIECES_OF_A_COLOUR = 10
LAID_AT, PAWNS_AT = 20, 22  # V16: the last turns that lay a piece and that put a pawn

_CELL = "(?:-|[dl]+)"
_ROW = ",".join([_CELL] * 5)
_FORM = {
    "SEATS": "dl|ld",
    "BOARD": "/".join([_ROW] * 4),
    "TO-MOVE": "[dl]",
    "PAWNS": "l(?:-|[a-e][1-4]),d(?:-|[a-e][1-4])",
    "DONE": "[-PTB]",
    "TURN": "[1-9][0-9]{0,5}",
}


@cache
def off(square: str, by: tuple[int, int]) -> str | None:
    """Return the square that lies so far off, or None beside the field."""
    (column, row), (x, y) = place(square), by
    on_field = column + x in COLUMNS and row + y in ROWS
    return name(column + x, row + y) if on_field else None


@cache
def neighbours(square: str) -> list[str]:
    """Return the up to eight squares around."""
    column, row = place(square)
    return [
        other
        for other in FIELD
        if other != square
        and abs(place(other)[0] - column) <= 1
        and abs(place(other)[1] - row) <= 1
    ]


def part_of(square: str, towers: dict[str, str]) -> set[str]:
    """Return the part of the field that the tower on *square* belongs to [V12]."""
    part, edge = {square}, [square]
    while edge:
        for other in neighbours(edge.pop()):
            if other in towers and other not in part:
                part.add(other)
                edge.append(other)
    return part


@dataclass(frozen=True)
class State:
    """A position; *towers* has no empty squares, *pawns* none that is not yet placed."""

    seats: str
    towers: dict[str, str]
    pawns: dict[str, str]
    done: str
    turn: int
    seen: tuple[str, ...] = ()
    over: Over | None = None

    # Beginning, reading, writing ----------------------------------------------------------------

    @classmethod
    def start(cls, seed: int = 0, **options: str) -> Self:
        """Return the first position [V1, V2, V3, V16]."""
        del seed
        seats = "ld" if options.get("first") == "light" else "dl"
        if options.get("variant") == "free":
            return cls(seats, {}, {}, "B", 1)
        towers = {square: "ld"[sum(place(square)) % 2 == 0] for square in FIELD}
        return cls(seats, towers, {"d": "c3", "l": "c2"}, "-", 1)._begin_turn()

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a position text."""
        seats, board, to_move, pawns, done, turn = fields(text, _FORM)
        squares = [name(column, row) for row in reversed(ROWS) for column in COLUMNS]
        cells = board.replace("/", ",").split(",")
        state = cls(
            seats,
            {s: cell for s, cell in zip(squares, cells, strict=True) if cell != "-"},
            {p[0]: p[1:] for p in pawns.split(",") if p[1:] != "-"},
            done,
            int(turn),
        )
        demand(state.mover == to_move, "TO-MOVE does not fit TURN")
        for colour in "dl":
            demand(board.count(colour) <= PIECES_OF_A_COLOUR, "too many pieces of a colour")
        for colour, square in state.pawns.items():
            demand(state._owns(colour, square), "a pawn stands on no tower of its own")
        return state._checked_layout() if done == "B" else state._checked_play()

    def _checked_layout(self) -> Self:
        demand(self.turn <= PAWNS_AT, "the layout is over")
        demand(all(len(tower) == 1 for tower in self.towers.values()), "a tower in the layout")
        movers = [self.seats[turn % 2] for turn in range(self.turn - 1)]
        for colour in "dl":
            laid = sum(tower == colour for tower in self.towers.values())
            demand(laid == movers[:LAID_AT].count(colour), "laid pieces do not fit the turn")
            put = int(colour in self.pawns)
            demand(put == movers[LAID_AT:].count(colour), "pawns do not fit the turn")
        return self

    def _checked_play(self) -> Self:
        demand(len(self.pawns) == 2, "a pawn is missing")
        demand(self._without_forfeited().towers == self.towers, "a part without a pawn")
        if self.done == "-":
            return self._begin_turn()
        demand(self.turn <= LAST_TURN, "half a turn after the last")
        demand(bool(self.actions()), "the turn cannot be completed")
        return self

    def text(self) -> str:
        """Return the position text."""
        rows = [
            ",".join(self.towers.get(name(column, row), "-") for column in COLUMNS)
            for row in reversed(ROWS)
        ]
        pawns = ",".join(colour + self.pawns.get(colour, "-") for colour in "ld")
        return f"{self.seats} {'/'.join(rows)} {self.mover} {pawns} {self.done} {self.turn}"

    @property
    def mover(self) -> str:
        """Return the colour whose turn it is or would be."""
        return self.seats[(self.turn - 1) % 2]

    # What is legal ------------------------------------------------------------------------------

    def actions(self) -> list[str]:
        """Return the legal actions [V11]."""
        if self.over:
            return []
        if self.done == "B":
            return sorted(self._layings())
        if self.done == "P":
            return sorted(self._tower_moves())
        if self.done == "T":
            return sorted(self._pawn_moves())
        pawn_first = [a for a in self._pawn_moves() if self._act(a)._tower_moves()]
        tower_first = [a for a in self._tower_moves() if self._act(a)._pawn_moves()]
        return sorted(pawn_first + tower_first)

    def _layings(self) -> list[str]:
        """Return what may be laid or put down [V16]."""
        if self.turn <= LAID_AT:
            return [f"@{square}" for square in FIELD if square not in self.towers]
        return [f"P@{square}" for square in FIELD if self._owns(self.mover, square)]

    def _pawn_moves(self) -> list[str]:
        """Return the pawn moves, whether or not the turn can be completed [V5]."""
        return [
            f"P{square}"
            for square in neighbours(self.pawns[self.mover])
            if self._owns(self.mover, square) and square not in self.pawns.values()
        ]

    def _tower_moves(self) -> list[str]:
        """Return the tower moves, whether or not the turn can be completed [V6 to V9]."""
        near = [s for s in neighbours(self.pawns[self.mover]) if s in self.towers]
        moves = []
        for source in near:
            if not self._owns(self.mover, source) or not self._has_free_side(source):
                continue
            for target in near:
                if target == source or target in self.pawns.values():
                    continue
                moves.append(f"{source}-{target}")
                if len(self.towers[source]) >= 2:
                    moves.append(f"{source}={target}")
        return moves

    def _owns(self, colour: str, square: str) -> bool:
        return self.towers.get(square, "-")[-1] == colour

    def _has_free_side(self, square: str) -> bool:
        return any(off(square, by) not in self.towers for by in COMPASS.values())  # V7

    # What happens -------------------------------------------------------------------------------

    def play(self, action: str) -> Self:
        """Return the position after a legal action."""
        if action not in self.actions():
            raise ValueError(action)
        after = self._act(action)
        if self.done == "-":
            return after
        return replace(after, done="-", turn=self.turn + 1)._next_turn()

    def _act(self, action: str) -> Self:
        """Carry out one action; the turn does not end here."""
        if action.startswith("@"):
            return replace(self, towers={**self.towers, action[1:]: self.mover})
        if action.startswith("P"):
            pawns = {**self.pawns, self.mover: action[1:].removeprefix("@")}
            return replace(self, pawns=pawns, done="P")
        source, target = action[:2], action[3:]
        lifted = 2 if action[2] == "=" else 1
        towers = dict(self.towers)
        towers[target] += towers[source][-lifted:]
        towers[source] = towers[source][:-lifted]
        if not towers[source]:
            del towers[source]
        return replace(self, towers=towers, done="T")._without_forfeited()

    def _without_forfeited(self) -> Self:
        """Take away the parts that hold no pawn [V12, V13]."""
        kept = set[str]().union(*(part_of(pawn, self.towers) for pawn in self.pawns.values()))
        return replace(self, towers={s: t for s, t in self.towers.items() if s in kept})

    def _next_turn(self) -> Self:
        if len(self.pawns) < 2:  # V16: the layout goes on
            return replace(self, done="B")
        return self._begin_turn()

    def _begin_turn(self) -> Self:
        """Look at the ends: V14, C1, C3, in this order."""
        key = self.text().rsplit(" ", 1)[0]
        if not self.actions():
            return self._ended("V14")
        if self.seen.count(key) == 2:
            return self._ended("C1")
        if self.turn > LAST_TURN:
            return self._ended("C3")
        return replace(self, seen=(*self.seen, key))

    def _ended(self, rule: str) -> Self:
        """Score the field as it stands [V15]."""
        scores = {seat: self._heights(seat) for seat in self.seats}
        first, second = ((scores[seat] + (0,) * 20)[:20] for seat in self.seats)
        winners = () if first == second else (self.seats[first < second],)
        return replace(self, over=(winners, scores, rule))

    def _heights(self, colour: str) -> tuple[int, ...]:
        mine = [len(tower) for tower in self.towers.values() if tower[-1] == colour]
        return tuple(sorted(mine, reverse=True))
