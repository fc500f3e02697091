"""Games on disk: tables, migrations, queries, and one writer."""

from tretorri.server.store.store import Store
from tretorri.server.store.writer import WriteConflict
from tretorri.server.store.writes import (
    AppendEvents,
    DeleteGame,
    ExchangeTicket,
    InsertGame,
    InsertKey,
    KeepKeys,
    SetWebhook,
    Write,
)

__all__ = [
    "AppendEvents",
    "DeleteGame",
    "ExchangeTicket",
    "InsertGame",
    "InsertKey",
    "KeepKeys",
    "SetWebhook",
    "Store",
    "Write",
    "WriteConflict",
]
