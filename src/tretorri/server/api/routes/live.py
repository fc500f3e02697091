"""Games live: a stream of events by WebSocket, by server-sent events, or by asking again.

All three say the same: the events behind the version that the viewer has, or the whole state if
that is too far back. What is sent is read from the log, so a viewer can miss nothing for good.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import StreamingResponse
from pydantic import Field, TypeAdapter, ValidationError
from starlette.websockets import WebSocketState

from tretorri.core.errors import TretorriError
from tretorri.server.api import models
from tretorri.server.api.bodies import is_too_deep
from tretorri.server.api.language import choose_language
from tretorri.server.api.middleware.guard import MAX_DEPTH
from tretorri.server.api.models import View
from tretorri.server.api.passing_notes import PassingNote
from tretorri.server.api.problems import (
    PROBLEMS,
    Problem,
    describe_error,
    invalid_request_error,
    make_problem_response,
)
from tretorri.server.api.rate_limits import count_command, waiting
from tretorri.server.api.request_context import (
    GameId,
    Language,
    RequestContext,
    ServerContext,
    server_context_of,
)
from tretorri.server.api.routes.games import JSON_TYPE, make_answer
from tretorri.server.api.socket_clients import SocketClient, admit
from tretorri.server.api.view_cache import DrawnState, dump_with_state
from tretorri.server.bus import Subscription
from tretorri.server.capacity.current_caller import current_caller
from tretorri.server.errors import BadRequest, Overloaded, ServerError, StorageDown, TooMany
from tretorri.table.access import no_such_game_error, require
from tretorri.table.errors import error
from tretorri.table.log import MAX_EVENTS, SPARE_EVENTS
from tretorri.table.presenter import view_event
from tretorri.table.state import GameState
from tretorri.table.views import EventView, StateView

router = APIRouter(prefix="/api/games", tags=["live"], responses=PROBLEMS)
PING_INTERVAL_S = 10.0  # between two signs of life
SEND_TIMEOUT_S = 10.0  # for a viewer to take a message; after that the socket is closed
MAX_POLL_S = 25.0
RESTART_CODE, TRY_LATER_CODE, POLICY_CODE, GONE_CODE, UNSUPPORTED_CODE = (
    1012,
    1013,
    1008,
    1006,
    1003,
)
BRIEF_ERRORS = (StorageDown, Overloaded, TooMany)  # after which a client may come back

Since = Annotated[
    int, Query(ge=0, le=2**31 - 1, description="The version that the client already has.")
]
WithState = Annotated[bool, Query(description="Whether to send the whole state with the events.")]


UpdateKind = Literal["events", "snapshot", "ping", "note"]


class Update(View):
    """An update about a game.

    Its *kind* is ``events`` (what happened after the client's version), ``snapshot`` (the whole
    state, for a client that is far behind), ``ping`` (only the version) or ``note`` (something
    that is not stored, such as a reaction or a player connecting). *present* lists the seats
    whose players are connected, *watchers* counts the other viewers, and *now* is the server
    time in milliseconds since 1970.
    """

    kind: UpdateKind
    version: int
    now: int
    events: list[EventView] = Field(default_factory=list)
    state: StateView | None = None
    note: PassingNote | None = None
    present: list[str] = Field(default_factory=list)
    watchers: int = 0


class Reply(View):
    """The answer to a request over a WebSocket."""

    kind: Literal["answer", "problem"]
    request_id: str | None
    answer: models.CommandAnswer | None = None
    problem: Problem | None = None


class SocketParams(View):
    """The query parameters with which a socket is opened."""

    since: int = Field(0, ge=0, le=2**31 - 1)
    with_state: bool = False


@dataclass(frozen=True, slots=True)
class EncodedUpdate:
    """An update as JSON *text*, and the version of the game that it tells of."""

    version: int
    text: str


class Viewer:
    """A viewer of a game, and the version up to which it has been sent."""

    def __init__(
        self, context: ServerContext, game_id: str, since: int, with_state: bool, language: str
    ) -> None:
        self._here, self._game_id = context, game_id
        self._with_state, self._language = with_state, language
        self._caller = current_caller.get()
        self.version = since

    @contextmanager
    def watching(self) -> Iterator[Callable[[float], Awaitable[EncodedUpdate]]]:
        """Subscribe; yield a function that waits so many seconds for an update, else a ping."""
        with self._here.service.bus.subscribe(self._game_id) as subscription:
            yield partial(self._wait_for_update, subscription)

    async def _wait_for_update(self, subscription: Subscription, seconds: float) -> EncodedUpdate:
        service, game_id = self._here.service, self._game_id
        # A client that claims the version of a deleted game must not evict it from the cache.
        seen = min(self.version, MAX_EVENTS + SPARE_EVENTS)
        state = await service.game(game_id, at_least=max(seen, subscription.take_version()))
        if state.version == self.version:
            await subscription.wait(self.version, seconds)
            state = await service.game(game_id, at_least=subscription.take_version())
        if state.version != self.version:
            return await self._view_events(state)
        note = subscription.take_note()
        return self._make_update("ping" if note is None else "note", note=note)

    async def _view_events(self, state: GameState) -> EncodedUpdate:
        """Return what has happened since the viewer looked, or how it stands now."""
        if self._with_state:
            await self._here.send_turns.need(self._caller)
            state = await self._here.service.game(self._game_id, at_least=state.version)
        events = await self._here.service.events(self._game_id, self.version)
        is_far = events is None or self.version > state.version
        is_drawn = is_far or self._with_state  # drawing takes long: only if it is sent
        drawn = await self._draw(state) if is_drawn else None
        self.version = state.version
        if is_far or events is None:
            return self._make_update("snapshot", drawn)
        known = [view_event(event) for event in events if event.number <= state.version]
        return self._make_update("events", drawn, events=known)

    async def _draw(self, state: GameState) -> DrawnState:
        drawn = await self._here.views.draw(state, self._language)
        await self._here.send_turns.take(self._caller, drawn.size)
        return drawn

    def _make_update(
        self, kind: UpdateKind, state: DrawnState | None = None, **what: Any
    ) -> EncodedUpdate:
        presence = self._here.presence
        update = Update(
            kind=kind,
            version=self.version,
            now=self._here.service.now(),
            present=sorted(presence.seats(self._game_id)),
            watchers=presence.watchers(self._game_id),
            **what,
        )
        return EncodedUpdate(self.version, dump_with_state(update, state))


@router.get("/{game_id}/news", response_model=Update, dependencies=[waiting])
async def poll(
    *,
    game_id: GameId,
    context: RequestContext,
    language: Language,
    since: Since,
    with_state: WithState = False,
    wait: Annotated[
        float, Query(ge=0, le=MAX_POLL_S, description="How long to wait, in seconds.")
    ] = MAX_POLL_S,
) -> Response:
    """Wait for an update and return it, or a ping if none arrives in time."""
    await context.service.game(game_id)
    with Viewer(context, game_id, since, with_state, language).watching() as next_update:
        return Response((await next_update(wait)).text, media_type=JSON_TYPE)


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
    game_id: GameId,
    context: RequestContext,
    language: Language,
    since: Since,
    with_state: WithState = False,
) -> StreamingResponse:
    """Send updates as server-sent events until the client disconnects."""
    await context.service.game(game_id)
    viewer = Viewer(context, game_id, since, with_state, language)
    headers = {"Cache-Control": "no-store"}
    return StreamingResponse(
        _sse_updates(context, viewer), media_type="text/event-stream", headers=headers
    )


async def _sse_updates(context: ServerContext, viewer: Viewer) -> AsyncIterator[str]:
    with viewer.watching() as next_update:
        while not context.service.bus.is_closed:
            update = await next_update(PING_INTERVAL_S)
            yield f"id: {update.version}\nevent: news\ndata: {update.text}\n\n"


async def socket(socket: WebSocket) -> None:
    """Send updates, and carry out requests as POST does."""
    context, asked = server_context_of(socket), socket.query_params
    game_id = socket.path_params["game_id"]
    language = choose_language(socket.headers.get("accept-language"), asked.get("lang"))
    try:
        wanted = _parse_params(asked)
        viewer = Viewer(context, game_id, wanted.since, wanted.with_state, language)
        async with admit(socket, context):
            await socket.accept()
            await _serve(socket, context, viewer, SocketClient(socket, context, game_id, language))
    except ServerError as error:  # it is not open yet, so there is a status to say it with
        await socket.send_denial_response(make_problem_response(error, language))


# A route of Starlette: that of FastAPI keeps 3 KB more for each open socket.
router.add_websocket_route(f"{router.prefix}/{{game_id}}/socket", socket)


def _parse_params(asked: Mapping[str, str]) -> SocketParams:
    try:
        return SocketParams.model_validate(dict(asked))
    except ValidationError as error:
        raise invalid_request_error(error) from error


async def _serve(
    socket: WebSocket, context: ServerContext, viewer: Viewer, client: SocketClient
) -> None:
    """Talk and listen until one side ends; say why if that is us."""
    try:
        leave = context.presence.enter(client.game_id, await client.enter())
        try:
            await _send_and_receive(socket, context, viewer, client)
        finally:
            leave()
    except TretorriError as error:
        with suppress(WebSocketDisconnect, TimeoutError):
            await _send_reply(socket, _problem_reply(None, error, client.language))
            is_brief = isinstance(error, BRIEF_ERRORS) and not client.has_flooded
            await socket.close(TRY_LATER_CODE if is_brief else POLICY_CODE)
    except (WebSocketDisconnect, TimeoutError):
        return


async def _send_and_receive(
    socket: WebSocket, context: ServerContext, viewer: Viewer, client: SocketClient
) -> None:
    talking = asyncio.create_task(_send_updates(socket, context, viewer, client))
    listening = asyncio.create_task(_receive_commands(socket, context, client))
    try:
        done, _ = await asyncio.wait((talking, listening), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        talking.cancel()
        listening.cancel()
        await asyncio.gather(talking, listening, return_exceptions=True)


async def _send_updates(
    socket: WebSocket, context: ServerContext, viewer: Viewer, client: SocketClient
) -> None:
    with viewer.watching() as next_update:
        while not context.service.bus.is_closed:
            await _send(socket, (await next_update(PING_INTERVAL_S)).text)
            if await client.has_lost_seat(viewer.version):
                raise no_such_game_error()
    await socket.close(RESTART_CODE)


async def _receive_commands(
    socket: WebSocket, context: ServerContext, client: SocketClient
) -> None:
    while (text := await _receive_text(socket)) is not None:
        request_id: str | None = None
        client.take_message()
        try:
            request = _parse_request(text)
            request_id = request.request_id
            require(client.secrets)
            command = request.command.command()
            count_command(context, socket, command)
            answer = await context.service.submit(
                client.game_id, client.secrets, request.request_id, request.version, command
            )
        except TretorriError as error:
            await _send_reply(socket, _problem_reply(request_id, error, client.language))
        else:
            brief = make_answer(answer)
            await _send_reply(socket, Reply(kind="answer", request_id=request_id, answer=brief))


async def _receive_text(socket: WebSocket) -> str | None:
    """Return the next message; close the socket of a client that sends bytes."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | None = message.get("text")
    if text is None:
        await socket.close(UNSUPPORTED_CODE)
    return text


_REQUEST = TypeAdapter(models.CommandRequest)


def _parse_request(text: str) -> models.CommandRequest:
    """Return the request in a message; what is not one is refused in words."""
    try:
        if is_too_deep(text.encode(), MAX_DEPTH):
            raise error(BadRequest, "too-deep")
        return _REQUEST.validate_json(text)
    except ValidationError as cause:
        raise invalid_request_error(cause) from cause


def _problem_reply(request_id: str | None, error: TretorriError, language: str) -> Reply:
    problem = describe_error(error, language)
    return Reply(kind="problem", request_id=request_id, problem=problem)


async def _send_reply(socket: WebSocket, reply: Reply) -> None:
    await _send(socket, reply.model_dump_json())


async def _send(socket: WebSocket, text: str) -> None:
    if socket.application_state is WebSocketState.DISCONNECTED:
        raise WebSocketDisconnect(GONE_CODE)
    async with asyncio.timeout(SEND_TIMEOUT_S):
        await socket.send_text(text)
