"""Games: made, looked at, played, written down."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from tretorri.core.errors import IllegalAction
from tretorri.core.game import Position
from tretorri.server.access import Rights, authorise, need
from tretorri.server.api import models
from tretorri.server.api.bodies import BodyRoute
from tretorri.server.api.browsers import browser_key, browser_keys
from tretorri.server.api.callers import COOKIE, caller_of
from tretorri.server.api.context import (
    Computer,
    Context,
    GameId,
    Here,
    Language,
    game_secrets,
    secrets_of,
)
from tretorri.server.api.limiting import by_key, take_command
from tretorri.server.api.problems import PROBLEMS, Problem, problem
from tretorri.server.engines.driver import is_engine_game
from tretorri.server.errors import (
    DamagedGame,
    GameNotInstalled,
    NoSuchGame,
    NotFound,
    StorageDown,
    TooMany,
    refused,
)
from tretorri.server.fold import Fold, bare
from tretorri.server.limits import COMMANDS, IMPORTS, LOOKUPS
from tretorri.server.making import opening_of
from tretorri.server.notes import record_of
from tretorri.server.service import Answer
from tretorri.server.store.store import MAX_LISTED
from tretorri.server.views import (
    PositionView,
    SeatView,
    State,
    View,
    event_view,
    position_view,
    seat_views,
)

router = APIRouter(prefix="/api/games", tags=["games"], responses=PROBLEMS, route_class=BodyRoute)
SVG = "image/svg+xml"
JSON = "application/json"
EVENT_BYTES = 200  # that a stored action takes, about
Done = Annotated[int, Field(ge=0, le=10_000)]
AFTER = r"^[0-9]{1,15}\.[A-Za-z0-9_-]{22}$"
Legend = Annotated[
    bool, Query(description="Whether to show the players and the prompt below the board.")
]


class Summary(View):
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


class Why(View):
    """Whether an action is legal, and the reason if it is not."""

    action: str
    is_legal: bool
    problem: Problem | None


def dumped(view: View, status: int = 200) -> Response:
    """Return a view as JSON, without checking again what we made ourselves."""
    return Response(view.model_dump_json(), status, media_type=JSON)


@router.post("", status_code=201, response_model=models.Created)
async def create(
    body: models.NewGame, request: Request, here: Here, compute: Computer, language: Language
) -> Response:
    """Create a game; the creator's secret is in the answer, and the browser keeps it."""
    is_secure = here.is_secure(request)
    browser = browser_key(request, is_secure=is_secure)
    begin = partial(opening_of, body.wish())
    if body.record is None:
        opening, first = await here.computing.play("opening", begin)
    else:
        opening, first = await compute(begin)
    if is_engine_game(opening.players.values()):
        here.driver.need_room(caller_of(request))
    if opening.record is not None:
        _take_import(here, request, len(opening.record.encode()) + EVENT_BYTES * len(first))
    made = await here.service.create(opening, first, browser.digest)
    state = await here.views.view(made.fold, language)
    created = models.Created(
        id=opening.id, secret=made.secret, tickets=dict(made.tickets), state=state
    )
    answer = dumped(created, 201)
    browser.set_on(answer, is_secure=is_secure)
    return answer


def _take_import(here: Context, request: Request, size: int) -> None:
    """Count what is stored of a record, or refuse it in its own words."""
    try:
        here.limits.take(IMPORTS, caller_of(request), size)
    except TooMany as error:
        told = refused(TooMany, "too-much-imported", seconds=error.retry_after or 0)
        told.retry_after = error.retry_after
        raise told from None


@router.get("", response_model=list[Summary])
async def summaries(
    request: Request,
    here: Here,
    language: Language,
    ids: Annotated[list[str], Query(alias="id", max_length=50)],
) -> list[Summary]:
    """Return a summary of each listed game; ids that do not exist are left out."""
    here.limits.need(LOOKUPS, caller_of(request))
    keys = await here.service.store.keys(_browsers(request), ids)
    found: list[Summary] = []
    for game_id in ids:
        try:
            fold = await here.service.game(game_id)
        except NoSuchGame:
            here.limits.spend(LOOKUPS, caller_of(request))
            continue
        except (DamagedGame, GameNotInstalled):
            continue
        found.append(_summary(fold, authorise(fold, keys), language))
    return found


@router.get("/mine")
async def mine(
    request: Request,
    here: Here,
    after: Annotated[
        str | None, Query(pattern=AFTER, description="Where an earlier answer ended (next).")
    ] = None,
) -> OwnGames:
    """List the games in which the caller's browser was given a seat or is the creator."""
    time, _, game_id = (after or "").partition(".")
    behind = (int(time), game_id) if after else None
    browsers = _browsers(request)
    found = await here.service.store.games_of(browsers, behind) if browsers else []
    is_whole = len(found) < MAX_LISTED
    end = None if is_whole else f"{found[-1][0]}.{found[-1][1]}"
    return OwnGames(ids=[game_id for _, game_id in found], next=end)


