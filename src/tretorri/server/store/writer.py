"""The one writer: whatever waits is stored in one transaction, and only then acknowledged."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import compress
from typing import Any

import structlog
from sqlalchemy import Column, ColumnElement, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tretorri.server import metrics
from tretorri.server.access import TICKET, Key
from tretorri.server.errors import Busy, StorageDown, refused
from tretorri.server.events import Event, now
from tretorri.server.opening import Opening
from tretorri.server.store.database import FAILURES, is_lost, persistently, state_of
from tretorri.server.store.rows import event_row, game_row, heads_of
from tretorri.server.store.tables import events, games, keys, webhooks
from tretorri.server.webhook import Webhook

MOST_TOGETHER = 256
MOST_WAITING = 4096

_log = structlog.get_logger()


class Clash(Exception):
    """Another event has taken the number first."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to begin, with the *keys* to it, what has happened in it already, and what is due."""

    opening: Opening
    keys: Sequence[Key]
    due: Mapping[str, Any]
    events: Sequence[Event] = ()


@dataclass(frozen=True, slots=True)
class Append:
    """Events to add behind the *expected* ones.

    *due* are the columns of what is due that change with them; new *keys* come along, *spent* ones
    go, and a *rematch* begins.
    """

    game_id: str
    expected: int
    events: Sequence[Event]
    due: Mapping[str, Any] = field(default_factory=dict)
    keys: Sequence[Key] = ()
    spent: Sequence[str] = ()
    rematch: NewGame | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """A ticket to exchange for a key, without any event; the ticket must be there."""

    spent: str
    key: Key


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key to issue; of tickets for the same seat and purpose only the newest is good."""

    key: Key


@dataclass(frozen=True, slots=True)
class Delete:
    """A game to delete, with everything that belongs to it."""

    game_id: str


@dataclass(frozen=True, slots=True)
class SetWebhook:
    """Where a seat is told of its turns from now on; nowhere, if there is no *webhook*."""

    game_id: str
    seat: str
    webhook: Webhook | None


Work = Append | NewGame | Exchange | NewKey | Delete | SetWebhook


class _Waiting:
    """Work in the queue, and whoever waits for it."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Writer:
    """Stores what is given to it, many at a time; the primary key decides between rivals."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._queue: asyncio.Queue[_Waiting | None] = asyncio.Queue(MOST_WAITING)
        self._task = asyncio.create_task(self._run())

    async def write(self, work: Work) -> None:
        """Return when *work* is on the disk; raise *Clash* if the number is taken."""
        waiting = _Waiting(work)
        try:
            self._queue.put_nowait(waiting)
        except asyncio.QueueFull:
            raise refused(Busy, "busy") from None
        await asyncio.shield(waiting.done)

    async def close(self) -> None:
        """Finish what waits, then stop."""
        await self._queue.put(None)
        await self._task

    async def _run(self) -> None:
        while (first := await self._queue.get()) is not None:
            batch, is_last = [first], False
            while len(batch) < MOST_TOGETHER and not self._queue.empty():
                waiting = self._queue.get_nowait()
                if waiting is None:
                    is_last = True
                    break
                batch.append(waiting)
            await self._store(batch)
            if is_last:
                return

    async def _store(self, batch: Sequence[_Waiting], is_unsure: bool = False) -> None:
        """Store a batch in one transaction; if one of them does not fit, each by itself."""
        attempt = _Attempt(self._engine, [waiting.work for waiting in batch], is_unsure)
        try:
            stored = await persistently(attempt.make)
        except FAILURES as error:
            if not _is_about_one(error):
                _give_up(batch, error, attempt.is_unsure)
            elif len(batch) > 1:
                for waiting in batch:
                    await self._store([waiting], attempt.is_unsure)
            else:
                _fail(batch[0], Clash(str(error)))
        else:
            metrics.BATCHES.observe(len(batch))
            metrics.EVENTS.inc(sum(_events_in(each.work) for each in compress(batch, stored)))
            for waiting, is_stored in zip(batch, stored, strict=True):
                if is_stored:
                    _succeed(waiting)
                else:
                    _fail(waiting, Clash("the game has moved on"))


class _Attempt:
    """Stores works in one transaction; can be made again if the connection was lost.

    If it was lost during the commit nobody knows whether that has happened: *is_unsure*. Whoever
    makes the attempt again finds its own events, or stores them; and waits, by the primary key,
    for a lost transaction that may still be under way.
    """

    def __init__(self, engine: AsyncEngine, works: Sequence[Work], is_unsure: bool) -> None:
        self._engine, self._works = engine, works
        self.is_unsure = is_unsure

    async def make(self) -> list[bool]:
        """Store those whose number is free; tell of each whether it is stored."""
        try:
            return await self._made()
        except IntegrityError:
            if not self.is_unsure:
                raise
            return await self._made()  # the lost transaction has ended, and its events can be seen

    async def _made(self) -> list[bool]:
        async with self._engine.connect() as connection:
            there = await self._already_there(connection)
            heads = await _heads(connection, self._works)
            fits = [work not in there and _takes_its_number(work, heads) for work in self._works]
            await _insert(connection, list(compress(self._works, fits)))
            try:
                await connection.commit()
            except FAILURES as error:
                self.is_unsure = self.is_unsure or is_lost(error)
                raise
        self.is_unsure = False
        return [fit or work in there for fit, work in zip(fits, self._works, strict=True)]

    async def _already_there(self, connection: AsyncConnection) -> list[Work]:
        """Return the works that an earlier try has stored although it was lost."""
        if not self.is_unsure:
            return []
        return [work for work in self._works if await _is_there(connection, work)]


async def _is_there(connection: AsyncConnection, work: Work) -> bool:
    """Tell whether this is stored: by the id of the game, the request or the key."""
    match work:
        case Append(game_id, _, (first, *_)):
            its_number = (events.c.game_id == game_id, events.c.number == first.number)
            found = await connection.execute(select(events.c.request_id).where(*its_number))
            return found.scalar() == first.request_id
        case NewGame(opening):
            return await _has(connection, games.c.id, opening.id)
        case Exchange(_, key) | NewKey(key):
            return await _has(connection, keys.c.digest, key.digest)
        case Delete(game_id):
            return not await _has(connection, games.c.id, game_id)
    return False


async def _has(connection: AsyncConnection, column: Column[str], value: str) -> bool:
    return (await connection.execute(select(column).where(column == value))).first() is not None


def _is_about_one(error: BaseException) -> bool:
    """Tell whether one work of a batch is to blame: its number, its data, or a deadlock."""
    return isinstance(error, IntegrityError) or state_of(error)[:2] in ("22", "40")


async def _heads(connection: AsyncConnection, works: Sequence[Work]) -> dict[str, int]:
    """Return the numbers of the last events of the games to which something is added."""
    ids = sorted({work.game_id for work in works if isinstance(work, Append)})
    if not ids:
        return {}
    rows = await connection.execute(heads_of(ids))
    return dict.fromkeys(ids, 0) | {row.id: row.head for row in rows}


def _takes_its_number(work: Work, heads: dict[str, int]) -> bool:
    if not isinstance(work, Append):
        return True
    if heads[work.game_id] != work.expected:
        return False
    heads[work.game_id] += len(work.events)
    return True


async def _insert(connection: AsyncConnection, works: Sequence[Work]) -> None:
    """Write what won; in the order of the games, so that processes cannot wait for each other."""
    works = sorted(works, key=_game_id)
    appends = [work for work in works if isinstance(work, Append)]
    new = [work for work in works if isinstance(work, NewGame)]
    new += [work.rematch for work in appends if work.rematch is not None]
    if new:
        rows = [{**game_row(work.opening), **work.due} for work in new]
        await connection.execute(insert(games), rows)
    rows = [event_row(work.game_id, event) for work in appends for event in work.events]
    rows += [event_row(work.opening.id, event) for work in new for event in work.events]
    if rows:
        await connection.execute(insert(events), rows)
    for append in appends:
        await _change(connection, append)
    for work in works:
        await _do(connection, work)
    await _add_keys(connection, [key for append in appends for key in append.keys])
    await _add_keys(connection, [key for made in new for key in made.keys])


def _events_in(work: Work) -> int:
    return len(getattr(work, "events", ()))


def _game_id(work: Work) -> str:
    match work:
        case NewGame(opening):
            return opening.id
        case Exchange(_, key) | NewKey(key):
            return key.game_id
    return work.game_id


async def _change(connection: AsyncConnection, work: Append) -> None:
    """Write what is due in a game now, and forget tickets that are spent."""
    if work.due:
        await connection.execute(update(games).where(games.c.id == work.game_id).values(work.due))
    if work.spent:
        await connection.execute(delete(keys).where(keys.c.digest.in_(work.spent)))


async def _do(connection: AsyncConnection, work: Work) -> None:
    """Do what has nothing to do with events."""
    match work:
        case Exchange(spent, key):
            gone = await connection.execute(delete(keys).where(keys.c.digest == spent))
            if gone.rowcount:  # else somebody was quicker, and the key opens nothing
                await _add_keys(connection, [key])
        case NewKey(key):
            if key.role == TICKET:
                await connection.execute(delete(keys).where(*_like(key)))
            await _add_keys(connection, [key])
        case SetWebhook(game_id, seat, webhook):
            old = (webhooks.c.game_id == game_id, webhooks.c.seat == seat)
            await connection.execute(delete(webhooks).where(*old))
            if webhook is not None:
                await connection.execute(insert(webhooks), [asdict(webhook)])
        case Delete(game_id):
            for table in (webhooks, keys, events):
                await connection.execute(delete(table).where(table.c.game_id == game_id))
            await connection.execute(delete(games).where(games.c.id == game_id))


def _like(key: Key) -> tuple[ColumnElement[bool], ...]:
    return (
        keys.c.game_id == key.game_id,
        keys.c.role == key.role,
        keys.c.seat == key.seat,
        keys.c.purpose == key.purpose,
    )


async def _add_keys(connection: AsyncConnection, added: Sequence[Key]) -> None:
    if added:
        rows = [{**asdict(key), "created": now()} for key in added]
        await connection.execute(insert(keys), rows)


def _succeed(waiting: _Waiting) -> None:
    with suppress(asyncio.InvalidStateError):
        waiting.done.set_result(None)


def _fail(waiting: _Waiting, error: Exception) -> None:
    with suppress(asyncio.InvalidStateError):
        waiting.done.set_exception(error)


def _give_up(batch: Sequence[_Waiting], error: BaseException, is_unsure: bool) -> None:
    _log.error("not stored", count=len(batch), error=type(error).__name__, unsure=is_unsure)
    for waiting in batch:
        _fail(waiting, refused(StorageDown, "storage-unsure" if is_unsure else "storage-down"))
