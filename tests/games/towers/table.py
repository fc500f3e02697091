"""Lay a table: place a few counters, and the rest is dealt out of the way.

The rest stands on towers of at most five along row 8 and down the eastern streets, each colour on
towers of its own; *tops* are the colours that may be on top there (all seats unless given).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import tretorri
from tretorri.games.towers.notation import write_board
from tretorri.games.towers.position import TowersPosition
from tretorri.games.towers.rules.counters import COLOURS, COUNTERS, SYMBOLS

OUT_OF_THE_WAY = (
    *(f"{column}8" for column in "nmlkjihgfedcba"),
    *(f"{column}{row}" for column in "nkh" for row in "7654321"),
)


def text(
    placed: str,
    *,
    seats: str = "vrbg",
    turn: int = 1,
    phase: str = "-",
    locks: str = "-",
    tops: str | None = None,
) -> str:
    """Return the position text in which ``a1=Avr b3=Ag`` stand there and the rest far away."""
    towers = dict(part.split("=") for part in placed.split())
    colours = seats.rstrip("^")
    free = (square for square in OUT_OF_THE_WAY if square not in towers)
    dealt = {next(free): tower for tower in rest(towers, colours if tops is None else tops)}
    mover = colours[(turn - 1) % len(colours)]
    return f"{seats} {write_board(towers | dealt)} {mover} {phase} {locks} {turn}"


def rest(towers: dict[str, str], tops: str) -> Iterator[str]:
    """Yield the towers that the counters make which are not placed."""
    placed = [tower[0] + colour for tower in towers.values() for colour in tower[1:]]
    left = Counter(COUNTERS) - Counter(placed)
    for symbol in SYMBOLS:
        under = "".join(c * left[symbol + c] for c in COLOURS if c not in tops)
        for colour in tops:
            over = colour * left[symbol + colour]
            while over:
                below, under = under[:4], under[4:]
                tower = below + over[: 5 - len(below)]
                over = over[5 - len(below) :]
                yield symbol + tower
        yield from (symbol + colour for colour in under)


def read(position_text: str) -> TowersPosition:
    """Read a position text."""
    position = tretorri.game("towers").position(position_text)
    assert isinstance(position, TowersPosition)
    return position


def table(
    placed: str,
    *,
    seats: str = "vrbg",
    turn: int = 1,
    phase: str = "-",
    locks: str = "-",
    tops: str | None = None,
) -> TowersPosition:
    """Return the position that *text* writes."""
    return read(text(placed, seats=seats, turn=turn, phase=phase, locks=locks, tops=tops))


def targets(position: TowersPosition, source: str) -> set[str]:
    """Return where what stands on *source* may go."""
    moves = [str(action).split("-") for action in position.actions()]
    return {move[1] for move in moves if move[0] == source}


def squares(columns: str, rows: str) -> set[str]:
    """Return the squares where these columns and rows cross."""
    return {column + row for column in columns for row in rows}


def rule_against(position: TowersPosition, action: str) -> str | None:
    """Return the id of the rule that forbids *action*."""
    reason = position.why_not(action)
    assert reason is not None
    assert "{" not in reason.sentence()
    return reason.rule
