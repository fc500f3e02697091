"""Thinking about games: hints, analysis and reviews, done by worker processes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import Field

from tretorri.core.errors import TretorriError
from tretorri.core.game import Position
from tretorri.server.api.bodies import BodyRoute
from tretorri.server.api.models import View
from tretorri.server.api.problems import PROBLEMS, describe_error
from tretorri.server.api.rate_limits import thinking
from tretorri.server.api.request_context import Computer, GameId, Language, RequestContext
from tretorri.server.api.routes.games import TurnCount, find_position
from tretorri.server.api.routes.positions import PositionRequest, replay_position
from tretorri.server.api.routes.records import RecordRequest, read_record
from tretorri.server.background.engine_jobs import AnalysisJob, Progress, ReviewJob, ReviewSlice
from tretorri.server.background.engine_pool import (
    EnginePool,
    JobCutShort,
    Urgency,
    WorkerFailed,
)
from tretorri.server.capacity.current_caller import current_caller
from tretorri.server.errors import ForeignOrigin
from tretorri.table.errors import NotNow, error
from tretorri.table.record import make_record
from tretorri.table.setup import BY_LINK
from tretorri.table.state import GameState

router = APIRouter(prefix="/api", tags=["study"], responses=PROBLEMS, route_class=BodyRoute)
STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": (
            "Events `progress`, then one of `done`, `cut` (stopped early for other callers) "
            "and `problem`; each has JSON data."
        ),
        "content": {"text/event-stream": {}},
    }
}
HINT_NODES, HINT_TIMEOUT_S = 50_000, 3.0
MAX_ANALYSIS_S = 600.0
MIN_SHARE_S = 5.0  # of an analysis before another caller may cut it short; if more wait, a part
MAX_NODES = 10**12
KEEPALIVE_INTERVAL_S = 15.0  # of silence after which a stream shows that it lives
KEEPALIVE_COMMENT = ":\n\n"  # a comment, which clients ignore
REVIEW_NODES, MAX_REVIEW_S = 20_000, 300.0
MAX_REVIEW_NODES = 200_000
MAX_SLICE_S = 60.0  # that one slice of a review may take at most

Lines = Annotated[int, Query(ge=1, le=5, description="Number of lines to find.")]
Seconds = Annotated[float, Query(gt=0, le=MAX_ANALYSIS_S, description="Thinking time in seconds.")]
Nodes = Annotated[int, Query(ge=1, le=MAX_NODES, description="Maximum number of search nodes.")]


class Hint(View):
    """The engine's choice: the turn, its first action, and the expected shares."""

    turn: str
    action: str
    picks: list[str]
    description: str
    shares: dict[str, float]


class AnalysisRequest(PositionRequest):
    """A position to analyse."""

    lines: Annotated[int, Field(ge=1, le=5)] = 1
    seconds: Annotated[float, Field(gt=0, le=MAX_ANALYSIS_S)] = 2.0
    nodes: Annotated[int, Field(ge=1, le=MAX_NODES)] = MAX_NODES


class ReviewRequest(RecordRequest):
    """A record to review; variations are ignored."""

    nodes: Annotated[int, Field(ge=1, le=MAX_REVIEW_NODES)] = REVIEW_NODES


async def _require_meant(request: Request, context: RequestContext) -> None:
    if not context.proxy_trust.is_meant(request):
        raise error(ForeignOrigin, "no-origin")


meant = Depends(_require_meant)


@router.get("/games/{game_id}/hint", dependencies=[meant, thinking])
async def hint(
    game_id: GameId, context: RequestContext, compute: Computer, language: Language
) -> Hint:
    """Return the turn that the engine would play now."""
    position = _require_fair_play(await context.service.game(game_id)).fresh_position
    job = _make_analysis(position, 1, HINT_NODES, HINT_TIMEOUT_S)
    caller = current_caller.get()
    answer = await context.pool.run(job, 2 * HINT_TIMEOUT_S, caller=caller, urgency=Urgency.HINT)
    found = answer["lines"][0]
    return await compute(lambda: _hint(position, found, language))


def _hint(position: Position, found: dict[str, Any], language: str) -> Hint:
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
    dependencies=[meant, thinking],
)
async def analysis(
    *,
    game_id: GameId,
    context: RequestContext,
    language: Language,
    done: Annotated[
        TurnCount | None, Query(description="Number of turns played; default: all.")
    ] = None,
    lines: Lines = 1,
    seconds: Seconds = 2.0,
    nodes: Nodes = MAX_NODES,
) -> StreamingResponse:
    """Analyse a position of a game and stream the results."""
    position = find_position(_require_fair_play(await context.service.game(game_id)), done)
    job = _make_analysis(position, lines, nodes, seconds)
    return _stream(
        context.pool, partial(_analyse, context.pool, job, seconds + 5, MIN_SHARE_S), language
    )


