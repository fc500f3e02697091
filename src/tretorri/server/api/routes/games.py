"""Games: made, looked at, played, written down."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from tretorri.core.errors import IllegalAction
from tretorri.core.game import Position
from tretorri.server.api import models
from tretorri.server.api.bodies import BodyRoute
from tretorri.server.api.browser_keys import choose_browser_key, read_browser_keys
from tretorri.server.api.middleware.proxy_trust import COOKIE_PREFIX, caller_of
from tretorri.server.api.models import View
from tretorri.server.api.problems import PROBLEMS, Problem, describe_error
from tretorri.server.api.rate_limits import by_key, count_command
from tretorri.server.api.request_context import (
    Computer,
    GameId,
    Language,
    RequestContext,
    ServerContext,
    read_game_cookie,
    read_secrets,
)
from tretorri.server.api.view_cache import dump_with_state
from tretorri.server.background.engine_driver import is_engine_game
from tretorri.server.capacity.limits import COMMANDS, IMPORTS, LOOKUPS
from tretorri.server.errors import NotFound, StorageDown, TooMany
from tretorri.server.service import CommandResult
from tretorri.server.store.store import MAX_LISTED
from tretorri.table.access import Key, Rights, authorise, require
from tretorri.table.errors import DamagedGame, GameNotInstalled, NoSuchGame, error
from tretorri.table.game_request import make_setup
from tretorri.table.positions import without_cache
from tretorri.table.presenter import view_event, view_position, view_seats
from tretorri.table.record import make_record
from tretorri.table.state import GameState
from tretorri.table.views import PositionView, SeatView, StateView

router = APIRouter(prefix="/api/games", tags=["games"], responses=PROBLEMS, route_class=BodyRoute)
SVG_TYPE = "image/svg+xml"
JSON_TYPE = "application/json"
EVENT_BYTES = 200  # that a stored action takes, about
TurnCount = Annotated[int, Field(ge=0, le=10_000)]
CURSOR_PATTERN = r"^[0-9]{1,15}\.[A-Za-z0-9_-]{22}$"
Legend = Annotated[
    bool, Query(description="Whether to show the players and the prompt below the board.")
]


class GameSummaryView(View):
    """A short description of a game, for lists; *own_seats* are those of the caller."""

    id: str
    game: str
    title: str
    version: int
    turn: int
    to_move: str | None
    is_over: bool
    created: int
    seats: list[SeatView]
    own_seats: list[str]


class OwnGames(View):
    """Games of a browser, the latest first; *next* continues the list, unless it ends here."""

    ids: list[str]
    next: str | None


class RightsView(View):
    """What the caller may do in a game; a caller without a seat is a spectator.

    *now* is the server time in milliseconds since 1970, which all clocks use.
    """

    seats: list[str]
    creator: bool
    now: int


class LegalityView(View):
    """Whether an action is legal, and the reason if it is not."""

    action: str
    is_legal: bool
    problem: Problem | None


def json_response(view: Any, status: int = 200) -> Response:
    """Return a view as JSON, without checking again what we made ourselves."""
    return Response(models.adapter_of(type(view)).dump_json(view), status, media_type=JSON_TYPE)


@router.post("", status_code=201, response_model=models.CreatedGameView)
async def create(
    body: models.NewGameRequest,
    request: Request,
    context: RequestContext,
    compute: Computer,
    language: Language,
) -> Response:
    """Create a game; the creator's secret is in the answer, and the browser keeps it."""
    is_secure = context.is_secure(request)
    store = context.service.store
    browser = await choose_browser_key(request, store, is_secure=is_secure)
    begin = partial(make_setup, body.request())
    if body.record is None:
        setup, first = await context.computing.play("opening", begin)
    else:
        setup, first = await compute(begin)
    if is_engine_game(setup.players.values()):
        context.driver.need_room(caller_of(request))
    if setup.record is not None:
        _count_import(context, request, len(setup.record.encode()) + EVENT_BYTES * len(first))
    made = await context.service.create(setup, first, browser.digest)
    state = await context.views.view(made.state, language)
    created = models.CreatedGameView(
        id=setup.id, secret=made.secret, tickets=dict(made.tickets), state=state
    )
    answer = json_response(created, 201)
    browser.set_on(answer, store, is_secure=is_secure)
    return answer


