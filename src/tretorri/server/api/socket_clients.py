"""Clients with a socket: admission, limits on their messages, and the seats they hold."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from starlette.requests import HTTPConnection

from tretorri.server.api.middleware.lookups import Lookups
from tretorri.server.api.middleware.proxy_trust import caller_of
from tretorri.server.api.rate_limits import take_by_key
from tretorri.server.api.request_context import ServerContext, read_secrets
from tretorri.server.capacity.limits import COMMANDS, FLOODS, OPENINGS, SOCKETS, SPECTATOR_MESSAGES
from tretorri.server.errors import NOT_FOUND, ForeignOrigin, TooMany
from tretorri.server.uvicorn_protocols import on_flood
from tretorri.table.errors import NoSuchGame, error
from tretorri.table.setup import BY_LINK

FOUND_STATUS = 200
FLOOD_PAUSE_S = 1.0


@asynccontextmanager
async def admit(socket: HTTPConnection, context: ServerContext) -> AsyncIterator[None]:
    """Keep a socket open, or refuse it before it is; a caller who has flooded us waits first."""
    if not context.proxy_trust.is_own(socket):
        raise error(ForeignOrigin, "foreign-origin")
    context.limits.take(OPENINGS, caller_of(socket))
    _lookups(socket).need(socket)
    with context.limits.one_more_socket(), context.limits.inside(SOCKETS, caller_of(socket)):
        try:
            context.limits.need(FLOODS, caller_of(socket))
        except TooMany:
            await asyncio.sleep(FLOOD_PAUSE_S)
            raise
        # Not after we have looked at what came: meanwhile the next socket would be open.
        on_flood(socket.scope, partial(note_flood, socket, context))
        yield


class SocketClient:
    """A client with a socket to a game; it may lose the seats that it joined by link."""

    def __init__(
        self, socket: HTTPConnection, context: ServerContext, game_id: str, language: str
    ) -> None:
        self._socket, self._here = socket, context
        self.game_id, self.language = game_id, language
        self.secrets = read_secrets(socket, game_id)
        self._held: frozenset[str] = frozenset()
        self._plays = self.has_flooded = False

    async def enter(self) -> frozenset[str]:
        """Find the game and return one's seats; to ask for none that there is counts as a guess."""
        try:
            state = await self._here.service.game(self.game_id)
        except NoSuchGame:
            _lookups(self._socket).note(self._socket, NOT_FOUND)
            raise
        _lookups(self._socket).note(self._socket, FOUND_STATUS)
        rights = await self._here.service.rights(state, self.secrets)
        self._plays = bool(rights.seats or rights.creator)
        by_link = {seat for seat, player in state.players.items() if player.kind in BY_LINK}
        self._held = rights.seats & by_link
        return rights.seats

    async def has_lost_seat(self, version: int) -> bool:
        """Tell whether a seat that the client held on entering has another player at *version*.

        That is asked after every move, so the store is not: it has been read as far as *version*.
        """
        if not self._held:
            return False
        state = await self._here.service.game(self.game_id, at_least=version)
        rights = await self._here.service.rights(state, self.secrets, self._held)
        return not self._held <= rights.seats

    def take_message(self) -> None:
        """Count a message, whatever is in it; all sockets with the same key count as one."""
        try:
            if self._plays:
                take_by_key(self._here, COMMANDS, self._socket)
            else:
                self._here.limits.take(SPECTATOR_MESSAGES, (caller_of(self._socket), id(self)))
        except TooMany:
            self.has_flooded = True
            note_flood(self._socket, self._here)
            raise


def note_flood(socket: HTTPConnection, context: ServerContext) -> None:
    """Remember whose sockets had to be closed."""
    context.limits.spend(FLOODS, caller_of(socket))


def _lookups(socket: HTTPConnection) -> Lookups:
    found: Lookups = socket.state.lookups
    return found
