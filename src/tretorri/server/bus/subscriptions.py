"""What every bus does inside its process: bring hints and notes to whoever listens."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

GONE = 2**31 - 1  # the version of a game that was deleted
MAX_UNREAD_NOTES = 16  # that wait for one listener; older ones are dropped

Note = dict[str, Any]
"""A few words about a game that are not kept, such as a reaction; *kind* says what it is."""

SPECTATORS = ""  # the seat of those who have none

SeatPresence = Mapping[str, int]
"""How many are at each seat of a game."""

GamePresence = Mapping[str, SeatPresence]
"""Who is where, by game."""

OnPresence = Callable[[str, GamePresence, bool], None]
"""Called with a process, who is there, and whether these are all."""

OnSpending = Callable[[str, str, float], None]
"""Called with a limit, by whom, and how much."""


class Subscription:
    """Somebody who listens to a game: the newest version heard of, and the last few notes."""

    def __init__(self) -> None:
        self._seen = self._version = 0
        self._notes: deque[Note] = deque(maxlen=MAX_UNREAD_NOTES)
        self._is_woken = False
        self._waiting: asyncio.Future[None] | None = None

    def wake(self) -> None:
        """Let go who waits."""
        self._is_woken = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def deliver(self, version: int) -> None:
        """Hear that the game has this version."""
        if version > self._seen:
            self._version = max(self._version, version)
            self.wake()

    def deliver_note(self, note: Note) -> None:
        """Hear a note."""
        self._notes.append(note)
        self.wake()

    async def wait(self, version: int, seconds: float) -> None:
        """Wait until more is heard than *version*, for so long at most."""
        self._seen = version
        if not self._notes and not self._is_woken:
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            alarm = loop.call_later(seconds, self.wake)  # lighter than a task with a timeout
            try:
                await self._waiting
            finally:
                alarm.cancel()
                self._waiting = None
        self._is_woken = False

    def take_version(self) -> int:
        """Return the newest version that was heard of since the last time, else 0.

        It is only a hint, so it is used once: one that is wrong does no harm for long.
        """
        version, self._version = self._version, 0
        return version

    def take_note(self) -> Note | None:
        """Return the oldest note that was not taken yet."""
        return self._notes.popleft() if self._notes else None


class Bus:
    """Carries hints between those who write and those who wait, in any number of processes."""

    def __init__(self) -> None:
        self.is_closed = False
        self.on_presence: OnPresence | None = None
        self.on_spending: OnSpending | None = None
        self.on_link: Callable[[], None] | None = None
        self._subscriptions: dict[str, set[Subscription]] = defaultdict(set)

    @property
    def is_linked(self) -> bool:
        """Tell whether other processes hear us, and we them."""
        return False

    @property
    def watched(self) -> list[str]:
        """Return the games that somebody listens to here."""
        return list(self._subscriptions)

    @contextmanager
    def subscribe(self, game_id: str) -> Iterator[Subscription]:
        """Lend an ear for a game."""
        subscription = Subscription()
        self._subscriptions[game_id].add(subscription)
        try:
            yield subscription
        finally:
            self._subscriptions[game_id].discard(subscription)
            if not self._subscriptions[game_id]:
                del self._subscriptions[game_id]

    # Saying -----------------------------------------------------------------------------------

    def publish(self, game_id: str, version: int) -> None:
        """Say everywhere that a game has this version."""
        self.deliver(game_id, version)

    def publish_note(self, game_id: str, note: Note) -> None:
        """Say something everywhere to those who watch a game; it may get lost."""
        self.deliver_note(game_id, note)

    def announce_presence(self, presence_by_game: GamePresence, is_all: bool) -> None:
        """Tell the other processes who is here: in these games, or in all."""

    def spend(self, limit: str, who: str, cost: float) -> None:
        """Tell the other processes what somebody has spent of a limit."""

    # Hearing ----------------------------------------------------------------------------------

    def deliver(self, game_id: str, version: int) -> None:
        """Let those who listen here know that a game has this version."""
        for subscription in self._subscriptions.get(game_id, ()):
            subscription.deliver(version)

    def deliver_note(self, game_id: str, note: Note) -> None:
        """Let those who listen here hear a note."""
        for subscription in self._subscriptions.get(game_id, ()):
            subscription.deliver_note(note)

    # Living -----------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to talk with other processes."""

    def close(self) -> None:
        """Let everybody who waits go."""
        self.is_closed = True
        for ears in self._subscriptions.values():
            for subscription in ears:
                subscription.wake()

    async def stop(self) -> None:
        """Let everybody go, and talk with nobody any more."""
        self.close()