def _count_import(context: ServerContext, request: Request, size: int) -> None:
    """Count what is stored of a record, or refuse it in its own words."""
    try:
        context.limits.take(IMPORTS, caller_of(request), size)
    except TooMany as cause:
        refusal = error(TooMany, "too-much-imported", seconds=cause.retry_after or 0)
        refusal.retry_after = cause.retry_after
        raise refusal from None


@router.get("", response_model=list[GameSummaryView])
async def summaries(
    request: Request,
    context: RequestContext,
    language: Language,
    ids: Annotated[list[str], Query(alias="id", max_length=50)],
) -> Response:
    """Return a summary of each listed game; ids that do not exist are left out."""
    context.limits.need(LOOKUPS, caller_of(request))
    keys = await context.service.store.keys(_browser_digests(request, context), ids)
    found: list[GameState] = []
    for game_id in ids:
        try:
            state = await context.service.head(game_id)
        except NoSuchGame:
            context.limits.spend(LOOKUPS, caller_of(request))
            continue
        except (DamagedGame, GameNotInstalled):
            continue
        found.append(state)
    listed = await context.computing.load(partial(_list_summaries, found, keys, language))
    return Response(listed, media_type=JSON_TYPE)


def _list_summaries(states: Sequence[GameState], keys: Sequence[Key], language: str) -> bytes:
    found = [_view_summary(state, authorise(state, keys), language) for state in states]
    return models.adapter_of(list[GameSummaryView]).dump_json(found)


@router.get("/mine")
async def mine(
    request: Request,
    context: RequestContext,
    after: Annotated[
        str | None,
        Query(pattern=CURSOR_PATTERN, description="Where an earlier answer ended (next)."),
    ] = None,
) -> OwnGames:
    """List the games in which the caller's browser was given a seat or is the creator."""
    time, _, game_id = (after or "").partition(".")
    behind = (int(time), game_id) if after else None
    browsers = _browser_digests(request, context)
    found = await context.service.store.games_of(browsers, behind) if browsers else []
    is_whole = len(found) < MAX_LISTED
    end = None if is_whole else f"{found[-1][0]}.{found[-1][1]}"
    return OwnGames(ids=[game_id for _, game_id in found], next=end)


def _browser_digests(request: Request, context: ServerContext) -> list[str]:
    return [key.digest for key in read_browser_keys(request, context.service.store)]


def _view_summary(state: GameState, rights: Rights, language: str) -> GameSummaryView:
    return GameSummaryView(
        id=state.setup.id,
        game=state.game.id,
        title=state.game.title,
        version=state.version,
        turn=state.position.turn,
        to_move=state.to_move,
        is_over=state.is_over,
        created=state.setup.date,
        seats=view_seats(state, language),
        own_seats=[seat for seat in state.game.seats if seat in rights.seats],
    )


@router.get("/{game_id}", response_model=StateView)
async def state(game_id: GameId, context: RequestContext, language: Language) -> Response:
    """Return the current state of a game."""
    drawn = await context.views.draw(await context.service.game(game_id), language)
    return Response(drawn.text, media_type=JSON_TYPE)


@router.get("/{game_id}/rights")
async def rights(
    game_id: GameId, request: Request, context: RequestContext, response: Response
) -> RightsView:
    """Return which seats of a game the caller may play."""
    state, secrets = await context.service.game(game_id), read_secrets(request, game_id)
    may = await context.service.rights(state, secrets)
    in_cookie = read_game_cookie(request, game_id)
    if may.seats or may.creator:
        if in_cookie:
            await _exchange_cookie(request, response, context, game_id)
    elif in_cookie or "authorization" in request.headers:  # a browser may just watch
        context.limits.spend(LOOKUPS, caller_of(request))
    return RightsView(
        seats=[seat for seat in state.game.seats if seat in may.seats],
        creator=may.creator,
        now=context.service.now(),
    )


