"""The service: create, read and change games; every route ends in these calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from tretorri.server.bus import GONE, Bus
from tretorri.server.capacity.computing import ComputeThreads
from tretorri.server.errors import Busy, Conflict, RequestIdUsed, StorageDown
from tretorri.server.game_cache import CachedGame, GameCache
from tretorri.server.store import AppendEvents, DeleteGame, InsertGame, Store, Write, WriteConflict
from tretorri.server.store.time_base import now
from tretorri.table.access import (
    CREATOR,
    JOIN,
    TICKET,
    Key,
    Rights,
    authorise,
    hash_secret,
    hash_sender,
    is_valid,
    new_secret,
    no_such_game_error,
    require,
)
from tretorri.table.commands import (
    Command,
    PlayAction,
    PlayTurn,
    StepBack,
    decide,
    make_engine_events,
)
from tretorri.table.errors import error
from tretorri.table.events import NewEvent, StoredEvent
from tretorri.table.log import MAX_EVENTS, Submission, hash_command, make_events, require_log_room
from tretorri.table.setup import GameSetup
from tretorri.table.state import GameState
from tretorri.table.timeouts import (
    Outage,
    TimedDecision,
    TimeIsUp,
    decide_timeout,
    find_due,
    reject_if_late,
    starts_turn,
)

SETUP_REQUEST_ID = "setting/up"  # the request id of what an imported record brings along
Listener = Callable[[GameState], None]


class GameMovedOn(Conflict):
    """The game has another version than the request expects; *fold* is how it stands."""

    state: GameState


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What a command has done: its *events*, and the game as it stands now."""

    events: Sequence[StoredEvent]
    state: GameState

    @property
    def version(self) -> int:
        """Return the version of the game after the command."""
        return self.events[-1].number


@dataclass(frozen=True, slots=True)
class CreatedGame:
    """A new game, the secret of its creator, and a ticket for each open seat."""

    state: GameState
    secret: str
    tickets: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SideWrites:
    """What is stored along with events: new keys, spent tickets, a game that follows."""

    keys: Sequence[Key] = ()
    spent: Sequence[str] = ()
    rematch: InsertGame | None = None


