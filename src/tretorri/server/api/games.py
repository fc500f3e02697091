"""Games: made, looked at, played, written down."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from tretorri.core.errors import IllegalAction
from tretorri.core.game import Position
from tretorri.core.records import Record
from tretorri.server.access import need
from tretorri.server.api import models
from tretorri.server.api.callers import caller_of
from tretorri.server.api.context import GameId, Here, Language, give_cookie, secrets_of
from tretorri.server.api.limiting import by_address, by_key, take_command
from tretorri.server.api.problems import PROBLEMS, Problem, problem
from tretorri.server.errors import DamagedGame, NoSuchGame, NotFound, refused
from tretorri.server.fold import Fold, bare
from tretorri.server.limits import COMMANDS, GAMES, LOOKUPS
from tretorri.server.making import opening_of
from tretorri.server.notes import record_of
from tretorri.server.service import Answer
from tretorri.server.views import (
    PositionView,
    SeatView,
    State,
    StateViews,
    View,
    event_view,
    position_view,
    seat_views,
)

router = APIRouter(prefix="/api/games", tags=["games"], responses=PROBLEMS)
SVG = "image/svg+xml"
Done = Annotated[int, Field(ge=0, le=10_000)]
Legend = Annotated[bool, Query(description="Whether players and prompt stand below the board.")]


class Summary(View):
    """A game in short, for lists."""

    id: str
    game: str
    title: str
    version: int
    turn: int
    to_move: str | None
    is_over: bool
    created: int
    seats: list[SeatView]


class RightsView(View):
    """What the caller may do with a game; whoever has no seat watches.

    *now* is the time of the server, in milliseconds since 1970: clocks go by it.
    """

    seats: list[str]
    creator: bool
    now: int


class Why(View):
    """Whether an action can be played, and if not, why."""

    action: str
    is_legal: bool
    problem: Problem | None


def dumped(view: View, status: int = 200) -> Response:
    """Return a view as JSON, without checking again what we made ourselves."""
    return Response(view.model_dump_json(), status, media_type="application/json")


@router.post("", status_code=201, response_model=models.Created, dependencies=[by_address(GAMES)])
async def create(
    body: models.NewGame, request: Request, here: Here, language: Language
) -> Response:
    """Begin a game; its secret is in the answer, and in a cookie."""
    opening, first = await opening_of(body.wish())
    made = await here.service.create(opening, first)
    state = here.views.view(made.fold, language)
    created = models.Created(
        id=opening.id, secret=made.secret, tickets=dict(made.tickets), state=state
    )
    answer = dumped(created, 201)
    is_secure = here.is_secure(request)
    give_cookie(request, answer, opening.id, [made.secret], is_secure=is_secure)
    return answer


@router.get("", response_model=list[Summary])
async def summaries(
    request: Request,
    here: Here,
    language: Language,
    ids: Annotated[list[str], Query(alias="id", max_length=50)],
) -> list[Summary]:
    """Return those of the named games that there are, in short."""
    here.limits.need(LOOKUPS, caller_of(request))
    found: list[Summary] = []
    for game_id in ids:
        try:
            fold = await here.service.game(game_id)
        except NoSuchGame:
            here.limits.spend(LOOKUPS, caller_of(request))
            continue
        except DamagedGame:
            continue
        found.append(_summary(fold, language))
    return found


def _summary(fold: Fold, language: str) -> Summary:
    return Summary(
        id=fold.opening.id,
        game=fold.game.id,
        title=fold.game.title,
        version=fold.version,
        turn=fold.standing.turn,
        to_move=fold.to_move,
        is_over=fold.is_over,
        created=fold.opening.created,
        seats=seat_views(fold, language),
    )


@router.get("/{game_id}", response_model=State)
async def state(game_id: GameId, here: Here, language: Language) -> Response:
    """Return a game as it stands."""
    return dumped(here.views.view(await here.service.game(game_id), language))


@router.get("/{game_id}/rights")
async def rights(game_id: GameId, request: Request, here: Here) -> RightsView:
    """Return what the caller may do with a game."""
    fold, secrets = await here.service.game(game_id), secrets_of(request, game_id)
    may = await here.service.rights(fold, secrets)
    if secrets and not (may.seats or may.creator):
        here.limits.spend(LOOKUPS, caller_of(request))
    return RightsView(
        seats=[seat for seat in fold.game.seats if seat in may.seats],
        creator=may.creator,
        now=here.service.now(),
    )


@router.post("/{game_id}/commands", response_model=models.Answered, dependencies=[by_key(COMMANDS)])
async def submit(
    *,
    game_id: GameId,
    body: models.Request,
    request: Request,
    here: Here,
    language: Language,
    reply: Annotated[
        Literal["state", "brief"], Query(description="Whether to answer with the whole state.")
    ] = "state",
) -> Response:
    """Do something in a game; the answer comes when it is safely stored."""
    secrets = secrets_of(request, game_id)
    need(secrets)
    command = body.command.command()
    take_command(here, request, command)
    answer = await here.service.submit(game_id, secrets, body.request_id, body.version, command)
    return dumped(answered(answer, here.views if reply == "state" else None, language))


def answered(answer: Answer, views: StateViews | None, language: str) -> models.Answered:
    """Return the answer to a request, with the whole state if *views* is given."""
    return models.Answered(
        version=answer.version,
        events=[event_view(event) for event in answer.events],
        state=views.view(answer.fold, language) if views else None,
    )


@router.get("/{game_id}/positions/{done}", response_model=PositionView)
async def position(game_id: GameId, done: Done, here: Here, language: Language) -> Response:
    """Return the position after so many turns."""
    return dumped(position_view(after(await here.service.game(game_id), done), language))


def after(fold: Fold, done: int | None) -> Position:
    """Return the position after so many turns, or the one on the board."""
    if done is None:
        return fold.position
    starts = [*(turn.before for turn in fold.turns), fold.turn_start]
    if done >= len(starts):
        raise refused(NotFound, "not-found")
    return bare(starts[done])


@router.get("/{game_id}/picture.svg", responses={200: {"content": {SVG: {}}}})
async def picture(
    game_id: GameId,
    here: Here,
    language: Language,
    done: Annotated[Done | None, Query(description="After so many turns.")] = None,
    legend: Legend = True,
) -> Response:
    """Return a picture of the board."""
    found = after(await here.service.game(game_id), done)
    return Response(found.svg(language, has_legend=legend), media_type=SVG)


@router.get("/{game_id}/why")
async def why(
    game_id: GameId,
    action: Annotated[str, Query(max_length=64, description="An action in notation.")],
    here: Here,
    language: Language,
) -> Why:
    """Say why an action cannot be played, naming the rule."""
    fold = await here.service.game(game_id)
    reason = fold.position.why_not(action)
    told = problem(IllegalAction(reason), language) if reason else None
    return Why(action=action, is_legal=reason is None, problem=told)


@router.get("/{game_id}/record", responses={200: {"content": {"text/plain": {}}}})
async def record(game_id: GameId, here: Here) -> Response:
    """Return the game as a record in text."""
    found = await _record(here, game_id)
    name = f'attachment; filename="{found.game.id}-{game_id}.tretorri"'
    return Response(found.to_text(), media_type="text/plain", headers={"Content-Disposition": name})


@router.get("/{game_id}/record.json")
async def record_json(game_id: GameId, here: Here) -> dict[str, Any]:
    """Return the game as a record in JSON."""
    return (await _record(here, game_id)).to_json()


async def _record(here: Here, game_id: str) -> Record:
    return await asyncio.to_thread(record_of, await here.service.game(game_id))
