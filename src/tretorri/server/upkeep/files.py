"""Files with games in them: for their owner alone, and whole before they have their name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tretorri.server.store.database import OWNER_ONLY

PART_SUFFIX = ".part"


@contextmanager
def write_atomically(target: Path) -> Iterator[Path]:
    """Lend an empty file to write, which takes the name *target* once it is whole and on the disk.

    It is made for its owner alone: to take rights away later leaves others a moment to open it.
    """
    part = target.with_name(target.name + PART_SUFFIX)
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    try:
        yield part
        _sync(part)
        part.replace(target)
        _sync(target.parent)
    finally:
        part.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
