"""Failed lookups of games and keys: callers who guess are slowed down, players are not."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

from starlette.requests import HTTPConnection

from tretorri.server.api.middleware.proxy_trust import caller_of, game_in, key_holder
from tretorri.server.capacity.limits import LOOKUPS, Limits
from tretorri.server.errors import NOT_FOUND

MAX_KNOWN = 100_000
NEVER_KNOWN = object()  # any caller may try a ticket
WRITE_METHODS = {"POST", "PUT", "PATCH", "DELETE"}


class Lookups:
    """Counts what is not found, by address.

    An address that has looked for too much in vain is refused; but what it was given before, with
    the same keys, it is still given, so that a guesser cannot keep others behind the same address
    from their games. A ticket is always new, so for joining there is no such way.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._known: OrderedDict[Hashable, None] = OrderedDict()

    def need(self, connection: HTTPConnection) -> None:
        """Refuse callers who have guessed too often."""
        what = _lookup_key(connection)
        if what is not None and what not in self._known:
            self._limits.need(LOOKUPS, caller_of(connection))

    def note(self, connection: HTTPConnection, status: int) -> None:
        """Remember how a request was answered."""
        what = _lookup_key(connection)
        if what is None:
            return
        if status == NOT_FOUND:
            self._known.pop(what, None)
            self._limits.spend(LOOKUPS, caller_of(connection))
        elif status < 300 and what is not NEVER_KNOWN:
            self._known[what] = None
            self._known.move_to_end(what)
            if len(self._known) > MAX_KNOWN:
                self._known.popitem(last=False)


def _lookup_key(connection: HTTPConnection) -> Hashable | None:
    """Return what is asked for, by whom and with which keys; the keys themselves are not kept."""
    path = connection.scope["path"]
    game_id = game_in(path)
    if game_id is None:
        return None
    if path.endswith("/join"):
        return NEVER_KNOWN
    does_change = connection.scope.get("method") in WRITE_METHODS
    return hash((key_holder(connection), caller_of(connection), game_id, does_change))
