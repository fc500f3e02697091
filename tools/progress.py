"""Show what several steps are doing: one moving line in a terminal, some lines elsewhere."""

from __future__ import annotations

import shutil
import threading
import time
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from typing import Self

REDRAW_S = 0.2
HEARTBEAT_S = 10  # between two lines where no terminal can show a moving one


class Progress:
    """The state of each step that is under way; finished steps leave a line with the time.

    >>> import sys
    >>> with Progress(sys.stdout) as progress:
    ...     progress.update("packages", "3 of 27")
    ...     progress.finish("packages", "27 installed")
      0 s  packages: 27 installed
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._states: dict[str, str] = {}
        self._start_time = self._last_line_time = time.monotonic()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._ticker = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> Self:
        self._ticker.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        self._ticker.join()
        self._clear_line()

    def update(self, step: str, state: str) -> None:
        """Set what *step* is doing now."""
        with self._lock:
            self._states[step] = state

    def finish(self, step: str, result: str) -> None:
        """Print what *step* has done."""
        with self._lock:
            self._states.pop(step, None)
            self._print_line(f"{step}: {result}")

    def _tick(self) -> None:
        while not self._stop.wait(REDRAW_S):
            with self._lock:
                states = ", ".join(f"{step}: {state}" for step, state in self._states.items())
                if self._is_terminal:
                    self._redraw(states)
                elif states and time.monotonic() - self._last_line_time >= HEARTBEAT_S:
                    self._print_line(f"... {states}")

    def _redraw(self, states: str) -> None:
        width = shutil.get_terminal_size().columns - 1
        line = f"{self._elapsed()}  {states}"[:width]
        print(f"\r\x1b[K{line}", end="", file=self._stream, flush=True)

    def _print_line(self, line: str) -> None:
        self._clear_line()
        self._last_line_time = time.monotonic()
        print(f"{self._elapsed()}  {line}", file=self._stream, flush=True)

    def _clear_line(self) -> None:
        if self._is_terminal:
            print("\r\x1b[K", end="", file=self._stream, flush=True)

    def _elapsed(self) -> str:
        return f"{time.monotonic() - self._start_time:3.0f} s"
