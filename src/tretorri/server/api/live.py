"""Games live: a stream of events by WebSocket, by server-sent events, or by asking again.

All three say the same: the events behind the version that the viewer has, or the whole state if
that is too far back. What is sent is read from the log, so a viewer can miss nothing for good.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import StreamingResponse
from pydantic import Field, TypeAdapter, ValidationError
from starlette.websockets import WebSocketState

from tretorri.core.errors import TretorriError
from tretorri.server.access import need, no_such_game
from tretorri.server.api import models
from tretorri.server.api.admission import Guest, admitted
from tretorri.server.api.bodies import is_too_deep
from tretorri.server.api.context import Context, GameId, Here, Language, context_of
from tretorri.server.api.games import answered, dumped
from tretorri.server.api.guard import DEEPEST
from tretorri.server.api.language import preferred
from tretorri.server.api.limiting import take_command, waiting
from tretorri.server.api.passing_notes import PassingNote
from tretorri.server.api.problems import PROBLEMS, Problem, malformed, problem, response
from tretorri.server.bus import Ear
from tretorri.server.errors import BadRequest, ServerError, StorageDown, refused
from tretorri.server.fold import Fold
from tretorri.server.service import MOST_EVENTS, SPARE_EVENTS
from tretorri.server.views import EventView, State, View, event_view

router = APIRouter(prefix="/api/games", tags=["live"], responses=PROBLEMS)
PING = 10.0  # seconds between two signs of life
SENDING = 10.0  # seconds after which a viewer who does not read is left alone
LONGEST_POLL = 25.0
RESTARTING, LATER, POLICY, GONE, UNSUPPORTED = 1012, 1013, 1008, 1006, 1003

Since = Annotated[
    int, Query(ge=0, le=2**31 - 1, description="The version that the client already has.")
]
WithState = Annotated[bool, Query(description="Whether to send the whole state with the events.")]


NewsKind = Literal["events", "snapshot", "ping", "note"]


class News(View):
    """An update about a game.

    Its *kind* is ``events`` (what happened after the client's version), ``snapshot`` (the whole
    state, for a client that is far behind), ``ping`` (only the version) or ``note`` (something
    that is not stored, such as a reaction or a player connecting). *present* lists the seats
    whose players are connected, *watchers* counts the other viewers, and *now* is the server
    time in milliseconds since 1970.
    """

    kind: NewsKind
    version: int
    now: int
    events: list[EventView] = Field(default_factory=list)
    state: State | None = None
    note: PassingNote | None = None
    present: list[str] = Field(default_factory=list)
    watchers: int = 0


class Reply(View):
    """The answer to a request over a WebSocket."""

    kind: Literal["answer", "problem"]
    request_id: str | None
    answer: models.Answered | None = None
    problem: Problem | None = None


class Wanted(View):
    """What somebody wants who opens a socket."""

    since: int = Field(0, ge=0, le=2**31 - 1)
    with_state: bool = False


class Viewer:
    """Somebody who watches a game, and what they have seen of it."""

    def __init__(
        self, here: Context, game_id: str, since: int, with_state: bool, language: str
    ) -> None:
        self._here, self._game_id = here, game_id
        self._with_state, self._language = with_state, language
        self.version = since

    @contextmanager
    def watching(self) -> Iterator[Callable[[float], Awaitable[News]]]:
        """Lend a way to wait for news, or for a ping if there are none for so many seconds."""
        with self._here.service.bus.ear(self._game_id) as ear:
            yield partial(self._news, ear)

    async def _news(self, ear: Ear, seconds: float) -> News:
        service, game_id = self._here.service, self._game_id
        # Whoever claims to have seen the version of a deleted game must not make us forget it.
        seen = min(self.version, MOST_EVENTS + SPARE_EVENTS)
        fold = await service.game(game_id, at_least=max(seen, ear.take_version()))
        if fold.version == self.version:
            await ear.wait(self.version, seconds)
            fold = await service.game(game_id, at_least=ear.take_version())
        if fold.version != self.version:
            return await self._events(fold)
        note = ear.take_note()
        return self._told("ping" if note is None else "note", note=note)

    async def _events(self, fold: Fold) -> News:
        """Return what has happened since the viewer looked, or how it stands now."""
        events = await self._here.service.events(self._game_id, self.version)
        is_far = events is None or self.version > fold.version
        self.version = fold.version
        is_drawn = is_far or self._with_state  # to draw takes long: not for nobody
        state = await self._here.views.view(fold, self._language) if is_drawn else None
        if is_far or events is None:
            return self._told("snapshot", state=state)
        known = [event_view(event) for event in events if event.number <= fold.version]
        return self._told("events", events=known, state=state)

    def _told(self, kind: NewsKind, **what: Any) -> News:
        presence = self._here.presence
        return News(
            kind=kind,
            version=self.version,
            now=self._here.service.now(),
            present=sorted(presence.seats(self._game_id)),
            watchers=presence.watchers(self._game_id),
            **what,
        )


@router.get("/{game_id}/news", response_model=News, dependencies=[waiting])
async def poll(
    *,
    game_id: GameId,
    here: Here,
    language: Language,
    since: Since,
    with_state: WithState = False,
    wait: Annotated[
        float, Query(ge=0, le=LONGEST_POLL, description="How long to wait, in seconds.")
    ] = LONGEST_POLL,
) -> Response:
    """Wait for an update and return it, or a ping if none arrives in time."""
    await here.service.game(game_id)
    with Viewer(here, game_id, since, with_state, language).watching() as news:
        return dumped(await news(wait))


@router.get(
    "/{game_id}/stream",
    response_class=StreamingResponse,
    dependencies=[waiting],
    responses={
        200: {
            "description": "Events named `news`; their data is that of the operation above.",
            "content": {"text/event-stream": {}},
        }
    },
)
async def stream(
    game_id: GameId, here: Here, language: Language, since: Since, with_state: WithState = False
) -> StreamingResponse:
    """Send updates as server-sent events until the client disconnects."""
    await here.service.game(game_id)
    viewer = Viewer(here, game_id, since, with_state, language)
    headers = {"Cache-Control": "no-store"}
    return StreamingResponse(_sent(here, viewer), media_type="text/event-stream", headers=headers)


async def _sent(here: Context, viewer: Viewer) -> AsyncIterator[str]:
    with viewer.watching() as news:
        while not here.service.bus.is_closed:
            told = await news(PING)
            yield f"id: {told.version}\nevent: news\ndata: {told.model_dump_json()}\n\n"


async def socket(socket: WebSocket) -> None:
    """Send updates, and carry out requests as POST does."""
    here, asked = context_of(socket), socket.query_params
    game_id = socket.path_params["game_id"]
    language = preferred(socket.headers.get("accept-language"), asked.get("lang"))
    try:
        wanted = _wanted(asked)
        viewer = Viewer(here, game_id, wanted.since, wanted.with_state, language)
        async with admitted(socket, here):
            await socket.accept()
            await _served(socket, here, viewer, Guest(socket, here, game_id, language))
    except ServerError as error:  # it is not open yet, so there is a status to say it with
        await socket.send_denial_response(response(error, language))


# A route of Starlette: that of FastAPI keeps 3 KB more for each open socket.
router.add_websocket_route(f"{router.prefix}/{{game_id}}/socket", socket)


def _wanted(asked: Mapping[str, str]) -> Wanted:
    try:
        return Wanted.model_validate(dict(asked))
    except ValidationError as error:
        raise malformed(error) from error


async def _served(socket: WebSocket, here: Context, viewer: Viewer, guest: Guest) -> None:
    """Talk and listen until one side ends; say why if that is us."""
    try:
        leave = here.presence.enter(guest.game_id, await guest.come())
        try:
            await _both_ways(socket, here, viewer, guest)
        finally:
            leave()
    except TretorriError as error:
        with suppress(WebSocketDisconnect, TimeoutError):
            await _send(socket, _refusal(None, error, guest.language))
            await socket.close(LATER if isinstance(error, StorageDown) else POLICY)
    except (WebSocketDisconnect, TimeoutError):
        return


async def _both_ways(socket: WebSocket, here: Context, viewer: Viewer, guest: Guest) -> None:
    talking = asyncio.create_task(_talk(socket, here, viewer, guest))
    listening = asyncio.create_task(_listen(socket, here, guest))
    try:
        done, _ = await asyncio.wait((talking, listening), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        talking.cancel()
        listening.cancel()
        await asyncio.gather(talking, listening, return_exceptions=True)


async def _talk(socket: WebSocket, here: Context, viewer: Viewer, guest: Guest) -> None:
    with viewer.watching() as news:
        while not here.service.bus.is_closed:
            await _send(socket, await news(PING))
            if await guest.has_lost_a_seat(viewer.version):
                raise no_such_game()
    await socket.close(RESTARTING)


async def _listen(socket: WebSocket, here: Context, guest: Guest) -> None:
    while (text := await _received(socket)) is not None:
        request_id: str | None = None
        guest.take_message()
        try:
            request = _request(text)
            request_id = request.request_id
            need(guest.secrets)
            command = request.command.command()
            take_command(here, socket, command)
            answer = await here.service.submit(
                guest.game_id, guest.secrets, request.request_id, request.version, command
            )
        except TretorriError as error:
            await _send(socket, _refusal(request_id, error, guest.language))
        else:
            brief = answered(answer)
            await _send(socket, Reply(kind="answer", request_id=request_id, answer=brief))


async def _received(socket: WebSocket) -> str | None:
    """Return the next message; who sends bytes is shown out."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | None = message.get("text")
    if text is None:
        await socket.close(UNSUPPORTED)
    return text


_REQUEST = TypeAdapter(models.Request)


def _request(text: str) -> models.Request:
    """Return the request in a message; what is not one is refused in words."""
    try:
        if is_too_deep(text.encode(), DEEPEST):
            raise refused(BadRequest, "too-deep")
        return _REQUEST.validate_json(text)
    except ValidationError as error:
        raise malformed(error) from error


def _refusal(request_id: str | None, error: TretorriError, language: str) -> Reply:
    told = problem(error, language)
    return Reply(kind="problem", request_id=request_id, problem=told)


async def _send(socket: WebSocket, message: View) -> None:
    if socket.application_state is WebSocketState.DISCONNECTED:
        raise WebSocketDisconnect(GONE)
    async with asyncio.timeout(SENDING):
        await socket.send_text(message.model_dump_json())
