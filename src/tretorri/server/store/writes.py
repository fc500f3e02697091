"""The kinds of writes, each stored inside a transaction of the writer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, delete, insert, select, update

from tretorri.server.store.rows import HEADS, event_row, game_row
from tretorri.server.store.tables import events, games, keys, webhooks
from tretorri.server.store.time_base import now
from tretorri.server.webhook_hosts import Webhook
from tretorri.table.access import TICKET, Key
from tretorri.table.events import StoredEvent
from tretorri.table.setup import GameSetup


@dataclass(frozen=True, slots=True)
class InsertGame:
    """A game to begin, with the *keys* to it, what has happened in it already, and what is due."""

    setup: GameSetup
    keys: Sequence[Key]
    due: Mapping[str, Any]
    events: Sequence[StoredEvent] = ()


@dataclass(frozen=True, slots=True)
class AppendEvents:
    """Events to add behind the *expected* ones.

    *due* are the columns of what is due that change with them; new *keys* come along, *spent* ones
    go, and a *rematch* begins.
    """

    game_id: str
    expected: int
    events: Sequence[StoredEvent]
    due: Mapping[str, Any] = field(default_factory=dict)
    keys: Sequence[Key] = ()
    spent: Sequence[str] = ()
    rematch: InsertGame | None = None


@dataclass(frozen=True, slots=True)
class ExchangeTicket:
    """A ticket to exchange for a key, without any event; the ticket must be there."""

    spent: str
    key: Key


@dataclass(frozen=True, slots=True)
class InsertKey:
    """A key to issue; of tickets for the same seat and purpose only the newest is good."""

    key: Key


@dataclass(frozen=True, slots=True)
class KeepKeys:
    """Keys of a game that are kept with the secret of a *browser* from now on."""

    game_id: str
    digests: Sequence[str]
    browser: str


@dataclass(frozen=True, slots=True)
class DeleteGame:
    """A game to delete, with everything that belongs to it."""

    game_id: str


@dataclass(frozen=True, slots=True)
class SetWebhook:
    """Where a seat is told of its turns from now on; nowhere, if there is no *webhook*."""

    game_id: str
    seat: str
    webhook: Webhook | None


ABSENT = -1  # to what does not exist, or is blocked, nothing can be added
_ADD_EVENTS = insert(events)
Write = AppendEvents | InsertGame | ExchangeTicket | InsertKey | KeepKeys | DeleteGame | SetWebhook


def read_heads(connection: Connection, writes: Sequence[Write]) -> dict[str, int]:
    """Return the numbers of the last events of the games to which something is added."""
    ids = sorted({write.game_id for write in writes if isinstance(write, AppendEvents)})
    if not ids:
        return {}
    rows = connection.execute(HEADS, {"ids": ids})
    return dict.fromkeys(ids, ABSENT) | {row.id: row.head for row in rows}


def reserve_numbers(write: Write, heads: dict[str, int]) -> bool:
    """Tell whether the number that a work wants is free, and take it."""
    if not isinstance(write, AppendEvents):
        return True
    if heads[write.game_id] != write.expected:
        return False
    heads[write.game_id] += len(write.events)
    return True


def is_stored(connection: Connection, write: Write) -> bool:
    """Tell whether this is stored: by the id of the game, of the request, or of the key."""
    match write:
        case AppendEvents(game_id, _, (first, *_)):
            its_number = (events.c.game_id == game_id, events.c.number == first.number)
            told = select(events.c.request_id, events.c.sender).where(*its_number)
            found = connection.execute(told).first()
            return found is not None and tuple(found) == (first.request_id, first.sender)
        case InsertGame(setup):
            return _has_row(connection, games.c.id, setup.id)
        case ExchangeTicket(_, key) | InsertKey(key):
            return _has_row(connection, keys.c.digest, key.digest)
        case DeleteGame(game_id):
            return not _has_row(connection, games.c.id, game_id)
    return False


def _has_row(connection: Connection, column: Column[str], value: str) -> bool:
    return connection.execute(select(column).where(column == value)).first() is not None


def store_writes(connection: Connection, writes: Sequence[Write]) -> None:
    """Store all; in the order of the games, so that two processes cannot wait for each other.

    The many rows of a batch are written together, what is rare one by one.
    """
    writes = sorted(writes, key=_game_id)
    appends = [write for write in writes if isinstance(write, AppendEvents)]
    new = [write for write in writes if isinstance(write, InsertGame)]
    new += [write.rematch for write in appends if write.rematch is not None]
    if new:
        rows = [{**game_row(write.setup), **write.due} for write in new]
        connection.execute(insert(games), rows)
    rows = [event_row(write.game_id, event) for write in appends for event in write.events]
    rows += [event_row(write.setup.id, event) for write in new for event in write.events]
    if rows:
        connection.execute(_ADD_EVENTS, rows)
    for append in appends:
        _store_due(connection, append)
    for write in writes:
        _store_one(connection, write)
    _add_keys(connection, [key for append in appends for key in append.keys])
    _add_keys(connection, [key for made in new for key in made.keys])


def _game_id(write: Write) -> str:
    match write:
        case InsertGame(setup):
            return setup.id
        case ExchangeTicket(_, key) | InsertKey(key):
            return key.game_id
        case AppendEvents(game_id) | KeepKeys(game_id) | DeleteGame(game_id) | SetWebhook(game_id):
            return game_id


def _store_due(connection: Connection, write: AppendEvents) -> None:
    """Write what is due in a game now, and forget tickets that are spent."""
    if write.due:
        connection.execute(update(games).where(games.c.id == write.game_id).values(write.due))
    if write.spent:
        connection.execute(delete(keys).where(keys.c.digest.in_(write.spent)))


def _store_one(connection: Connection, write: Write) -> None:
    """Do what has nothing to do with events."""
    match write:
        case ExchangeTicket(spent, key):
            gone = connection.execute(delete(keys).where(keys.c.digest == spent))
            if gone.rowcount:  # else another request was quicker, and the key opens nothing
                _add_keys(connection, [key])
        case InsertKey(key):
            if key.role == TICKET:
                connection.execute(delete(keys).where(*_same_ticket(key)))
            _add_keys(connection, [key])
        case KeepKeys(game_id, digests, browser):
            these = (keys.c.game_id == game_id, keys.c.digest.in_(digests))
            connection.execute(update(keys).where(*these).values(browser=browser))
        case SetWebhook(game_id, seat, webhook):
            old = (webhooks.c.game_id == game_id, webhooks.c.seat == seat)
            connection.execute(delete(webhooks).where(*old))
            if webhook is not None:
                connection.execute(insert(webhooks), [asdict(webhook)])
        case DeleteGame(game_id):
            # Another process that adds a key or an event waits, and then finds no game.
            its_row = select(games.c.id).where(games.c.id == game_id)
            connection.execute(its_row.with_for_update())
            for table in (webhooks, keys, events):
                connection.execute(delete(table).where(table.c.game_id == game_id))
            connection.execute(delete(games).where(games.c.id == game_id))


def _same_ticket(key: Key) -> tuple[ColumnElement[bool], ...]:
    return (
        keys.c.game_id == key.game_id,
        keys.c.role == key.role,
        keys.c.seat == key.seat,
        keys.c.purpose == key.purpose,
    )


def _add_keys(connection: Connection, added: Sequence[Key]) -> None:
    if added:
        rows = [{**asdict(key), "created": now()} for key in added]
        connection.execute(insert(keys), rows)
