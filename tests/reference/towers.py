"""Spiel der Türme, a second reading of T1 to T27."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Self

from tests.reference import COMPASS, LAST_TURN, Over, demand, fields, name, place

COLUMNS, ROWS = range(1, 15), range(1, 9)
SQUARES = [name(column, row) for row in ROWS for column in COLUMNS]
COLOURS, SYMBOLS, ALIKE = "vrbg", "ABCD", 5  # T3
HIGHEST = 5  # T12
QUIET_TURNS = 60  # T27

DISTRICTS: list[dict[str, str]] = []  # T1, T2: the symbol of each of the four spaces
for south in (2, 6):
    for west in ("b", "e", "i", "l"):
        east, north, turned = chr(ord(west) + 1), south + 1, len(DISTRICTS) % 4
        clockwise = [f"{west}{north}", f"{east}{north}", f"{east}{south}", f"{west}{south}"]
        symbols = SYMBOLS[turned:] + SYMBOLS[:turned]
        DISTRICTS.append(dict(zip(clockwise, symbols, strict=True)))
SPACES = {square: symbol for district in DISTRICTS for square, symbol in district.items()}
STREETS = [square for square in SQUARES if square not in SPACES]

_CELL = "(?:-|[ABCD][vrbg]+)"
_LOCK = "[a-n][1-8][vrbg]"
_FORM = {
    "SEATS": r"[vrbg]{2,4}\^?",
    "BOARD": "/".join([",".join([_CELL] * 14)] * 8),
    "TO-MOVE": "[vrbg]",
    "PHASE": "[-x]",
    "LOCKS": f"-|{_LOCK}(?:,{_LOCK})*",
    "TURN": "[1-9][0-9]{0,5}",
}


def line(square: str, direction: str) -> list[str]:
    """Return the squares in a direction up to the edge, nearest first [T7]."""
    (column, row), (x, y) = place(square), COMPASS[direction]
    squares = []
    while column + x in COLUMNS and row + y in ROWS:
        column, row = column + x, row + y
        squares.append(name(column, row))
    return squares


@dataclass(frozen=True)
class State:
    """A position; *board* maps squares to towers such as ``Avr``, *locks* to the locking seat."""

    seats: str
    unlimited: bool
    board: dict[str, str]
    phase: str
    locks: dict[str, str]
    turn: int
    stirred: int = 0  # T27: the last turn that covered something or entered a symbol space
    seen: tuple[str, ...] = ()
    over: Over | None = None

    # Beginning, reading, writing ----------------------------------------------------------------

    @classmethod
    def start(cls, seed: int = 0, **options: str) -> Self:
        """Deal the counters [T4, T5]."""
        seats = options.get("seats") or COLOURS[: int(options.get("players", 4))]
        counters = [s + colour for colour in COLOURS for s in SYMBOLS for _ in range(ALIKE)]
        random.Random(seed).shuffle(counters)
        board = dict(zip(STREETS, counters, strict=True))
        unlimited = options.get("variant") == "unlimited"
        return cls(seats, unlimited, board, "-", {}, 1, stirred=1)._begin_turn()

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a position text."""
        seats, board, to_move, phase, locks, turn = fields(text, _FORM)
        squares = [name(column, row) for row in reversed(ROWS) for column in COLUMNS]
        cells = board.replace("/", ",").split(",")
        state = cls(
            seats.removesuffix("^"),
            seats.endswith("^"),
            {s: cell for s, cell in zip(squares, cells, strict=True) if cell != "-"},
            phase,
            {} if locks == "-" else {lock[:2]: lock[2] for lock in locks.split(",")},
            int(turn),
        )
        demand(len(set(state.seats)) == len(state.seats), "a colour plays twice")
        demand(state.mover == to_move, "TO-MOVE does not fit TURN")
        demand(state.text() == text, "the locks are not in order")
        state._check_material()
        state._check_locks()
        return state._read_on()

    def _check_material(self) -> None:
        counters = [tower[0] + colour for tower in self.board.values() for colour in tower[1:]]
        everything = [s + colour for colour in COLOURS for s in SYMBOLS for _ in range(ALIKE)]
        demand(sorted(counters) == sorted(everything), "not the 80 counters")
        for square, tower in self.board.items():
            demand(self.unlimited or len(tower[1:]) <= HIGHEST, "a tower is too high")
            demand(SPACES.get(square, tower[0]) == tower[0], "the wrong symbol on a space")
            demand(tower[-1] in self.seats or len(tower) == 2, "a neutral counter on others")

    def _check_locks(self) -> None:
        for square, seat in self.locks.items():
            demand(square in STREETS, "a lock on a symbol space")
            demand(square in self.board, "a lock on an empty square")
            demand(self.board[square][-1] not in self.seats, "a lock on no neutral counter")
            demand(seat in self.seats, "a lock of no seat")
            demand(seat != self.mover, "a lock of the seat to move")

    def _read_on(self) -> Self:
        """Look at the ends, then skip who cannot act."""
        demand(self.phase == "-" or self.turn <= LAST_TURN, "half a turn after the last")
        ended = self._ended_at_once()
        if ended.over:
            demand(self.phase == "-", "an extra move when the game is over")
            return ended
        if self.phase == "x" and self._moves():
            return replace(self, stirred=self.turn)
        first = self.turn + (self.phase == "x")
        begun = replace(self, phase="-", turn=first, stirred=first + len(self.seats))._begin_turn()
        return replace(begun, stirred=begun.turn)

    def text(self) -> str:
        """Return the position text."""
        seats = self.seats + "^" * self.unlimited
        rows = [
            ",".join(self.board.get(name(column, row), "-") for column in COLUMNS)
            for row in reversed(ROWS)
        ]
        locks = ",".join(s + self.locks[s] for s in SQUARES if s in self.locks) or "-"
        return f"{seats} {'/'.join(rows)} {self.mover} {self.phase} {locks} {self.turn}"

    @property
    def mover(self) -> str:
        """Return the seat whose turn it is or would be."""
        return self.seats[(self.turn - 1) % len(self.seats)]

    # What is legal ------------------------------------------------------------------------------

    def actions(self) -> list[str]:
        """Return the legal actions."""
        if self.over:
            return []
        return sorted(self._moves() + ["pass"] * (self.phase == "x"))

    def _moves(self) -> list[str]:
        """Return the moves of the seat to move, own ones and neutral ones [T6, T21]."""
        moves = []
        for source in STREETS:  # T13: what stands on a symbol space never moves
            for direction in COMPASS:
                targets = self._targets(source, direction)
                moves += [f"{source}-{target}" for target in targets]
        return moves

    def _targets(self, source: str, direction: str) -> list[str]:
        """Return where the mover may take what stands on *source*."""
        owner = self.board.get(source, "-")[-1]
        if owner == self.mover:
            return self._own_targets(source, direction)
        if owner != "-" and owner not in self.seats and source not in self.locks:  # T23
            return self._neutral_targets(source, direction)
        return []

    def _own_targets(self, source: str, direction: str) -> list[str]:
        tower, targets = self.board[source], []
        for square in line(source, direction):
            if self._may_end(tower, square):
                targets.append(square)
            if square in self.board and self.board[square][-1] != self.mover:
                break  # T8, T24
        return targets

    def _may_end(self, tower: str, square: str) -> bool:
        """Tell whether a tower of the mover may end on *square* [T9, T10, T12, T26]."""
        if SPACES.get(square, tower[0]) != tower[0]:
            return False
        if square not in self.board:
            return True
        height = len(tower[1:]) + len(self.board[square][1:])
        return self.board[square][0] == tower[0] and (self.unlimited or height <= HIGHEST)

    def _neutral_targets(self, source: str, direction: str) -> list[str]:
        symbol = self.board[source][0]
        return [
            square
            for square in line(source, direction)
            if square not in self.board and SPACES.get(square, symbol) == symbol  # T22
        ]

    # What happens -------------------------------------------------------------------------------

    def play(self, action: str) -> Self:
        """Return the position after a legal action."""
        if action not in self.actions():
            raise ValueError(action)
        if action == "pass":
            return replace(self, phase="-", turn=self.turn + 1)._begin_turn()
        source, target = action.split("-")
        moved = self._moved(source, target)._ended_at_once()
        if moved.over:
            return moved
        if target in SPACES and moved._moves():  # T14, T15
            return replace(moved, phase="x")
        return replace(moved, turn=self.turn + 1)._begin_turn()

    def _moved(self, source: str, target: str) -> Self:
        """Move, cover and lock; the phase is none and the turn stays [T11, T23]."""
        board, locks = dict(self.board), dict(self.locks)
        tower = board.pop(source)
        covers = target in board
        locks.pop(target, None)
        if tower[-1] not in self.seats and target in STREETS:
            locks[target] = self.mover
        board[target] = board[target] + tower[1:] if covers else tower
        stirred = self.turn if covers or target in SPACES else self.stirred
        return replace(self, board=board, locks=locks, stirred=stirred, phase="-")

    def _begin_turn(self) -> Self:
        """Skip who cannot act; then look at T18, C1, T27 and C3 in this order [T15]."""
        state = self
        for turn in range(self.turn, self.turn + len(self.seats)):
            state = replace(state, turn=turn)
            locks = {s: seat for s, seat in state.locks.items() if seat != state.mover}
            state = replace(state, locks=locks)  # T23: also when the turn is skipped
            if state._moves():
                return state._open_turn()
        return replace(state, turn=self.turn)._ended("T18")

    def _open_turn(self) -> Self:
        key = self.text().rsplit(" ", 1)[0]
        if self.seen.count(key) == 2:
            return self._ended("C1")
        if self.turn - self.stirred > QUIET_TURNS:
            return self._ended("T27")
        if self.turn > LAST_TURN:
            return self._ended("C3")
        return replace(self, seen=(*self.seen, key))

    # Ends ---------------------------------------------------------------------------------------

    def _ended_at_once(self) -> Self:
        """Look at the ends that come within a turn: T16 first, then T17."""
        if any(self._complete(district) for district in DISTRICTS):
            return self._ended("T16")
        on_streets = {self.board[square][-1] for square in STREETS if square in self.board}
        if not set(self.seats) <= on_streets:
            return self._ended("T17")
        return self

    def _complete(self, district: dict[str, str]) -> bool:
        owners = {self.board.get(square, "-")[-1] for square in district}
        return len(owners) == 1 and owners <= set(self.seats)  # T25

    def _ended(self, rule: str) -> Self:
        """Count the points [T16, T17, T19, T25]."""
        scores = dict.fromkeys(self.seats, 0)
        for district in DISTRICTS:
            for square in district:
                tower = self.board.get(square, "-")
                if tower[-1] in scores:
                    scores[tower[-1]] += len(tower[1:]) * (2 if self._complete(district) else 1)
        best = max(scores.values())
        winners = tuple(seat for seat in self.seats if scores[seat] == best)
        return replace(self, over=(winners, scores, rule))
