"""A limit on the processor time of work in a thread.

A thread cannot be stopped from outside. Work that may take long asks between two steps whether it
may go on: every action that is played does, in a position and in a set-up.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class OverBudget(Exception):
    """Work has used up its processor time, or is no longer wanted.

    It is no *TretorriError*: it must not be taken for a fault of what is being read.
    """


class Budget:
    """The processor time that the work of this thread may take from now on."""

    def __init__(self, seconds: float, is_stopped: Callable[[], bool] = lambda: False) -> None:
        self._end, self._is_stopped = time.thread_time() + seconds, is_stopped

    def check(self) -> None:
        """Raise *OverBudget* if the work has to end."""
        if self._is_stopped() or time.thread_time() > self._end:
            raise OverBudget


_of_thread = threading.local()


@contextmanager
def use_budget(budget: Budget) -> Iterator[None]:
    """Let what is done inside take no more than *budget*."""
    _of_thread.budget = budget
    try:
        yield
    finally:
        del _of_thread.budget


def check_budget() -> None:
    """Raise *OverBudget* if this thread has one and has used it up.

    >>> check_budget()
    >>> with use_budget(Budget(-1.0)):
    ...     check_budget()
    Traceback (most recent call last):
    tretorri.core.budget.OverBudget
    """
    budget = getattr(_of_thread, "budget", None)
    if budget is not None:
        budget.check()
