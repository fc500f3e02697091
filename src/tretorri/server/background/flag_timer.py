"""Applies timeouts of clocks and absent players, and credits time lost while servers were down.

What is due is derived from the log and stored with it, so it does not matter which process played
in a game, nor whether that one still lives: every process looks, and the conditional write decides.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress

import structlog

from tretorri.core.errors import TretorriError
from tretorri.server.background.server_clock import ServerClock
from tretorri.server.capacity.current_caller import NO_CALLER, current_caller
from tretorri.server.errors import StorageDown
from tretorri.server.service import Service
from tretorri.table.state import GameState
from tretorri.table.timeouts import GRACE_MS, Outage

CHECK_INTERVAL_S = 1.0  # between two looks at what is due
LOOK_AHEAD_MS = 1_500  # that a look sees ahead
MAX_DUE_GAMES = 500  # games that are looked at together
HEARTBEAT_MS = 2_000  # after which a server says that it is alive, while time matters
IDLE_HEARTBEAT_MS = 3_600_000  # the same while no time matters but that by which games grow old
IDLE_SYNC_MS = 60_000  # after which it asks for the time, meanwhile
ALIVE_TIMEOUT_MS = 5_000  # after which one that has not said so is taken for dead
STALL_MS = 10_000  # in which no server could say so, though one runs: time stood still
CREDIT_BATCH = 16  # games that are given time back at once
TIMER_SLACK_MS = 2  # by which a timer may be early

_log = structlog.get_logger()


class FlagTimer:
    """Calls time in all games of a server."""

    def __init__(self, service: Service, clock: ServerClock) -> None:
        self._service, self._clock = service, clock
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._timeouts: set[asyncio.Task[None]] = set()
        self._checking: asyncio.Task[None] | None = None
        self._is_settled = False
        self._heartbeat_at: int | None = None  # when we last said that we are alive; not while idle
        self._idle_sync_at: int | None = None
        self._idle_heartbeat_at: int | None = None
        clock.on_leap = self._note_leap
        self._stop = Outage(clock.found, clock.now())
        if (
            self._stop.until - self._stop.seen > ALIVE_TIMEOUT_MS
        ):  # else another server may be alive
            service.outage = self._stop
        service.add_listener(self.watch)

    def start(self) -> None:
        """Begin to look, again and again."""
        self._checking = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop looking; a later server goes on."""
        for timer in self._timers.values():
            timer.cancel()
        tasks = [*self._timeouts, *([self._checking] if self._checking else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._heartbeat_at is not None:
            with suppress(StorageDown):
                await self._clock.synchronise(is_alive=True)

    async def _run(self) -> None:
        while True:
            try:
                await self._check_due()
            except Exception as error:  # whatever it is, time goes on
                _log.warning("timeout check failed", error=repr(error))
            await asyncio.sleep(CHECK_INTERVAL_S * random.uniform(0.8, 1.2))  # noqa: S311 - no secret

    async def _check_due(self) -> None:
        """Look at what is due soon; while nothing is due at all, do no more than that."""
        store = self._service.store
        if not await store.due_by(most=1):
            self._is_settled, self._heartbeat_at, self._service.outage = True, None, None
            await self._sync_idle()
            return
        await self._settle()
        if self._is_settled:
            for game_id, due_at in (await store.due_by(self._look_ahead(), MAX_DUE_GAMES)).items():
                self._set_timer(game_id, due_at)

    # Signs of life ----------------------------------------------------------------------------

    async def _settle(self) -> None:
        """Store a sign of life, after crediting the time in which no server was alive."""
        now, seen = self._service.now(), await self._service.store.last_seen()
        if not self._is_settled:
            if seen == self._stop.seen and now - seen < ALIVE_TIMEOUT_MS:
                return  # another server may be alive: its next sign will show
            self._service.outage = self._stop if seen == self._stop.seen else None
        elif self._heartbeat_at is not None and now - max(seen, self._heartbeat_at) > STALL_MS:
            self._service.outage = Outage(seen, now)  # we slept, or nothing could be stored
        if self._service.outage is not None:
            await self._credit(self._service.outage)
        self._is_settled, self._service.outage = True, None
        if self._heartbeat_at is None or now - self._heartbeat_at >= HEARTBEAT_MS:
            await self._clock.synchronise(is_alive=True)
            self._heartbeat_at = self._service.now()

    async def _sync_idle(self) -> None:
        """Follow the time while nothing is due, and say seldom that we are alive."""
        now = self._service.now()
        if self._idle_sync_at is not None and now - self._idle_sync_at < IDLE_SYNC_MS:
            return
        is_beat = (
            self._idle_heartbeat_at is None or now - self._idle_heartbeat_at >= IDLE_HEARTBEAT_MS
        )
        await self._clock.synchronise(is_alive=is_beat)
        self._idle_sync_at = self._service.now()
        if is_beat:
            self._idle_heartbeat_at = self._idle_sync_at

    def _note_leap(self, since: int, until: int) -> None:
        """Credit the time by which the clock has just leapt to all running games."""
        earlier = self._service.outage
        seen = since if earlier is None else min(since, earlier.seen)
        self._service.outage = Outage(seen, until)

    async def _credit(self, outage: Outage) -> None:
        games = [*await self._service.store.due_by()]
        for at in range(0, len(games), CREDIT_BATCH):
            some = games[at : at + CREDIT_BATCH]
            await asyncio.gather(*(self._credit_outage(game_id, outage) for game_id in some))

    async def _credit_outage(self, game_id: str, outage: Outage) -> None:
        try:
            await self._service.credit(game_id, outage)
        except StorageDown:
            raise  # all of it is done again
        except TretorriError as error:
            _log.warning("clock compensation failed", game=game_id, error=error.code)

    # What is due ------------------------------------------------------------------------------

    def watch(self, state: GameState) -> None:
        """Set the timer of a game that something has happened in."""
        game_id, due_at = state.setup.id, state.due_at
        timer = self._timers.pop(game_id, None)
        if timer is not None:
            timer.cancel()
        if due_at is not None and due_at <= self._look_ahead() and self._is_settled:
            self._set_timer(game_id, due_at)

    def _look_ahead(self) -> int:
        return self._service.now() + LOOK_AHEAD_MS

    def _set_timer(self, game_id: str, due_at: int) -> None:
        if game_id not in self._timers:
            wait = max(0, due_at + GRACE_MS + TIMER_SLACK_MS - self._service.now()) / 1000
            loop = asyncio.get_running_loop()
            self._timers[game_id] = loop.call_later(wait, self._start_timeout, game_id)

    def _start_timeout(self, game_id: str) -> None:
        self._timers.pop(game_id, None)
        call = asyncio.create_task(self._apply_timeouts(game_id))
        self._timeouts.add(call)
        call.add_done_callback(self._timeouts.discard)

    async def _apply_timeouts(self, game_id: str) -> None:
        current_caller.set(NO_CALLER)  # not for the caller whose move has set the timer
        try:
            await self._service.apply_timeouts(game_id)
        except TretorriError as error:  # the next look will call again
            _log.warning("timeout not applied", game=game_id, error=error.code)
