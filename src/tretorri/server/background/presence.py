"""The seats of a game with an open socket, and its spectators, over all processes."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet

from tretorri.server.bus import Bus, Note
from tretorri.server.bus.subscriptions import SPECTATORS, GamePresence, SeatPresence

ANNOUNCE_INTERVAL_S = 20.0  # between two announcements
PROCESS_TIMEOUT_S = 60.0  # after which a silent process is thought to be gone

NO_PRESENCE: Counter[str] = Counter()

Leave = Callable[[], None]


class Presence:
    """Presence in this and other processes; a note tells viewers of a game when it changes."""

    def __init__(self, bus: Bus, clock: Callable[[], float] = time.monotonic) -> None:
        self._bus, self._clock = bus, clock
        self._here: dict[str, Counter[str]] = {}
        self._elsewhere: dict[str, dict[str, Counter[str]]] = {}
        self._everywhere: dict[str, Counter[str]] = {}  # the sum of them, which many ask for
        self._heard: dict[str, float] = {}
        self._telling: asyncio.Task[None] | None = None
        bus.on_presence, bus.on_link = self.hear, self.tell

    def start(self) -> None:
        """Begin to tell the others again and again."""
        self._telling = asyncio.create_task(self._run())

    def enter(self, game_id: str, seats: Iterable[str]) -> Leave:
        """Take seats of a game, or watch it; return how to leave."""
        taken = frozenset(seats) or {SPECTATORS}
        self._change(game_id, taken, 1)
        return lambda: self._change(game_id, taken, -1)

    def seats(self, game_id: str) -> frozenset[str]:
        """Return the seats of a game with an open socket."""
        return frozenset(self._everywhere.get(game_id, ())) - {SPECTATORS}

    def watchers(self, game_id: str) -> int:
        """Return how many watch a game without a seat in it."""
        return self._everywhere.get(game_id, NO_PRESENCE)[SPECTATORS]

    def _change(self, game_id: str, seats: AbstractSet[str], by: int) -> None:
        presence = Counter(self._here.get(game_id))
        presence.update(dict.fromkeys(seats, by))
        self._set(self._here, game_id, presence)
        self._bus.announce_presence({game_id: +presence}, is_all=False)

    def _set(self, place: dict[str, Counter[str]], game_id: str, presence: SeatPresence) -> None:
        """Set the presence in a game for a process, and tell local subscribers what changes."""
        before, here = self._note(game_id), +Counter(presence)  # without empty seats
        everywhere = (
            self._everywhere.get(game_id, NO_PRESENCE) - place.get(game_id, NO_PRESENCE) + here
        )
        for presence_by_game, now in ((place, here), (self._everywhere, everywhere)):
            presence_by_game[game_id] = now
            if not now:
                del presence_by_game[game_id]
        if (note := self._note(game_id)) != before:
            self._bus.deliver_note(game_id, note)

    def _note(self, game_id: str) -> Note:
        seats, watchers = sorted(self.seats(game_id)), self.watchers(game_id)
        return {"kind": "presence", "present": seats, "watchers": watchers}

    # Other processes --------------------------------------------------------------------------

    def tell(self) -> None:
        """Tell the others all that are here."""
        self._bus.announce_presence(self._here, is_all=True)

    def hear(self, process: str, presence_by_game: GamePresence, is_all: bool) -> None:
        """Take in the presence of another process; a new one is sent ours."""
        if process not in self._heard:
            self.tell()
        self._heard[process] = self._clock()
        known = self._elsewhere.setdefault(process, {})
        gone = set(known) - set(presence_by_game) if is_all else set()
        for game_id in {*presence_by_game, *gone}:
            self._set(known, game_id, presence_by_game.get(game_id, {}))

    def fade(self) -> None:
        """Forget the processes that have been silent for long."""
        for process, heard in list(self._heard.items()):
            if self._clock() - heard > PROCESS_TIMEOUT_S:
                self.hear(process, {}, is_all=True)
                del self._elsewhere[process], self._heard[process]

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(ANNOUNCE_INTERVAL_S)
            self.tell()
            self.fade()

    async def close(self) -> None:
        """Take leave."""
        self._here.clear()
        self.tell()
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)
