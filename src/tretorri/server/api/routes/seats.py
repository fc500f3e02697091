"""Seats by link: tickets, joining, handing over, the next game, and deleting one's own."""

from __future__ import annotations

import secrets
from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from pydantic import Field

from tretorri.server.api.bodies import BodyRoute
from tretorri.server.api.browser_keys import choose_browser_key
from tretorri.server.api.models import RequestId, RequestModel, SeatId, ShortText, View
from tretorri.server.api.problems import PROBLEMS
from tretorri.server.api.rate_limits import by_key
from tretorri.server.api.request_context import GameId, Language, RequestContext, read_secrets
from tretorri.server.api.routes.games import json_response
from tretorri.server.capacity.limits import REACTIONS, SEATS
from tretorri.table.access import require
from tretorri.table.setup import BOT, LINK
from tretorri.table.views import StateView

router = APIRouter(prefix="/api/games", tags=["seats"], responses=PROBLEMS, route_class=BodyRoute)
Secret = Annotated[str, Field(min_length=43, max_length=43, pattern=r"^[A-Za-z0-9_-]{43}$")]
Purpose = Literal["join", "device", "handover"]


class JoinRequest(RequestModel):
    """A ticket to exchange; a repeat with the same *request_id* gets the same key."""

    ticket: Secret
    name: ShortText = ""
    kind: Annotated[Literal["person", "bot"], Field(alias="as")] = "person"
    request_id: RequestId | None = None


class JoinAnswer(View):
    """The seat that was joined, with its key; null if the ticket was the creator's."""

    seat: str | None
    secret: str
    state: StateView


class TicketRequest(RequestModel):
    """A ticket to issue: to ``join`` an open seat, for another ``device``, or for ``handover``."""

    seat: SeatId | None = None
    purpose: Annotated[Purpose, Field(alias="for")]


class Ticket(View):
    """A ticket for the fragment of a link; it can be used once."""

    seat: str | None
    ticket: str


class Rematch(View):
    """The next game, and the caller's seats in it."""

    id: str
    seats: list[str]


Reaction = Literal[
    "hello", "good-luck", "well-played", "thanks", "wow", "oops", "thinking", "goodbye"
]


class ReactionRequest(RequestModel):
    """A reaction from one of the caller's seats."""

    seat: SeatId | None = None
    reaction: Reaction


class EmptyRequest(RequestModel):
    """An empty request."""


@router.post("/{game_id}/join", response_model=JoinAnswer, dependencies=[by_key(SEATS)])
async def join(
    game_id: GameId,
    body: JoinRequest,
    request: Request,
    context: RequestContext,
    language: Language,
) -> Response:
    """Exchange a ticket for its seat; the key is in the answer, and the browser keeps it."""
    is_secure = context.is_secure(request)
    store = context.service.store
    browser = await choose_browser_key(request, store, is_secure=is_secure)
    entrance = await context.invitations.join(
        game_id,
        body.ticket,
        request_id=body.request_id or secrets.token_hex(16),
        kind=BOT if body.kind == "bot" else LINK,
        name=body.name,
        browser=browser.digest,
    )
    (secret,) = entrance.secrets
    state = await context.views.view(entrance.state, language)
    seat = next(iter(entrance.seats), None)
    answer = json_response(JoinAnswer(seat=seat, secret=secret, state=state))
    browser.set_on(answer, store, is_secure=is_secure)
    return answer


@router.post("/{game_id}/tickets", dependencies=[by_key(SEATS)])
async def ticket(
    game_id: GameId, body: TicketRequest, request: Request, context: RequestContext
) -> Ticket:
    """Issue a ticket; an earlier one for the same seat and purpose becomes void."""
    known = read_secrets(request, game_id)
    issued = await context.invitations.issue_ticket(game_id, known, body.seat, body.purpose)
    return Ticket(seat=body.seat, ticket=issued)


@router.post("/{game_id}/rematch", response_model=Rematch, dependencies=[by_key(SEATS)])
async def rematch(
    game_id: GameId, body: EmptyRequest, request: Request, context: RequestContext
) -> Response:
    """Create the next game with the seats rotated by one, or join it if it exists."""
    is_secure = context.is_secure(request)
    store = context.service.store
    browser = await choose_browser_key(request, store, is_secure=is_secure)
    known = read_secrets(request, game_id)
    entrance = await context.invitations.rematch(game_id, known, browser.digest)
    new = entrance.state.setup.id
    answer = json_response(Rematch(id=new, seats=list(entrance.seats)))
    if entrance.secrets:
        browser.set_on(answer, store, is_secure=is_secure)
    return answer


@router.post("/{game_id}/reactions", status_code=204, dependencies=[by_key(REACTIONS)])
async def react(
    game_id: GameId, body: ReactionRequest, request: Request, context: RequestContext
) -> Response:
    """Send a reaction to all players and spectators; it is not stored."""
    state = await context.service.game(game_id)
    may = await context.service.rights(state, read_secrets(request, game_id))
    seat = body.seat or next(iter(sorted(may.seats)), None)
    require(seat in may.seats)
    note = {"kind": "reaction", "seat": seat, "reaction": body.reaction}
    context.service.bus.publish_note(game_id, note)
    return Response(status_code=204)


@router.post("/{game_id}/delete", status_code=204)
async def delete(
    game_id: GameId, body: EmptyRequest, request: Request, context: RequestContext
) -> Response:
    """Delete a game permanently; only its creator may do so."""
    await context.invitations.delete(game_id, read_secrets(request, game_id))
    return Response(status_code=204)
