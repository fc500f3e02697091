"""Friendly words at the table: a small fixed set, in place of talk that would need a watchman."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request, Response

from tretorri.server.access import need
from tretorri.server.api.context import GameId, Here, secrets_of
from tretorri.server.api.models import SeatId, Sent
from tretorri.server.api.problems import PROBLEMS

router = APIRouter(prefix="/api/games", tags=["seats"], responses=PROBLEMS)


class Reaction(Sent):
    """A friendly word, said from the seat to move unless another of one's own is named."""

    seat: SeatId | None = None
    reaction: Literal[
        "hello", "good-luck", "well-played", "thanks", "wow", "oops", "thinking", "goodbye"
    ]


@router.post("/{game_id}/reactions", status_code=204)
async def react(game_id: GameId, body: Reaction, request: Request, here: Here) -> Response:
    """Say something to everybody who is there; it is not kept."""
    fold = await here.service.game(game_id)
    own = (await here.service.rights(fold, secrets_of(request, game_id))).seats
    mover = fold.to_move if fold.to_move in own else None
    seat = body.seat or mover or next(iter(sorted(own)), None)
    need(seat in own)
    here.service.bus.say(game_id, {"kind": "reaction", "seat": seat, "reaction": body.reaction})
    return Response(status_code=204)
