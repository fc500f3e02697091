"""The store: games are added, events appended, nothing is ever changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, Select, func, select, update

from tretorri.server.access import TICKET, Key
from tretorri.server.errors import StorageDown, refused
from tretorri.server.events import Event
from tretorri.server.opening import Opening
from tretorri.server.store.database import FAILURES, Database, opened, persistently
from tretorri.server.store.rows import event_of, heads_of, opening_of
from tretorri.server.store.tables import events, games, keys
from tretorri.server.store.writer import Work, Writer

MOST_KEYS = 10_000  # kept at hand
MOST_ASKED = 1_000  # games in one question


class Store:
    """All games, on disk; reading does not wait for writing."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer = Writer(database.writer)
        self._keys: dict[str, Key] = {}

    @classmethod
    async def open(cls, url: str) -> Store:
        """Open the store; games whose numbers have gaps are put aside."""
        store = cls(await opened(url))
        for game_id in await store._with_gaps():
            await store.put_aside(game_id, "gap")
        return store

    async def close(self) -> None:
        """Finish what is being written, then close."""
        await self._writer.close()
        await self._database.close()

    async def write(self, work: Work) -> None:
        """Store *work*; return when it is on the disk."""
        await self._writer.write(work)

    async def opening(self, game_id: str) -> Opening | None:
        """Return what a game began with; ``None`` if there is no such game."""
        rows = await self._rows(select(games).where(games.c.id == game_id))
        return opening_of(rows[0]) if rows else None

    async def damage(self, game_id: str) -> str | None:
        """Return why a game was put aside, if it was."""
        rows = await self._rows(select(games.c.damage).where(games.c.id == game_id))
        return rows[0].damage if rows else None

    async def events(self, game_id: str, after: int = 0) -> list[Event]:
        """Return the events of a game, in order, beginning behind number *after*."""
        wanted = select(events).where(events.c.game_id == game_id, events.c.number > after)
        return [event_of(row) for row in await self._rows(wanted.order_by(events.c.number))]

    async def key(self, digest: str) -> Key | None:
        """Return what the secret with this hash opens.

        What a key opens never changes, so it is kept at hand; but a ticket can be spent.
        """
        if digest in self._keys:
            return self._keys[digest]
        rows = await self._rows(select(keys).where(keys.c.digest == digest))
        if not rows:
            return None
        (row,) = rows
        key = Key(row.digest, row.game_id, row.role, row.seat, row.purpose, row.generation)
        if key.role != TICKET:
            if len(self._keys) >= MOST_KEYS:
                self._keys.clear()
            self._keys[digest] = key
        return key

    async def versions(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the versions of games as they are stored now."""
        found: dict[str, int] = {}
        for some in (ids[at : at + MOST_ASKED] for at in range(0, len(ids), MOST_ASKED)):
            found.update({row.id: row.head for row in await self._rows(heads_of(some))})
        return found

    async def due(self, before: int | None = None) -> list[str]:
        """Return the games in which an engine is to move, if wanted only since *before*."""
        wanted = select(games.c.id).where(games.c.engine_due, games.c.damage.is_(None))
        if before is not None:
            of_game = select(events.c.time).where(events.c.game_id == games.c.id)
            last = of_game.order_by(events.c.number.desc()).limit(1).scalar_subquery()
            wanted = wanted.where(func.coalesce(last, games.c.created) < before)
        return [row.id for row in await self._rows(wanted.order_by(games.c.created))]

    async def due_by(self, time: int) -> list[str]:
        """Return the games in which somebody's time is up."""
        wanted = select(games.c.id).where(games.c.due_at <= time, games.c.damage.is_(None))
        return [row.id for row in await self._rows(wanted.order_by(games.c.due_at))]

    async def put_aside(self, game_id: str, why: str) -> None:
        """Note that a log is damaged; it stays as it is."""
        aside = update(games).where(games.c.id == game_id).values(damage=why)
        async with self._database.writer.begin() as connection:
            await connection.execute(aside)

    async def _with_gaps(self) -> list[str]:
        """Return the games whose events are not numbered from 1 without gaps."""
        last = func.max(events.c.number)
        wanted = select(events.c.game_id).group_by(events.c.game_id).having(last != func.count())
        return [row.game_id for row in await self._rows(wanted)]

    async def _rows(self, statement: Select[Any]) -> Sequence[Row[Any]]:
        async def read() -> Sequence[Row[Any]]:
            async with self._database.readers.connect() as connection:
                return (await connection.execute(statement)).all()

        try:
            return await persistently(read)
        except FAILURES as error:
            raise refused(StorageDown, "storage-down") from error
