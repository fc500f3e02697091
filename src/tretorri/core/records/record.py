"""A whole game: how it began, what was played and said, and how it ended."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Self

from tretorri.core.errors import IllegalAction, InvalidRecord
from tretorri.core.game import Action, Game, Position
from tretorri.core.records.chunks import MAX_RECORD_CHARS, Chunk, ChunkKind, chunks
from tretorri.core.records.draft import Draft, check_rules
from tretorri.core.records.faults import Place, error_at, record_error, where
from tretorri.core.records.json_form import loads, read_json, write_json
from tretorri.core.records.model import UNFINISHED, Header, Line, Outcome, RecordedTurn
from tretorri.core.records.reader import RUNNING, read_text
from tretorri.core.records.verify import check_headers, check_outcome, check_size, replay
from tretorri.core.records.writer import write_text
from tretorri.core.words import Reason, excerpt


@dataclass(frozen=True, repr=False)
class Record:
    """A recorded game, which is always legal: creating a record replays it.

    *start* is the first position and *seed* the seed of its shuffle, or ``None`` to write the start
    as a position text, which has no history. *rules* is the version of the rules, *headers* are
    free notes, *line* holds the turns with their comments and variations. *outcome* is ``None``
    while the game runs and is filled in when the rules end it. *final* is the position after the
    last turn.

    >>> import tretorri
    >>> record = Record(tretorri.game("volterra").start(seed=1), seed=1)
    >>> record = record.play("Pb4").play("a3-a4").play("Pb1")
    >>> [turn.text for turn in record.line.turns]
    ['Pb4+a3-a4', 'Pb1+']
    >>> print(record.to_text())
    [Tretorri "1"]
    [Game "volterra"]
    [Rules "1"]
    [Seed "1"]
    [Result "*"]
    <BLANKLINE>
    1. Pb4+a3-a4 2. Pb1+
    [End]
    <BLANKLINE>
    >>> Record.from_text(record.to_text()) == record
    True
    """

    start: Position
    seed: int | None = None
    rules: int | None = None
    headers: tuple[Header, ...] = ()
    line: Line = field(default_factory=Line)
    outcome: Outcome | None = None
    final: Position = field(init=False, compare=False)

    def __post_init__(self) -> None:
        check_headers(self.headers, self.game.seats)
        check_size(self.line)
        start = _fresh(self.start, self.seed)
        line, final = replay(start, self.line)
        self._set(
            start=start,
            rules=check_rules(self.game.id, self.rules),
            line=line,
            final=final,
            outcome=check_outcome(self.outcome, final),
        )

    @classmethod
    def of(
        cls,
        positions: Sequence[Position],
        *,
        seed: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Self:
        """Return the record of a game from its *positions*, one per action.

        The first is the start for *seed*, or any position if *seed* is ``None``; each other one
        must have been played from the one before.
        """
        notes = tuple(Header(name, value) for name, value in (headers or {}).items())
        record = cls(positions[0], seed, headers=notes)
        for before, after in pairwise(positions):
            if after.last is None or before.play(after.last) != after:
                raise record_error("record-not-played", position=excerpt(after))
            record = record._after(str(after.last), after)
        return record

    # What it says -----------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any]:
        """Return the game with its options."""
        return self.start.game

    def header(self, name: str) -> str | None:
        """Return the value of the header *name*, if there is one."""
        return next((header.value for header in self.headers if header.name == name), None)

    def actions(self) -> tuple[str, ...]:
        """Return all actions that were played, in order."""
        return tuple(action for turn in self.line.turns for action in turn.actions)

    def positions(self) -> Iterator[Position]:
        """Replay the game: yield the first position, then the one after each turn."""
        position = self.start
        yield position
        for turn in self.line.turns:
            for action in turn.actions:
                position = position.play(action)
            yield position

    def __repr__(self) -> str:
        turns = len(self.line.turns)
        return f"<record of {self.game.id}: {turns} turns, {self.outcome or RUNNING}>"

    # How it goes on ---------------------------------------------------------------------------

    def play(self, action: Action | str) -> Self:
        """Return the record with one more action at the end, or raise *IllegalAction*."""
        if self.outcome is not None:
            raise IllegalAction(Reason("core.game-over"))
        return self._after(str(action), self.final.play(action))

    def stop(self, reason: str, winners: Sequence[str] = ()) -> Self:
        """Return the record of a game ended by its players rather than by a rule.

        *reason* is ``resign``, ``time``, ``agreed`` or ``abandoned``; without *winners* it is a
        draw.
        """
        outcome = check_outcome(Outcome(tuple(winners), reason), self.final)
        return copy.copy(self)._set(outcome=outcome)

    def _after(self, action: str, after: Position) -> Self:
        """Return the record with *action*, which is legal, and the position it leads to."""
        *turns, last = *self.line.turns, RecordedTurn("", number=self.final.turn)
        if turns and not turns[-1].is_finished:
            last = turns.pop()
        sign = "" if self.final.ends_turn(after) else UNFINISHED
        turns.append(replace(last, text=f"{last.text}{action}{sign}"))
        line = replace(self.line, turns=tuple(turns))
        check_size(line)
        outcome = Outcome.by_rule(after.result) if after.result else None
        return copy.copy(self)._set(line=line, final=after, outcome=outcome)

    def _set(self, **values: object) -> Self:
        """Fill in what has been checked, before the record leaves this module."""
        for name, value in values.items():
            object.__setattr__(self, name, value)
        return self

    # Text and JSON ----------------------------------------------------------------------------

    def to_text(self) -> str:
        """Return the record as text, in the one strict form."""
        return _not_too_large(write_text(self))

    @classmethod
    def from_text(cls, text: str, *, strict: bool = True) -> Self:
        """Read one record in text (or one line of JSON), and play it through.

        Strictly, the text must be exactly what *to_text* writes. Otherwise line breaks and blanks
        do not matter, turn numbers may be missing or wrong, and so may all headers but the first
        and the game.
        """
        found = list(chunks(io.StringIO(text, newline="\n")))
        if len(found) != 1:
            raise record_error("record-several" if found else "record-empty")
        return cls.from_chunk(found[0], strict=strict)

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain dicts, lists, strings and numbers."""
        return write_json(self)

    def to_json_line(self) -> str:
        """Return the record as one line of JSON."""
        return _not_too_large(json.dumps(self.to_json(), ensure_ascii=False) + "\n")

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Read a record from plain data such as *to_json* returns, and play it through."""
        return cls._from_draft(read_json(data))

    @classmethod
    def from_chunk(cls, chunk: Chunk, *, strict: bool = True) -> Self:
        """Read a record that was cut out of a file; every error says where it is."""
        try:
            if chunk.kind is ChunkKind.JSON:
                return cls.from_json(loads(chunk.text))
            record = cls._from_draft(read_text(chunk.text, chunk.line))
            if strict:
                _check_exact(chunk, record.to_text())
        except InvalidRecord as error:
            place, why = where(error)
            raise error_at(why, place or chunk.place) from error
        return record

    @classmethod
    def _from_draft(cls, draft: Draft) -> Self:
        draft.check_versions()
        start, seed = draft.opening()
        record = cls(start, seed, draft.rules, draft.headers, draft.line, draft.outcome)
        if draft.runs and record.outcome:
            place, ruled = draft.places.get("Result"), str(record.outcome)
            raise record_error("record-other-result", place, given=RUNNING, ruled=ruled)
        return record


def _fresh(start: Position, seed: int | None) -> Position:
    """Return the first position anew: a record does not know what was before it."""
    game: Game[Position] = start.game
    if seed is None:
        return game.position(str(start))
    fresh = game.start(seed)
    if fresh != start:
        raise record_error("record-other-start", seed=seed)
    return fresh


def _not_too_large(text: str) -> str:
    if len(text) > MAX_RECORD_CHARS:
        raise record_error("record-too-large", most=MAX_RECORD_CHARS)
    return text


def _check_exact(chunk: Chunk, written: str) -> None:
    """Refuse a text that is not exactly what writing the record gives."""
    text = chunk.text
    if text == written:
        return
    same = _same(text, written)
    line = text.count("\n", 0, same)
    place = Place(chunk.line + line, same - text.rfind("\n", 0, same))
    rest = written[same:].partition("\n")[0]
    raise record_error("record-not-exact", place, written=excerpt(rest))


def _same(one: str, other: str) -> int:
    """Return how many characters two texts begin with in common.

    >>> _same("tower", "town")
    3
    """
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
