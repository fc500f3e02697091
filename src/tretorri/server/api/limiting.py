"""Limits as routes name them: how often something may be asked for, and how many at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from tretorri.server.api.callers import caller_of, holder_of
from tretorri.server.api.context import Context, Here
from tretorri.server.commands import Command, Rename
from tretorri.server.limits import (
    NAMES,
    SEARCHES,
    SOCKETS,
    THINKERS,
    THINKING,
    Limit,
)

PATIENCE = 0.5  # seconds: the page ends a search by asking for the next one


def by_address(limit: Limit) -> Any:
    """Return what lets one address ask for something so often."""

    async def take(request: Request, here: Here) -> None:
        here.limits.take(limit, caller_of(request))

    return Depends(take)


def by_key(limit: Limit) -> Any:
    """Return what lets the holder of a key ask for something so often."""

    async def take(request: Request, here: Here) -> None:
        here.limits.take(limit, holder_of(request))

    return Depends(take)


async def _thinking(request: Request, here: Here) -> AsyncIterator[None]:
    """Let one search run for each key, and a few for each address."""
    caller, holder = caller_of(request), holder_of(request)
    here.limits.take(THINKING, caller)
    async with AsyncExitStack() as inside:
        if holder != caller:
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
        here.limits.take(NAMES, holder_of(caller))
