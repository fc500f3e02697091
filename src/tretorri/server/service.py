"""Games are made, looked at and played here; every way in from outside ends in these calls."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from tretorri.server.bus import GONE, Bus
from tretorri.server.capacity.computing import Computing
from tretorri.server.errors import Busy, Conflict, RequestIdUsed, StorageDown
from tretorri.server.game_cache import LiveGame, LiveGames, Submission
from tretorri.server.store import Append, Clash, Delete, NewGame, Store, Work
from tretorri.server.store.time_base import now
from tretorri.table.access import (
    CREATOR,
    JOIN,
    TICKET,
    Key,
    Rights,
    authorise,
    digest,
    is_valid,
    need,
    new_secret,
    no_such_game,
    sender_of,
)
from tretorri.table.commands import (
    Command,
    PlayAction,
    PlayTurn,
    StepBack,
    engine_happenings,
    happenings,
)
from tretorri.table.errors import NotNow, error
from tretorri.table.events import Event, Happening
from tretorri.table.setup import Opening
from tretorri.table.state import Fold
from tretorri.table.timeouts import Outage, Plan, TimeIsUp, begins_turn, due, due_in, in_time

MOST_EVENTS = 20_000
SPARE_EVENTS = 1_000  # for what is not up to the players, and for ending the game
MAX_IDLE_EVENTS = 2_000  # of each seat, that do not play
COMMAND_LENGTH = 16  # letters of the hash of a command
SETTING_UP = "setting/up"  # the request id of what an imported record brings along
Listener = Callable[[Fold], None]


class GameMovedOn(Conflict):
    """The game has another version than the request expects; *fold* is how it stands."""

    fold: Fold


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command has done: its *events*, and the game as it stands now."""

    events: Sequence[Event]
    fold: Fold

    @property
    def version(self) -> int:
        """Return the version of the game after the command."""
        return self.events[-1].number


@dataclass(frozen=True, slots=True)
class NewlyMade:
    """A new game, the secret of its creator, and a ticket for each open seat."""

    fold: Fold
    secret: str
    tickets: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Along:
    """What is stored along with events: new keys, spent tickets, a game that follows."""

    keys: Sequence[Key] = ()
    spent: Sequence[str] = ()
    rematch: NewGame | None = None


