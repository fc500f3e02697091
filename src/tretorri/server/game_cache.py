"""The games in memory: a cache of the store."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tretorri.server.bus import GONE
from tretorri.server.capacity.computing import ComputeThreads
from tretorri.server.store import Store
from tretorri.server.store.version_lookup import VersionLookup
from tretorri.table.access import is_game_id, no_such_game_error
from tretorri.table.errors import DamagedGame, error
from tretorri.table.events import StoredEvent
from tretorri.table.log import Submission, advance, replay
from tretorri.table.state import GameState

MAX_POSITIONS_IN_MEMORY = 20_000
MAX_FINISHED_GAMES = 50  # games that are over and still looked at
MAX_INLINE_EVENTS = 4  # events of others that are taken in at once
MAX_TAIL_EVENTS = 100  # events of each game that are kept at hand


@dataclass(frozen=True, slots=True)
class CompletedRequest:
    """What came of a request: the numbers of its *first* and *last* event, and its *command*."""

    first: int
    last: int
    command: str | None


class CachedGame:
    """A game as this process knows it; it may lag behind the store, never run ahead of it."""

    def __init__(self, state: GameState, events: Sequence[StoredEvent]) -> None:
        self.state = state
        self._tail: deque[StoredEvent] = deque(events, MAX_TAIL_EVENTS)
        self._requests: dict[tuple[str | None, str], CompletedRequest] = {}
        self._record_requests(events)

    def advance(self, events: Sequence[StoredEvent], state: GameState | None = None) -> None:
        """Take in stored events that are new; *fold* is the game after them, if known."""
        new = [event for event in events if event.number > self.state.version]
        if state is not None and len(new) == len(events):
            self.state = state
        else:
            for event in new:
                self.state = self.state.after(event)
        self._tail.extend(new)
        self._record_requests(new)

    def find_completed(self, request: Submission) -> CompletedRequest | None:
        """Return the result of a completed request, for a sender that repeats it.

        Events without a sender are the server's own, or from before senders were stored.
        """
        for sender in (*request.senders, None):
            done = self._requests.get((sender, request.id))
            if done is not None:
                return done
        return None

    def events_since(self, version: int) -> list[StoredEvent] | None:
        """Return the events behind *version*; ``None`` if they are not at hand."""
        if version < self.state.version - len(self._tail):
            return None
        return [event for event in self._tail if event.number > version]

    def _record_requests(self, events: Sequence[StoredEvent]) -> None:
        for event in events:
            request = event.sender, event.request_id
            first = self._requests[request].first if request in self._requests else event.number
            self._requests[request] = CompletedRequest(first, event.number, event.command)


class GameCache:
    """The games in memory, those first to go that were not asked for the longest."""

    def __init__(self, store: Store, computing: ComputeThreads) -> None:
        self._store, self._versions = store, VersionLookup(store)
        self._computing = computing
        self._games: OrderedDict[str, CachedGame] = OrderedDict()
        self._over: OrderedDict[str, None] = OrderedDict()
        self._loading: dict[str, asyncio.Task[CachedGame]] = {}

    def __len__(self) -> int:
        return len(self._games)

    async def get(self, game_id: str, at_least: int = 0) -> CachedGame:
        """Return a game, from memory unless that is older than version *at_least*."""
        if not is_game_id(game_id):
            raise no_such_game_error()
        game = self._games.get(game_id)
        if game is None:
            game = await self._load_once(game_id)
        elif game.state.version < at_least:
            await self.refresh(game)
            if at_least == GONE:
                self.forget(game_id)
                game = await self._load_once(game_id)
        self._games[game_id] = game
        self._games.move_to_end(game_id)
        return game

    async def get_newest(self, game_id: str) -> CachedGame:
        """Return a game as it is stored now, whichever process has stored it."""
        version = await self._versions.get(game_id) if is_game_id(game_id) else None
        if version is None:  # perhaps another process has deleted it
            self.forget(game_id)
            raise no_such_game_error()
        return await self.get(game_id, version)

    async def refresh(self, game: CachedGame) -> None:
        """Take in what others have stored."""
        state = game.state
        events = await self._store.events(state.setup.id, after=state.version)
        if events:
            work = partial(advance, state, events)
            if len(events) > MAX_INLINE_EVENTS:
                after = await self._computing.load(work)
            else:
                after = await self._computing.play((state.game.id, "refresh"), work)
            game.advance(events, after)

    def forget(self, game_id: str) -> None:
        """Keep a game no longer in memory."""
        self._games.pop(game_id, None)

    def apply_commit(
        self, game: CachedGame, events: Sequence[StoredEvent], after: GameState
    ) -> None:
        """Take in what has just been stored."""
        game.advance(events, after)
        kept = self._games.get(after.setup.id, game)
        if kept is not game:  # it was forgotten and loaded again meanwhile, perhaps too early
            del self._games[after.setup.id]
        self._evict_finished(game)

    async def _load_once(self, game_id: str) -> CachedGame:
        """Load a game once, however many ask for it at the same time."""
        if game_id not in self._loading:
            task = asyncio.create_task(self._load(game_id))
            self._loading[game_id] = task
            task.add_done_callback(lambda _: self._loading.pop(game_id, None))
        return await asyncio.shield(self._loading[game_id])

    async def _load(self, game_id: str) -> CachedGame:
        setup = await self._store.setup(game_id)
        if setup is None:
            raise no_such_game_error()
        if await self._store.damage(game_id):
            raise error(DamagedGame, "damaged")
        events = await self._store.events(game_id)
        try:
            # In a thread: hundreds of turns take a while, and others want to play meanwhile.
            state = await self._computing.load(partial(replay, setup, events))
        except DamagedGame:
            await self._store.set_aside(game_id, "replay")
            raise
        game = self._games[game_id] = CachedGame(state, events)
        self._evict_finished(game)
        self._evict()
        return game

    def _evict_finished(self, game: CachedGame) -> None:
        """Let the game go that ended first if this one is over and many are."""
        if not game.state.is_over:
            return
        game_id = game.state.setup.id
        self._over[game_id] = None
        self._over.move_to_end(game_id)
        if len(self._over) > MAX_FINISHED_GAMES:
            self.forget(self._over.popitem(last=False)[0])

    def _evict(self) -> None:
        held = sum(len(game.state.turns) + 2 for game in self._games.values())
        while held > MAX_POSITIONS_IN_MEMORY and len(self._games) > 1:
            _, game = self._games.popitem(last=False)
            held -= len(game.state.turns) + 2