def _browsers(request: Request) -> list[str]:
    return [key.digest for key in browser_keys(request)]


def _summary(fold: Fold, rights: Rights, language: str) -> Summary:
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
        own_seats=[seat for seat in fold.game.seats if seat in rights.seats],
    )


@router.get("/{game_id}", response_model=State)
async def state(game_id: GameId, here: Here, language: Language) -> Response:
    """Return the current state of a game."""
    return dumped(await here.views.view(await here.service.game(game_id), language))


@router.get("/{game_id}/rights")
async def rights(game_id: GameId, request: Request, here: Here, response: Response) -> RightsView:
    """Return which seats of a game the caller may play."""
    fold, secrets = await here.service.game(game_id), secrets_of(request, game_id)
    may = await here.service.rights(fold, secrets)
    in_cookie = game_secrets(request, game_id)
    if may.seats or may.creator:
        if in_cookie:
            await _exchange_cookie(request, response, here, game_id)
    elif in_cookie or "authorization" in request.headers:  # a browser may just watch
        here.limits.spend(LOOKUPS, caller_of(request))
    return RightsView(
        seats=[seat for seat in fold.game.seats if seat in may.seats],
        creator=may.creator,
        now=here.service.now(),
    )


async def _exchange_cookie(
    request: Request, response: Response, here: Context, game_id: str
) -> None:
    """Keep the keys of a cookie for one game with the secret of the browser, as all others are."""
    is_secure = here.is_secure(request)
    browser = browser_key(request, is_secure=is_secure)
    with suppress(StorageDown):  # then another time
        await here.doors.keep(game_id, game_secrets(request, game_id), browser.digest)
        browser.set_on(response, is_secure=is_secure)
        response.delete_cookie(f"{COOKIE}{game_id}", path=f"/api/games/{game_id}")


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
    """Carry out a command in a game; the answer is sent once it is stored."""
    secrets = secrets_of(request, game_id)
    need(secrets)
    command = body.command.command()
    take_command(here, request, command)
    answer = await here.service.submit(game_id, secrets, body.request_id, body.version, command)
    state = await here.views.view(answer.fold, language) if reply == "state" else None
    return dumped(answered(answer, state))


def answered(answer: Answer, state: State | None = None) -> models.Answered:
    """Return the answer to a request, with the whole state if it is wanted."""
    return models.Answered(
        version=answer.version,
        events=[event_view(event) for event in answer.events],
        state=state,
    )


@router.get("/{game_id}/positions/{done}", response_model=PositionView)
async def position(
    game_id: GameId, done: Done, here: Here, compute: Computer, language: Language
) -> Response:
    """Return the position after the given number of turns."""
    found = after(await here.service.game(game_id), done)
    return dumped(await compute(partial(position_view, found, language)))


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
    *,
    game_id: GameId,
    here: Here,
    compute: Computer,
    language: Language,
    done: Annotated[Done | None, Query(description="Number of turns played; default: all.")] = None,
    legend: Legend = True,
) -> Response:
    """Return a picture of the board."""
    found = after(await here.service.game(game_id), done)
    drawn = await compute(partial(found.svg, language, has_legend=legend))
    return Response(drawn, media_type=SVG)


@router.get("/{game_id}/why")
async def why(
    game_id: GameId,
    action: Annotated[
        str, Query(max_length=64, description="The action in notation, such as Pb4.")
    ],
    here: Here,
    compute: Computer,
    language: Language,
) -> Why:
    """Explain why an action is illegal, naming the rule."""
    fold = await here.service.game(game_id)
    reason = await compute(partial(fold.position.why_not, action))
    told = problem(IllegalAction(reason), language) if reason else None
    return Why(action=action, is_legal=reason is None, problem=told)


@router.get("/{game_id}/record", responses={200: {"content": {"text/plain": {}}}})
async def record(game_id: GameId, here: Here, compute: Computer) -> Response:
    """Return the game as a text record."""
    fold = await here.service.game(game_id)
    text = await compute(lambda: record_of(fold).to_text())
    name = f'attachment; filename="{fold.game.id}-{game_id}.tretorri"'
    return Response(text, media_type="text/plain", headers={"Content-Disposition": name})


@router.get("/{game_id}/record.json", response_model=dict[str, Any])
async def record_json(game_id: GameId, here: Here, compute: Computer) -> Response:
    """Return the game as a JSON record."""
    fold = await here.service.game(game_id)
    text = await compute(lambda: json.dumps(record_of(fold).to_json(), ensure_ascii=False))
    return Response(text, media_type=JSON)
