"""A bus between processes, over Redis: one channel, from which each process also receives itself.

Hints that wait go out together in one message. Redis may be away at any time; then nothing is kept
for later, as the truth is in the store, and connecting is tried again less and less often. A
process that does not receive its own messages for a while is not linked.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections import defaultdict, deque
from contextlib import suppress
from typing import Any

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tretorri.server.bus.addresses import InvalidBusUrl
from tretorri.server.bus.subscriptions import Bus, GamePresence, Note, SeatPresence

CHANNEL = "tretorri"
HEARTBEAT_S = 1.0  # between two signs of life
LINK_TIMEOUT_S = 2.5  # without a message of our own, after which we are not linked
REDIS_TIMEOUT_S = 2.0  # for Redis to answer
MIN_RETRY_S, MAX_RETRY_S = 0.1, 5.0
MAX_QUEUED_HINTS = 10_000  # more are dropped
MAX_QUEUED_NOTES = 1_000
MAX_QUEUED_COSTS = 1_000
NEVER = float("-inf")

_log = structlog.get_logger()


class RedisBus(Bus):
    """A bus over Redis."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.process = secrets.token_hex(8)
        # A try is a try: what failed is decided here, once for both connections.
        once: dict[str, Any] = {
            "retry": Retry(NoBackoff(), 0),
            "socket_connect_timeout": REDIS_TIMEOUT_S,
        }
        try:
            self._redis: Redis = Redis.from_url(address, max_connections=2, **once)
        except ValueError as error:
            raise InvalidBusUrl(str(error)) from error
        self._hints: dict[str, int] = {}
        self._notes: deque[tuple[str, Note]] = deque(maxlen=MAX_QUEUED_NOTES)
        self._presence: dict[str, SeatPresence] = {}
        self._has_all_presence = False
        self._spent: defaultdict[tuple[str, str], float] = defaultdict(float)
        self._to_send = asyncio.Event()
        self._own_message_at = NEVER
        self._running: asyncio.Task[None] | None = None

    @property
    def is_linked(self) -> bool:
        """Tell whether other processes hear us, and we them."""
        return time.monotonic() - self._own_message_at < LINK_TIMEOUT_S

    # Sending ----------------------------------------------------------------------------------

    def publish(self, game_id: str, version: int) -> None:
        """Announce in every process that a game has this version."""
        super().publish(game_id, version)
        if len(self._hints) < MAX_QUEUED_HINTS:
            self._hints[game_id] = version
            self._to_send.set()

    def publish_note(self, game_id: str, note: Note) -> None:
        """Send a note to all viewers of a game, in every process; it may get lost."""
        super().publish_note(game_id, note)
        self._notes.append((game_id, note))
        self._to_send.set()

    def announce_presence(self, presence_by_game: GamePresence, is_all: bool) -> None:
        """Tell the other processes the presence here: in these games, or in all."""
        if is_all:
            self._presence.clear()
        self._presence.update(presence_by_game)
        self._has_all_presence |= is_all
        self._to_send.set()

    def spend(self, limit: str, caller: str, cost: float) -> None:
        """Tell the other processes what a caller has spent of a limit, if they are linked now.

        Later it would count as new, when here it has long come back.
        """
        if self.is_linked and len(self._spent) < MAX_QUEUED_COSTS:
            self._spent[limit, caller] += cost
            self._to_send.set()

    def _message(self) -> str:
        """Return all that waits."""
        message = {
            "from": self.process,
            "versions": self._hints,
            "notes": list(self._notes),
            "crowds": self._presence,
            "has_all_crowds": self._has_all_presence,
            "spent": [(*of_whom, cost) for of_whom, cost in self._spent.items()],
        }
        text = json.dumps({name: value for name, value in message.items() if value})
        self._hints = {}
        self._notes.clear()
        self._spent.clear()
        self._presence, self._has_all_presence = {}, False
        return text

    # Starting and stopping --------------------------------------------------------------------

    def start(self) -> None:
        """Connect to other processes."""
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End all waits and the connection to other processes."""
        await super().stop()
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
            with suppress(RedisError, OSError, TimeoutError):  # a last message
                await self._send(HEARTBEAT_S)
        await self._redis.aclose()

    async def _run(self) -> None:
        pause, is_news = MIN_RETRY_S, True
        while True:
            try:
                await self._run_connection()
            except (RedisError, OSError, TimeoutError) as error:
                is_news = is_news or self._own_message_at > NEVER
                if is_news:
                    _log.warning("bus unreachable", error=type(error).__name__)
            pause = MIN_RETRY_S if is_news else min(2 * pause, MAX_RETRY_S)
            self._own_message_at, is_news = NEVER, False
            await asyncio.sleep(pause * random.uniform(0.5, 1))  # noqa: S311 - no secret

    async def _run_connection(self) -> None:
        """Send and receive until the connection breaks."""
        async with self._redis.pubsub() as line:
            async with asyncio.timeout(REDIS_TIMEOUT_S):
                await line.subscribe(CHANNEL)
            tasks = [
                asyncio.create_task(self._send_messages()),
                asyncio.create_task(self._receive_messages(line)),
            ]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _send_messages(self) -> None:
        while True:
            self._to_send.clear()
            await self._send(REDIS_TIMEOUT_S)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._to_send.wait(), HEARTBEAT_S)

    async def _send(self, seconds: float) -> None:
        async with asyncio.timeout(seconds):
            await self._redis.publish(CHANNEL, self._message())

    async def _receive_messages(self, line: PubSub) -> None:
        while True:
            message = await line.get_message(timeout=LINK_TIMEOUT_S)
            if message is None:
                raise TimeoutError  # not even our own messages
            if message["type"] == "message":
                self._receive(message["data"])

    def _receive(self, data: bytes) -> None:
        """Take in a message; whatever is not one is left alone."""
        try:
            message = json.loads(data)
            if message["from"] == self.process:
                self._receive_own()
            else:
                self._deliver_message(message)
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            _log.warning("invalid message on the bus", error=type(error).__name__)

    def _receive_own(self) -> None:
        is_new = not self.is_linked
        self._own_message_at = time.monotonic()
        if is_new and self.on_link is not None:
            self.on_link()

    def _deliver_message(self, message: dict[str, Any]) -> None:
        for game_id, version in message.get("versions", {}).items():
            self.deliver(game_id, int(version))
        for game_id, note in message.get("notes", ()):
            self.deliver_note(game_id, dict(note))
        presence_by_game = {
            game_id: {seat: int(number) for seat, number in presence.items()}
            for game_id, presence in message.get("crowds", {}).items()
        }
        has_all = bool(message.get("has_all_crowds"))
        if (presence_by_game or has_all) and self.on_presence is not None:
            self.on_presence(str(message["from"]), presence_by_game, has_all)
        if self.on_spending is not None:
            for limit, caller, cost in message.get("spent", ()):
                self.on_spending(str(limit), str(caller), float(cost))
