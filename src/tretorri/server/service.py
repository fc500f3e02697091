"""Games are made, looked at and played here; every way in from outside ends in these calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from tretorri.server.access import (
    CREATOR,
    JOIN,
    TICKET,
    Key,
    Rights,
    authorise,
    digest,
    need,
    new_secret,
    no_such_game,
)
from tretorri.server.bus import GONE, Bus
from tretorri.server.commands import Command, engine_happenings, happenings
from tretorri.server.errors import Conflict, NotNow, StorageDown, refused
from tretorri.server.events import Event, Happening, now
from tretorri.server.fold import Fold
from tretorri.server.live_games import LiveGame, LiveGames
from tretorri.server.opening import Opening
from tretorri.server.store import Append, Clash, Delete, NewGame, Store
from tretorri.server.timing import Outage, Plan, TimeIsUp, begins_turn, due, due_in, in_time

MOST_EVENTS = 20_000
SPARE_EVENTS = 1_000  # for what is not up to the players
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

    def __init__(self, store: Store, bus: Bus, now: Callable[[], int] = now) -> None:
        self.store, self.bus, self.now = store, bus, now
        self._games = LiveGames(store)
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

    async def rights(self, fold: Fold, secrets: Iterable[str]) -> Rights:
        """Return what the holder of *secrets* may do with a game."""
        found = [await self.store.key(digest(secret)) for secret in secrets]
        return authorise(fold, [key for key in found if key is not None])

    # Making -----------------------------------------------------------------------------------

    async def create(self, opening: Opening, first: Iterable[Happening] = ()) -> NewlyMade:
        """Begin a game in which the *first* things have happened, with a ticket per open seat."""
        opening = replace(opening, created=self.now())
        start = await asyncio.to_thread(Fold.of, opening)
        sealed = partial(_sealed, start, first, SETTING_UP, opening.created)
        events, fold = await asyncio.to_thread(sealed)
        secret = new_secret()
        tickets = {seat: new_secret() for seat in fold.open_seats}
        keys = [Key(digest(secret), opening.id, CREATOR)]
        keys += [
            Key(digest(ticket), opening.id, TICKET, seat, JOIN, fold.generations.get(seat, 0))
            for seat, ticket in tickets.items()
        ]
        await self.store.write(NewGame(opening, keys, due_in(fold), events))
        self.tell(fold)
        return NewlyMade(fold, secret, tickets)

    async def delete(self, game_id: str) -> None:
        """Delete a game for good; whoever watches it is told that it is gone."""
        await self.store.write(Delete(game_id))
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
        """Carry out a command, once: a repeated request gets the answer that it got before."""
        # Another process may know more; then the write does not succeed, and we look again.
        game = await self._games.get(game_id, at_least=min(version, MOST_EVENTS))
        rights = await self.rights(game.fold, secrets)
        # Whoever has just left a seat may not have heard so, and asks again.
        need(rights.seats or rights.creator or game.answered(request_id))
        return await self.append(
            game_id, request_id, version, lambda fold: happenings(command, fold, rights)
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
        """Do what is due because somebody's time is up."""
        await self._by_time(game_id, "time", due)

    async def credit(self, game_id: str, outage: Outage) -> None:
        """Give time back that nobody could use."""
        await self._by_time(game_id, "credit", outage.credit)

    async def _by_time(self, game_id: str, name: str, plan: Plan) -> None:
        """Store what *plan* comes to, if anything; others may have done it already."""
        game = await self._games.get(game_id)
        await self._games.refresh(game)
        fold = game.fold
        if not [*plan(fold, self._time_after(fold))]:
            return
        with suppress(Conflict):
            request_id, most = f"{name}/{fold.version}", MOST_EVENTS + SPARE_EVENTS
            await self._append(game, request_id, fold.version, plan, Along(), most=most)

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
        if self.outage is not None and self.outage.owed(game.fold):
            await self.credit(game_id, self.outage)
        try:
            return await self._append(game, request_id, version, in_time(plan), along or Along())
        except TimeIsUp:
            await self.call_time(game_id)
            raise

    async def _append(
        self,
        game: LiveGame,
        request_id: str,
        version: int,
        plan: Plan,
        along: Along,
        *,
        most: int = MOST_EVENTS,
    ) -> Answer:
        known = await self._known(game, request_id)
        if known is not None:
            return known
        before = game.fold
        if before.version != version:  # another process may know more
            await self._games.refresh(game)
            before, known = game.fold, await self._known(game, request_id)
            if known is not None:
                return known
        if before.version != version:
            raise _moved_on(before)
        time = self._time_after(before)
        events, after = _sealed(before, plan(before, time), request_id, time)
        if after.version > most:
            raise refused(NotNow, "log-full", most=MOST_EVENTS)
        finishing = asyncio.create_task(self._finish(game, before, events, after, along))
        self._finishing.add(finishing)
        finishing.add_done_callback(self._finishing.discard)
        try:
            # The sender may go away; what is being stored is finished all the same.
            await asyncio.shield(finishing)
        except Clash:
            return await self._after_clash(game, request_id, version)
        return Answer(events, game.fold)

    def _time_after(self, fold: Fold) -> int:
        """Return the time, but never one before what has happened: another server may be ahead."""
        return max(self.now(), fold.at)

    async def _after_clash(self, game: LiveGame, request_id: str, version: int) -> Answer:
        """Return the answer that a repeat of the request got meanwhile, or say what has won."""
        await self._games.refresh(game)
        known = await self._known(game, request_id)
        if known is not None:
            return known
        if game.fold.version != version:
            raise _moved_on(game.fold) from None
        if await self.store.opening(game.fold.opening.id) is None:
            self._games.forget(game.fold.opening.id)
            raise no_such_game()
        raise refused(StorageDown, "storage-down") from None

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

    async def _known(self, game: LiveGame, request_id: str) -> Answer | None:
        """Return the answer to a request that was carried out before."""
        numbers = game.answered(request_id)
        if numbers is None:
            return None
        first, last = numbers
        events = game.since(first - 1)
        if events is None:
            events = await self.store.events(game.fold.opening.id, after=first - 1)
        return Answer([event for event in events if event.number <= last], game.fold)

    def tell(self, fold: Fold) -> None:
        """Tell everybody who waits that a game stands like this."""
        self.bus.publish(fold.opening.id, fold.version)
        for listener in self._listeners:
            listener(fold)


def _moved_on(fold: Fold) -> GameMovedOn:
    why = refused(GameMovedOn, "moved-on", version=fold.version)
    assert isinstance(why, GameMovedOn)  # noqa: S101 - for the type checker
    why.fold = fold
    return why


def _sealed(
    fold: Fold, wanted: Iterable[Happening], request_id: str, time: int
) -> tuple[list[Event], Fold]:
    """Return the events that *wanted* comes to, and the game after them."""
    events: list[Event] = []
    for happening in wanted:
        fold = fold.step(happening, time)
        kind, seat, data = happening.kind, happening.seat, happening.data
        events.append(Event(fold.version, kind, seat, data, request_id, time, fold.check))
    return events, fold
