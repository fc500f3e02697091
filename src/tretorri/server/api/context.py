"""What every route needs: the service behind it, the language, and the secret of the caller."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header, Path, Query, Request, Response
from starlette.requests import HTTPConnection

from tretorri.server.api.callers import COOKIE, Surroundings
from tretorri.server.api.language import preferred
from tretorri.server.doors import Doors
from tretorri.server.engines.pool import Pool
from tretorri.server.limits import Limits
from tretorri.server.played import Played
from tretorri.server.presence import Presence
from tretorri.server.service import Service
from tretorri.server.settings import Settings
from tretorri.server.views import StateViews

YEAR = 365 * 24 * 3600
BEARER = "bearer "
BETWEEN = "."  # no secret has one
MOST_SECRETS = 8  # of one game in one browser


@dataclass(frozen=True, slots=True)
class Context:
    """What the routes work with."""

    service: Service
    pool: Pool
    views: StateViews
    played: Played
    doors: Doors
    settings: Settings
    presence: Presence
    limits: Limits
    surroundings: Surroundings

    def is_secure(self, connection: HTTPConnection) -> bool:
        """Tell whether the caller comes by https, as far as we or the settings know."""
        return connection.url.scheme in ("https", "wss") or self.settings.is_secure


def context_of(connection: HTTPConnection) -> Context:
    """Return what the routes of an application work with."""
    context: Context = connection.app.state.context
    return context


# Asynchronous although nothing waits: FastAPI asks a thread for each answer of a plain function.
async def _context(request: Request) -> Context:
    return context_of(request)


async def _language(
    lang: Annotated[
        str | None, Query(max_length=8, description="The language; wins over Accept-Language.")
    ] = None,
    accept_language: Annotated[str | None, Header(include_in_schema=False)] = None,
) -> str:
    return preferred(accept_language, lang)


def secrets_of(connection: HTTPConnection, game_id: str) -> list[str]:
    """Return the secrets that somebody sends for a game: as bearer token, or in its cookie."""
    sent = connection.headers.get("authorization", "")
    if sent.lower().startswith(BEARER):
        return [sent[len(BEARER) :].strip()]
    cookie = connection.cookies.get(f"{COOKIE}{game_id}", "")
    return [secret for secret in cookie.split(BETWEEN) if secret][:MOST_SECRETS]


def give_cookie(
    request: Request, response: Response, game_id: str, new: Iterable[str], *, is_secure: bool
) -> None:
    """Let the browser remember secrets of a game; no script can read them, no other site send them.

    Pages of ours send them even if a link elsewhere led there: only the page was asked for from
    there, and it has no secret. The prefix ``__Host-`` would forbid the path.
    """
    known = request.cookies.get(f"{COOKIE}{game_id}", "").split(BETWEEN)
    secrets = dict.fromkeys(secret for secret in (*new, *known) if secret)
    response.set_cookie(
        f"{COOKIE}{game_id}",
        BETWEEN.join([*secrets][:MOST_SECRETS]),
        max_age=YEAR,
        path=f"/api/games/{game_id}",
        httponly=True,
        samesite="strict",
        secure=is_secure,
    )


Here = Annotated[Context, Depends(_context)]
Language = Annotated[str, Depends(_language)]
GameId = Annotated[
    str, Path(min_length=22, max_length=22, pattern=r"^[A-Za-z0-9_-]{22}$", description="A game.")
]
