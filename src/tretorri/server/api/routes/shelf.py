"""The shelf: which games there are, and their rulebooks."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from tretorri import __version__
from tretorri.core.registry import find
from tretorri.core.words import Text, languages
from tretorri.engine.levels import LEVELS, level_name
from tretorri.server.api import library, rulebooks
from tretorri.server.api.browser_keys import choose_browser_key
from tretorri.server.api.models import View
from tretorri.server.api.problems import PROBLEMS
from tretorri.server.api.request_context import Language, RequestContext
from tretorri.server.api.routes.games import JSON_TYPE, SVG_TYPE
from tretorri.server.errors import StorageDown

router = APIRouter(prefix="/api", tags=["shelf"], responses=PROBLEMS)
GameKind = Annotated[str, Path(max_length=64, description="The id of a game, such as volterra.")]


class ServerInfo(View):
    """The server: its version, its languages and a note on who owns the games.

    *levels* are the names of the engine's levels, level 1 first; *is_secure* tells whether the
    caller uses https.
    """

    version: str
    languages: list[str]
    levels: list[str]
    not_affiliated: str
    is_secure: bool


@router.get("/about")
async def about(
    request: Request, response: Response, context: RequestContext, language: Language
) -> ServerInfo:
    """Return the version of the server and its languages.

    The page asks for this before it offers to play. The cookie is set here, so that a browser
    which then joins many games at once has one already, and keeps it for another year.
    """
    is_secure, store = context.is_secure(request), context.service.store
    with suppress(StorageDown):  # then another time
        browser = await choose_browser_key(request, store, is_secure=is_secure, is_for_seat=False)
        browser.set_on(response, store, is_secure=is_secure)
    note = Text("core.cli-not-affiliated").sentence(language)
    levels = [level_name(level).sentence(language) for level in range(1, LEVELS + 1)]
    return ServerInfo(
        version=__version__,
        languages=list(languages()),
        levels=levels,
        not_affiliated=note,
        is_secure=is_secure,
    )


@router.get("/shelf")
async def shelf(context: RequestContext, language: Language) -> list[library.GameView]:
    """List the games with their players, duration, credits and options."""
    return await context.computing.once(("shelf", language), partial(library.list_games, language))


@router.get("/shelf/{kind}")
async def one_game(kind: GameKind, context: RequestContext, language: Language) -> library.GameView:
    """Return one game with its players, duration, credits and options."""
    key = find(kind).id, language
    return await context.computing.once(("shelf", *key), partial(library.view_game, *key))


@router.get("/shelf/{kind}/rulebook", response_model=rulebooks.Rulebook)
async def rulebook(kind: GameKind, context: RequestContext, language: Language) -> Response:
    """Return the rulebook of a game as sections of paragraphs, lists, tables and pictures."""
    key = find(kind).id, language
    written = await context.computing.once(("rulebook", *key), partial(_rulebook, *key))
    return Response(written, media_type=JSON_TYPE)


def _rulebook(game_id: str, language: str) -> bytes:
    return rulebooks.read_rulebook(game_id, language).model_dump_json().encode()


@router.get("/shelf/{kind}/pictures/{name}.svg", responses={200: {"content": {SVG_TYPE: {}}}})
async def picture(
    kind: GameKind,
    name: Annotated[str, Path(max_length=64)],
    context: RequestContext,
    language: Language,
) -> Response:
    """Return a picture from a rulebook, or the cover of a game: the board without text."""
    key = find(kind).id, name, language
    drawn = await context.computing.once(("picture", *key), partial(_picture, *key))
    return Response(drawn, media_type=SVG_TYPE)


def _picture(kind: str, name: str, language: str) -> str:
    return library.find_picture(kind, name).svg(language, has_legend=False)
