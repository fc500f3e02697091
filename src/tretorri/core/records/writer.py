"""Write a record in text, always in the same way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tretorri.core.records.draft import RECORD_FORMAT
from tretorri.core.records.model import Line, RecordedTurn
from tretorri.core.records.reader import RUNNING
from tretorri.core.records.scanner import clock_to_text, escape

if TYPE_CHECKING:
    from tretorri.core.records.record import Record

MAX_TEXT_COLUMNS = 100


def write_text(record: Record) -> str:
    """Return the record in text: headers, an empty line, the turns, ``[End]``."""
    headers = (f'[{name} "{escape(value, chr(34))}"]' for name, value in _headers(record))
    return "\n".join((*headers, "", *_wrap(_words(record.line)), "[End]", ""))


def _headers(record: Record) -> Iterator[tuple[str, str]]:
    """Yield what the program needs to know, then what people have noted."""
    yield "Tretorri", str(RECORD_FORMAT)
    yield "Game", record.game.id
    yield "Rules", str(record.rules)
    if record.seed is None:
        yield "Start", str(record.start)
    else:
        if record.game.options:
            yield "Options", " ".join(f"{k}={v}" for k, v in record.game.options.items())
        yield "Seed", str(record.seed)
    yield "Result", str(record.outcome or RUNNING)
    for header in record.headers:
        yield header.name, header.value


def turn_text(turn: RecordedTurn) -> str:
    """Return a turn with number, mark and clock, without comment and variations.

    >>> turn_text(RecordedTurn("Pb4+a3-a4", "!?", 298_200, number=1))
    '1. Pb4+a3-a4 !? <0:04:58.2>'
    """
    return " ".join(_turn_words(turn))


def line_text(line: Line) -> str:
    """Return a line of turns with everything that belongs to it.

    >>> line_text(Line((RecordedTurn("Pb4+", comment="why?", number=1),), "now"))
    '{now} 1. Pb4+ {why?}'
    """
    return " ".join(_words(line))


def _words(line: Line) -> Iterator[str]:
    """Yield what is not parted by a line break."""
    yield from _comment(line.comment)
    for turn in line.turns:
        yield from _turn_words(turn)
        yield from _comment(turn.comment)
        for variation in turn.variations:
            first, *others = _words(variation)
            *between, last = (f"({first}", *others)
            yield from (*between, f"{last})")


def _turn_words(turn: RecordedTurn) -> Iterator[str]:
    yield f"{turn.number}. {turn.text}"
    if turn.mark:
        yield turn.mark
    if turn.clock is not None:
        yield clock_to_text(turn.clock)


def _comment(comment: str) -> Iterator[str]:
    if comment:
        yield f"{{{escape(comment, '}')}}}"


def _wrap(words: Iterable[str]) -> Iterator[str]:
    """Fill lines with words; a word that is longer than a line has a line of its own."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > MAX_TEXT_COLUMNS:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line
