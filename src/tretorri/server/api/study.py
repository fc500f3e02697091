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
from tretorri.server.api.context import Computer, GameId, Here, Language
from tretorri.server.api.games import Done, after
from tretorri.server.api.limiting import thinking
from tretorri.server.api.positions import Setting, position_of
from tretorri.server.api.problems import PROBLEMS, problem
from tretorri.server.api.records import Sheet, read_sheet
from tretorri.server.current_caller import current_caller
from tretorri.server.engines.pool import CutShort, Pool, WorkerFailed
from tretorri.server.engines.thinking import AnalysisJob, Progress, ReviewJob, ReviewSlice
from tretorri.server.errors import ForeignOrigin, NotNow, refused
from tretorri.server.fold import Fold
from tretorri.server.notes import record_of
from tretorri.server.opening import BY_LINK
from tretorri.server.views import View

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
HINT_NODES, HINT_SECONDS = 50_000, 3.0
MOST_SECONDS = 600.0
SHARE = 5.0  # seconds of an analysis that nobody cuts short
MOST_NODES = 10**12
BREATH = 15.0  # seconds of silence after which a stream shows that it lives
QUIET = ":\n\n"  # a comment, which nobody hears
REVIEW_NODES, REVIEW_SECONDS = 20_000, 300.0
MOST_REVIEW_NODES = 200_000
SLICE_SECONDS = 60.0  # that one slice of a review may take at most

Lines = Annotated[int, Query(ge=1, le=5, description="Number of lines to find.")]
Seconds = Annotated[float, Query(gt=0, le=MOST_SECONDS, description="Thinking time in seconds.")]
Nodes = Annotated[int, Query(ge=1, le=MOST_NODES, description="Maximum number of search nodes.")]


class Hint(View):
    """The engine's choice: the turn, its first action, and the expected shares."""

    turn: str
    action: str
    picks: list[str]
    description: str
    shares: dict[str, float]


class Study(Setting):
    """A position to analyse."""

    lines: Annotated[int, Field(ge=1, le=5)] = 1
    seconds: Annotated[float, Field(gt=0, le=MOST_SECONDS)] = 2.0
    nodes: Annotated[int, Field(ge=1, le=MOST_NODES)] = MOST_NODES


class Reviewed(Sheet):
    """A record to review; variations are ignored."""

    nodes: Annotated[int, Field(ge=1, le=MOST_REVIEW_NODES)] = REVIEW_NODES


async def _need_meant(request: Request, here: Here) -> None:
    if not here.surroundings.is_meant(request):
        raise refused(ForeignOrigin, "no-origin")


meant = Depends(_need_meant)


@router.get("/games/{game_id}/hint", dependencies=[meant, thinking])
async def hint(game_id: GameId, here: Here, compute: Computer, language: Language) -> Hint:
    """Return the turn that the engine would play now."""
    position = _fair(await here.service.game(game_id)).position
    job = _analysis(position, 1, HINT_NODES, HINT_SECONDS)
    caller = current_caller.get()
    found = (await here.pool.run(job, 2 * HINT_SECONDS, caller=caller))["lines"][0]
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
    here: Here,
    language: Language,
    done: Annotated[Done | None, Query(description="Number of turns played; default: all.")] = None,
    lines: Lines = 1,
    seconds: Seconds = 2.0,
    nodes: Nodes = MOST_NODES,
) -> StreamingResponse:
    """Analyse a position of a game and stream the results."""
    position = after(_fair(await here.service.game(game_id)), done)
    job = _analysis(position, lines, nodes, seconds)
    return _stream(here.pool, partial(_analyse, here.pool, job, seconds + 5, SHARE), language)


@router.post(
    "/analysis", response_class=StreamingResponse, responses=STREAM, dependencies=[thinking]
)
async def analyse(
    body: Study, here: Here, compute: Computer, language: Language
) -> StreamingResponse:
    """Analyse any position and stream the results."""
    position = await compute(partial(position_of, here.played, body))
    job = _analysis(position, body.lines, body.nodes, body.seconds)
    work = partial(_analyse, here.pool, job, body.seconds + 5, SHARE)
    return _stream(here.pool, work, language)


@router.get(
    "/games/{game_id}/review",
    response_class=StreamingResponse,
    responses=STREAM,
    dependencies=[meant, thinking],
)
async def review(
    game_id: GameId,
    here: Here,
    compute: Computer,
    language: Language,
    nodes: Annotated[
        int, Query(ge=1, le=MOST_REVIEW_NODES, description="Search nodes per turn.")
    ] = (REVIEW_NODES),
) -> StreamingResponse:
    """Review a whole game: evaluate the position after every turn and mark mistakes."""
    fold = _fair(await here.service.game(game_id))
    text = await compute(lambda: record_of(fold).to_text())
    return _stream(here.pool, partial(_review, here.pool, text, nodes), language)


@router.post("/review", response_class=StreamingResponse, responses=STREAM, dependencies=[thinking])
async def review_record(
    body: Reviewed, here: Here, compute: Computer, language: Language
) -> StreamingResponse:
    """Review a record: evaluate the position after every turn and mark mistakes."""
    text = await compute(partial(_text_of, body))
    return _stream(here.pool, partial(_review, here.pool, text, body.nodes), language)


def _text_of(body: Sheet) -> str:
    return read_sheet(body).to_text()


def _analysis(position: Position, lines: int, nodes: int, seconds: float) -> AnalysisJob:
    if position.is_over:
        raise refused(NotNow, "nothing-to-think-about")
    return AnalysisJob(position, lines, nodes, seconds)


def _fair(fold: Fold) -> Fold:
    """Return a game unless people play it by link just now: they are to think for themselves."""
    if not fold.is_over and any(player.kind in BY_LINK for player in fold.players.values()):
        raise refused(NotNow, "fair-play")
    return fold


Work = Callable[[Progress], Awaitable[dict[str, Any]]]


async def _analyse(
    pool: Pool, job: AnalysisJob, seconds: float, share: float, tell: Progress
) -> dict[str, Any]:
    """Analyse a position; if the search has to begin again, only what is deeper is told."""
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


async def _review(pool: Pool, record: str, nodes: int, tell: Progress) -> dict[str, Any]:
    """Review a record in slices, between which others have their turn."""
    job, seconds, caller = ReviewJob(record, nodes), 0.0, current_caller.get()
    while seconds < REVIEW_SECONDS:
        is_begun = bool(job.evaluations)
        found: ReviewSlice = await pool.run(job, SLICE_SECONDS, caller=caller, is_begun=is_begun)
        job = ReviewJob(record, nodes, job.evaluations + found.evaluations)
        seconds += found.seconds
        tell({"done": len(job.evaluations), "of": found.of})
        if found.review is not None:
            return found.review
    raise refused(WorkerFailed, "engine-failed")


def _stream(pool: Pool, work: Work, language: str) -> StreamingResponse:
    pool.need_room()  # as long as there is a status to say it with
    return StreamingResponse(
        _told(work, language),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store"},
    )


async def _told(work: Work, language: str) -> AsyncIterator[str]:
    """Yield what a job finds, as server-sent events; a caller who leaves ends the job."""
    found: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    running = asyncio.ensure_future(work(found.put_nowait))
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


def _end(running: asyncio.Future[Any], last: dict[str, Any] | None, language: str) -> str:
    """Return the last event of a stream: what was found at last, or why nothing was."""
    try:
        return _event("done", running.result())
    except TretorriError as error:
        if isinstance(error, CutShort) and last is not None:
            return _event("cut", last)
        return _event("problem", problem(error, language).model_dump(mode="json"))


def _event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
