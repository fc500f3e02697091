"""Games from records and back; what people have noted in a record is kept with the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from tretorri.core.records import Header, Line, Record, RecordedTurn
from tretorri.core.records.model import UNFINISHED, WAYS_TO_STOP
from tretorri.core.records.verify import MAX_CLOCK_MS
from tretorri.server.events import Happening, Kind
from tretorri.server.fold import RECORD, Fold
from tretorri.server.opening import ENGINE, Player


def happenings_of(record: Record) -> Iterator[Happening]:
    """Yield what happened in a recorded game."""
    position = record.start
    for action in record.actions():
        yield Happening(Kind.ACTION, position.mover, {"action": action, "by": RECORD})
        position = position.play(action)
    outcome = record.outcome
    if outcome is not None and outcome.reason in WAYS_TO_STOP:
        data = {"winners": list(outcome.winners), "reason": outcome.reason}
        yield Happening(Kind.RESULT, None, data)


def record_of(fold: Fold) -> Record:
    """Return a game as a record; turns that an imported record had keep their notes."""
    opening = fold.opening
    noted = Record.from_text(opening.record, strict=False) if opening.record else None
    line = Line(tuple(_turns(fold)))
    if noted is not None:
        line = _with_notes(line, noted.line)
    headers = {header.name: header.value for header in noted.headers} if noted else {}
    headers.setdefault("Date", f"{datetime.fromtimestamp(opening.created / 1000, UTC):%Y-%m-%d}")
    headers.update(_player_headers(fold))
    notes = tuple(Header(name, value) for name, value in headers.items())
    return Record(fold.start, opening.seed, opening.rules, notes, line, fold.outcome)


def _turns(fold: Fold) -> Iterator[RecordedTurn]:
    for turn in fold.turns:
        yield RecordedTurn(turn.text, clock=_told(turn.clock))
    if fold.begun:
        yield RecordedTurn("+".join(fold.begun) + UNFINISHED)


def _told(clock: int | None) -> int | None:
    return None if clock is None else min(clock, MAX_CLOCK_MS)


def _with_notes(line: Line, noted: Line) -> Line:
    """Return *line* with the notes of *noted* as far as both have the same turns."""
    turns = list(line.turns)
    for nth, (turn, with_notes) in enumerate(zip(line.turns, noted.turns, strict=False)):
        if turn.text != with_notes.text:
            break
        turns[nth] = replace(with_notes, number=None)
    return Line(tuple(turns), noted.comment)


def _player_headers(fold: Fold) -> dict[str, str]:
    named = {seat: player_name(player) for seat, player in fold.players.items()}
    return {f"Player.{seat}": name for seat, name in named.items() if name}


def player_name(player: Player) -> str:
    """Return what a record calls a player: by name, an engine by its level."""
    return player.name or (f"level:{player.level}" if player.kind == ENGINE else "")
