"""How long the turns of the event loop take, in processor time of its thread.

In a turn, the loop runs all callbacks that are ready; who comes meanwhile waits until its end, be
it one long callback or a hundred short ones. Processor time says what our own code takes, however
busy the machine is, and waiting takes none. To measure a turn takes less than a microsecond.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time

BUCKETS_S = (0.0001, 0.00025, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)


class LoopMonitor:
    """Counts turns of the loop by how long they take."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BUCKETS_S) + 1)
        self.total_s = self.longest_s = 0.0

    def note(self, held_s: float) -> None:
        """Count a turn."""
        self.counts[bisect_left(BUCKETS_S, held_s)] += 1
        self.total_s += held_s
        self.longest_s = max(self.longest_s, held_s)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Measure all turns of the event loops of this process."""
        run = asyncio.BaseEventLoop._run_once  # type: ignore[attr-defined]

        def run_and_note(loop: asyncio.BaseEventLoop) -> None:
            begun = thread_time()
            run(loop)
            self.note(thread_time() - begun)

        asyncio.BaseEventLoop._run_once = run_and_note  # type: ignore[attr-defined]
        try:
            yield
        finally:
            asyncio.BaseEventLoop._run_once = run  # type: ignore[attr-defined]
