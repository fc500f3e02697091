"""Look over a whole game: how it stood after every turn, and which turns gave something away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from tretorri.core.game import Position, Result
from tretorri.core.records import Record
from tretorri.core.words import ENGLISH
from tretorri.engine.search import Engine

# How much of its share of the win a turn may give away before it is marked.
MARKS = ((0.30, "??"), (0.15, "?"), (0.07, "?!"))


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn of a game: how the seats stood after it, and what the engine would have played."""

    turn: int
    seat: str
    text: str
    shares: dict[str, float]
    best: str
    loss: float
    mark: str


@dataclass(frozen=True, slots=True)
class Review:
    """A game looked over: what the seats are called and their colours, and every turn."""

    names: dict[str, str]
    colours: dict[str, str]
    start: dict[str, float]
    turns: tuple[ReviewedTurn, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the review as plain data."""
        return asdict(self)


def final_shares(result: Result, seats: tuple[str, ...]) -> dict[str, float]:
    """Return the share of the win that each seat has in the end; a draw is shared by all.

    >>> final_shares(Result(("d",), None, "V14"), ("d", "l"))
    {'d': 1.0, 'l': 0.0}
    """
    winners = result.winners or seats
    return {seat: (seat in winners) / len(winners) for seat in seats}


def marked(loss: float) -> str:
    """Return the mark of a turn that gave away *loss* of the win.

    >>> [marked(loss) for loss in (0.0, 0.1, 0.2, 0.5)]
    ['', '?!', '?', '??']
    """
    return next((mark for least, mark in MARKS if loss >= least), "")


def review(
    record: Record,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    seed: int = 0,
    heard: Callable[[int, int], None] = lambda done, of: None,
    language: str = ENGLISH,
) -> Review:
    """Look over a record, spending *seconds* or *nodes* on each turn; *heard* follows the work.

    The seats are called by their names in *language*.
    """
    engine, seats = Engine(record.game.id, seed=seed), record.game.seats
    positions = list(record.positions())
    shares: list[dict[str, float]] = []
    best: list[str] = []
    for number, position in enumerate(positions):
        heard(number, len(positions))
        if position.result is not None:
            shares.append(final_shares(position.result, seats))
        else:
            found = engine.analyse(position, seconds=seconds, nodes=nodes).best
            shares.append(found.shares)
            best.append(found.turns[0])
    heard(len(positions), len(positions))
    turns = tuple(
        _reviewed(positions[number], turn.text, shares[number : number + 2], best[number])
        for number, turn in enumerate(record.line.turns)
    )
    drawn = record.start.scene(language).seats
    names = {seat.id: seat.name for seat in drawn}
    return Review(names, {seat.id: seat.colour for seat in drawn}, shares[0], turns)


def _reviewed(
    position: Position, text: str, shares: list[dict[str, float]], best: str
) -> ReviewedTurn:
    """Return what is to be said of the turn *text*; *shares* are those before and after it."""
    (before, after), seat = shares, position.mover
    loss = 0.0 if text == best else max(0.0, before[seat] - after[seat])
    return ReviewedTurn(position.turn, seat, text, after, best, loss, marked(loss))
