"""A queue in which callers take turns, however many jobs each of them has waiting."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """What waits, by caller: the jobs of one caller in order, the callers one after the other.

    >>> queue = FairQueue[str]()
    >>> for caller, job in (("ann", "a1"), ("ann", "a2"), ("ben", "b1"), ("ann", "a3")):
    ...     queue.add(caller, job)
    >>> [queue.take() for _ in range(len(queue))]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self._by_caller: OrderedDict[str, deque[T]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._by_caller.values()))

    @property
    def callers(self) -> int:
        """Return how many callers wait."""
        return len(self._by_caller)

    def add(self, caller: str, job: T, *, is_next: bool = False) -> None:
        """Add a job behind those of its caller, or before everything else."""
        jobs = self._by_caller.setdefault(caller, deque())
        if is_next:
            jobs.appendleft(job)
            self._by_caller.move_to_end(caller, last=False)
        else:
            jobs.append(job)

    def take(self) -> T:
        """Remove and return the next job; its caller is then the last."""
        caller, jobs = self._by_caller.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self._by_caller[caller] = jobs
        return job

    def remove(self, caller: str, job: T) -> bool:
        """Remove a job, if it still waits; return whether it did."""
        jobs = self._by_caller.get(caller, deque())
        if job not in jobs:
            return False
        jobs.remove(job)
        if not jobs:
            del self._by_caller[caller]
        return True