async def _exchange_cookie(
    request: Request, response: Response, context: ServerContext, game_id: str
) -> None:
    """Keep the keys of a cookie for one game with the secret of the browser, as all others are."""
    is_secure = context.is_secure(request)
    store = context.service.store
    with suppress(StorageDown):  # then another time
        browser = await choose_browser_key(request, store, is_secure=is_secure)
        await context.invitations.keep(game_id, read_game_cookie(request, game_id), browser.digest)
        browser.set_on(response, store, is_secure=is_secure)
        response.delete_cookie(f"{COOKIE_PREFIX}{game_id}", path=f"/api/games/{game_id}")


@router.post(
    "/{game_id}/commands", response_model=models.CommandAnswer, dependencies=[by_key(COMMANDS)]
)
async def submit(
    *,
    game_id: GameId,
    body: models.CommandRequest,
    request: Request,
    context: RequestContext,
    language: Language,
    reply: Annotated[
        Literal["state", "brief"], Query(description="Whether to answer with the whole state.")
    ] = "state",
) -> Response:
    """Carry out a command in a game; the answer is sent once it is stored."""
    secrets = read_secrets(request, game_id)
    require(secrets)
    command = body.command.command()
    count_command(context, request, command)
    answer = await context.service.submit(game_id, secrets, body.request_id, body.version, command)
    state = await context.views.draw(answer.state, language) if reply == "state" else None
    return Response(dump_with_state(make_answer(answer), state), media_type=JSON_TYPE)


def make_answer(answer: CommandResult) -> models.CommandAnswer:
    """Return the answer to a request, without the state."""
    return models.CommandAnswer(
        version=answer.version, events=[view_event(event) for event in answer.events]
    )


@router.get("/{game_id}/positions/{done}", response_model=PositionView)
async def position(
    game_id: GameId, done: TurnCount, context: RequestContext, compute: Computer, language: Language
) -> Response:
    """Return the position after the given number of turns."""
    found = find_position(await context.service.game(game_id), done)
    return json_response(await compute(partial(view_position, found, language)))


def find_position(state: GameState, done: int | None) -> Position:
    """Return the position after so many turns, or the one on the board."""
    if done is None:
        return state.fresh_position
    starts = [*(turn.before for turn in state.turns), state.turn_start]
    if done >= len(starts):
        raise error(NotFound, "not-found")
    return without_cache(starts[done])


@router.get("/{game_id}/picture.svg", responses={200: {"content": {SVG_TYPE: {}}}})
async def picture(
    *,
    game_id: GameId,
    context: RequestContext,
    compute: Computer,
    language: Language,
    done: Annotated[
        TurnCount | None, Query(description="Number of turns played; default: all.")
    ] = None,
    legend: Legend = True,
) -> Response:
    """Return a picture of the board."""
    found = find_position(await context.service.game(game_id), done)
    drawn = await compute(partial(found.svg, language, has_legend=legend))
    return Response(drawn, media_type=SVG_TYPE)


@router.get("/{game_id}/why")
async def why(
    game_id: GameId,
    action: Annotated[
        str, Query(max_length=64, description="The action in notation, such as Pb4.")
    ],
    context: RequestContext,
    compute: Computer,
    language: Language,
) -> LegalityView:
    """Explain why an action is illegal, naming the rule."""
    state = await context.service.game(game_id)
    reason = await compute(partial(state.fresh_position.why_not, action))
    problem = describe_error(IllegalAction(reason), language) if reason else None
    return LegalityView(action=action, is_legal=reason is None, problem=problem)


@router.get("/{game_id}/record", responses={200: {"content": {"text/plain": {}}}})
async def record(game_id: GameId, context: RequestContext, compute: Computer) -> Response:
    """Return the game as a text record."""
    state = await context.service.game(game_id)
    text = await compute(lambda: make_record(state).to_text())
    name = f'attachment; filename="{state.game.id}-{game_id}.tretorri"'
    return Response(text, media_type="text/plain", headers={"Content-Disposition": name})


@router.get("/{game_id}/record.json", response_model=dict[str, Any])
async def record_json(game_id: GameId, context: RequestContext, compute: Computer) -> Response:
    """Return the game as a JSON record."""
    state = await context.service.game(game_id)
    text = await compute(lambda: json.dumps(make_record(state).to_json(), ensure_ascii=False))
    return Response(text, media_type=JSON_TYPE)
