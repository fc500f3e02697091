"""The one writer: whatever waits is stored in one transaction, and only then acknowledged."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

import structlog
from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tretorri.server.access import TICKET, Key
from tretorri.server.errors import Busy, StorageDown, refused
from tretorri.server.events import Event, now
from tretorri.server.opening import Opening
from tretorri.server.store.rows import event_row, game_row
from tretorri.server.store.tables import events, games, keys, webhooks

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


Work = Append | NewGame | Exchange | NewKey | Delete


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

    async def _store(self, batch: Sequence[_Waiting]) -> None:
        """Store a batch in one transaction; if another process was quicker, each by itself."""
        try:
            winners = await self._commit(batch)
        except IntegrityError as error:
            if len(batch) > 1:
                for waiting in batch:
                    await self._store([waiting])
            else:
                _fail(batch[0], Clash(str(error.orig)))
        except (SQLAlchemyError, OSError) as error:
            _log.error("not stored", count=len(batch), error=type(error).__name__)
            for waiting in batch:
                _fail(waiting, refused(StorageDown, "storage-down"))
        else:
            for waiting in batch:
                if waiting in winners:
                    _succeed(waiting)
                else:
                    _fail(waiting, Clash("the game has moved on"))

    async def _commit(self, batch: Sequence[_Waiting]) -> list[_Waiting]:
        """Store those whose number is free, and return them."""
        async with self._engine.begin() as connection:
            heads = await _heads(connection, batch)
            winners = [waiting for waiting in batch if _takes_its_number(waiting.work, heads)]
            await _insert(connection, [waiting.work for waiting in winners])
        return winners


async def _heads(connection: AsyncConnection, batch: Sequence[_Waiting]) -> dict[str, int]:
    """Return the numbers of the last events of the games in a batch."""
    ids = {w.work.game_id for w in batch if isinstance(w.work, Append)}
    if not ids:
        return {}
    last = select(events.c.game_id, func.max(events.c.number)).where(events.c.game_id.in_(ids))
    rows = await connection.execute(last.group_by(events.c.game_id))
    return dict.fromkeys(ids, 0) | {row[0]: row[1] for row in rows}


def _takes_its_number(work: Work, heads: dict[str, int]) -> bool:
    if not isinstance(work, Append):
        return True
    if heads[work.game_id] != work.expected:
        return False
    heads[work.game_id] += len(work.events)
    return True


async def _insert(connection: AsyncConnection, works: Sequence[Work]) -> None:
    """Write what won: the many rows of a batch together, what is rare one by one."""
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
