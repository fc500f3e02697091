"""Cut a stream into records without holding more than one of them.

A record in text begins with a line that begins with ``[Tretorri`` and ends with the line
``[End]``; a record in JSON is one line. After damage the next such beginning is where reading
goes on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from tretorri.core.records.faults import Place, record_error

MAX_RECORD_CHARS = 2**20
MAX_SKIPPED_CHARS = 2**24  # after so many without the end of a record, reading ends
_LIMIT = MAX_RECORD_CHARS + 1
_BEGINS_JSON = re.compile(r'\{\s*"tretorri"')


class Lines(Protocol):
    """What is needed of a stream of text."""

    def readline(self, limit: int, /) -> str:
        """Return the next line, or the next *limit* characters of it."""
        ...


class ChunkKind(Enum):
    """What a chunk of a file is."""

    TEXT = "text"
    JSON = "json"
    FOREIGN = "foreign"


@dataclass(slots=True)
class Chunk:
    """One record, not yet understood, and the number of its first line."""

    line: int
    kind: ChunkKind
    size: int = 0
    _lines: list[str] = field(default_factory=list)

    def add(self, line: str) -> None:
        """Add a line; what is too much is only counted."""
        self.size += len(line)
        if self.size <= MAX_RECORD_CHARS:
            self._lines.append(line)

    @property
    def text(self) -> str:
        """Return the text, or refuse one that is no record or too large."""
        if self.kind is ChunkKind.FOREIGN:
            raise record_error("record-foreign", self.place)
        if self.size > MAX_RECORD_CHARS:
            raise record_error("record-too-large", self.place, most=MAX_RECORD_CHARS)
        return "".join(self._lines)

    @property
    def place(self) -> Place:
        """Return where the chunk begins."""
        return Place(self.line, 1)


def chunks(stream: Lines) -> Iterator[Chunk]:
    """Yield the records of a stream, and whatever else stands between them."""
    chunk: Chunk | None = None
    skipped = 0
    for number, line in _number_lines(stream):
        kind = _begins(line, chunk)
        if kind is not None:
            if chunk is not None:
                yield chunk
            chunk, skipped = Chunk(number, kind), 0
        skipped += len(line)
        if chunk is not None:
            chunk.add(line)
            if _is_complete(chunk, line):
                yield chunk
                chunk, skipped = None, 0
        if skipped > MAX_SKIPPED_CHARS:
            break
    if chunk is not None:
        yield chunk


def _begins(line: str, chunk: Chunk | None) -> ChunkKind | None:
    """Tell what begins with *line*, if anything does."""
    if line.startswith("[Tretorri"):
        return ChunkKind.TEXT
    if chunk is not None and chunk.kind is ChunkKind.TEXT:
        return None
    if _BEGINS_JSON.match(line):
        return ChunkKind.JSON
    return ChunkKind.FOREIGN if chunk is None and line.strip() else None


def _is_complete(chunk: Chunk, line: str) -> bool:
    return chunk.kind is ChunkKind.JSON or (
        chunk.kind is ChunkKind.TEXT and line.strip() == "[End]"
    )


def _number_lines(stream: Lines) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers; of one that is far too long, only the beginning.

    A line that does not end is the last.
    """
    number, skipped = 0, 0
    while skipped <= MAX_SKIPPED_CHARS and (line := stream.readline(_LIMIT)):
        number += 1
        piece, skipped = line, 0
        while len(piece) == _LIMIT and not piece.endswith("\n") and skipped <= MAX_SKIPPED_CHARS:
            piece = stream.readline(_LIMIT)
            skipped += len(piece)
        yield number, line.removesuffix("\r\n") + "\n" if line.endswith("\r\n") else line
