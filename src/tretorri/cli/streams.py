"""The standard streams: also where the caller has closed them, or nothing can be written."""

from __future__ import annotations

import io
import os
import sys
from typing import Any


class OutputError(OSError):
    """Standard output cannot be written."""


class _Output(io.FileIO):
    """Standard output, whose errors can be told from those of other files."""

    def write(self, data: Any, /) -> int:
        """Write bytes."""
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(error.errno, error.strerror) from None


def prepare_streams() -> None:
    """Open what the caller has closed; characters that a stream cannot encode are replaced.

    Otherwise a database might take the number of a closed stream, and be written to. Closed input
    is empty, closed messages are lost, and closed output cannot be written.
    """
    if sys.stdin is None:
        sys.stdin = open(_open_null(0, os.O_RDONLY), closefd=False)  # noqa: SIM115 - until the end
    if sys.stdout is None:
        sys.stdout = open(_open_null(1, os.O_RDONLY), "w", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(_open_null(2, os.O_WRONLY), "w", closefd=False)  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(_Output(sys.stdout.fileno(), "w", closefd=False)),
            encoding=sys.stdout.encoding,
            line_buffering=sys.stdout.line_buffering,
        )
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _open_null(number: int, flags: int) -> int:
    """Return *number*, which now belongs to an open file."""
    found = os.open(os.devnull, flags)
    if found != number:
        os.dup2(found, number)
        os.close(found)
    return number


def drop_output() -> None:
    """Discard what cannot be written; Python would try again at exit, and complain."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
