"""How far games have come in the store: one question for all who ask at the same time."""

from __future__ import annotations

import asyncio

from tretorri.server.store import Store


class Versions:
    """Asks the store; whoever comes while it is asked waits for the next question.

    When everybody returns at once after the line was down, that is what would keep them waiting.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: dict[str, asyncio.Future[int]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def of(self, game_id: str) -> int:
        """Return the version of a game as it is stored now; 0 if there is none."""
        if game_id not in self._waiting:
            self._waiting[game_id] = asyncio.get_running_loop().create_future()
        waiting = self._waiting[game_id]
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(waiting)

    async def _ask(self) -> None:
        while self._waiting:
            asked, self._waiting = self._waiting, {}
            try:
                found = await self._store.versions([*asked])
            except Exception as error:  # it is theirs who have asked
                for waiting in asked.values():
                    waiting.set_exception(error)
                    waiting.exception()  # it is no news that nobody waits any more
            else:
                for game_id, waiting in asked.items():
                    waiting.set_result(found.get(game_id, 0))
        self._asking = None
