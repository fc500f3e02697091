"""Position texts to compare readings with: random ones, seldom reachable, and damaged ones."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from tests.reference import name, place, towers, volterra
from tests.reference.heaps import TURNS, voldetour_text


def mover(rng: random.Random, seats: str, turn: int) -> str:
    """Return the seat that fits the turn, seldom another."""
    return seats[(turn - 1) % len(seats)] if rng.random() < 0.97 else rng.choice(seats)


# Volterra ---------------------------------------------------------------------------------------


def volterra_text(rng: random.Random) -> str:
    """Pile some pieces up on a cluster of squares."""
    if rng.random() < 0.1:
        return volterra_layout(rng)
    squares = cluster(rng, volterra.FIELD, rng.randint(2, 20))
    pieces = rng.sample("d" * 10 + "l" * 10, rng.randint(len(squares), 20))
    board = dict(zip(squares, pieces, strict=False))
    for piece in pieces[len(squares) :]:
        board[rng.choice(squares[: rng.randint(1, len(squares))])] += piece
    pawns = {}
    for colour in "ld":
        own = [s for s, tower in board.items() if tower[-1] == colour]
        pawns[colour] = rng.choice(own if own and rng.random() < 0.95 else volterra.FIELD)
    seats, turn = rng.choice(["dl", "ld"]), rng.choice(TURNS)
    done = rng.choice("-----PPTTB")
    rows = [
        ",".join(board.get(name(column, row), "-") for column in volterra.COLUMNS)
        for row in reversed(volterra.ROWS)
    ]
    placed = f"l{pawns['l']},d{pawns['d']}"
    return f"{seats} {'/'.join(rows)} {mover(rng, seats, turn)} {placed} {done} {turn}"


def volterra_layout(rng: random.Random) -> str:
    """Lay out the field for some turns."""
    state = volterra.State.start(variant="free", first=rng.choice(["dark", "light"]))
    for _ in range(rng.randint(0, 22)):
        state = state.play(rng.choice(state.actions()))
    return state.text()


def cluster(rng: random.Random, squares: list[str], size: int) -> list[str]:
    """Return squares of which most touch another one of them."""
    found = [rng.choice(squares)]
    while len(found) < size:
        around = volterra.neighbours(rng.choice(found))
        square = rng.choice(around if rng.random() < 0.95 else squares)
        if square not in found:
            found.append(square)
    return found


# Towers -----------------------------------------------------------------------------------------


def towers_text(rng: random.Random) -> str:
    """Pile up the 80 counters by symbol and strew the towers over streets and spaces."""
    seats = "".join(rng.sample("vrbg", rng.randint(2, 4)))
    unlimited = rng.random() < 0.3
    turn = rng.choice(TURNS)
    poor = rng.choice([None, None, seats[(turn - 1) % len(seats)], rng.choice(seats)])
    piles = [pile for symbol in "ABCD" for pile in towers_piles(rng, symbol, seats, unlimited)]
    board = towers_board(rng, piles, poor)
    neutral = [s for s in towers.STREETS if s in board and board[s][-1] not in seats]
    locked = [s for s in neutral if rng.random() < 0.15]
    others = [seat for seat in seats if seat != seats[(turn - 1) % len(seats)]]
    phase = "-" if rng.random() < 0.7 or turn > 500 else "x"
    state = towers.State(
        seats, unlimited, board, phase, {s: rng.choice(others) for s in locked}, turn
    )
    return state.text()


def towers_piles(rng: random.Random, symbol: str, seats: str, unlimited: bool) -> list[str]:
    """Cut the twenty counters of a symbol into towers with a player's colour on top."""
    left = rng.sample("vrbg" * 5, 20)
    high = rng.choice([1, 2, 3, 5, 5, 8 if unlimited else 5])
    piles = []
    while left:
        height = rng.randint(1, min(high, len(left)))
        pile, left = left[:height], left[height:]
        tops = [colour for colour in pile if colour in seats]
        if tops and height > 1:
            pile.remove(tops[0])
            pile.append(tops[0])
            piles.append(symbol + "".join(pile))
        else:
            piles += [symbol + colour for colour in pile]
    return piles


