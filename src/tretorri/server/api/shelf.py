"""The shelf: which games there are, and their rulebooks."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from tretorri import __version__
from tretorri.core.registry import find
from tretorri.core.words import Text, languages
from tretorri.engine.levels import LEVELS, level_name
from tretorri.server import library, rulebooks
from tretorri.server.api.context import Here, Language
from tretorri.server.api.games import SVG
from tretorri.server.api.problems import PROBLEMS
from tretorri.server.views import View

router = APIRouter(prefix="/api", tags=["shelf"], responses=PROBLEMS)
Kind = Annotated[str, Path(max_length=64, description="The id of a game on the shelf.")]


class About(View):
    """The program: its version, its languages, and that the games are others'.

    *levels* are the names of the levels of the engine, level 1 first; *is_secure* tells whether
    the caller comes by https.
    """

    version: str
    languages: list[str]
    levels: list[str]
    not_affiliated: str
    is_secure: bool


@router.get("/about")
async def about(request: Request, here: Here, language: Language) -> About:
    """Return the version and the languages."""
    note = Text("core.cli-not-affiliated").sentence(language)
    levels = [level_name(level).sentence(language) for level in range(1, LEVELS + 1)]
    return About(
        version=__version__,
        languages=list(languages()),
        levels=levels,
        not_affiliated=note,
        is_secure=here.is_secure(request),
    )


@router.get("/shelf")
async def shelf(language: Language) -> list[library.GameView]:
    """Return all games with players, minutes, credits and options."""
    return library.shelf(language)


@router.get("/shelf/{kind}")
async def one_game(kind: Kind, language: Language) -> library.GameView:
    """Return one game with players, minutes, credits and options."""
    return library.game_view(find(kind).id, language)


@router.get("/shelf/{kind}/rulebook")
def rulebook(kind: Kind, language: Language) -> rulebooks.Rulebook:  # draws: in a thread
    """Return the rulebook of a game: sections of paragraphs, lists, tables and pictures."""
    return rulebooks.rulebook(find(kind).id, language)


@router.get("/shelf/{kind}/pictures/{name}.svg", responses={200: {"content": {SVG: {}}}})
async def picture(
    kind: Kind, name: Annotated[str, Path(max_length=64)], language: Language
) -> Response:
    """Return a picture of a rulebook or the cover of a game: the board alone, without words."""
    drawn = library.pictured(kind, name).svg(language, has_legend=False)
    return Response(drawn, media_type=SVG)
