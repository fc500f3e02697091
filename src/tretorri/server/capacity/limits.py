"""What one address, one seat and all together may ask of a server: every limit has a name here.

A limit is a bucket that fills up again with time. Buckets are kept in memory, those of the callers
seen last. Several processes count apart what costs them time, and together what is *SHARED*, as
long as they are linked. People who share an address (a club, a school, a phone network) must
be able to play, so limits by address are wide, and those by key are narrow.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from tretorri.server.errors import Full, ServerError, TooMany
from tretorri.server.settings import check_limits, read_limit
from tretorri.table.errors import error

MAX_CALLERS = 50_000  # whose buckets are remembered, for each limit
RETRY_INTERVAL_S = 0.05  # between two tries of a caller that waits for a place
MAX_PAUSE_S = 0.5  # between two looks whether a caller still has to wait


@dataclass(frozen=True, slots=True)
class RateLimit:
    """So many (*most*) in so many *seconds*; after a pause, *burst* at once.

    The environment may set another number, also of seconds; *burst* changes in proportion.
    """

    name: str
    most: int
    seconds: float
    burst: int = 0

    def __post_init__(self) -> None:
        if given := read_limit(self.name):
            most, seconds = given
            burst = max(1, self.burst * most // self.most) if self.burst else 0
            object.__setattr__(self, "burst", burst)
            object.__setattr__(self, "most", most)
            object.__setattr__(self, "seconds", seconds or self.seconds)

    @property
    def room(self) -> float:
        """Return how much a full bucket holds."""
        return float(self.burst or self.most)

    @property
    def rate(self) -> float:
        """Return how much comes back in a second."""
        return self.most / self.seconds


@dataclass(frozen=True, slots=True)
class ConcurrencyLimit:
    """So many at the same time, or as many as the environment says."""

    name: str
    most: int

    def __post_init__(self) -> None:
        if given := read_limit(self.name):
            object.__setattr__(self, "most", given[0])


# By address. Thirty people of a club load the page, watch and study at 30 requests a second.
REQUESTS = RateLimit("requests", 600, 20)
FILES = RateLimit("files", 2000, 20)  # of the page, and whatever else is not the API
GAMES = RateLimit("games", 5, 60, burst=30)
IMPORTS = RateLimit("imports", 20 * 2**20, 24 * 3600)  # bytes of games that were read from records
LOOKUPS = RateLimit("lookups", 20, 60)  # games, tickets and keys that there are not
RECORDS = RateLimit("records", 60, 60)  # a long one takes a while to play through
THINKING = RateLimit("thinking", 120, 60)
COMPUTING = RateLimit("computing", 15, 60, burst=5)  # seconds of a processor, study and loading
BODIES = ConcurrencyLimit("bodies", 8 * 2**20)  # bytes of requests that are being read or answered
COMPUTERS = ConcurrencyLimit("computers", 16)  # requests that compute or wait for it
LOADS = ConcurrencyLimit("loads", 50)  # games that are being loaded, or wait for it
# Two for each of fifty people behind one address: the game that they play and one they watch.
SOCKETS = ConcurrencyLimit("sockets", 100)
THINKERS = ConcurrencyLimit("thinkers", 4)  # the workers have a queue of their own
# Fifty people who watch a large board of 100 KB with a move every second; beyond that they wait.
SENDING = RateLimit("sending", 300 * 2**20, 60)  # bytes of states for those who watch
ENGINE_GAMES = ConcurrencyLimit("engine-games", 4)  # that only engines play

OPENINGS = RateLimit("openings", 200, 60)  # of sockets; after a restart all of them come at once
FLOODS = RateLimit("floods", 3, 60)  # sockets that were closed because far too much came

# These guard the store and the secrets in it, which all processes share; a caller refused by one
# process should not go on with the next.
SHARED = {limit.name: limit for limit in (GAMES, IMPORTS, LOOKUPS, FLOODS)}

# By key, so that the holder of a seat takes nothing from others who share the address.
COMMANDS = RateLimit("commands", 100, 20)
SEATS = RateLimit("seats", 30, 60)  # tickets, joining, the next game, webhooks
NAMES = RateLimit("names", 10, 60)
REACTIONS = RateLimit("reactions", 6, 20)
SEARCHES = ConcurrencyLimit("searches", 1)

# By socket of a spectator, which has no command to send.
SPECTATOR_MESSAGES = RateLimit("watching", 50, 20)

# All together; how many is a setting.
ALL_SOCKETS = "all-sockets"


def check_settings() -> None:
    """Refuse what the environment says about limits if it cannot be understood."""
    forms = {RateLimit: "N | N/SECONDS", ConcurrencyLimit: "N"}
    check_limits(
        {each.name: forms[type(each)] for each in globals().values() if type(each) in forms}
    )


class TokenBuckets:
    """The buckets of one limit; the caller not seen for longest is forgotten first."""

    def __init__(self, limit: RateLimit, clock: Callable[[], float]) -> None:
        self._limit, self._clock = limit, clock
        self._levels: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._levels)

    def level(self, caller: Hashable) -> float:
        """Return what a caller has left."""
        left, at = self._levels.get(caller, (self._limit.room, 0.0))
        return min(self._limit.room, left + (self._clock() - at) * self._limit.rate)

    def spend(self, caller: Hashable, cost: float) -> None:
        """Take out of a bucket, at most until as much is owed as it holds."""
        left = max(self.level(caller) - cost, -self._limit.room)
        self._levels[caller] = left, self._clock()
        self._levels.move_to_end(caller)
        if len(self._levels) > MAX_CALLERS:
            self._levels.popitem(last=False)


class Limits:
    """All limits of a server; *tell* is called with the name of each that refuses a caller.

    *share* is called with what is spent of *SHARED* limits: the name, the caller and the cost.
    """

    def __init__(
        self,
        *,
        is_on: bool = True,
        max_sockets: int = 8000,
        tell: Callable[[str], None] = lambda _: None,
        share: Callable[[str, str, float], None] = lambda *_: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._is_on, self._max_sockets, self._tell, self._clock = is_on, max_sockets, tell, clock
        self._share = share
        self._buckets: dict[RateLimit, TokenBuckets] = {}
        self._inside: defaultdict[ConcurrencyLimit, Counter[Hashable]] = defaultdict(Counter)
        self._sockets = 0
        self.refusals: Counter[str] = Counter()

    def take(self, limit: RateLimit, caller: Hashable, cost: float = 1) -> None:
        """Count what a caller does, or refuse it."""
        self.need(limit, caller, cost)
        self.spend(limit, caller, cost)

    def need(self, limit: RateLimit, caller: Hashable, cost: float = 1) -> None:
        """Refuse a caller whose bucket is empty."""
        left = self._of(limit).level(caller)
        if self._is_on and left < cost:
            raise self._too_many(limit.name, math.ceil((cost - left) / limit.rate))

    def spend(self, limit: RateLimit, caller: Hashable, cost: float = 1) -> None:
        """Count something after it was answered: it is the next that may be refused."""
        if self._is_on and cost:
            self._of(limit).spend(caller, cost)
            if limit.name in SHARED:
                self._share(limit.name, str(caller), cost)

    async def wait(self, limit: RateLimit, caller: Hashable, is_over: Callable[[], bool]) -> None:
        """Let a caller whose bucket is empty wait, until it is not or the wait *is_over*."""
        if self._is_on and self._of(limit).level(caller) < 0:
            self._count(limit.name)
        while self._is_on and (left := self._of(limit).level(caller)) < 0 and not is_over():
            await asyncio.sleep(min(-left / limit.rate, MAX_PAUSE_S))

    def receive_cost(self, name: str, caller: str, cost: float) -> None:
        """Count what a caller has spent in another process."""
        self._of(SHARED[name]).spend(caller, max(0.0, cost))  # it comes from elsewhere

    @contextmanager
    def inside(self, room: ConcurrencyLimit, caller: Hashable) -> Iterator[None]:
        """Count a caller as one of so many at the same time, or refuse it."""
        inside = self._inside[room]
        if self._is_on and inside[caller] >= room.most:
            raise self._too_many(room.name, 1)
        inside[caller] += 1
        try:
            yield
        finally:
            inside[caller] -= 1
            if not inside[caller]:
                del inside[caller]

    def need_room(self, room: ConcurrencyLimit, count: int) -> None:
        """Refuse a caller that would have so many at the same time."""
        if self._is_on and count > room.most:
            raise self._too_many(room.name, 1)

    @asynccontextmanager
    async def inside_soon(
        self, room: ConcurrencyLimit, caller: Hashable, timeout_s: float
    ) -> AsyncIterator[None]:
        """Count a caller as `inside` does, if need be after waiting for a moment."""
        until = self._clock() + timeout_s
        while self._is_on and self._inside[room][caller] >= room.most and self._clock() < until:
            await asyncio.sleep(RETRY_INTERVAL_S)
        with self.inside(room, caller):
            yield

    @contextmanager
    def one_more_socket(self) -> Iterator[None]:
        """Let one more socket be open, of all that the server can hold."""
        if self._is_on and self._sockets >= self._max_sockets:
            self._count(ALL_SOCKETS)
            raise error(Full, "full")
        self._sockets += 1
        try:
            yield
        finally:
            self._sockets -= 1

    def _of(self, limit: RateLimit) -> TokenBuckets:
        if limit not in self._buckets:
            self._buckets[limit] = TokenBuckets(limit, self._clock)
        return self._buckets[limit]

    def _too_many(self, name: str, seconds: int) -> ServerError:
        self._count(name)
        refusal = error(TooMany, "too-many", seconds=seconds)
        refusal.retry_after = seconds
        return refusal

    def _count(self, name: str) -> None:
        self.refusals[name] += 1
        self._tell(name)