def towers_board(rng: random.Random, piles: list[str], poor: str | None) -> dict[str, str]:
    """Set out the towers; *poor* has few on the streets, which begin at the corners."""
    on_spaces = rng.choice([0.0, 0.05, 0.15, 0.3, 0.6])
    board: dict[str, str] = {}
    streets = rng.sample(towers.STREETS, len(towers.STREETS))
    spaces = rng.sample(sorted(towers.SPACES), len(towers.SPACES))
    if poor:
        streets = rng.sample(["a1", "n1", "a8", "n8"], 4) + rng.sample(
            ["b1", "a2", "m1", "n2", "b8", "a7", "m8", "n7"], 8
        )
        streets += [s for s in towers.STREETS if s not in streets]
        piles = sorted(piles, key=lambda pile: pile[-1] != poor)
    for pile in piles:
        fitting = [s for s in spaces if s not in board and towers.SPACES[s] == pile[0]]
        likely = 0.9 if pile[-1] == poor else on_spaces
        if fitting and rng.random() < likely:
            board[fitting[0]] = pile
        else:
            board[streets.pop(0)] = pile
    return board


# Any game ---------------------------------------------------------------------------------------

TEXTS: dict[str, Callable[[random.Random], str]] = {
    "volterra": volterra_text,
    "towers": towers_text,
    "voldetour": voldetour_text,
}


def damaged(rng: random.Random, text: str, other: str) -> str:
    """Change a text a little; *other* is a text of the same game to take parts from."""
    if len(text.split(" ")) != 6:
        return _other_character(rng, text, other)
    changes = [_other_field, _other_turn, _other_list, _other_character, _other_square]
    return rng.choice(changes)(rng, text, other)


def _other_field(rng: random.Random, text: str, other: str) -> str:
    parts, others = text.split(" "), other.split(" ")
    field = rng.randrange(len(parts))
    parts[field] = others[field]
    return " ".join(parts)


def _other_turn(rng: random.Random, text: str, _: str) -> str:
    parts = text.split(" ")
    seats = parts[0].removesuffix("^") or "v"
    turn = rng.choice([*TURNS, 0, 1000000])
    parts[2], parts[-1] = mover(rng, seats, turn), rng.choice(["", "", "", "0", "+"]) + str(turn)
    return " ".join(parts)


def _other_list(rng: random.Random, text: str, other: str) -> str:
    """Swap, drop, double or replace an element of a list, such as a tower or a piece."""
    parts = text.split(" ")
    field = rng.choice([1, 1, 3, 4])
    items = re.split("([,;/])", parts[field])
    values = range(0, len(items), 2)
    one, two = rng.choice(values), rng.choice(values)
    kind = rng.randrange(4)
    if kind == 0:
        items[one], items[two] = items[two], items[one]
    elif kind == 1:
        items[one : one + 2] = []
    elif kind == 2:
        items[one:one] = [items[two], rng.choice(",;")]
    else:
        items[one] = rng.choice(re.split("[ ,;/]", other))
    parts[field] = "".join(items)
    return " ".join(parts)


def _other_character(rng: random.Random, text: str, other: str) -> str:
    at = rng.randrange(len(text) + 1)
    new = rng.choice(["", rng.choice(other), rng.choice("-x^ ,;1０²\n"), text[at : at + 1] * 2])
    return text[:at] + new + text[at + rng.randrange(2) :]


def _other_square(rng: random.Random, text: str, _: str) -> str:
    """Put another square in the place of one that the text names."""
    found = list(re.finditer("[a-n](?:10|[1-9])", text))
    if not found:
        return text + " "
    square = rng.choice(found)
    x, y = place(str(square[0]))
    x, y = (min(14, max(1, number + rng.randint(-1, 1))) for number in (x, y))
    return text[: square.start()] + name(x, y) + text[square.end() :]
