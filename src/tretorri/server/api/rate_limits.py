"""Limits as routes name them: how often something may be asked for, and how many at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Hashable, Sequence
from contextlib import AsyncExitStack
from typing import Any

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from tretorri.server.api.middleware.proxy_trust import caller_of, game_in
from tretorri.server.api.request_context import Context, Here, secrets_of
from tretorri.server.capacity.limits import NAMES, SEARCHES, SOCKETS, THINKERS, THINKING, Limit
from tretorri.table.access import digest
from tretorri.table.commands import Command, Rename

PATIENCE = 0.5  # seconds: the page ends a search by asking for the next one


def holders_of(connection: HTTPConnection) -> Sequence[Hashable]:
    """Return what stands for each key that somebody shows; without any, for their address.

    A key is one key however it is spelt and whatever else is sent along with it, so a limit by key
    is taken from each; that of a browser counts in each game for itself. The keys themselves are
    not kept.
    """
    game_id = game_in(connection.scope["path"]) or ""
    secrets = dict.fromkeys(secrets_of(connection, game_id))
    return [(game_id, digest(secret)) for secret in secrets] or [caller_of(connection)]


def take_by_key(here: Context, limit: Limit, connection: HTTPConnection) -> None:
    """Count something against each key that somebody shows, or refuse it."""
    holders = holders_of(connection)
    for holder in holders:
        here.limits.need(limit, holder)
    for holder in holders:
        here.limits.spend(limit, holder)


def by_key(limit: Limit) -> Any:
    """Return what lets the holder of a key ask for something so often."""

    async def take(request: Request, here: Here) -> None:
        take_by_key(here, limit, request)

    return Depends(take)


async def _thinking(request: Request, here: Here) -> AsyncIterator[None]:
    """Let one search run for each key, and a few for each address."""
    caller = caller_of(request)
    here.limits.take(THINKING, caller)
    async with AsyncExitStack() as inside:
        for holder in set(holders_of(request)) - {caller}:
            await inside.enter_async_context(here.limits.soon_inside(SEARCHES, holder, PATIENCE))
        await inside.enter_async_context(here.limits.soon_inside(THINKERS, caller, PATIENCE))
        yield


async def _waiting(request: Request, here: Here) -> AsyncIterator[None]:
    """Count somebody who waits for news as one with a socket."""
    with here.limits.one_more_socket(), here.limits.inside(SOCKETS, caller_of(request)):
        yield


thinking, waiting = Depends(_thinking), Depends(_waiting)


def take_command(here: Context, caller: HTTPConnection, command: Command) -> None:
    """Count what everybody would see: names may change less often than the board."""
    if isinstance(command, Rename):
        take_by_key(here, NAMES, caller)
