"""Polls the store for changes to watched games: hints on the bus may be lost."""

from __future__ import annotations

import asyncio
import time

import structlog

from tretorri.server.bus import GONE, Bus
from tretorri.server.errors import ServerError
from tretorri.server.store import Store

STORE_POLL_S = 1.0  # while no other process can send us hints
POLLS_AFTER_CHANGE = 3  # a viewer may have come just then
LINKED_STORE_POLL_S = 5.0  # while hints arrive: one of them may have been lost

_log = structlog.get_logger()


class ChangePoller:
    """Finds out what other processes have stored; one question for all games that are watched."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self._store, self._bus = store, bus
        self._polls_left = POLLS_AFTER_CHANGE
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        looked = float("-inf")
        was_linked = False
        while True:
            is_linked = self._bus.is_linked
            has_rested = time.monotonic() - looked >= LINKED_STORE_POLL_S
            if has_rested or not is_linked or not was_linked:
                try:
                    await self._poll()
                except Exception as error:  # whatever it is, there will be another look
                    _log.warning("look for changes failed", error=repr(error))
                looked = time.monotonic()
            was_linked = is_linked
            await asyncio.sleep(STORE_POLL_S)

    async def _poll(self) -> None:
        watched = self._bus.watched
        try:
            if await self._store.is_changed_by_others():
                self._polls_left = POLLS_AFTER_CHANGE
            if not self._polls_left:
                return
            self._polls_left -= 1
            versions = await self._store.versions(watched)
        except ServerError:
            return  # the store is away; there will be another look
        for game_id in watched:
            self._bus.deliver(game_id, versions.get(game_id, GONE))

    async def close(self) -> None:
        """Look no more."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