class Service:
    """All games of a server; *store* holds the truth and *bus* tells that it has changed.

    *now* is the time that clocks go by, in milliseconds since 1970; *outage* is what has to be
    given back before anybody plays, if there was one.
    """

    def __init__(
        self,
        store: Store,
        bus: Bus,
        now: Callable[[], int] = now,
        computing: Computing | None = None,
    ) -> None:
        self.store, self.bus, self.now = store, bus, now
        self._computing = computing or Computing()
        self._games = LiveGames(store, self._computing)
        self.outage: Outage | None = None
        self._listeners: list[Listener] = []
        self._turn_listeners: list[Listener] = []
        self._finishing: set[asyncio.Task[None]] = set()

    def listen(self, listener: Listener) -> None:
        """Call *listener* after every change, with the game as it stands."""
        self._listeners.append(listener)

    def listen_to_turns(self, listener: Listener) -> None:
        """Call *listener* whenever a turn begins that something stored here has led to."""
        self._turn_listeners.append(listener)

    @property
    def games_in_memory(self) -> int:
        """Return how many games are kept at hand."""
        return len(self._games)

    # Looking ----------------------------------------------------------------------------------

    async def game(self, game_id: str, at_least: int | None = None) -> Fold:
        """Return a game as it is stored, or only not older than a version that was heard of."""
        if at_least is None:
            return (await self._games.newest(game_id)).fold
        return (await self._games.get(game_id, at_least)).fold

    async def events(self, game_id: str, since: int, at_least: int = 0) -> list[Event] | None:
        """Return the events behind version *since*; ``None`` if that is too far back."""
        return (await self._games.get(game_id, at_least)).since(since)

    async def rights(
        self, fold: Fold, secrets: Iterable[str], enough: frozenset[str] = frozenset()
    ) -> Rights:
        """Return what the holder of *secrets* may do with a game."""
        return authorise(fold, await self._keys(fold, secrets, enough))

    async def _keys(
        self, fold: Fold, secrets: Iterable[str], enough: frozenset[str] = frozenset()
    ) -> list[Key]:
        """Return the keys of a game that *secrets* stand for.

        The store is not read if these seats are asked for and known to be theirs: they may have
        more that another process gave them, but they do not lose what the log says is theirs.
        """
        digests, game_id = [digest(secret) for secret in secrets], fold.opening.id
        known = self.store.known_keys(digests, game_id)
        if enough and enough <= authorise(fold, known).seats:
            return [*known]
        return [*await self.store.keys(digests, [game_id])]

    # Making -----------------------------------------------------------------------------------

    async def create(
        self, opening: Opening, first: Iterable[Happening] = (), browser: str | None = None
    ) -> NewlyMade:
        """Begin a game in which the *first* things have happened, with a ticket per open seat.

        The key of the creator is kept with the secret of a *browser*, of which this is the hash.
        """
        opening = replace(opening, created=self.now())
        begin = partial(_begun, opening, first)
        kind = opening.kind, "begin"
        events, fold = await (
            self._computing.load(begin) if first else self._computing.play(kind, begin)
        )
        secret = new_secret()
        tickets = {seat: new_secret() for seat in fold.open_seats}
        keys = [Key(digest(secret), opening.id, CREATOR, browser=browser)]
        keys += [
            Key(digest(ticket), opening.id, TICKET, seat, JOIN, fold.generations.get(seat, 0))
            for seat, ticket in tickets.items()
        ]
        await self.store.write(NewGame(opening, keys, due_in(fold), events))
        self.tell(fold)
        return NewlyMade(fold, secret, tickets)

    async def store_beside(self, game_id: str, work: Work) -> None:
        """Store what is no event of a game, which somebody may be deleting."""
        try:
            await self.store.write(work)
        except Clash:
            await self._games.newest(game_id)
            raise error(Busy, "busy") from None

    async def delete(self, game_id: str) -> None:
        """Delete a game for good; whoever watches it is told that it is gone."""
        await self.store_beside(game_id, Delete(game_id))
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
    ) -> Answer:
        """Carry out a command, once: a repeated request gets the answer that it got before.

        Ids of requests belong to the key that sends them: nobody can use up those of another.
        """
        # Another process may know more; then the write does not succeed, and we look again.
        game = await self._games.get(game_id, at_least=min(version, MOST_EVENTS))
        seats = _seats_for(command, game.fold)
        keys = await self._keys(game.fold, secrets, seats)
        rights = authorise(game.fold, keys)
        # Whoever has just left a seat may not have heard so, and asks again: with a void key.
        keys.sort(key=lambda key: (not is_valid(game.fold, key), key.seat not in seats, key.digest))
        senders = [sender_of(key.digest) for key in keys]
        request = Submission(request_id, senders, _hash_of(command))
        need(rights.seats or rights.creator or (senders and game.answered(request)))
        return await self._append_in_time(
            game, request, version, lambda fold: happenings(command, fold, rights)
        )

    async def engine_plays(self, game_id: str, version: int, turn: str, by_chance: bool) -> Answer:
        """Play the turn of the engine that is to move at *version*."""
        return await self.append(
            game_id,
            f"engine/{version}",  # no sender can use a slash
            version,
            lambda fold: engine_happenings(fold, turn, by_chance),
        )

    async def call_time(self, game_id: str) -> None:
        """Do what is due because somebody's time is up, after all that is owed to them."""
        await self._give_back((await self._games.get(game_id)).fold)
        await self._by_time(game_id, "time", due)

    async def credit(self, game_id: str, outage: Outage) -> None:
        """Give time back that nobody could use."""
        await self._by_time(game_id, "credit", outage.credit)

    async def _give_back(self, fold: Fold) -> None:
        if self.outage is not None and self.outage.owed(fold):
            await self.credit(fold.opening.id, self.outage)

    async def _by_time(self, game_id: str, name: str, plan: Plan) -> None:
        """Store what *plan* comes to, if anything; others may have done it already."""
        game = await self._games.get(game_id)
        await self._games.refresh(game)
        fold = game.fold
        if not [*plan(fold, self._time_after(fold))]:
            return
        with suppress(Conflict):
            request = Submission(f"{name}/{fold.version}")
            await self._append(game, request, fold.version, plan, is_by_server=True)

    async def append(
        self,
        game_id: str,
        request_id: str,
        version: int,
        plan: Callable[[Fold], Iterable[Happening]],
        along: Along | None = None,
    ) -> Answer:
        """Store what *plan* comes to at *version*, unless somebody's time is up by then."""
        game = await self._games.get(game_id)
        return await self._append_in_time(game, Submission(request_id), version, plan, along)

    async def _append_in_time(
        self,
        game: LiveGame,
        request: Submission,
        version: int,
        plan: Callable[[Fold], Iterable[Happening]],
        along: Along | None = None,
    ) -> Answer:
        await self._give_back(game.fold)
        try:
            return await self._append(game, request, version, in_time(plan), along)
        except TimeIsUp:
            await self.call_time(game.fold.opening.id)
            raise

    async def _append(
        self,
        game: LiveGame,
        request: Submission,
        version: int,
        plan: Plan,
        along: Along | None = None,
        *,
        is_by_server: bool = False,
    ) -> Answer:
        known = await self._known(game, request)
        if known is not None:
            return known
        before = game.fold
        if before.version != version:  # another process may know more
            await self._games.refresh(game)
            before, known = game.fold, await self._known(game, request)
            if known is not None:
                return known
        if before.version != version:
            raise _moved_on(before)
        time = self._time_after(before)
        # What comes of it holds only if nothing else has been stored meanwhile, as always.
        events, after = await self._computing.play(
            (before.game.id, "play"), lambda: _sealed(before, plan(before, time), request, time)
        )
        _need_room(before, after, is_by_server)
        along = along or Along()
        finishing = asyncio.create_task(self._finish(game, before, events, after, along))
        self._finishing.add(finishing)
        finishing.add_done_callback(self._finishing.discard)
        try:
            # The sender may go away; what is being stored is finished all the same.
            await asyncio.shield(finishing)
        except Clash:
            return await self._after_clash(game, request, version)
        return Answer(events, game.fold)

    def _time_after(self, fold: Fold) -> int:
        """Return the time, but never one before what has happened: another server may be ahead."""
        return max(self.now(), fold.at)

    async def _after_clash(self, game: LiveGame, request: Submission, version: int) -> Answer:
        """Return the answer that a repeat of the request got meanwhile, or say what has won."""
        await self._games.refresh(game)
        known = await self._known(game, request)
        if known is not None:
            return known
        if game.fold.version != version:
            raise _moved_on(game.fold) from None
        if await self.store.opening(game.fold.opening.id) is None:
            self._games.forget(game.fold.opening.id)
            raise no_such_game()
        raise error(StorageDown, "storage-down") from None

    async def _finish(
        self, game: LiveGame, before: Fold, events: Sequence[Event], after: Fold, along: Along
    ) -> None:
        """Commit; then the others may know it."""
        due, was_due = due_in(after), due_in(before)
        changed = {name: value for name, value in due.items() if value != was_due[name]}
        await self.store.write(
            Append(
                before.opening.id,
                before.version,
                events,
                changed,
                along.keys,
                along.spent,
                along.rematch,
            )
        )
        self._games.committed(game, events, after)
        self.tell(game.fold)
        if begins_turn(before, after):
            for listener in self._turn_listeners:
                listener(after)

    async def _known(self, game: LiveGame, request: Submission) -> Answer | None:
        """Return the answer to a request that was carried out before."""
        done = game.answered(request)
        if done is None:
            return None
        if done.command is not None and done.command != request.command:
            raise error(RequestIdUsed, "request-id-used")
        await self._games.newest(game.fold.opening.id)  # which may be deleted
        events = game.since(done.first - 1)
        if events is None:
            events = await self.store.events(game.fold.opening.id, after=done.first - 1)
        return Answer([event for event in events if event.number <= done.last], game.fold)

    def tell(self, fold: Fold) -> None:
        """Tell everybody who waits that a game stands like this."""
        self.bus.publish(fold.opening.id, fold.version)
        for listener in self._listeners:
            listener(fold)


