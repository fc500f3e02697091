"""Limits as routes name them: how often something may be asked for, and how many at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Hashable, Sequence
from contextlib import AsyncExitStack
from typing import Any

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from tretorri.server.api.middleware.proxy_trust import caller_of, game_in
from tretorri.server.api.request_context import RequestContext, ServerContext, read_secrets
from tretorri.server.capacity.limits import NAMES, SEARCHES, SOCKETS, THINKERS, THINKING, RateLimit
from tretorri.table.access import hash_secret
from tretorri.table.commands import Command, Rename

SLOT_TIMEOUT_S = 0.5  # the page ends a search by asking for the next one


def key_holders(connection: HTTPConnection) -> Sequence[Hashable]:
    """Return what stands for each key that a caller sends; without any, for the address.

    A key is one key however it is spelt and whatever else is sent along with it, so a limit by key
    is taken from each; that of a browser counts in each game for itself. The keys themselves are
    not kept.
    """
    game_id = game_in(connection.scope["path"]) or ""
    secrets = dict.fromkeys(read_secrets(connection, game_id))
    return [(game_id, hash_secret(secret)) for secret in secrets] or [caller_of(connection)]


def take_by_key(context: ServerContext, limit: RateLimit, connection: HTTPConnection) -> None:
    """Count a request against each key that the caller sends, or refuse it."""
    holders = key_holders(connection)
    for holder in holders:
        context.limits.need(limit, holder)
    for holder in holders:
        context.limits.spend(limit, holder)


def by_key(limit: RateLimit) -> Any:
    """Return what lets the holder of a key ask for something so often."""

    async def take(request: Request, context: RequestContext) -> None:
        take_by_key(context, limit, request)

    return Depends(take)


async def _limit_thinking(request: Request, context: RequestContext) -> AsyncIterator[None]:
    """Let one search run for each key, and a few for each address."""
    caller = caller_of(request)
    context.limits.take(THINKING, caller)
    async with AsyncExitStack() as inside:
        for holder in set(key_holders(request)) - {caller}:
            await inside.enter_async_context(
                context.limits.inside_soon(SEARCHES, holder, SLOT_TIMEOUT_S)
            )
        await inside.enter_async_context(
            context.limits.inside_soon(THINKERS, caller, SLOT_TIMEOUT_S)
        )
        yield


async def _limit_waiting(request: Request, context: RequestContext) -> AsyncIterator[None]:
    """Count a caller who waits for updates as one with a socket."""
    with context.limits.one_more_socket(), context.limits.inside(SOCKETS, caller_of(request)):
        yield


thinking, waiting = Depends(_limit_thinking), Depends(_limit_waiting)


def count_command(context: ServerContext, caller: HTTPConnection, command: Command) -> None:
    """Count changes of names, which all viewers see, against a limit of their own."""
    if isinstance(command, Rename):
        take_by_key(context, NAMES, caller)
