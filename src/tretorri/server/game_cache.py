"""The games in memory: a cache of the store."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tretorri.server.bus import GONE
from tretorri.server.capacity.computing import ComputeThreads, Loader
from tretorri.server.capacity.current_caller import current_caller
from tretorri.server.store import Store
from tretorri.server.store.version_lookup import VersionLookup
from tretorri.table.access import is_game_id, no_such_game_error
from tretorri.table.errors import DamagedGame, error
from tretorri.table.events import StoredEvent
from tretorri.table.log import Submission, advance, replay
from tretorri.table.setup import GameSetup
from tretorri.table.state import GameState

MAX_POSITIONS_IN_MEMORY = 20_000
MAX_FINISHED_POSITIONS = 10_000  # among them, of games that are over and still looked at
MAX_HEADS = 2_000  # games that have left, of which the last position is kept for lists
EVENTS_PER_QUERY = 200  # rows become events on the event loop
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
        self._over: OrderedDict[str, int] = OrderedDict()  # with the number of positions
        self._heads: OrderedDict[str, GameState] = OrderedDict()
        self._loading: dict[tuple[str, str], asyncio.Task[CachedGame]] = {}  # by game and caller
        self._replaying: dict[str, asyncio.Task[CachedGame]] = {}

    def __len__(self) -> int:
        return len(self._games)

    async def get(self, game_id: str, at_least: int = 0) -> CachedGame:
        """Return a game, from memory unless that is older than version *at_least*."""
        if not is_game_id(game_id):
            raise no_such_game_error()
        game = self._games.get(game_id)
        if game is None:
            game = await self._load_once(game_id)
            if game.state.version < at_least != GONE:  # another caller has loaded it, earlier
                await self.refresh(game)
        elif game.state.version < at_least:
            await self.refresh(game)
            if at_least == GONE:
                self.forget(game_id)
                game = await self._load_once(game_id)
        if game_id not in self._games:  # it has left meanwhile
            self._games[game_id] = game
            self._evict_finished(game)
        self._games.move_to_end(game_id)
        if game_id in self._over:
            self._over.move_to_end(game_id)
        return game

    async def get_newest(self, game_id: str) -> CachedGame:
        """Return a game as it is stored now, whichever process has stored it."""
        return await self.get(game_id, await self._newest_version(game_id))

    async def get_head(self, game_id: str) -> GameState:
        """Return a game as it is stored now, perhaps without its turns.

        A game that has left the memory need not be played through again just to be listed.
        """
        version, head = await self._newest_version(game_id), self._heads.get(game_id)
        if head is not None and head.version == version and game_id not in self._games:
            self._heads.move_to_end(game_id)
            return head
        return (await self.get(game_id, version)).state

    async def _newest_version(self, game_id: str) -> int:
        version = await self._versions.get(game_id) if is_game_id(game_id) else None
        if version is None:  # perhaps another process has deleted it
            self.forget(game_id)
            raise no_such_game_error()
        return version

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
        """Keep a game no longer in memory, nor anything about it."""
        for kept in (self._games, self._over, self._heads):
            kept.pop(game_id, None)

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
        """Load a game once for each caller, however often it asks at the same time.

        A caller waits for its own turn only, not behind what another has asked for before.
        """
        key = game_id, current_caller.get()
        if key not in self._loading:
            task = asyncio.create_task(self._load_in_turn(*key))
            self._loading[key] = task
            task.add_done_callback(lambda _: self._loading.pop(key, None))
        return await asyncio.shield(self._loading[key])

    async def _load_in_turn(self, game_id: str, caller: str) -> CachedGame:
        """Load a game when it is the caller's turn, unless another caller has done it meanwhile."""
        async with self._computing.loading(caller) as load:
            if game_id in self._games:
                return self._games[game_id]
            if game_id not in self._replaying:
                task = asyncio.create_task(self._load(game_id, load))
                self._replaying[game_id] = task
                task.add_done_callback(lambda _: self._replaying.pop(game_id, None))
            return await asyncio.shield(self._replaying[game_id])

    async def _load(self, game_id: str, load: Loader) -> CachedGame:
        setup = await self._store.setup(game_id)
        if setup is None:
            raise no_such_game_error()
        if await self._store.damage(game_id):
            raise error(DamagedGame, "damaged")
        events = await self._read_events(game_id)
        try:
            # In a thread: hundreds of turns take a while, and others want to play meanwhile.
            game = await load(partial(_replay_game, setup, events))
        except DamagedGame:
            await self._store.set_aside(game_id, "replay")
            raise
        self._games[game_id] = game
        self._evict_finished(game)
        self._evict()
        return game

    async def _read_events(self, game_id: str) -> list[StoredEvent]:
        """Return the whole log, read in parts, between which others are served."""
        events: list[StoredEvent] = []
        while True:
            after = events[-1].number if events else 0
            found = await self._store.events(game_id, after, EVENTS_PER_QUERY)
            events += found
            if len(found) < EVENTS_PER_QUERY:
                return events

    def _evict_finished(self, game: CachedGame) -> None:
        """Let games go that are over and were not asked for the longest, if there are many."""
        game_id = game.state.setup.id
        self._over.pop(game_id, None)
        if not game.state.is_over:
            return
        self._over[game_id] = _count_positions(game)
        while sum(self._over.values()) > MAX_FINISHED_POSITIONS and len(self._over) > 1:
            self._drop(next(iter(self._over)))

    def _evict(self) -> None:
        held = sum(map(_count_positions, self._games.values()))
        while held > MAX_POSITIONS_IN_MEMORY and len(self._games) > 1:
            game_id, game = next(iter(self._games.items()))
            held -= _count_positions(game)
            self._drop(game_id)

    def _drop(self, game_id: str) -> None:
        """Keep of a game only what lists say of it."""
        game = self._games.get(game_id)
        self.forget(game_id)
        if game is not None:
            self._heads[game_id] = game.state.without_turns()
            while len(self._heads) > MAX_HEADS:
                self._heads.popitem(last=False)


def _replay_game(setup: GameSetup, events: Sequence[StoredEvent]) -> CachedGame:
    return CachedGame(replay(setup, events), events)


def _count_positions(game: CachedGame) -> int:
    return len(game.state.turns) + 2
