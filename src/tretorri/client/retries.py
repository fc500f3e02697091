"""Retries with random pauses, so that a server that restarts is not overloaded."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

FIRST_PAUSE_S, MAX_PAUSE_S = 1.0, 30.0  # seconds
Chance = Callable[[], float]


def pauses(chance: Chance = random.random) -> Iterator[float]:
    """Yield random pauses before each attempt, up to 1 s, then 2 s, 4 s … 30 s.

    Many clients lose their connection at the same moment; randomness spreads their return.

    >>> [next(found) for found in [pauses(lambda: 1.0)] for _ in range(7)]
    [1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]
    """
    longest = FIRST_PAUSE_S
    while True:
        yield chance() * longest
        longest = min(2 * longest, MAX_PAUSE_S)


class Attempts:
    """Attempts to reach a server, until they have failed for longer than *patience* seconds."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self.start_over()

    def start_over(self) -> None:
        """Start over: the server has answered."""
        self._pauses, self._failing_since = pauses(), float("inf")

    def again(self, at_least: float = 0.0) -> bool:
        """Pause for *at_least* so many seconds; return false if patience has run out."""
        now = time.monotonic()
        self._failing_since = min(self._failing_since, now)
        pause = max(at_least, next(self._pauses))
        if now + pause > self._failing_since + self._patience:
            return False
        time.sleep(pause)
        return True
