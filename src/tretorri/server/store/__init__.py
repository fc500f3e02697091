"""Games on disk: *tables*, *migrations*, a *database*, *works*, one *writer* and the *store*."""

from tretorri.server.store.store import Store
from tretorri.server.store.writer import Clash
from tretorri.server.store.writes import (
    Append,
    Delete,
    Exchange,
    Keep,
    NewGame,
    NewKey,
    SetWebhook,
    Work,
)

__all__ = [
    "Append",
    "Clash",
    "Delete",
    "Exchange",
    "Keep",
    "NewGame",
    "NewKey",
    "SetWebhook",
    "Store",
    "Work",
]
