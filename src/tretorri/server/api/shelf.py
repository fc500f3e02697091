"""The shelf: which games there are, their rulebooks, and positions by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import Field

from tretorri import __version__
from tretorri.core.game import LARGEST_SEED, Position
from tretorri.core.registry import find, game
from tretorri.core.scene import Scene
from tretorri.core.words import Text, languages
from tretorri.engine.levels import LEVELS, level_name
from tretorri.server import library, rulebooks
from tretorri.server.api import models
from tretorri.server.api.context import Language
from tretorri.server.api.games import SVG, Legend, dumped
from tretorri.server.api.problems import PROBLEMS
from tretorri.server.errors import BadRequest, refused
from tretorri.server.views import PositionView, View, position_view

router = APIRouter(prefix="/api", tags=["shelf"], responses=PROBLEMS)
Kind = Annotated[str, Path(max_length=64, description="The id of a game on the shelf.")]
USUAL_SEED = 1


class About(View):
    """The program: its version, its languages, and that the games are others'.

    *levels* are the names of the levels of the engine, level 1 first.
    """

    version: str
    languages: list[str]
    levels: list[str]
    not_affiliated: str


class Setting(models.Sent):
    """A position: a text, or the start of a game with options; then perhaps *turns* played.

    The last of the turns may be unfinished.
    """

    game: models.Short
    position: models.PositionText | None = None
    options: Annotated[dict[models.Short, models.Short | int], Field(max_length=16)] = Field(
        default_factory=dict
    )
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)] | None = None
    turns: Annotated[list[models.TurnText], Field(max_length=100)] = Field(default_factory=list)


class Preview(View):
    """How it would look, and the places that the last action passes: x, y and levels each."""

    scene: Scene
    way: list[tuple[float, float, float]]


@router.get("/about")
async def about(language: Language) -> About:
    """Return the version and the languages."""
    note = Text("core.cli-not-affiliated").sentence(language)
    levels = [level_name(level).sentence(language) for level in range(1, LEVELS + 1)]
    return About(
        version=__version__, languages=list(languages()), levels=levels, not_affiliated=note
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
    kind: Kind,
    name: Annotated[str, Path(max_length=64)],
    language: Language,
    legend: Legend = True,
) -> Response:
    """Return a picture of a rulebook, or the cover of a game."""
    found = library.pictured(kind, name)
    return Response(found.svg(language, has_legend=legend), media_type=SVG)


@router.post("/positions", response_model=PositionView)
async def position(body: Setting, language: Language) -> Response:
    """Return everything about a position, or the reason why the rules refuse it."""
    return dumped(position_view(_set_up(body), language))


@router.post("/positions/picture.svg", responses={200: {"content": {SVG: {}}}})
async def position_picture(body: Setting, language: Language) -> Response:
    """Return a picture of a position."""
    return Response(_set_up(body).svg(language), media_type=SVG)


@router.post("/positions/preview", response_model=Preview)
async def preview(body: Setting, language: Language) -> Response:
    """Return what is to be drawn after the turns, and the way of the last action."""
    *before, after = _played(body)
    way = before[-1].way(after.last) if before else ()
    return dumped(Preview(scene=after.scene(language), way=list(way)))


def _set_up(body: Setting) -> Position:
    *_, last = _played(body)
    return last


def _played(body: Setting) -> Iterator[Position]:
    """Yield the position that is sent, and how it stands after each action."""
    found: Position
    if body.position is None:
        seed = USUAL_SEED if body.seed is None else body.seed
        found = game(find(body.game).id, **body.options).start(seed)
    elif body.options or body.seed is not None:
        raise refused(BadRequest, "says-all")
    else:
        found = game(find(body.game).id).position(body.position)
    yield found
    for turn in body.turns:
        for action in turn.split("+"):
            found = found.play(action)
            yield found
