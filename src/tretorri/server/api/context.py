"""What every route needs: the service behind it, the language, and the secret of the caller."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header, Path, Query, Request, Response
from starlette.requests import HTTPConnection

from tretorri.server.api.language import preferred
from tretorri.server.engines.pool import Pool
from tretorri.server.played import Played
from tretorri.server.service import Service
from tretorri.server.views import StateViews

COOKIE = "tretorri-"
YEAR = 365 * 24 * 3600
BEARER = "bearer "


@dataclass(frozen=True, slots=True)
class Context:
    """What the routes work with."""

    service: Service
    pool: Pool
    views: StateViews
    played: Played


def context_of(connection: HTTPConnection) -> Context:
    """Return what the routes of an application work with."""
    context: Context = connection.app.state.context
    return context


def _context(request: Request) -> Context:
    return context_of(request)


def _language(
    lang: Annotated[
        str | None, Query(max_length=8, description="The language; wins over Accept-Language.")
    ] = None,
    accept_language: Annotated[str | None, Header(include_in_schema=False)] = None,
) -> str:
    return preferred(accept_language, lang)


def secret_of(connection: HTTPConnection, game_id: str) -> str | None:
    """Return the secret that somebody sends for a game: as bearer token, or as its cookie."""
    sent = connection.headers.get("authorization", "")
    if sent.lower().startswith(BEARER):
        return sent[len(BEARER) :].strip()
    return connection.cookies.get(f"{COOKIE}{game_id}")


def give_cookie(request: Request, response: Response, game_id: str, secret: str) -> None:
    """Let the browser remember the secret of a game; no script can read it."""
    response.set_cookie(
        f"{COOKIE}{game_id}",
        secret,
        max_age=YEAR,
        path=f"/api/games/{game_id}",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


Here = Annotated[Context, Depends(_context)]
Language = Annotated[str, Depends(_language)]
GameId = Annotated[
    str, Path(min_length=22, max_length=22, pattern=r"^[A-Za-z0-9_-]{22}$", description="A game.")
]
