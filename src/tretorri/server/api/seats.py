"""Seats by link: tickets, joining, handing over, the next game, and deleting one's own."""

from __future__ import annotations

import secrets
from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from pydantic import Field

from tretorri.server.access import need
from tretorri.server.api.context import GameId, Here, Language, give_cookie, secrets_of
from tretorri.server.api.games import dumped
from tretorri.server.api.limiting import by_key
from tretorri.server.api.models import RequestId, SeatId, Sent, Short
from tretorri.server.api.problems import PROBLEMS
from tretorri.server.limits import REACTIONS, SEATS
from tretorri.server.opening import BOT, LINK
from tretorri.server.views import State, View

router = APIRouter(prefix="/api/games", tags=["seats"], responses=PROBLEMS)
Secret = Annotated[str, Field(min_length=43, max_length=43, pattern=r"^[A-Za-z0-9_-]{43}$")]
Purpose = Literal["join", "device", "handover"]


class Joining(Sent):
    """A ticket to exchange; sent again with the same *request_id* it gives the same secret."""

    ticket: Secret
    name: Short = ""
    kind: Annotated[Literal["person", "bot"], Field(alias="as")] = "person"
    request_id: RequestId | None = None


class Joined(View):
    """Somebody has come in; *seat* is theirs, none if the ticket was the creator's."""

    seat: str | None
    secret: str
    state: State


class TicketWish(Sent):
    """A ticket to issue: to ``join`` an open seat, for another ``device``, or as ``handover``."""

    seat: SeatId | None = None
    purpose: Annotated[Purpose, Field(alias="for")]


class Ticket(View):
    """A ticket, for the fragment of a link; it can be used once."""

    seat: str | None
    ticket: str


class Rematch(View):
    """The next game, and the seats that the caller has in it."""

    id: str
    seats: list[str]


Reaction = Literal[
    "hello", "good-luck", "well-played", "thanks", "wow", "oops", "thinking", "goodbye"
]


class Reacting(Sent):
    """A friendly word from a seat, one's own."""

    seat: SeatId | None = None
    reaction: Reaction


class Nothing(Sent):
    """An empty request."""


@router.post("/{game_id}/join", response_model=Joined, dependencies=[by_key(SEATS)])
async def join(
    game_id: GameId, body: Joining, request: Request, here: Here, language: Language
) -> Response:
    """Take the seat that a ticket is for; the secret is in the answer, and in a cookie."""
    entrance = await here.doors.join(
        game_id,
        body.ticket,
        request_id=body.request_id or secrets.token_hex(16),
        kind=BOT if body.kind == "bot" else LINK,
        name=body.name,
    )
    (secret,) = entrance.secrets
    state = here.views.view(entrance.fold, language)
    seat = next(iter(entrance.seats), None)
    answer = dumped(Joined(seat=seat, secret=secret, state=state))
    give_cookie(request, answer, game_id, [secret], is_secure=here.is_secure(request))
    return answer


@router.post("/{game_id}/tickets", dependencies=[by_key(SEATS)])
async def ticket(game_id: GameId, body: TicketWish, request: Request, here: Here) -> Ticket:
    """Issue a ticket; the one before it, for the same seat and purpose, is void."""
    known = secrets_of(request, game_id)
    issued = await here.doors.ticket(game_id, known, body.seat, body.purpose)
    return Ticket(seat=body.seat, ticket=issued)


@router.post("/{game_id}/rematch", response_model=Rematch, dependencies=[by_key(SEATS)])
async def rematch(game_id: GameId, body: Nothing, request: Request, here: Here) -> Response:
    """Begin the next game with seats moved on by one, or come to it."""
    entrance = await here.doors.rematch(game_id, secrets_of(request, game_id))
    new = entrance.fold.opening.id
    answer = dumped(Rematch(id=new, seats=list(entrance.seats)))
    if entrance.secrets:
        is_secure = here.is_secure(request)
        give_cookie(request, answer, new, entrance.secrets, is_secure=is_secure)
    return answer


@router.post("/{game_id}/reactions", status_code=204, dependencies=[by_key(REACTIONS)])
async def react(game_id: GameId, body: Reacting, request: Request, here: Here) -> Response:
    """Say one of the friendly words to everybody at the game; it is not kept."""
    fold = await here.service.game(game_id)
    may = await here.service.rights(fold, secrets_of(request, game_id))
    seat = body.seat or next(iter(sorted(may.seats)), None)
    need(seat in may.seats)
    note = {"kind": "reaction", "seat": seat, "reaction": body.reaction}
    here.service.bus.say(game_id, note)
    return Response(status_code=204)


@router.post("/{game_id}/delete", status_code=204)
async def delete(game_id: GameId, body: Nothing, request: Request, here: Here) -> Response:
    """Delete a game of one's own for good."""
    await here.doors.delete(game_id, secrets_of(request, game_id))
    return Response(status_code=204)
