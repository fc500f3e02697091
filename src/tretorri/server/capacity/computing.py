"""Work that takes processor time: done in threads, bounded, and by turns.

The event loop serves all callers, so nothing that takes longer than a moment is done on it. Work
for games being played, for loading games and for study has threads of its own each, so that none
waits for another. Any caller may ask for study and for stored games: both are counted by address,
and callers take turns.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from typing import Any, Protocol, TypeVar

from tretorri.core.budget import Budget, OverBudget, use_budget
from tretorri.server.capacity.current_caller import NO_CALLER, current_caller
from tretorri.server.capacity.limits import COMPUTERS, COMPUTING, LOADS, Limits
from tretorri.server.errors import Overloaded, TooMuchWork
from tretorri.table.errors import error

T = TypeVar("T")
STUDY_THREADS = 2
LOADING_THREADS = 2
MAX_QUEUED_COMPUTATIONS = 128  # requests that wait for a thread, of all addresses together
MAX_STUDY_CPU_S = 4.0  # of one request
MAX_LOADING_CPU_S = 120.0  # the longest game that can be stored takes less
MAX_INLINE_CPU_S = 0.001  # what usually takes less is done at once
SWITCH_INTERVAL_S = 0.0005  # after which a thread that computes makes room for the event loop
LAST_TIME_WEIGHT = 0.1  # of the last time among those before it


class RoundRobin:
    """Admits so many at a time, one per caller; waiting callers take turns."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._inside: set[Hashable] = set()
        self._waiting: OrderedDict[Hashable, deque[asyncio.Future[None]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, caller: Hashable) -> AsyncIterator[None]:
        """Wait for one's turn, and have it."""
        if caller in self._inside or len(self._inside) >= self._places:
            await self._wait(caller)
        else:
            self._inside.add(caller)
        try:
            yield
        finally:
            self._leave(caller)

    async def _wait(self, caller: Hashable) -> None:
        let_in = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(caller, deque()).append(let_in)
        try:
            await let_in
        except asyncio.CancelledError:
            if let_in.done() and not let_in.cancelled():
                self._leave(caller)
            raise

    def _leave(self, caller: Hashable) -> None:
        self._inside.discard(caller)
        if caller in self._waiting:
            self._waiting.move_to_end(caller)
        for other in [each for each in self._waiting if each not in self._inside]:
            if len(self._inside) >= self._places:
                return
            self._let_in(other)

    def _let_in(self, caller: Hashable) -> None:
        waiting = self._waiting.pop(caller)
        while waiting:
            first = waiting.popleft()
            if not first.done():
                self._inside.add(caller)
                first.set_result(None)
                break
        if waiting:
            self._waiting[caller] = waiting  # behind all others


class Loader(Protocol):
    """What plays a stored game through for a caller whose turn it is."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]:
        """Return what *work* returns."""
        ...


class ComputeThreads:
    """The threads of a server, apart for games that are played, for loading and for study.

    Work ends at its next step once the server *is_stopping*.
    """

    def __init__(
        self, limits: Limits | None = None, is_stopping: Callable[[], bool] = lambda: False
    ) -> None:
        self._limits, self._is_stopping = limits or Limits(is_on=False), is_stopping
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        self._playing = ThreadPoolExecutor(1, "playing")
        self._loading = ThreadPoolExecutor(LOADING_THREADS, "loading")
        self._studying = ThreadPoolExecutor(STUDY_THREADS, "studying")
        self._turns, self._load_turns = RoundRobin(STUDY_THREADS), RoundRobin(LOADING_THREADS)
        self._usual: dict[Hashable, float] = {}
        self._kept: dict[Hashable, Any] = {}
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """Return how many requests wait for a thread to study or to load a game in."""
        return len(self._turns) + len(self._load_turns)

    async def play(self, kind: Hashable, work: Callable[[], T]) -> T:
        """Do what a game that is played waits for; at once if this *kind* of work is quick."""
        if self._usual.get(kind, 1.0) < MAX_INLINE_CPU_S:
            return self._measure(kind, work)
        return await _run_in_thread(self._playing, partial(self._measure, kind, work))

    def _measure(self, kind: Hashable, work: Callable[[], T]) -> T:
        begun = time.thread_time()
        try:
            return work()
        finally:
            took = time.thread_time() - begun
            self._usual[kind] = (1 - LAST_TIME_WEIGHT) * self._usual.get(
                kind, took
            ) + LAST_TIME_WEIGHT * took

    @asynccontextmanager
    async def loading(self, caller: str) -> AsyncIterator[Loader]:
        """Wait for a caller's turn to load a game, and have it; refuse one who has loaded much.

        What the server does by itself is not counted.
        """
        is_own = caller == NO_CALLER
        if not is_own:
            self._limits.need(COMPUTING, caller, 0)
        with nullcontext() if is_own else self._limits.inside(LOADS, caller):
            async with self._load_turns.turn(caller):
                yield partial(self._count, self._loading, MAX_LOADING_CPU_S, caller)

    async def load(self, work: Callable[[], T]) -> T:
        """Play a part of a game through, in turn and counted, but never refused."""
        caller = current_caller.get()
        async with self._load_turns.turn(caller):
            return await self._count(self._loading, MAX_LOADING_CPU_S, caller, work)

    async def once(self, key: Hashable, work: Callable[[], T]) -> T:
        """Compute what stays the same as long as the server runs, and keep it.

        It is not counted: whoever asks first computes it for all.
        """
        if key not in self._kept:
            async with self._load_turns.turn(current_caller.get()):
                if key not in self._kept:
                    self._kept[key] = await self._within(self._loading, MAX_LOADING_CPU_S, work)
        kept: T = self._kept[key]
        return kept

    async def study(self, caller: Hashable, work: Callable[[], T]) -> T:
        """Compute something for a caller, counted against its address."""
        self._limits.need(COMPUTING, caller, 0)
        if len(self._turns) >= MAX_QUEUED_COMPUTATIONS:
            raise error(Overloaded, "busy")
        with self._limits.inside(COMPUTERS, caller):
            async with self._turns.turn(caller):
                return await self._count(self._studying, MAX_STUDY_CPU_S, caller, work)

    async def _count(
        self, threads: ThreadPoolExecutor, seconds: float, caller: Hashable, work: Callable[[], T]
    ) -> T:
        """Count the processor time of work against the caller for whom it is done."""
        spent = 0.0

        def measure() -> T:
            nonlocal spent
            begun = time.thread_time()
            try:
                return work()
            finally:
                spent = time.thread_time() - begun

        try:
            return await self._within(threads, seconds, measure)
        finally:
            if caller != NO_CALLER:
                self._limits.spend(COMPUTING, caller, spent)

    async def _within(
        self, threads: ThreadPoolExecutor, seconds: float, work: Callable[[], T]
    ) -> T:
        def run_within_budget() -> T:
            with use_budget(Budget(seconds, self._has_to_end)):
                return work()

        try:
            return await _run_in_thread(threads, run_within_budget)
        except OverBudget:
            if self._has_to_end():
                raise error(Overloaded, "busy") from None
            raise error(TooMuchWork, "too-much-work", seconds=int(seconds)) from None

    def _has_to_end(self) -> bool:
        return self._is_closed or self._is_stopping()

    def close(self) -> None:
        """Take no more work, and end what is being done at its next step."""
        self._is_closed = True
        for threads in (self._playing, self._loading, self._studying):
            threads.shutdown(wait=False, cancel_futures=True)


async def _run_in_thread(threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    try:
        asked = asyncio.get_running_loop().run_in_executor(threads, work)
    except RuntimeError:  # they take no more work
        raise error(Overloaded, "busy") from None
    return await asked
