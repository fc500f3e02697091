"""Reviews of whole games: the evaluation after every turn, and which turns were mistakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tretorri.core.game import Position, Result
from tretorri.core.records import Record
from tretorri.core.words import ENGLISH
from tretorri.engine.search import Engine

# How much of its share of the win a turn may give away before it is marked.
MISTAKE_MARKS = ((0.30, "??"), (0.15, "?"), (0.07, "?!"))


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn with the shares of the seats after it, and the engine's choice."""

    turn: int
    seat: str
    text: str
    shares: dict[str, float]
    best: str
    loss: float
    mark: str


@dataclass(frozen=True, slots=True)
class Review:
    """A reviewed game: the names and colours of the seats, and every turn."""

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


def mark_for(loss: float) -> str:
    """Return the mark of a turn that gave away *loss* of the win.

    >>> [mark_for(loss) for loss in (0.0, 0.1, 0.2, 0.5)]
    ['', '?!', '?', '??']
    """
    return next((mark for least, mark in MISTAKE_MARKS if loss >= least), "")


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the engine says of a position: the shares of the seats, and its choice, if any."""

    shares: dict[str, float]
    best: str | None


def evaluate(
    engine: Engine, position: Position, *, seconds: float | None = None, nodes: int | None = None
) -> Evaluation:
    """Return what the engine says of a position; at the end, what the result says."""
    if position.result is not None:
        return Evaluation(final_shares(position.result, position.game.seats), None)
    found = engine.analyse(position, seconds=seconds, nodes=nodes).best
    return Evaluation(found.shares, found.turns[0])


def review(
    record: Record,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    seed: int = 0,
    heard: Callable[[int, int], None] = lambda done, of: None,
    language: str = ENGLISH,
) -> Review:
    """Review a record, spending *seconds* or *nodes* on each turn; *heard* gets the progress.

    The names of the seats are in *language*.
    """
    engine, positions = Engine(record.game.id, seed=seed), list(record.positions())
    evaluations = list[Evaluation]()
    for number, position in enumerate(positions):
        heard(number, len(positions))
        evaluations.append(evaluate(engine, position, seconds=seconds, nodes=nodes))
    heard(len(positions), len(positions))
    return make_review(record, positions, evaluations, language)


def make_review(
    record: Record,
    positions: Sequence[Position],
    evaluations: Sequence[Evaluation],
    language: str = ENGLISH,
) -> Review:
    """Return the review of a record whose *positions* were evaluated."""
    shares = [evaluation.shares for evaluation in evaluations]
    turns = tuple(
        _review_turn(positions[at], turn.text, shares[at : at + 2], evaluations[at].best or "")
        for at, turn in enumerate(record.line.turns)
    )
    drawn = record.start.scene(language).seats
    names = {seat.id: seat.name for seat in drawn}
    return Review(names, {seat.id: seat.colour for seat in drawn}, shares[0], turns)


def _review_turn(
    position: Position, text: str, shares: list[dict[str, float]], best: str
) -> ReviewedTurn:
    """Return what is to be said of the turn *text*; *shares* are those before and after it."""
    (before, after), seat = shares, position.mover
    loss = 0.0 if text == best else max(0.0, before[seat] - after[seat])
    return ReviewedTurn(position.turn, seat, text, after, best, loss, mark_for(loss))
