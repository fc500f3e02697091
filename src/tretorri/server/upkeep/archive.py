"""Where deleted games go: a dated file that `tretorri import` reads, for its owner only."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from tretorri.server.store.database import OWNER_ONLY, create_folder
from tretorri.server.upkeep.exports import write_game, write_header
from tretorri.server.upkeep.stored_games import StoredGame, game_tables

FOLDER = "archive"


class Archive:
    """Takes games in, with their keys; *file* is made when the first of them comes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._handle: int | None = None
        self.file: Path | None = None

    def add(self, games: Sequence[StoredGame]) -> None:
        """Return when *games* are on the disk; a part of them is never left in the file."""
        lines = io.StringIO()
        if self._handle is None:
            self._handle, self.file = _new_file(self._folder)
            write_header(lines)
        for game in games:
            write_game(lines, game, game_tables())
        end = os.lseek(self._handle, 0, os.SEEK_CUR)
        try:
            _write(self._handle, lines.getvalue().encode())
        except OSError:
            os.ftruncate(self._handle, end)
            raise

    def close(self) -> None:
        """Close the file."""
        if self._handle is not None:
            os.close(self._handle)


@contextmanager
def open_archive(folder: Path) -> Iterator[Archive]:
    """Lend an archive in a folder."""
    archive = Archive(folder)
    try:
        yield archive
    finally:
        archive.close()


def _new_file(folder: Path) -> tuple[int, Path]:
    """Create a file that only its owner may read, named by date and time."""
    create_folder(folder)
    name = f"tidy-{datetime.now(UTC):%Y-%m-%dT%H%M%S}"
    for nth in count(1):
        file = folder / (f"{name}.jsonl" if nth == 1 else f"{name}-{nth}.jsonl")
        try:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        except FileExistsError:
            continue
        _sync_folder(folder)
        return handle, file
    raise AssertionError  # there is always another number


def _write(handle: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]
    os.fsync(handle)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
