"""What every route needs: the service behind it, the language, and the secret of the caller."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Protocol, TypeVar

from fastapi import Depends, Header, Path, Query, Request
from starlette.requests import HTTPConnection

from tretorri.server.api.browser_keys import read_browser_keys, secret_in
from tretorri.server.api.language import choose_language
from tretorri.server.api.middleware.proxy_trust import COOKIE_PREFIX, ProxyTrust, caller_of
from tretorri.server.api.position_cache import PositionCache
from tretorri.server.api.view_cache import StateViewCache
from tretorri.server.background.engine_driver import EngineDriver
from tretorri.server.background.engine_pool import EnginePool
from tretorri.server.background.presence import Presence
from tretorri.server.capacity.computing import ComputeThreads
from tretorri.server.capacity.limits import Limits
from tretorri.server.capacity.sending import SendTurns
from tretorri.server.invitations import Invitations
from tretorri.server.service import Service
from tretorri.server.settings import Settings
from tretorri.table.access import GAME_ID

T = TypeVar("T")
BEARER = "bearer "
SEPARATOR = "."  # between secrets; none contains it
MAX_SECRETS = 8  # of one game in its cookie


@dataclass(frozen=True, slots=True)
class ServerContext:
    """What the routes work with."""

    service: Service
    pool: EnginePool
    computing: ComputeThreads
    driver: EngineDriver
    views: StateViewCache
    positions: PositionCache
    invitations: Invitations
    settings: Settings
    presence: Presence
    limits: Limits
    send_turns: SendTurns
    proxy_trust: ProxyTrust

    def is_secure(self, connection: HTTPConnection) -> bool:
        """Tell whether the caller comes by https, as far as we or the settings know."""
        return connection.url.scheme in ("https", "wss") or self.settings.is_secure


def server_context_of(connection: HTTPConnection) -> ServerContext:
    """Return what the routes of an application work with."""
    context: ServerContext = connection.app.state.context
    return context


# Asynchronous although nothing waits: FastAPI asks a thread for each answer of a plain function.
async def _context(request: Request) -> ServerContext:
    return server_context_of(request)


async def _language(
    lang: Annotated[
        str | None,
        Query(
            max_length=8,
            description="Language of all texts; takes precedence over Accept-Language.",
        ),
    ] = None,
    accept_language: Annotated[str | None, Header(include_in_schema=False)] = None,
) -> str:
    return choose_language(accept_language, lang)


class Compute(Protocol):
    """What computes something for the caller, in a thread and within the limits."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]:
        """Return what *work* returns."""
        ...


def computer_for(connection: HTTPConnection) -> Compute:
    """Return what computes for a caller."""

    def compute(work: Callable[[], T], /) -> Awaitable[T]:
        return server_context_of(connection).computing.study(caller_of(connection), work)

    return compute


async def _compute(request: Request) -> Compute:
    return computer_for(request)


def read_secrets(connection: HTTPConnection, game_id: str) -> list[str]:
    """Return the secrets that a caller sends for a game: as bearer token, or in cookies."""
    sent = connection.headers.get("authorization", "")
    if sent.lower().startswith(BEARER):
        return [secret_in(sent[len(BEARER) :].strip())]
    store = server_context_of(connection).service.store
    browser = [key.secret for key in read_browser_keys(connection, store)]
    return [*read_game_cookie(connection, game_id), *browser]


def read_game_cookie(connection: HTTPConnection, game_id: str) -> list[str]:
    """Return the secrets in the cookie of a game, as servers up to version 0.2 have set it."""
    cookie = connection.cookies.get(f"{COOKIE_PREFIX}{game_id}", "")
    return [secret for secret in cookie.split(SEPARATOR) if secret][:MAX_SECRETS]


RequestContext = Annotated[ServerContext, Depends(_context)]
Computer = Annotated[Compute, Depends(_compute)]
Language = Annotated[str, Depends(_language)]
GameId = Annotated[
    str,
    Path(  # what cannot be an id is answered as a game that does not exist, by the service
        description="Id of the game.", json_schema_extra={"pattern": f"^{GAME_ID}$"}
    ),
]
