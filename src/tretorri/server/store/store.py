"""The store: games are added, events appended, nothing is ever changed."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import structlog
from sqlalchemy import Connection, Row, Select, and_, func, insert, or_, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from tretorri.server.errors import BadRequest, StorageDown
from tretorri.server.monitoring import metrics
from tretorri.server.store.database import (
    FAILURES,
    Database,
    is_about_data,
    open_database,
    retry_when_lost,
)
from tretorri.server.store.rows import HEADS, event_of, setup_of
from tretorri.server.store.tables import (
    BLOCKED,
    events,
    games,
    keys,
    signing_keys,
    timebases,
    webhooks,
)
from tretorri.server.store.time_base import TimeBase, agree_on_time_base
from tretorri.server.store.writer import Writer
from tretorri.server.store.writes import Write
from tretorri.server.webhook_hosts import Webhook
from tretorri.table.access import TICKET, Key, is_game_id
from tretorri.table.errors import error
from tretorri.table.events import EventKind, StoredEvent
from tretorri.table.positions import HASH_CHARS
from tretorri.table.setup import GameSetup

BROWSER_KEYS = "browser"  # what the signing key is for
SIGNING_KEY_BYTES = 32
MAX_CACHED_KEYS = 10_000  # kept at hand
MAX_KEYS_IN_GAME = 256  # of one browser
MAX_LISTED = 200  # games of a browser in one answer
MAX_IDS_PER_QUERY = 1_000  # games in one question

_log = structlog.get_logger()


class Store:
    """All games, on disk; reading does not wait for writing."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer = Writer(database)
        self._keys: dict[str, Key] = {}
        self._of_browsers: dict[tuple[str, str], set[Key]] = {}  # and games
        self._foreign: int | None = None
        self.signing_key = b""  # for what browsers keep; all processes have the same

    @classmethod
    async def open(cls, url: str) -> Store:
        """Open the store; games whose logs are broken at first sight are put aside."""
        store = cls(await open_database(url))
        store.signing_key = await store._find_signing_key()
        metrics.DAMAGED_GAMES.set(await store.count_set_aside())
        for why, wanted in _damage_queries():
            for row in await store._rows(wanted):
                await store.set_aside(row.id, why)
        return store

    async def _find_signing_key(self) -> bytes:
        """Return the key that all servers of this store sign with; the first one makes it."""
        own = signing_keys.c.purpose == BROWSER_KEYS
        made = {"purpose": BROWSER_KEYS, "secret": secrets.token_hex(SIGNING_KEY_BYTES)}

        def make(connection: Connection) -> None:
            connection.execute(insert(signing_keys), made)
            connection.commit()

        rows = await self._rows(select(signing_keys.c.secret).where(own))
        if not rows:
            with suppress(IntegrityError):  # another process was quicker
                await self._database.write(make)
            rows = await self._rows(select(signing_keys.c.secret).where(own))
        return bytes.fromhex(rows[0].secret)

    async def close(self) -> None:
        """Finish what is being written, then close."""
        await self._writer.close()
        await self._database.close()

    async def write(self, work: Write) -> None:
        """Store *work*; return when it is on the disk."""
        with metrics.COMMIT_SECONDS.time():
            await self._writer.write(work)

    async def setup(self, game_id: str) -> GameSetup | None:
        """Return what a game began with; ``None`` if there is no such game, or it is blocked."""
        is_open = games.c.damage.is_distinct_from(BLOCKED)
        rows = await self._rows(select(games).where(games.c.id == game_id, is_open))
        return setup_of(rows[0]) if rows else None

    async def damage(self, game_id: str) -> str | None:
        """Return why a game was put aside, if it was."""
        rows = await self._rows(select(games.c.damage).where(games.c.id == game_id))
        return rows[0].damage if rows else None

    async def events(
        self, game_id: str, after: int = 0, most: int | None = None
    ) -> list[StoredEvent]:
        """Return the events of a game, in order, beginning behind number *after*."""
        wanted = select(events).where(events.c.game_id == game_id, events.c.number > after)
        wanted = wanted.order_by(events.c.number).limit(most)
        return [event_of(row) for row in await self._rows(wanted)]

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
        key = _key(row)
        if key.role != TICKET:
            self._remember([key])
        return key

    async def keys(self, digests: Sequence[str], game_ids: Sequence[str]) -> list[Key]:
        """Return what secrets with these hashes open in games: keys, and secrets of browsers."""
        found = [self._keys[digest] for digest in digests if digest in self._keys]
        asked = [digest for digest in digests if digest not in self._keys]
        game_ids = [game_id for game_id in game_ids if is_game_id(game_id)]
        if asked and game_ids:
            of_browser = and_(keys.c.browser.in_(asked), keys.c.game_id.in_(game_ids))
            wanted = select(keys).where(or_(keys.c.digest.in_(asked), of_browser))
            wanted = wanted.where(keys.c.role != TICKET).order_by(keys.c.created.desc())
            rows = await self._rows(wanted.limit(MAX_KEYS_IN_GAME * len(game_ids)))
            found += self._remember([_key(row) for row in rows])
        return found

    def cached_keys(self, digests: Sequence[str], game_id: str) -> set[Key]:
        """Return what is at hand of that; another process may have given a browser more."""
        known = {self._keys[digest] for digest in digests if digest in self._keys}
        return known.union(*(self._of_browsers.get((each, game_id), ()) for each in digests))

    def _remember(self, found: Sequence[Key]) -> Sequence[Key]:
        if len(self._keys) >= MAX_CACHED_KEYS:
            self._keys.clear()
            self._of_browsers.clear()
        for key in found:
            self._keys[key.digest] = key
            if key.browser:
                self._of_browsers.setdefault((key.browser, key.game_id), set()).add(key)
        return found

    async def games_of(
        self, browsers: Sequence[str], after: tuple[int, str] | None = None
    ) -> list[tuple[int, str]]:
        """Return games in which browsers have keys, and since when; the latest first."""
        since = func.max(keys.c.created)
        wanted = select(since.label("since"), keys.c.game_id)
        wanted = wanted.where(keys.c.browser.in_(browsers)).group_by(keys.c.game_id)
        if after is not None:
            wanted = wanted.having(tuple_(since, keys.c.game_id) < after)
        wanted = wanted.order_by(since.desc(), keys.c.game_id.desc()).limit(MAX_LISTED)
        return [(row.since, row.game_id) for row in await self._rows(wanted)]

    async def count_games_of(self, browsers: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Return in how many games each browser has keys, and how old the first key is.

        Browsers without any are left out. The greater the second number, the older the key.
        """
        number, since = func.count(keys.c.game_id.distinct()), func.min(keys.c.created)
        wanted = select(keys.c.browser, number.label("number"), since.label("since"))
        wanted = wanted.where(keys.c.browser.in_(browsers)).group_by(keys.c.browser)
        return {row.browser: (row.number, -row.since) for row in await self._rows(wanted)}

    async def is_changed_by_others(self) -> bool:
        """Tell whether another process may have stored something since the last question."""
        try:
            mark = await self._database.foreign_changes()
        except FAILURES as cause:
            raise error(StorageDown, "storage-down") from cause
        is_changed = mark is None or mark != self._foreign
        self._foreign = mark
        return is_changed

    async def versions(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the versions of games as they are stored now, of those that there are."""
        found: dict[str, int] = {}
        ids = [game_id for game_id in ids if is_game_id(game_id)]
        for some in (
            ids[at : at + MAX_IDS_PER_QUERY] for at in range(0, len(ids), MAX_IDS_PER_QUERY)
        ):
            found.update({row.id: row.head for row in await self._rows(HEADS, ids=some)})
        return found

    async def due(self, before: int | None = None) -> list[str]:
        """Return the games in which an engine is to move, if wanted only since *before*."""
        wanted = select(games.c.id).where(games.c.engine_due, games.c.damage.is_(None))
        if before is not None:
            of_game = select(events.c.time).where(events.c.game_id == games.c.id)
            last = of_game.order_by(events.c.number.desc()).limit(1).scalar_subquery()
            wanted = wanted.where(func.coalesce(last, games.c.created) < before)
        return [row.id for row in await self._rows(wanted.order_by(games.c.created))]

    async def due_by(self, time: int | None = None, most: int | None = None) -> dict[str, int]:
        """Return the games in which the time of a seat is up by *time*, with that time."""
        wanted = select(games.c.id, games.c.due_at).where(games.c.due_at.is_not(None))
        if time is not None:
            wanted = wanted.where(games.c.due_at <= time)
        wanted = wanted.where(games.c.damage.is_(None)).order_by(games.c.due_at).limit(most)
        return {row.id: row.due_at for row in await self._rows(wanted)}

    async def agree_on_time_base(
        self, boot: str, ticks: Callable[[], int], *, is_alive: bool = False
    ) -> TimeBase:
        """Return what a machine's ticks are added to; if the server *is_alive*, store that."""
        try:
            return await self._agree(boot, ticks, is_alive)
        except IntegrityError:  # another process was quicker: go by what it has stored
            return await self._agree(boot, ticks, is_alive)
        except FAILURES as cause:
            raise error(StorageDown, "storage-down") from cause

    async def _agree(self, boot: str, ticks: Callable[[], int], is_alive: bool) -> TimeBase:
        def agree(connection: Connection) -> TimeBase:
            found = agree_on_time_base(connection, boot, ticks, is_alive=is_alive)
            connection.commit()
            return found

        return await self._database.write(agree)

    async def last_seen(self) -> int:
        """Return when any server last said that it is alive."""
        rows = await self._rows(select(func.max(timebases.c.seen).label("seen")))
        return rows[0].seen or 0

    async def webhook(self, game_id: str, seat: str) -> Webhook | None:
        """Return where a seat is told of its turns, if anywhere."""
        own = (webhooks.c.game_id == game_id, webhooks.c.seat == seat)
        rows = await self._rows(select(webhooks).where(*own))
        return Webhook(**rows[0]._mapping) if rows else None

    async def check_readable(self) -> None:
        """Raise *StorageDown* if games cannot be read."""
        await self._rows(select(games.c.id).limit(1))

    async def is_writable(self) -> bool:
        """Tell whether games can be stored now."""
        return await self._writer.check.is_writable()

    async def count_set_aside(self) -> int:
        """Return how many games are put aside because they are damaged."""
        wanted = select(func.count()).select_from(games).where(games.c.damage != BLOCKED)
        found: int = (await self._rows(wanted))[0][0]
        return found

    async def set_aside(self, game_id: str, why: str) -> None:
        """Note that a log is damaged; it stays as it is."""
        _log.warning("damaged game set aside", game=game_id, why=why)
        metrics.DAMAGED_GAMES.inc()
        aside = update(games).where(games.c.id == game_id).values(damage=why)

        def mark(connection: Connection) -> None:
            connection.execute(aside)
            connection.commit()

        await self._database.write(mark)

    async def _rows(self, statement: Select[Any], **values: Any) -> Sequence[Row[Any]]:
        async def read() -> Sequence[Row[Any]]:
            async with self._database.readers.connect() as connection:
                return (await connection.execute(statement, values)).all()

        try:
            return await retry_when_lost(read)
        except FAILURES as cause:
            if is_about_data(cause):
                raise error(BadRequest, "not-possible") from cause
            raise error(StorageDown, "storage-down") from cause


def _key(row: Row[Any]) -> Key:
    return Key(
        row.digest, row.game_id, row.role, row.seat, row.purpose, row.generation, row.browser
    )


def _damage_queries() -> Iterator[tuple[str, Select[Any]]]:
    """Yield what a look at all logs can find, cheaply; playing through is for later.

    Their numbers must go from 1 without gaps, and the last event must have its hash and be of a
    kind that we know. Whether the hash is right is found out when the game is first asked for.
    """
    first, last = func.min(events.c.number), func.max(events.c.number)
    sound = select(games.c.id).where(games.c.damage.is_(None))
    numbered = sound.join(events, events.c.game_id == games.c.id).group_by(games.c.id)
    yield "gap", numbered.having(or_(first != 1, last != func.count()))
    ends = (
        select(events.c.game_id, last.label("number")).group_by(events.c.game_id).subquery("ends")
    )
    at_end = (events.c.game_id == ends.c.game_id) & (events.c.number == ends.c.number)
    is_odd = or_(func.length(events.c.check) != HASH_CHARS, events.c.kind.not_in(list(EventKind)))
    last_events = sound.join(events, events.c.game_id == games.c.id).join(ends, at_end)
    yield "last", last_events.where(is_odd)