@router.post(
    "/analysis", response_class=StreamingResponse, responses=STREAM, dependencies=[thinking]
)
async def analyse(
    body: AnalysisRequest, context: RequestContext, compute: Computer, language: Language
) -> StreamingResponse:
    """Analyse any position and stream the results."""
    position = await compute(partial(replay_position, context.positions, body))
    job = _make_analysis(position, body.lines, body.nodes, body.seconds)
    work = partial(_analyse, context.pool, job, body.seconds + 5, MIN_SHARE_S)
    return _stream(context.pool, work, language)


@router.get(
    "/games/{game_id}/review",
    response_class=StreamingResponse,
    responses=STREAM,
    dependencies=[meant, thinking],
)
async def review(
    game_id: GameId,
    context: RequestContext,
    compute: Computer,
    language: Language,
    nodes: Annotated[
        int, Query(ge=1, le=MAX_REVIEW_NODES, description="Search nodes per turn.")
    ] = (REVIEW_NODES),
) -> StreamingResponse:
    """Review a whole game: evaluate the position after every turn and mark mistakes."""
    state = _require_fair_play(await context.service.game(game_id))
    text = await compute(lambda: make_record(state).to_text())
    return _stream(context.pool, partial(_review, context.pool, text, nodes), language)


@router.post("/review", response_class=StreamingResponse, responses=STREAM, dependencies=[thinking])
async def review_record(
    body: ReviewRequest, context: RequestContext, compute: Computer, language: Language
) -> StreamingResponse:
    """Review a record: evaluate the position after every turn and mark mistakes."""
    text = await compute(partial(_record_text, body))
    return _stream(context.pool, partial(_review, context.pool, text, body.nodes), language)


def _record_text(body: RecordRequest) -> str:
    return read_record(body).to_text()


def _make_analysis(position: Position, lines: int, nodes: int, seconds: float) -> AnalysisJob:
    if position.is_over:
        raise error(NotNow, "nothing-to-think-about")
    return AnalysisJob(position, lines, nodes, seconds)


def _require_fair_play(state: GameState) -> GameState:
    """Return a game unless people play it by link just now: they are to think for themselves."""
    if not state.is_over and any(player.kind in BY_LINK for player in state.players.values()):
        raise error(NotNow, "fair-play")
    return state


StudyWork = Callable[[Progress], Awaitable[dict[str, Any]]]


async def _analyse(
    pool: EnginePool, job: AnalysisJob, seconds: float, share: float, tell: Progress
) -> dict[str, Any]:
    """Analyse a position; if the search has to begin again, only deeper results are reported."""
    deepest = 0

    def tell_deeper(found: dict[str, Any]) -> None:
        nonlocal deepest
        if found["depth"] >= deepest:
            deepest = found["depth"]
            tell(found)

    caller = current_caller.get()
    found: dict[str, Any] = await pool.run(
        job, seconds, caller=caller, share=share, tell=tell_deeper
    )
    return found


async def _review(pool: EnginePool, record: str, nodes: int, tell: Progress) -> dict[str, Any]:
    """Review a record in slices, between which others have their turn."""
    job, seconds, caller = ReviewJob(record, nodes), 0.0, current_caller.get()
    while seconds < MAX_REVIEW_S:
        is_begun = bool(job.evaluations)
        found: ReviewSlice = await pool.run(job, MAX_SLICE_S, caller=caller, is_begun=is_begun)
        job = ReviewJob(record, nodes, job.evaluations + found.evaluations)
        seconds += found.seconds
        tell({"done": len(job.evaluations), "of": found.of})
        if found.review is not None:
            return found.review
    raise error(WorkerFailed, "engine-failed")


def _stream(pool: EnginePool, work: StudyWork, language: str) -> StreamingResponse:
    pool.need_room()  # as long as there is a status to say it with
    return StreamingResponse(
        _sse_events(work, language),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store"},
    )


async def _sse_events(work: StudyWork, language: str) -> AsyncIterator[str]:
    """Yield what a job finds, as server-sent events; a caller who leaves ends the job."""
    found: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    running = asyncio.ensure_future(work(found.put_nowait))
    last: dict[str, Any] | None = None
    try:
        while not running.done() or not found.empty():
            next_found = asyncio.create_task(found.get())
            await asyncio.wait(
                (next_found, running),
                timeout=KEEPALIVE_INTERVAL_S,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if next_found.done():
                last = next_found.result()
                yield _format_event("progress", last)
            else:
                next_found.cancel()
                if not running.done():
                    yield KEEPALIVE_COMMENT
        yield _last_event(running, last, language)
    finally:
        running.cancel()


def _last_event(running: asyncio.Future[Any], last: dict[str, Any] | None, language: str) -> str:
    """Return the last event of a stream: what was found at last, or why nothing was."""
    try:
        return _format_event("done", running.result())
    except TretorriError as error:
        if isinstance(error, JobCutShort) and last is not None:
            return _format_event("cut", last)
        return _format_event("problem", describe_error(error, language).model_dump(mode="json"))


def _format_event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
