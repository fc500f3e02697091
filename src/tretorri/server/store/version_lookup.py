"""The stored versions of games: one query for all callers that ask at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from tretorri.server.errors import StorageDown
from tretorri.server.store import Store


class VersionLookup:
    """Asks the store; a caller that comes during a query waits for the next one.

    When all clients return at once after a lost connection, single queries would be slow.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: dict[str, asyncio.Future[int | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def get(self, game_id: str) -> int | None:
        """Return the version of a game as it is stored now; ``None`` if there is no such game."""
        if game_id not in self._waiting:
            self._waiting[game_id] = asyncio.get_running_loop().create_future()
        waiting = self._waiting[game_id]
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask_all())
        return await asyncio.shield(waiting)

    async def _ask_all(self) -> None:
        while self._waiting:
            asked, self._waiting = self._waiting, {}
            await self._ask(asked)
        self._asking = None

    async def _ask(self, asked: Mapping[str, asyncio.Future[int | None]]) -> None:
        """Ask for all; if what one wants cannot be asked, for each alone, and only that one fails.

        While the store is down no caller can be answered, and asking again would only take time.
        """
        try:
            found = await self._store.versions([*asked])
        except Exception as error:  # it belongs to the callers
            if len(asked) > 1 and not isinstance(error, StorageDown):
                for game_id, waiting in asked.items():
                    await self._ask({game_id: waiting})
                return
            for waiting in asked.values():
                waiting.set_exception(error)
                waiting.exception()  # no warning if no caller waits any more
        else:
            for game_id, waiting in asked.items():
                waiting.set_result(found.get(game_id))
