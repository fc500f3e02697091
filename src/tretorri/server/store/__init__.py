"""Games on disk: *tables* and their *migrations*, a *database*, one *writer*, and the *store*."""

from tretorri.server.store.store import Store
from tretorri.server.store.writer import (
    Append,
    Clash,
    Delete,
    Exchange,
    NewGame,
    NewKey,
    SetWebhook,
)

__all__ = ["Append", "Clash", "Delete", "Exchange", "NewGame", "NewKey", "SetWebhook", "Store"]
