"""Where a player's program is told that it is its turn."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from tretorri.server.api.bodies import BodyRoute
from tretorri.server.api.models import SeatId, Sent
from tretorri.server.api.problems import PROBLEMS
from tretorri.server.api.rate_limits import by_key
from tretorri.server.api.request_context import GameId, Here, Language, secrets_of
from tretorri.server.capacity.limits import SEATS
from tretorri.server.store import SetWebhook
from tretorri.server.webhook_hosts import LONGEST_URL, Webhook, is_allowed
from tretorri.table.access import need
from tretorri.table.errors import NotNow, error

router = APIRouter(prefix="/api/games", tags=["seats"], responses=PROBLEMS, route_class=BodyRoute)


class WebhookWish(Sent):
    """The address to notify when *seat* is to move; a null *url* removes the webhook."""

    seat: SeatId
    url: Annotated[str, Field(max_length=LONGEST_URL)] | None


@router.put("/{game_id}/webhook", status_code=204, dependencies=[by_key(SEATS)])
async def webhook(
    game_id: GameId, body: WebhookWish, request: Request, here: Here, language: Language
) -> Response:
    """Set or remove the webhook of a seat; the host must be one the server allows."""
    fold = await here.service.game(game_id)
    rights = await here.service.rights(fold, secrets_of(request, game_id))
    need(body.seat in rights.seats)
    hook = None
    if body.url is not None:
        if not is_allowed(body.url, here.settings.webhooks):
            raise error(NotNow, "webhook-refused")
        public = (here.settings.public or str(request.base_url)).rstrip("/")
        link = f"{public}/{language}/game/{game_id}"
        generation = fold.generations.get(body.seat, 0)
        hook = Webhook(game_id, body.seat, generation, body.url, link)
    await here.service.store_beside(game_id, SetWebhook(game_id, body.seat, hook))
    return Response(status_code=204)
