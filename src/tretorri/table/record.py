"""Games from records and back; notes in an imported record are kept with the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from tretorri.core.records import Header, Line, Record, RecordedTurn
from tretorri.core.records.model import UNFINISHED, WAYS_TO_STOP
from tretorri.core.records.verify import MAX_CLOCK_MS
from tretorri.table.events import EventKind, NewEvent
from tretorri.table.setup import ENGINE, SeatPlayer
from tretorri.table.state import RECORD, GameState


def events_of_record(record: Record) -> Iterator[NewEvent]:
    """Yield what happened in a recorded game."""
    position = record.start
    for action in record.actions():
        yield NewEvent(EventKind.ACTION, position.mover, {"action": action, "by": RECORD})
        position = position.play(action)
    outcome = record.outcome
    if outcome is not None and outcome.reason in WAYS_TO_STOP:
        data = {"winners": list(outcome.winners), "reason": outcome.reason}
        yield NewEvent(EventKind.RESULT, None, data)


def make_record(state: GameState) -> Record:
    """Return a game as a record; turns that an imported record had keep their notes."""
    setup = state.setup
    noted = Record.from_text(setup.record, strict=False) if setup.record else None
    line = Line(tuple(_turns(state)))
    if noted is not None:
        line = _with_notes(line, noted.line)
    headers = {header.name: header.value for header in noted.headers} if noted else {}
    headers.setdefault("Date", f"{datetime.fromtimestamp(setup.date / 1000, UTC):%Y-%m-%d}")
    headers.update(_player_headers(state))
    notes = tuple(Header(name, value) for name, value in headers.items())
    return Record(state.start, setup.seed, setup.rules, notes, line, state.outcome)


def _turns(state: GameState) -> Iterator[RecordedTurn]:
    for turn in state.turns:
        yield RecordedTurn(turn.text, clock=_clip_clock(turn.clock))
    if state.pending_actions:
        yield RecordedTurn("+".join(state.pending_actions) + UNFINISHED)


def _clip_clock(clock: int | None) -> int | None:
    return None if clock is None else min(clock, MAX_CLOCK_MS)


def _with_notes(line: Line, noted: Line) -> Line:
    """Return *line* with the notes of *noted* as far as both have the same turns."""
    turns = list(line.turns)
    for nth, (turn, with_notes) in enumerate(zip(line.turns, noted.turns, strict=False)):
        if turn.text != with_notes.text:
            break
        turns[nth] = replace(with_notes, number=None)
    return Line(tuple(turns), noted.comment)


def _player_headers(state: GameState) -> dict[str, str]:
    named = {seat: player_name(player) for seat, player in state.players.items()}
    return {f"Player.{seat}": name for seat, name in named.items() if name}


def player_name(player: SeatPlayer) -> str:
    """Return what a record calls a player: by name, an engine by its level."""
    return player.name or (f"level:{player.level}" if player.kind == ENGINE else "")
