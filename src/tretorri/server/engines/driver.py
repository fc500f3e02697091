"""Engines at the table: wherever the log says that one is to move, its turn is played.

What is to be done is derived from the log alone, so a restarted server goes on where the last one
was stopped, and a turn that was overtaken by an undo is dropped by the conditional write.

Where several servers share a store, the one that stored a turn lets the engine answer it. If
nothing follows for a while, another one does so too; whichever is first to store its turn wins.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable

import structlog

from tretorri.core.errors import TretorriError
from tretorri.engine.bots import RandomBot
from tretorri.server.engines.pool import Pool, WorkerFailed
from tretorri.server.engines.thinking import TurnJob
from tretorri.server.errors import Conflict, StorageDown
from tretorri.server.fold import Fold
from tretorri.server.service import Service

ATTEMPTS = 2
PAUSE = 1.0  # seconds before trying again what could not be stored
LATE = 6.0  # seconds after which another server may have died over a turn

_log = structlog.get_logger()


class Driver:
    """Plays for the engines of all games; each game has at most one turn under way."""

    def __init__(self, service: Service, pool: Pool, seconds: float) -> None:
        self._service, self._pool, self._seconds = service, pool, seconds
        self._turns: dict[str, asyncio.Task[None]] = {}
        self._versions: dict[str, int] = {}
        self._looking: asyncio.Task[None] | None = None
        service.listen(self.look_at)

    def start(self) -> None:
        """Go on, by and by, with every game in which an engine is to move; look again for ever."""
        self._looking = asyncio.create_task(self._run())

    async def _run(self) -> None:
        before: int | None = None  # what was left at the last stop is begun at once
        while True:
            try:
                await self._drop_passed()
                await self._take_over(before)
            except TretorriError as error:
                _log.warning("engine turns not looked for", error=error.code)
            # Not in step with other servers: they would all take the same games.
            await asyncio.sleep(LATE * random.uniform(0.4, 0.8))  # noqa: S311 - no secret
            before = self._service.now() - int(LATE * 1000)

    async def _drop_passed(self) -> None:
        """Think no longer about turns that another server has played."""
        stored = await self._service.store.versions(list(self._turns))
        for game_id, version in stored.items():
            if self._versions.get(game_id, version) < version:
                self.look_at(await self._service.game(game_id))

    async def _take_over(self, before: int | None) -> None:
        """Think about the games in which an engine has been to move since *before*."""
        due = await self._service.store.due(before)
        random.shuffle(due)
        for game_id in due:
            if game_id in self._turns:
                continue
            try:
                self.look_at(await self._service.game(game_id))
            except TretorriError as error:
                _log.warning("game not resumed", game=game_id, error=error.code)

    def look_at(self, fold: Fold) -> None:
        """Begin to think if an engine is to move; think no longer about what has passed."""
        game_id = fold.opening.id
        if self._versions.get(game_id) == fold.version:
            return
        running = self._turns.pop(game_id, None)
        if running is not None and running is not asyncio.current_task():
            running.cancel()
        self._versions.pop(game_id, None)
        if fold.engine_to_move is not None:
            task = asyncio.create_task(self._play(fold))
            self._turns[game_id], self._versions[game_id] = task, fold.version
            task.add_done_callback(self._forgetting(game_id, fold.version))

    def _forgetting(self, game_id: str, version: int) -> Callable[[asyncio.Task[None]], None]:
        def forget(done: asyncio.Task[None]) -> None:
            if self._versions.get(game_id) == version:
                del self._turns[game_id], self._versions[game_id]
            if not done.cancelled() and done.exception() is not None:
                _log.error("engine turn failed", game=game_id, error=repr(done.exception()))

        return forget

    async def _play(self, fold: Fold) -> None:
        turn, by_chance = await self._chosen(fold)
        while True:
            try:
                await self._service.engine_plays(fold.opening.id, fold.version, turn, by_chance)
            except Conflict:
                return  # the game has moved on, and whoever moved it looks after it
            except StorageDown:
                await asyncio.sleep(PAUSE)
            else:
                return

    async def _chosen(self, fold: Fold) -> tuple[str, bool]:
        """Return the turn of the engine; one at random if it fails again and again."""
        player, seed = fold.engine_to_move, seed_of(fold)
        level = player.level if player and player.level else 1
        job = TurnJob(fold.position, level, seed)
        for _ in range(ATTEMPTS):
            try:
                return await self._pool.run(job, self._seconds, is_urgent=True), False
            except WorkerFailed:
                _log.warning("engine worker replaced", game=fold.opening.id, version=fold.version)
        return str(RandomBot(seed).choose(fold.position)), True

    async def close(self) -> None:
        """Stop thinking; a later server goes on."""
        tasks = [*self._turns.values(), *([self._looking] if self._looking else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def seed_of(fold: Fold) -> int:
    """Return the seed of an engine's luck: the same game at the same version, the same luck."""
    text = f"{fold.opening.id} {fold.version}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])
