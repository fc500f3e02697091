"""The one writer: whatever waits is stored in one transaction, and only then acknowledged."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import structlog
from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tretorri.server import metrics
from tretorri.server.access import Key
from tretorri.server.errors import Busy, StorageDown, refused
from tretorri.server.events import Event
from tretorri.server.fold import Opening
from tretorri.server.store.rows import event_row, game_row
from tretorri.server.store.tables import events, games, keys

MOST_TOGETHER = 256
MOST_WAITING = 4096

_log = structlog.get_logger()


class Clash(Exception):
    """Another event has taken the number first."""


@dataclass(frozen=True, slots=True)
class Append:
    """Events to add behind the *expected* ones; *engine_due*, if that changes with them."""

    game_id: str
    expected: int
    events: Sequence[Event]
    engine_due: bool | None = None


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to begin, with the key of its creator and what has happened in it already."""

    opening: Opening
    key: Key
    engine_due: bool
    events: Sequence[Event] = ()


Work = Append | NewGame


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
            metrics.BATCHES.observe(len(batch))
            metrics.EVENTS.inc(sum(_events_in(waiting.work) for waiting in winners))
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
    if isinstance(work, NewGame):
        return True
    if heads[work.game_id] != work.expected:
        return False
    heads[work.game_id] += len(work.events)
    return True


async def _insert(connection: AsyncConnection, works: Sequence[Work]) -> None:
    new = [work for work in works if isinstance(work, NewGame)]
    if new:
        await connection.execute(
            insert(games), [game_row(work.opening, work.engine_due) for work in new]
        )
        await connection.execute(insert(keys), [_key_row(work) for work in new])
    rows = [event_row(_game_id(work), event) for work in works for event in work.events]
    if rows:
        await connection.execute(insert(events), rows)
    for work in works:
        if isinstance(work, Append) and work.engine_due is not None:
            due = update(games).where(games.c.id == work.game_id)
            await connection.execute(due.values(engine_due=work.engine_due))


def _events_in(work: Work) -> int:
    return len(work.events)


def _game_id(work: Work) -> str:
    return work.opening.id if isinstance(work, NewGame) else work.game_id


def _key_row(work: NewGame) -> dict[str, str | int | None]:
    key = work.key
    return {
        "digest": key.digest,
        "game_id": key.game_id,
        "role": key.role,
        "seat": key.seat,
        "created": work.opening.created,
    }


def _succeed(waiting: _Waiting) -> None:
    with suppress(asyncio.InvalidStateError):
        waiting.done.set_result(None)


def _fail(waiting: _Waiting, error: Exception) -> None:
    with suppress(asyncio.InvalidStateError):
        waiting.done.set_exception(error)
