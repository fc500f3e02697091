"""How long a test waits for something before it fails: longer where the machine is busy.

A deadline tells a fault from a slow machine. It measures nothing: no test asserts a time.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path

USUAL_S = 120.0
MAX_SLOWNESS = 60.0
_LOAD = Path("/proc/loadavg")


def count_cores() -> int:
    """Return on how many cores this process may run."""
    has_affinity = hasattr(os, "sched_getaffinity")
    return len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1


def slowness_of(wanting: float, cores: int) -> float:
    """Return how much longer than usual things take when so many processes want the cores.

    Twice as long as their share of the cores says, as somebody else may come at any time.

    >>> slowness_of(0.5, 2), slowness_of(10, 2), slowness_of(10_000, 2)
    (1.0, 10.0, 60.0)
    """
    return min(MAX_SLOWNESS, max(1.0, 2 * wanting / cores))


def slowness() -> float:
    """Return how much longer than usual things take now, at least 1."""
    wanting = os.getloadavg()[0]  # of the last minute
    if _LOAD.exists():
        wanting = max(wanting, int(_LOAD.read_text("ascii").split()[3].partition("/")[0]))
    return slowness_of(wanting, count_cores())


def deadline(seconds: float = USUAL_S) -> float:
    """Return how many seconds a wait that is begun now may take."""
    return seconds * slowness()


def milliseconds(seconds: float = USUAL_S) -> float:
    """Return the same in the unit of browsers."""
    return 1000 * deadline(seconds)


class Deadline:
    """A deadline that is put off while the machine is busy, also if that begins later."""

    def __init__(self, seconds: float = USUAL_S) -> None:
        self._begin, self._seconds, self._slowness = time.monotonic(), seconds, 1.0

    @property
    def has_passed(self) -> bool:
        """Tell whether it is time to give up."""
        waited = time.monotonic() - self._begin
        if waited > self._seconds * self._slowness:
            self._slowness = max(self._slowness, slowness())
        return waited > self._seconds * self._slowness


def wait_until(
    is_so: Callable[[], object],
    what: str | Callable[[], str],
    *,
    seconds: float = USUAL_S,
    pause: float = 0.02,
) -> None:
    """Wait until something is so; fail with *what* was waited for.

    >>> wait_until(lambda: False, "a miracle", seconds=0)
    Traceback (most recent call last):
    AssertionError: waited in vain for a miracle
    """
    end = Deadline(seconds)
    while not is_so():
        assert not end.has_passed, _failure(what)
        time.sleep(pause)


async def wait_until_async(
    is_so: Callable[[], object],
    what: str | Callable[[], str],
    *,
    seconds: float = USUAL_S,
    pause: float = 0.01,
) -> None:
    """Wait inside an event loop until something is so; fail with *what* was waited for."""
    end = Deadline(seconds)
    while not is_so():
        assert not end.has_passed, _failure(what)
        await asyncio.sleep(pause)


def _failure(what: str | Callable[[], str]) -> str:
    return f"waited in vain for {what if isinstance(what, str) else what()}"
