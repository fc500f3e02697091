"""Thinking about games: hints, analysis and reviews, done by worker processes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse
from pydantic import Field

from tretorri.core.errors import TretorriError
from tretorri.core.game import Position
from tretorri.engine.native import has_native
from tretorri.server.api.context import GameId, Here, Language
from tretorri.server.api.games import Done, after
from tretorri.server.api.limiting import thinking
from tretorri.server.api.positions import Setting, position_of
from tretorri.server.api.problems import PROBLEMS, problem
from tretorri.server.api.records import Sheet, read_sheet
from tretorri.server.engines.pool import CutShort, Pool
from tretorri.server.engines.thinking import AnalysisJob, Job, ReviewJob
from tretorri.server.errors import NotNow, refused
from tretorri.server.fold import Fold
from tretorri.server.notes import record_of
from tretorri.server.opening import BY_LINK
from tretorri.server.views import View

router = APIRouter(prefix="/api", tags=["study"], responses=PROBLEMS)
STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": (
            "Events `progress`, then one of `done`, `cut` (others waited: what was found so far) "
            "and `problem`; each has JSON data."
        ),
        "content": {"text/event-stream": {}},
    }
}
HINT_NODES, HINT_SECONDS = 50_000, 3.0
MOST_SECONDS = 600.0
SHARE = 5.0  # seconds of an analysis that nobody cuts short
MOST_NODES = 10**12
BREATH = 15.0  # seconds of silence after which a stream shows that it lives
QUIET = ":\n\n"  # a comment, which nobody hears
REVIEW_NODES, REVIEW_SECONDS = 20_000, 300.0
MOST_REVIEW_NODES = 200_000

Lines = Annotated[int, Query(ge=1, le=5, description="How many lines to look for.")]
Seconds = Annotated[float, Query(gt=0, le=MOST_SECONDS, description="How long to think.")]
Nodes = Annotated[int, Query(ge=1, le=MOST_NODES, description="How much to look at, at most.")]


class Hint(View):
    """What the engine would play: the turn, its first action in words, and how it stands then."""

    turn: str
    action: str
    picks: list[str]
    description: str
    shares: dict[str, float]


class Study(Setting):
    """A position to think about."""

    lines: Annotated[int, Field(ge=1, le=5)] = 1
    seconds: Annotated[float, Field(gt=0, le=MOST_SECONDS)] = 2.0
    nodes: Annotated[int, Field(ge=1, le=MOST_NODES)] = MOST_NODES


class Reviewed(Sheet):
    """A record to look over; variations are left out."""

    nodes: Annotated[int, Field(ge=1, le=MOST_REVIEW_NODES)] = REVIEW_NODES


@router.get("/games/{game_id}/hint", dependencies=[thinking])
async def hint(game_id: GameId, here: Here, language: Language) -> Hint:
    """Return what the engine would play now."""
    position = _fair(await here.service.game(game_id)).position
    job = _analysis(position, 1, HINT_NODES, HINT_SECONDS)
    found = (await here.pool.run(job, 2 * HINT_SECONDS))["lines"][0]
    turn = found["turns"][0]
    first = next(a for a in position.actions() if str(a) == turn.split("+")[0])
    return Hint(
        turn=turn,
        action=str(first),
        picks=list(position.picks(first)),
        description=position.describe(first).sentence(language),
        shares=found["shares"],
    )


@router.get(
    "/games/{game_id}/analysis",
    response_class=StreamingResponse,
    responses=STREAM,
    dependencies=[thinking],
)
async def analysis(
    *,
    game_id: GameId,
    here: Here,
    language: Language,
    done: Annotated[Done | None, Query(description="After so many turns.")] = None,
    lines: Lines = 1,
    seconds: Seconds = 2.0,
    nodes: Nodes = MOST_NODES,
) -> StreamingResponse:
    """Think about a position of a game, and send what is found as it is found."""
    position = after(_fair(await here.service.game(game_id)), done)
    job = _analysis(position, lines, nodes, seconds)
    return _stream(here.pool, job, seconds + 5, language, SHARE)


@router.post(
    "/analysis", response_class=StreamingResponse, responses=STREAM, dependencies=[thinking]
)
async def analyse(body: Study, here: Here, language: Language) -> StreamingResponse:
    """Think about any position, and send what is found as it is found."""
    position = await position_of(here.played, body)
    job = _analysis(position, body.lines, body.nodes, body.seconds)
    return _stream(here.pool, job, body.seconds + 5, language, SHARE)


@router.get(
    "/games/{game_id}/review",
    response_class=StreamingResponse,
    responses=STREAM,
    dependencies=[thinking],
)
async def review(
    game_id: GameId,
    here: Here,
    language: Language,
    nodes: Annotated[int, Query(ge=1, le=MOST_REVIEW_NODES, description="To look at per turn.")] = (
        REVIEW_NODES
    ),
) -> StreamingResponse:
    """Look over a whole game: how it stood after every turn, and which were mistakes."""
    fold = _fair(await here.service.game(game_id))
    _need_engine(fold.game.id)
    record = await asyncio.to_thread(record_of, fold)
    return _stream(here.pool, ReviewJob(record.to_text(), nodes), REVIEW_SECONDS, language)


@router.post("/review", response_class=StreamingResponse, responses=STREAM, dependencies=[thinking])
async def review_record(body: Reviewed, here: Here, language: Language) -> StreamingResponse:
    """Look over a record: how it stood after every turn, and which were mistakes."""
    record = await read_sheet(body)
    _need_engine(record.game.id)
    return _stream(here.pool, ReviewJob(record.to_text(), body.nodes), REVIEW_SECONDS, language)


def _analysis(position: Position, lines: int, nodes: int, seconds: float) -> AnalysisJob:
    if position.is_over:
        raise refused(NotNow, "nothing-to-think-about")
    _need_engine(position.game.id)
    return AnalysisJob(position, lines, nodes, seconds)


def _fair(fold: Fold) -> Fold:
    """Return a game unless people play it by link just now: they are to think for themselves."""
    if not fold.is_over and any(player.kind in BY_LINK for player in fold.players.values()):
        raise refused(NotNow, "fair-play")
    return fold


def _need_engine(game_id: str) -> None:
    if not has_native(game_id):
        raise refused(NotNow, "no-engine", game=game_id)


def _stream(
    pool: Pool, job: Job, seconds: float, language: str, share: float | None = None
) -> StreamingResponse:
    pool.need_room()  # as long as there is a status to say it with
    return StreamingResponse(
        _told(pool, job, seconds, language, share),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store"},
    )


async def _told(
    pool: Pool, job: Job, seconds: float, language: str, share: float | None
) -> AsyncIterator[str]:
    """Yield what a job finds, as server-sent events; a caller who leaves ends the job."""
    found: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    running = asyncio.create_task(pool.run(job, seconds, share=share, tell=found.put_nowait))
    last: dict[str, Any] | None = None
    try:
        while not running.done() or not found.empty():
            heard = asyncio.create_task(found.get())
            await asyncio.wait(
                (heard, running), timeout=BREATH, return_when=asyncio.FIRST_COMPLETED
            )
            if heard.done():
                last = heard.result()
                yield _event("progress", last)
            else:
                heard.cancel()
                if not running.done():
                    yield QUIET
        yield _end(running, last, language)
    finally:
        running.cancel()


def _end(running: asyncio.Task[Any], last: dict[str, Any] | None, language: str) -> str:
    """Return the last event of a stream: what was found at last, or why nothing was."""
    try:
        return _event("done", running.result())
    except TretorriError as error:
        if isinstance(error, CutShort) and last is not None:
            return _event("cut", last)
        return _event("problem", problem(error, language).model_dump(mode="json"))


def _event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
