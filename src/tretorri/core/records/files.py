"""Files of records: read one at a time, written whole or not at all."""

from __future__ import annotations

import errno
import io
import os
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Protocol

from tretorri.core.errors import InvalidRecord
from tretorri.core.records.chunks import Lines, chunks
from tretorri.core.records.record import Record

JSON_LINES = ".jsonl"
Source = str | os.PathLike[str] | IO[bytes] | io.TextIOBase


class SupportsWrite(Protocol):
    """What is needed of a stream to write to."""

    def write(self, text: str, /) -> object:
        """Write *text*."""
        ...


def read_records(
    source: Source,
    *,
    strict: bool = True,
    on_error: Callable[[InvalidRecord], object] | None = None,
) -> Iterator[Record]:
    """Yield the records of a file or stream, one at a time, each replayed.

    Text and JSON lines are recognised automatically. A damaged record is never yielded: its error
    is raised, or passed to *on_error*, and reading continues with the next record. For *strict*,
    see *Record.from_text*.
    """
    with _open_lines(source) as lines:
        for chunk in chunks(lines):
            try:
                record = Record.from_chunk(chunk, strict=strict)
            except InvalidRecord as error:
                if on_error is None:
                    raise
                on_error(error)
            else:
                yield record


@contextmanager
def _open_lines(source: Source) -> Iterator[Lines]:
    """Open a path; take a stream as it is, and leave it open."""
    if isinstance(source, str | os.PathLike):
        with Path(source).open("rb") as file, _decode(file) as lines:
            yield lines
    elif isinstance(source, io.TextIOBase):
        yield source
    else:
        with _decode(source) as lines:
            yield lines


@contextmanager
def _decode(file: IO[bytes]) -> Iterator[Lines]:
    """Read bytes as UTF-8; what is not becomes halves of characters, which no record may hold."""
    lines = io.TextIOWrapper(file, "utf-8-sig", errors="surrogateescape", newline="\n")
    try:
        yield lines
    finally:
        lines.detach()


def write_records(
    stream: SupportsWrite, records: Iterable[Record], *, as_json: bool = False
) -> None:
    """Write records to a stream of text, with an empty line between them, or as JSON lines."""
    for nth, record in enumerate(records):
        if as_json:
            stream.write(record.to_json_line())
        else:
            stream.write("\n" * bool(nth) + record.to_text())


def save(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
    """Write a file of records, as JSON lines if its name ends in ``.jsonl``.

    The file is written completely or not at all; the previous version is kept under the same name
    with ``~`` appended.
    """
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "Not a regular file", str(target))
    with _replace_file(target) as stream:
        write_records(stream, records, as_json=target.suffix == JSON_LINES)


@contextmanager
def _replace_file(target: Path) -> Iterator[IO[str]]:
    """Lend a file that takes the place of *target* once it is safely on the disk."""
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, draft)
            _keep_old(target)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    _sync_folder(target.parent)


def _keep_old(target: Path) -> None:
    """Copy *target* to its name with ``~`` behind; it stays where it is until it is replaced."""
    copy = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        shutil.copy2(target, copy)
        copy.replace(target.with_name(f"{target.name}~"))
    finally:
        copy.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Make the new name durable, on systems where a folder can be synced."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
