"""How long callbacks hold the event loop, in processor time of its thread.

Nothing else is served while a callback runs. Processor time says what our own code takes, however
busy the machine is. To measure a callback takes less than a microsecond.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import thread_time

BUCKETS_S = (0.0001, 0.00025, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)


class LoopMonitor:
    """Counts callbacks by how long they hold the loop."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BUCKETS_S) + 1)
        self.total_s = self.longest_s = 0.0

    def note(self, held_s: float) -> None:
        """Count a callback."""
        self.counts[bisect_left(BUCKETS_S, held_s)] += 1
        self.total_s += held_s
        self.longest_s = max(self.longest_s, held_s)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Measure all callbacks of the event loops of this process."""
        run: Callable[[asyncio.Handle], None] = asyncio.Handle._run

        def run_and_note(handle: asyncio.Handle) -> None:
            begun = thread_time()
            run(handle)
            self.note(thread_time() - begun)

        asyncio.Handle._run = run_and_note  # type: ignore[assignment,method-assign]
        try:
            yield
        finally:
            asyncio.Handle._run = run  # type: ignore[assignment,method-assign]