def _seats_for(command: Command, fold: Fold) -> frozenset[str]:
    """Return the seat that is all one needs for a command; none if that takes a closer look."""
    is_move = isinstance(command, PlayAction | PlayTurn | StepBack)
    return frozenset([fold.to_move] if is_move and fold.to_move else [])


def _moved_on(fold: Fold) -> GameMovedOn:
    why = error(GameMovedOn, "moved-on", version=fold.version)
    assert isinstance(why, GameMovedOn)  # noqa: S101 - for the type checker
    why.fold = fold
    return why


def _begun(opening: Opening, first: Iterable[Happening]) -> tuple[list[Event], Fold]:
    """Return the events with which a game begins, and the game after them."""
    return _sealed(Fold.of(opening), first, Submission(SETTING_UP), opening.created)


def _hash_of(command: Command) -> str:
    return hashlib.sha256(repr(command).encode()).hexdigest()[:COMMAND_LENGTH]


def _need_room(before: Fold, after: Fold, is_by_server: bool) -> None:
    """Refuse what would keep others from playing on; a game can always be brought to its end."""
    is_end = after.is_over and not (before.is_over and before.rematch == after.rematch)
    spare = SPARE_EVENTS if is_by_server or is_end else 0
    if after.version > MOST_EVENTS + spare:
        raise error(NotNow, "log-full", most=MOST_EVENTS)
    most = max((n for who, n in after.idle.items() if n != before.idle.get(who)), default=0)
    if most > MAX_IDLE_EVENTS and not spare:
        raise error(NotNow, "seat-log-full", most=MAX_IDLE_EVENTS)


def _sealed(
    fold: Fold, wanted: Iterable[Happening], request: Submission, time: int
) -> tuple[list[Event], Fold]:
    """Return the events that *wanted* comes to, and the game after them."""
    events: list[Event] = []
    sender = request.senders[0] if request.senders else None
    for happening in wanted:
        fold = fold.step(happening, time)
        kind, seat, data = happening.kind, happening.seat, happening.data
        told = (request.id, time, fold.check, sender, request.command)
        events.append(Event(fold.version, kind, seat, data, *told))
    return events, fold