class Service:
    """All games of a server; *store* holds the truth and *bus* tells that it has changed.

    *now* is the time that clocks go by, in milliseconds since 1970, and *ahead* by how much it is
    ahead of the date; *outage* is what has to be credited before the next event, if there was one.
    """

    def __init__(
        self,
        store: Store,
        bus: Bus,
        now: Callable[[], int] = now,
        computing: ComputeThreads | None = None,
        ahead: Callable[[], int] = lambda: 0,
    ) -> None:
        self.store, self.bus, self.now, self.ahead = store, bus, now, ahead
        self._computing = computing or ComputeThreads()
        self._games = GameCache(store, self._computing)
        self.outage: Outage | None = None
        self._listeners: list[Listener] = []
        self._turn_listeners: list[Listener] = []
        self._unfinished: set[asyncio.Task[None]] = set()

    def add_listener(self, listener: Listener) -> None:
        """Call *listener* after every change, with the game as it stands."""
        self._listeners.append(listener)

    def add_turn_listener(self, listener: Listener) -> None:
        """Call *listener* whenever a turn begins that something stored here has led to."""
        self._turn_listeners.append(listener)

    @property
    def games_in_memory(self) -> int:
        """Return how many games are kept at hand."""
        return len(self._games)

    # Looking ----------------------------------------------------------------------------------

    async def game(self, game_id: str, at_least: int | None = None) -> GameState:
        """Return a game as it is stored, or from the cache if that is not older than *at_least*."""
        if at_least is None:
            return (await self._games.get_newest(game_id)).state
        return (await self._games.get(game_id, at_least)).state

    async def head(self, game_id: str) -> GameState:
        """Return how a game stands, perhaps without its turns; for lists of games."""
        return await self._games.get_head(game_id)

    async def events(self, game_id: str, since: int, at_least: int = 0) -> list[StoredEvent] | None:
        """Return the events behind version *since*; ``None`` if that is too far back."""
        return (await self._games.get(game_id, at_least)).events_since(since)

    async def rights(
        self, state: GameState, secrets: Iterable[str], enough: frozenset[str] = frozenset()
    ) -> Rights:
        """Return what the holder of *secrets* may do with a game."""
        return authorise(state, await self._keys(state, secrets, enough))

    async def _keys(
        self, state: GameState, secrets: Iterable[str], enough: frozenset[str] = frozenset()
    ) -> list[Key]:
        """Return the keys of a game that *secrets* stand for.

        The store is not read if these seats are asked for and known to be theirs: they may have
        more that another process gave them, but they do not lose what the log says is theirs.
        """
        digests, game_id = [hash_secret(secret) for secret in secrets], state.setup.id
        known = self.store.cached_keys(digests, game_id)
        if enough and enough <= authorise(state, known).seats:
            return [*known]
        return [*await self.store.keys(digests, [game_id])]

    # Making -----------------------------------------------------------------------------------

    async def create(
        self, setup: GameSetup, first: Iterable[NewEvent] = (), browser: str | None = None
    ) -> CreatedGame:
        """Begin a game in which the *first* things have happened, with a ticket per open seat.

        The key of the creator is kept with the secret of a *browser*, of which this is the hash.
        """
        setup = replace(setup, created=self.now(), ahead=self.ahead())
        begin = partial(_begin_game, setup, first)
        kind = setup.kind, "begin"
        events, state = await (
            self._computing.load(begin) if first else self._computing.play(kind, begin)
        )
        secret = new_secret()
        tickets = {seat: new_secret() for seat in state.open_seats}
        keys = [Key(hash_secret(secret), setup.id, CREATOR, browser=browser)]
        keys += [
            Key(hash_secret(ticket), setup.id, TICKET, seat, JOIN, state.generations.get(seat, 0))
            for seat, ticket in tickets.items()
        ]
        await self.store.write(InsertGame(setup, keys, find_due(state), events))
        self.notify(state)
        return CreatedGame(state, secret, tickets)

    async def write_beside(self, game_id: str, work: Write) -> None:
        """Write what is no event of a game; another caller may be deleting the game."""
        try:
            await self.store.write(work)
        except WriteConflict:
            await self._games.get_newest(game_id)
            raise error(Busy, "busy") from None

    async def delete(self, game_id: str) -> None:
        """Delete a game for good, and tell its viewers."""
        await self.write_beside(game_id, DeleteGame(game_id))
        self._games.forget(game_id)
        self.bus.publish(game_id, GONE)

    # Playing ----------------------------------------------------------------------------------

    async def submit(
        self,
        game_id: str,
        secrets: Sequence[str],
        request_id: str,
        version: int,
        command: Command,
    ) -> CommandResult:
        """Carry out a command, once: a repeated request gets the answer that it got before.

        Ids of requests belong to the key that sends them: no caller can use up those of another.
        """
        # Another process may know more; then the write does not succeed, and we look again.
        game = await self._games.get(game_id, at_least=min(version, MAX_EVENTS))
        seats = _seats_needed_for(command, game.state)
        keys = await self._keys(game.state, secrets, seats)
        rights = authorise(game.state, keys)
        # A player who has left a seat may repeat the request, with a key that is void by now.
        keys.sort(
            key=lambda key: (not is_valid(game.state, key), key.seat not in seats, key.digest)
        )
        senders = [hash_sender(key.digest) for key in keys]
        request = Submission(request_id, senders, hash_command(command))
        require(rights.seats or rights.creator or (senders and game.find_completed(request)))
        return await self._append_in_time(
            game, request, version, lambda state: decide(command, state, rights)
        )

    async def play_engine_turn(
        self, game_id: str, version: int, turn: str, by_chance: bool
    ) -> CommandResult:
        """Play the turn of the engine that is to move at *version*."""
        return await self.append(
            game_id,
            f"engine/{version}",  # no sender can use a slash
            version,
            lambda state: make_engine_events(state, turn, by_chance),
        )

    async def apply_timeouts(self, game_id: str) -> None:
        """Store what is due because the time of a seat is up, after crediting outages."""
        await self._credit_outage((await self._games.get(game_id)).state)
        await self._append_by_time(game_id, "time", decide_timeout)

    async def credit(self, game_id: str, outage: Outage) -> None:
        """Credit time in which no server ran."""
        await self._append_by_time(game_id, "credit", outage.credit)

    async def _credit_outage(self, state: GameState) -> None:
        if self.outage is not None and self.outage.credit_due(state):
            await self.credit(state.setup.id, self.outage)

    async def _append_by_time(self, game_id: str, name: str, plan: TimedDecision) -> None:
        """Store what *plan* comes to, if anything; others may have done it already."""
        game = await self._games.get(game_id)
        await self._games.refresh(game)
        state = game.state
        if not [*plan(state, self._time_after(state))]:
            return
        with suppress(Conflict):
            request = Submission(f"{name}/{state.version}")
            await self._append(game, request, state.version, plan, is_by_server=True)

    async def append(
        self,
        game_id: str,
        request_id: str,
        version: int,
        plan: Callable[[GameState], Iterable[NewEvent]],
        side_writes: SideWrites | None = None,
    ) -> CommandResult:
        """Store what *plan* comes to at *version*, unless the time of the seat to move is up."""
        game = await self._games.get(game_id)
        return await self._append_in_time(game, Submission(request_id), version, plan, side_writes)

    async def _append_in_time(
        self,
        game: CachedGame,
        request: Submission,
        version: int,
        plan: Callable[[GameState], Iterable[NewEvent]],
        side_writes: SideWrites | None = None,
    ) -> CommandResult:
        await self._credit_outage(game.state)
        try:
            return await self._append(game, request, version, reject_if_late(plan), side_writes)
        except TimeIsUp:
            await self.apply_timeouts(game.state.setup.id)
            raise

    async def _append(
        self,
        game: CachedGame,
        request: Submission,
        version: int,
        plan: TimedDecision,
        side_writes: SideWrites | None = None,
        *,
        is_by_server: bool = False,
    ) -> CommandResult:
        known = await self._find_repeat(game, request)
        if known is not None:
            return known
        before = game.state
        if before.version != version:  # another process may know more
            await self._games.refresh(game)
            before, known = game.state, await self._find_repeat(game, request)
            if known is not None:
                return known
        if before.version != version:
            raise _conflict_error(before)
        time = self._time_after(before)
        # What comes of it holds only if nothing else has been stored meanwhile, as always.
        events, after = await self._computing.play(
            (before.game.id, "play"), lambda: make_events(before, plan(before, time), request, time)
        )
        require_log_room(before, after, is_by_server)
        side_writes = side_writes or SideWrites()
        finishing = asyncio.create_task(self._finish(game, before, events, after, side_writes))
        self._unfinished.add(finishing)
        finishing.add_done_callback(self._unfinished.discard)
        try:
            # The sender may go away; what is being stored is finished all the same.
            await asyncio.shield(finishing)
        except WriteConflict:
            return await self._after_clash(game, request, version)
        return CommandResult(events, game.state)

    def _time_after(self, state: GameState) -> int:
        """Return the time, but never one before what has happened: another server may be ahead."""
        return max(self.now(), state.at)

    async def _after_clash(
        self, game: CachedGame, request: Submission, version: int
    ) -> CommandResult:
        """Return the answer that a repeat of the request got meanwhile, or say what has won."""
        await self._games.refresh(game)
        known = await self._find_repeat(game, request)
        if known is not None:
            return known
        if game.state.version != version:
            raise _conflict_error(game.state) from None
        if await self.store.setup(game.state.setup.id) is None:
            self._games.forget(game.state.setup.id)
            raise no_such_game_error()
        raise error(StorageDown, "storage-down") from None

    async def _finish(
        self,
        game: CachedGame,
        before: GameState,
        events: Sequence[StoredEvent],
        after: GameState,
        side_writes: SideWrites,
    ) -> None:
        """Commit; then the others may know it."""
        due, was_due = find_due(after), find_due(before)
        changed = {name: value for name, value in due.items() if value != was_due[name]}
        await self.store.write(
            AppendEvents(
                before.setup.id,
                before.version,
                events,
                changed,
                side_writes.keys,
                side_writes.spent,
                side_writes.rematch,
            )
        )
        self._games.apply_commit(game, events, after)
        self.notify(game.state)
        if starts_turn(before, after):
            for listener in self._turn_listeners:
                listener(after)

    async def _find_repeat(self, game: CachedGame, request: Submission) -> CommandResult | None:
        """Return the answer to a request that was carried out before."""
        done = game.find_completed(request)
        if done is None:
            return None
        if done.command is not None and done.command != request.command:
            raise error(RequestIdUsed, "request-id-used")
        await self._games.get_newest(game.state.setup.id)  # which may be deleted
        events = game.events_since(done.first - 1)
        if events is None:
            events = await self.store.events(game.state.setup.id, after=done.first - 1)
        return CommandResult([event for event in events if event.number <= done.last], game.state)

    def notify(self, state: GameState) -> None:
        """Tell the bus and the listeners the new state of a game."""
        self.bus.publish(state.setup.id, state.version)
        for listener in self._listeners:
            listener(state)


def _seats_needed_for(command: Command, state: GameState) -> frozenset[str]:
    """Return the seat that is all one needs for a command; none if that takes a closer look."""
    is_move = isinstance(command, PlayAction | PlayTurn | StepBack)
    return frozenset([state.to_move] if is_move and state.to_move else [])


def _conflict_error(state: GameState) -> GameMovedOn:
    why = error(GameMovedOn, "moved-on", version=state.version)
    why.state = state
    return why


def _begin_game(setup: GameSetup, first: Iterable[NewEvent]) -> tuple[list[StoredEvent], GameState]:
    """Return the events with which a game begins, and the game after them."""
    return make_events(GameState.of(setup), first, Submission(SETUP_REQUEST_ID), setup.created)
