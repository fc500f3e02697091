"""Who is there: which seats of a game have a live socket, in whatever process."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable

from tretorri.server.bus import Bus
from tretorri.server.bus.ears import Seats

EVERY = 20.0  # seconds between two announcements
FADING = 60.0  # seconds after which a silent process is thought to be gone

Leave = Callable[[], None]


class Presence:
    """The seats that are taken here and elsewhere; a note tells when those of a game change."""

    def __init__(self, bus: Bus, clock: Callable[[], float] = time.monotonic) -> None:
        self._bus, self._clock = bus, clock
        self._here: dict[str, Counter[str]] = {}
        self._watching: Counter[str] = Counter()
        self._elsewhere: dict[str, dict[str, frozenset[str]]] = {}
        self._heard: dict[str, float] = {}
        self._telling: asyncio.Task[None] | None = None
        bus.on_presence, bus.on_link = self.hear, self.tell

    def start(self) -> None:
        """Begin to tell the others again and again."""
        self._telling = asyncio.create_task(self._run())

    def enter(self, game_id: str, seats: Iterable[str]) -> Leave:
        """Take seats of a game, or watch it; return how to leave."""
        taken = frozenset(seats)
        if not taken:
            self._watch(game_id, 1)
            return lambda: self._watch(game_id, -1)
        self._change(game_id, taken, 1)
        return lambda: self._change(game_id, taken, -1)

    def seats(self, game_id: str) -> frozenset[str]:
        """Return the seats of a game that somebody is at."""
        elsewhere = [games.get(game_id, frozenset()) for games in self._elsewhere.values()]
        return self._own(game_id).union(*elsewhere)

    def watchers(self, game_id: str) -> int:
        """Return how many watch a game by this process without a seat in it."""
        return self._watching[game_id]

    def _watch(self, game_id: str, by: int) -> None:
        self._watching[game_id] += by
        if not self._watching[game_id]:
            del self._watching[game_id]
        self._tell_here(game_id)

    def _own(self, game_id: str) -> frozenset[str]:
        return frozenset(self._here.get(game_id, ()))

    def _change(self, game_id: str, seats: frozenset[str], by: int) -> None:
        before, own = self.seats(game_id), self._own(game_id)
        counts = self._here.setdefault(game_id, Counter())
        counts.update(dict.fromkeys(seats, by))
        self._here[game_id] = +counts  # without those that nobody is at
        if not self._here[game_id]:
            del self._here[game_id]
        if self._own(game_id) != own:
            self._bus.announce({game_id: sorted(self._own(game_id))}, is_all=False)
        self._note(game_id, before)

    def _note(self, game_id: str, before: frozenset[str]) -> None:
        if self.seats(game_id) != before:
            self._tell_here(game_id)

    def _tell_here(self, game_id: str) -> None:
        seats, watchers = sorted(self.seats(game_id)), self.watchers(game_id)
        self._bus.hear_note(game_id, {"kind": "presence", "present": seats, "watchers": watchers})

    # Other processes --------------------------------------------------------------------------

    def tell(self) -> None:
        """Tell the others all that are here."""
        self._bus.announce({game: sorted(seats) for game, seats in self._here.items()}, is_all=True)

    def hear(self, process: str, seats: Seats, is_all: bool) -> None:
        """Hear what another process tells; one that is new is told about us."""
        if process not in self._heard:
            self.tell()
        self._heard[process] = self._clock()
        known = self._elsewhere.setdefault(process, {})
        gone = set(known) - set(seats) if is_all else set()
        for game_id in {*seats, *gone}:
            before = self.seats(game_id)
            known[game_id] = frozenset(seats.get(game_id, ()))
            if not known[game_id]:
                del known[game_id]
            self._note(game_id, before)

    def fade(self) -> None:
        """Forget the processes that have been silent for long."""
        for process, heard in list(self._heard.items()):
            if self._clock() - heard > FADING:
                self.hear(process, {}, is_all=True)
                del self._elsewhere[process], self._heard[process]

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            self.tell()
            self.fade()

    async def close(self) -> None:
        """Take leave."""
        self._here.clear()
        self.tell()
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)
