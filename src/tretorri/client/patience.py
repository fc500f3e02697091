"""How often and how long to try again, so that a server that comes back is not run over."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

FIRST, LONGEST = 1.0, 30.0  # seconds
Chance = Callable[[], float]


def pauses(chance: Chance = random.random) -> Iterator[float]:
    """Yield how long to wait before each attempt: by lot, up to 1 s, then 2 s, 4 s … 30 s.

    Many clients lose their connection at the same moment; chance spreads their return.

    >>> [next(found) for found in [pauses(lambda: 1.0)] for _ in range(7)]
    [1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]
    """
    longest = FIRST
    while True:
        yield chance() * longest
        longest = min(2 * longest, LONGEST)


class Attempts:
    """Attempts to reach a server, until they have failed for longer than *patience* seconds."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self.succeeded()

    def succeeded(self) -> None:
        """Begin anew: the server has answered."""
        self._pauses, self._failing_since = pauses(), float("inf")

    def again(self, at_least: float = 0.0) -> bool:
        """Wait for the next attempt, *at_least* so long; false if patience is at its end."""
        now = time.monotonic()
        self._failing_since = min(self._failing_since, now)
        pause = max(at_least, next(self._pauses))
        if now + pause > self._failing_since + self._patience:
            return False
        time.sleep(pause)
        return True
