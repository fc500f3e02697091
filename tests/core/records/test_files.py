"""Files of records: streaming, going on after damage, and saving whole or not at all."""

from __future__ import annotations

import io
import os
import tracemalloc
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.core.records.games import PLAIN, RICH
from tretorri import InvalidRecord
from tretorri.core.records import Record, chunks, read_records, save, where
from tretorri.core.records.chunks import MAX_RECORD_CHARS, MAX_SKIPPED_CHARS

ONE, TWO = Record.from_text(PLAIN), Record.from_text(RICH)


class Endless(io.RawIOBase):
    """A file without end, made while it is read."""

    def __init__(self, text: str) -> None:
        self.data = text.encode()
        self.given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        at = self.given % len(self.data)
        piece = self.data[at : at + len(buffer)]
        buffer[: len(piece)] = piece
        self.given += len(piece)
        return len(piece)


def test_a_file_without_end_is_read_in_constant_memory() -> None:
    records = read_records(io.BufferedReader(Endless(PLAIN + "\n")))
    assert sum(1 for _ in islice(records, 50)) == 50
    tracemalloc.start()
    assert sum(1 for _ in islice(records, 600)) == 600
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 500_000


def test_reading_does_not_run_ahead_of_its_reader() -> None:
    file = Endless(PLAIN + "\n")
    next(read_records(io.BufferedReader(file)))
    assert file.given < 20_000


@pytest.mark.parametrize("line", ["x" * 100, "[Tretorri" + "x" * 100, '{"tretorri"' + "x" * 100])
def test_a_line_without_end_is_refused_in_constant_memory(line: str) -> None:
    data = io.BytesIO(line.encode() + b"x" * 5 * MAX_RECORD_CHARS + b"\n" + PLAIN.encode())
    errors: list[InvalidRecord] = []
    tracemalloc.start()
    found = list(read_records(data, on_error=errors.append))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (found, len(errors)) == ([ONE], 1)
    assert peak < 8 * MAX_RECORD_CHARS


