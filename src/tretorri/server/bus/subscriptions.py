"""What every bus does inside its process: deliver hints and notes to subscriptions."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

GONE = 2**31 - 1  # the version of a game that was deleted
MAX_UNREAD_NOTES = 16  # of one subscription; older ones are dropped

Note = dict[str, Any]
"""A few words about a game that are not kept, such as a reaction; *kind* says what it is."""

SPECTATORS = ""  # stands for a seat

SeatPresence = Mapping[str, int]
"""How many sockets there are at each seat of a game."""

GamePresence = Mapping[str, SeatPresence]
"""Presence by game."""

OnPresence = Callable[[str, GamePresence, bool], None]
"""Called with a process, its presence, and whether that covers all of its games."""

OnSpending = Callable[[str, str, float], None]
"""Called with the name of a limit, the caller, and the cost."""


class Subscription:
    """A subscription to a game: the newest version announced, and the last few notes."""

    def __init__(self) -> None:
        self._seen = self._version = 0
        self._notes: deque[Note] = deque(maxlen=MAX_UNREAD_NOTES)
        self._is_woken = False
        self._waiting: asyncio.Future[None] | None = None

    def wake(self) -> None:
        """End the current wait."""
        self._is_woken = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def deliver(self, version: int) -> None:
        """Note that the game has this version."""
        if version > self._seen:
            self._version = max(self._version, version)
            self.wake()

    def deliver_note(self, note: Note) -> None:
        """Queue a note."""
        self._notes.append(note)
        self.wake()

    async def wait(self, version: int, seconds: float) -> None:
        """Wait for a newer version than *version* or a note, at most so many seconds."""
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
        """Return the newest version announced since the last call, else 0.

        It is only a hint, so it is used once: one that is wrong does no harm for long.
        """
        version, self._version = self._version, 0
        return version

    def take_note(self) -> Note | None:
        """Return the oldest note that was not taken yet."""
        return self._notes.popleft() if self._notes else None


class Bus:
    """Carries hints from writers to subscribers, in any number of processes."""

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
        """Return the games with a subscription in this process."""
        return list(self._subscriptions)

    @contextmanager
    def subscribe(self, game_id: str) -> Iterator[Subscription]:
        """Subscribe to a game for a while."""
        subscription = Subscription()
        self._subscriptions[game_id].add(subscription)
        try:
            yield subscription
        finally:
            self._subscriptions[game_id].discard(subscription)
            if not self._subscriptions[game_id]:
                del self._subscriptions[game_id]

    # Sending ----------------------------------------------------------------------------------

    def publish(self, game_id: str, version: int) -> None:
        """Announce in every process that a game has this version."""
        self.deliver(game_id, version)

    def publish_note(self, game_id: str, note: Note) -> None:
        """Send a note to all viewers of a game, in every process; it may get lost."""
        self.deliver_note(game_id, note)

    def announce_presence(self, presence_by_game: GamePresence, is_all: bool) -> None:
        """Tell the other processes the presence here: in these games, or in all."""

    def spend(self, limit: str, caller: str, cost: float) -> None:
        """Tell the other processes what a caller has spent of a limit."""

    # Receiving --------------------------------------------------------------------------------

    def deliver(self, game_id: str, version: int) -> None:
        """Tell local subscribers that a game has this version."""
        for subscription in self._subscriptions.get(game_id, ()):
            subscription.deliver(version)

    def deliver_note(self, game_id: str, note: Note) -> None:
        """Give a note to local subscribers."""
        for subscription in self._subscriptions.get(game_id, ()):
            subscription.deliver_note(note)

    # Starting and stopping --------------------------------------------------------------------

    def start(self) -> None:
        """Connect to other processes."""

    def close(self) -> None:
        """End all waits."""
        self.is_closed = True
        for subscriptions in self._subscriptions.values():
            for subscription in subscriptions:
                subscription.wake()

    async def stop(self) -> None:
        """End all waits and the connection to other processes."""
        self.close()
