"""Games on disk: *tables*, *migrations*, a *database*, *works*, one *writer* and the *store*."""

from tretorri.server.store.store import Store
from tretorri.server.store.works import Append, Delete, Exchange, NewGame, NewKey, SetWebhook
from tretorri.server.store.writer import Clash

__all__ = ["Append", "Clash", "Delete", "Exchange", "NewGame", "NewKey", "SetWebhook", "Store"]