def test_a_record_that_is_too_large_is_refused() -> None:
    text = PLAIN.replace("1. ", "{a}\n" * (MAX_RECORD_CHARS // 4) + "1. ")
    with pytest.raises(InvalidRecord, match="line 1, column 1: the record is longer than"):
        Record.from_text(text)


@pytest.mark.parametrize("write", [Record.to_text, Record.to_json_line])
def test_a_record_that_is_too_large_is_not_written(write: object) -> None:
    assert callable(write)
    long = Record(ONE.start, 1, line=type(ONE.line)(ONE.line.turns, "x" * MAX_RECORD_CHARS))
    with pytest.raises(InvalidRecord, match="longer than"):
        write(long)


def test_an_error_ends_reading_unless_the_caller_takes_it() -> None:
    records = read_records(io.StringIO(PLAIN + PLAIN.replace("a3-a4", "a3-a5") + RICH))
    assert next(records) == ONE
    with pytest.raises(InvalidRecord, match=r"^line 15, column 4: "):
        next(records)


def test_reading_goes_on_with_the_next_record() -> None:
    damaged = PLAIN.replace("[End]", "[Ent]")
    text = f"junk\n\nmore junk\n{PLAIN}\n{damaged}\n{RICH}{PLAIN[15:]}\n{ONE.to_json_line()}{PLAIN}"
    errors: list[InvalidRecord] = []
    assert list(read_records(io.StringIO(text), on_error=errors.append)) == [ONE, TWO, ONE, ONE]
    places = [where(error)[0] for error in errors]
    assert places == [(1, 1), (20, 1), (35, 1)]


def test_a_comment_is_not_taken_for_json() -> None:
    text = PLAIN.replace("1. ", '{"tretorri" is\n{"tretorri"}\n1. ')
    comment = Record.from_text(text, strict=False).line.comment
    assert comment == '"tretorri" is\n{"tretorri"'


@pytest.mark.parametrize("name", ["games.tretorri", "games.jsonl"])
def test_what_is_saved_is_read(tmp_path: Path, name: str) -> None:
    save(tmp_path / name, [ONE, TWO])
    assert list(read_records(tmp_path / name)) == [ONE, TWO]
    assert list(read_records(str(tmp_path / name))) == [ONE, TWO]


def test_a_file_ending_in_jsonl_has_one_line_for_each_record(tmp_path: Path) -> None:
    save(tmp_path / "games.jsonl", [ONE, TWO])
    text = (tmp_path / "games.jsonl").read_text(encoding="utf-8")
    assert text == ONE.to_json_line() + TWO.to_json_line()


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "games").write_text(PLAIN, encoding="utf-8-sig")
    assert list(read_records(tmp_path / "games")) == [ONE]


def test_saving_keeps_the_old_file_and_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "games"
    save(path, [ONE])
    path.chmod(0o640)
    save(path, [TWO])
    assert [*read_records(path), *read_records(f"{path}~")] == [TWO, ONE]
    assert path.stat().st_mode & 0o777 == 0o640


def test_saving_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    save(tmp_path / "games", [ONE])
    (tmp_path / "link").symlink_to(tmp_path / "games")
    save(tmp_path / "link", [TWO])
    assert (tmp_path / "link").is_symlink()
    assert list(read_records(tmp_path / "games")) == [TWO]


def test_a_file_can_be_rewritten_while_it_is_read(tmp_path: Path) -> None:
    save(tmp_path / "games", [ONE, TWO])
    save(tmp_path / "games", (r for r in read_records(tmp_path / "games") if r.outcome))
    assert list(read_records(tmp_path / "games")) == [TWO]


def failing() -> Iterator[Record]:
    """Yield a record, then fail."""
    yield TWO
    raise RuntimeError("out of games")


def test_saving_that_fails_changes_nothing(tmp_path: Path) -> None:
    save(tmp_path / "games", [ONE])
    with pytest.raises(RuntimeError, match="out of games"):
        save(tmp_path / "games", failing())
    assert [path.name for path in tmp_path.iterdir()] == ["games"]
    assert list(read_records(tmp_path / "games")) == [ONE]


def test_a_full_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fsync(_: int) -> None:
        raise OSError("no space left")

    save(tmp_path / "games", [ONE])
    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(OSError, match="no space left"):
        save(tmp_path / "games", [TWO])
    assert [path.name for path in tmp_path.iterdir()] == ["games"]
    assert list(read_records(tmp_path / "games")) == [ONE]


def test_a_stream_stays_open(tmp_path: Path) -> None:
    save(tmp_path / "games", [ONE])
    with (tmp_path / "games").open("rb") as binary, (tmp_path / "games").open() as text:
        assert [*read_records(binary), *read_records(text)] == [ONE, ONE]
        assert not binary.closed
        assert not text.closed


@pytest.mark.parametrize("text", ["x" * 99, "x\n", "\n"])
def test_reading_ends_where_no_record_does(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_SKIPPED_CHARS >= MAX_RECORD_CHARS
    monkeypatch.setattr(chunks, "MAX_SKIPPED_CHARS", 2 * MAX_RECORD_CHARS)
    endless, errors = Endless(text), list[InvalidRecord]()
    assert list(islice(read_records(io.BufferedReader(endless), on_error=errors.append), 1)) == []
    assert len(errors) <= (text != "\n")
    assert endless.given < 5 * MAX_RECORD_CHARS


def test_a_record_after_much_that_is_none_is_found() -> None:
    errors: list[InvalidRecord] = []
    stream = io.StringIO("x\n" * MAX_RECORD_CHARS + PLAIN)
    assert len(list(read_records(stream, on_error=errors.append))) == 1
    assert len(errors) == 1


def test_only_a_regular_file_is_written_over(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="Not a regular file"):
        save(pipe, [ONE])
    assert pipe.is_fifo()
