"""Games are made, looked at and played here; every way in from outside ends in these calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tretorri.server.access import CREATOR, Key, Rights, authorise, digest, new_secret
from tretorri.server.bus import Bus
from tretorri.server.commands import Command, engine_happenings, happenings
from tretorri.server.errors import Conflict, NotNow, StorageDown, refused
from tretorri.server.events import Event, Happening, now
from tretorri.server.fold import Fold, Opening
from tretorri.server.live_games import LiveGame, LiveGames
from tretorri.server.store import Append, Clash, NewGame, Store

MOST_EVENTS = 20_000
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


class Service:
    """All games of a server; *store* holds the truth and *bus* tells that it has changed."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self.store, self.bus = store, bus
        self._games = LiveGames(store)
        self._listeners: list[Listener] = []
        self._finishing: set[asyncio.Task[None]] = set()

    def listen(self, listener: Listener) -> None:
        """Call *listener* after every change, with the game as it stands."""
        self._listeners.append(listener)

    @property
    def games_in_memory(self) -> int:
        """Return how many games are kept at hand."""
        return len(self._games)

    # Looking ----------------------------------------------------------------------------------

    async def game(self, game_id: str, at_least: int = 0) -> Fold:
        """Return a game as it stands, not older than a version that was heard of."""
        return (await self._games.get(game_id, at_least)).fold

    async def events(self, game_id: str, since: int, at_least: int = 0) -> list[Event] | None:
        """Return the events behind version *since*; ``None`` if that is too far back."""
        return (await self._games.get(game_id, at_least)).since(since)

    async def rights(self, fold: Fold, secret: str | None) -> Rights:
        """Return what the holder of *secret* may do with a game."""
        return authorise(fold, await self.store.key(digest(secret)) if secret else None)

    # Making -----------------------------------------------------------------------------------

    async def create(self, opening: Opening, first: Iterable[Happening] = ()) -> tuple[Fold, str]:
        """Begin a game in which the *first* things have happened; return it and its secret."""
        start = await asyncio.to_thread(Fold.of, opening)
        events, fold = await asyncio.to_thread(_sealed, start, first, SETTING_UP)
        secret = new_secret()
        key = Key(digest(secret), opening.id, CREATOR)
        await self.store.write(NewGame(opening, key, fold.engine_to_move is not None, events))
        self._tell(fold)
        return fold, secret

    # Playing ----------------------------------------------------------------------------------

    async def submit(
        self, game_id: str, secret: str | None, request_id: str, version: int, command: Command
    ) -> Answer:
        """Carry out a command, once: a repeated request gets the answer that it got before."""
        game = await self._games.get(game_id)
        rights = await self.rights(game.fold, secret)
        return await self._append(
            game, request_id, version, lambda fold: happenings(command, fold, rights)
        )

    async def engine_plays(self, game_id: str, version: int, turn: str, by_chance: bool) -> Answer:
        """Play the turn of the engine that is to move at *version*."""
        game = await self._games.get(game_id)
        return await self._append(
            game,
            f"engine/{version}",  # no sender can use a slash
            version,
            lambda fold: engine_happenings(fold, turn, by_chance),
        )

    async def _append(
        self,
        game: LiveGame,
        request_id: str,
        version: int,
        plan: Callable[[Fold], Iterable[Happening]],
    ) -> Answer:
        known = await self._known(game, request_id)
        if known is not None:
            return known
        before = game.fold
        if version > before.version:
            await self._games.refresh(game)
            before = game.fold
        if before.version != version:
            raise _moved_on(before)
        events, after = _sealed(before, plan(before), request_id)
        if after.version > MOST_EVENTS:
            raise refused(NotNow, "log-full", most=MOST_EVENTS)
        finishing = asyncio.create_task(self._finish(game, before, events, after))
        self._finishing.add(finishing)
        finishing.add_done_callback(self._finishing.discard)
        try:
            # The sender may go away; what is being stored is finished all the same.
            await asyncio.shield(finishing)
        except Clash:
            await self._games.refresh(game)
            known = await self._known(game, request_id)
            if known is not None:
                return known
            if game.fold.version == version:  # refused for another reason than a rival
                raise refused(StorageDown, "storage-down") from None
            raise _moved_on(game.fold) from None
        return Answer(events, game.fold)

    async def _finish(
        self, game: LiveGame, before: Fold, events: Sequence[Event], after: Fold
    ) -> None:
        """Commit; then the others may know it."""
        is_due, was_due = after.engine_to_move is not None, before.engine_to_move is not None
        due = is_due if is_due != was_due else None
        await self.store.write(Append(before.opening.id, before.version, events, due))
        self._games.committed(game, events, after)
        self._tell(game.fold)

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

    def _tell(self, fold: Fold) -> None:
        self.bus.publish(fold.opening.id, fold.version)
        for listener in self._listeners:
            listener(fold)


def _moved_on(fold: Fold) -> GameMovedOn:
    why = refused(GameMovedOn, "moved-on", version=fold.version)
    assert isinstance(why, GameMovedOn)  # noqa: S101 - for the type checker
    why.fold = fold
    return why


def _sealed(fold: Fold, wanted: Iterable[Happening], request_id: str) -> tuple[list[Event], Fold]:
    """Return the events that *wanted* comes to, and the game after them."""
    events: list[Event] = []
    time = now()
    for happening in wanted:
        fold = fold.step(happening)
        kind, seat, data = happening.kind, happening.seat, happening.data
        events.append(Event(fold.version, kind, seat, data, request_id, time, fold.check))
    return events, fold
