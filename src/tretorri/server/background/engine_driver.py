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
from collections.abc import Callable, Iterable
from functools import partial

import structlog

from tretorri.core.errors import TretorriError
from tretorri.engine.bots import RandomBot
from tretorri.server.background.engine_jobs import TurnJob
from tretorri.server.background.engine_pool import EnginePool, Urgency, WorkerFailed
from tretorri.server.capacity.current_caller import current_caller
from tretorri.server.capacity.limits import ENGINE_GAMES
from tretorri.server.errors import Conflict, StorageDown, TooMany
from tretorri.server.service import Service
from tretorri.table.errors import NoSuchGame, error
from tretorri.table.setup import ENGINE, SeatPlayer
from tretorri.table.state import GameState

MAX_TURN_ATTEMPTS = 2
STORE_RETRY_S = 1.0  # before trying again what could not be stored
MAX_ENGINE_GAMES = 64  # games under way that only engines play, of all callers
ENGINE_GAMES_RETRY_S = 30
TAKEOVER_DELAY_S = 6.0  # after which another server may have died over a turn

_log = structlog.get_logger()


class EngineDriver:
    """Plays for the engines of all games; each game has at most one turn under way.

    Of the games that only engines play, a few of each caller are under way at a time; the others
    wait until one of these has ended.
    """

    def __init__(
        self, service: Service, pool: EnginePool, seconds: float, *, has_limits: bool = True
    ) -> None:
        self._service, self._pool, self._seconds = service, pool, seconds
        self._has_limits = has_limits
        self._turns: dict[str, asyncio.Task[None]] = {}
        self._versions: dict[str, int] = {}
        self._engine_games: dict[str, str] = {}  # with the caller of each
        self._held: dict[str, str] = {}  # games that wait, with their callers
        self._looking: asyncio.Task[None] | None = None
        service.add_listener(self.watch)

    def start(self) -> None:
        """Go on, by and by, with every game in which an engine is to move; look again for ever."""
        self._looking = asyncio.create_task(self._run())

    async def _run(self) -> None:
        before: int | None = None  # what was left at the last stop is begun at once
        while True:
            try:
                await self._cancel_played()
                await self._take_over(before)
            except TretorriError as error:
                _log.warning("search for engine turns failed", error=error.code)
            # Not in step with other servers: they would all take the same games.
            await asyncio.sleep(TAKEOVER_DELAY_S * random.uniform(0.4, 0.8))  # noqa: S311 - no secret
            before = self._service.now() - int(TAKEOVER_DELAY_S * 1000)

    async def _cancel_played(self) -> None:
        """Think no longer about turns that another server has played."""
        stored = await self._service.store.versions([*self._turns, *self._held])
        self._held = {held: caller for held, caller in self._held.items() if held in stored}
        for game_id, version in stored.items():
            if self._versions.get(game_id, version) < version:
                self.watch(await self._service.game(game_id))

    async def _take_over(self, before: int | None) -> None:
        """Think about the games in which an engine has been to move since *before*."""
        due = await self._service.store.due(before)
        random.shuffle(due)
        for game_id in due:
            if game_id in self._turns or not self._has_room(self._held.get(game_id)):
                continue
            try:
                self.watch(await self._service.game(game_id))
            except TretorriError as error:
                _log.warning("game not resumed", game=game_id, error=error.code)

    def watch(self, state: GameState) -> None:
        """Begin to think if an engine is to move; think no longer about what has passed."""
        game_id = state.setup.id
        if self._versions.get(game_id) == state.version:
            return
        running = self._turns.pop(game_id, None)
        if running is not None and running is not asyncio.current_task():
            running.cancel()
        self._versions.pop(game_id, None)
        caller = self._engine_games.pop(game_id, None) or self._held.pop(game_id, None)
        caller = caller or current_caller.get()
        if state.engine_to_move is None:
            return
        if is_engine_game(state.players.values()) and not self._has_room(caller):
            self._held[game_id] = caller
        else:
            if is_engine_game(state.players.values()):
                self._engine_games[game_id] = caller
            task = asyncio.create_task(self._play(state, caller))
            self._turns[game_id], self._versions[game_id] = task, state.version
            task.add_done_callback(self._make_cleanup(game_id, state.version))

    def _make_cleanup(self, game_id: str, version: int) -> Callable[[asyncio.Task[None]], None]:
        def forget(done: asyncio.Task[None]) -> None:
            if self._versions.get(game_id) == version:
                del self._turns[game_id], self._versions[game_id]
                self._engine_games.pop(game_id, None)
            if not done.cancelled() and done.exception() is not None:
                _log.error("engine turn failed", game=game_id, error=repr(done.exception()))

        return forget

    def need_room(self, caller: str) -> None:
        """Refuse one more game that only engines play if the caller has many under way."""
        if not self._has_room(caller):
            refusal = error(TooMany, "engine-games", most=ENGINE_GAMES.most)
            refusal.retry_after = ENGINE_GAMES_RETRY_S
            raise refusal

    def _has_room(self, caller: str | None) -> bool:
        if caller is None or not self._has_limits:
            return True
        callers = list(self._engine_games.values())
        return len(callers) < MAX_ENGINE_GAMES and callers.count(caller) < ENGINE_GAMES.most

    async def _play(self, state: GameState, caller: str) -> None:
        turn, by_chance = await self._choose_turn(state, caller)
        while True:
            try:
                await self._service.play_engine_turn(state.setup.id, state.version, turn, by_chance)
            except (Conflict, NoSuchGame):
                return  # the game is gone, or has moved on; the process that moved it continues
            except (StorageDown, TooMany):  # the game may have to be loaded again for a busy caller
                await asyncio.sleep(STORE_RETRY_S)
            else:
                return

    async def _choose_turn(self, state: GameState, caller: str) -> tuple[str, bool]:
        """Return the turn of the engine; one at random if it fails again and again."""
        player, seed = state.engine_to_move, derive_seed(state)
        level = player.level if player and player.level else 1
        job = TurnJob(state.fresh_position, level, seed)
        is_watched = not is_engine_game(state.players.values())
        urgency = Urgency.LIVE if is_watched else Urgency.BACKGROUND
        run = partial(self._pool.run, job, self._seconds, caller=caller, urgency=urgency)
        for _ in range(MAX_TURN_ATTEMPTS):
            try:
                return await run(), False
            except WorkerFailed:
                _log.warning("engine worker replaced", game=state.setup.id, version=state.version)
        return str(RandomBot(seed).choose(state.fresh_position)), True

    async def close(self) -> None:
        """Stop thinking; a later server goes on."""
        tasks = [*self._turns.values(), *([self._looking] if self._looking else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def is_engine_game(players: Iterable[SeatPlayer]) -> bool:
    """Tell whether only engines play."""
    return all(player.kind == ENGINE for player in players)


def derive_seed(state: GameState) -> int:
    """Return the seed of an engine's luck: the same game at the same version, the same luck."""
    text = f"{state.setup.id} {state.version}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])
