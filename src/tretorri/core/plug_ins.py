"""Run code of other distributions so that a fault in it stays its own."""

from __future__ import annotations

import io
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import TextIO

MAX_PROBLEM_CHARS = 200


class _Messages(io.TextIOBase):
    """Standard error as plug-ins see it: they can write to it, but not close it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """Return the encoding of the stream."""
        return self._stream.encoding

    def write(self, text: str, /) -> int:
        """Write text to the stream."""
        return self._stream.write(text)

    def flush(self) -> None:
        """Flush the stream."""
        self._stream.flush()

    def fileno(self) -> int:
        """Return the number of the stream."""
        return self._stream.fileno()

    def close(self) -> None:
        """Leave the stream open: it belongs to the program."""


def run_plug_in(work: Callable[[], object]) -> str | None:
    """Run *work*; return what it failed with, whatever that is, or ``None``.

    What it prints goes to standard error, because the output belongs to the command. Only Ctrl-C
    is raised, as *KeyboardInterrupt*; one that the plug-in has made up is a failure like any other.
    """
    messages, problem = _Messages(sys.stderr), None
    with _note_interrupts() as interrupts:
        with redirect_stdout(messages), redirect_stderr(messages):
            try:
                work()
            except BaseException as error:
                problem = _describe(error)
        if interrupts:
            raise KeyboardInterrupt
    return problem


def _describe(error: BaseException) -> str:
    try:
        told = f"{type(error).__name__}: {error}"
    except BaseException:
        told = type(error).__name__
    return " ".join(told.split())[:MAX_PROBLEM_CHARS]


@contextmanager
def _note_interrupts() -> Iterator[list[int]]:
    """Lend a list to which each Ctrl-C is added, besides what it does anyway."""
    noted: list[int] = []
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        yield noted  # Ctrl-C ends the process, or is raised in another thread
        return

    def note(number: int, frame: object) -> None:
        noted.append(number)
        handler(number, frame)  # type: ignore[arg-type]

    signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, handler)
