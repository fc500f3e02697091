"""Where a player's program is told that it is its turn."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from tretorri.server.api.bodies import BodyRoute
from tretorri.server.api.models import RequestModel, SeatId
from tretorri.server.api.problems import PROBLEMS
from tretorri.server.api.rate_limits import by_key
from tretorri.server.api.request_context import GameId, Language, RequestContext, read_secrets
from tretorri.server.capacity.limits import SEATS
from tretorri.server.store import SetWebhook
from tretorri.server.webhook_hosts import MAX_URL_CHARS, Webhook, is_allowed
from tretorri.table.access import require
from tretorri.table.errors import NotNow, error

router = APIRouter(prefix="/api/games", tags=["seats"], responses=PROBLEMS, route_class=BodyRoute)


class WebhookRequest(RequestModel):
    """The address to notify when *seat* is to move; a null *url* removes the webhook."""

    seat: SeatId
    url: Annotated[str, Field(max_length=MAX_URL_CHARS)] | None


@router.put("/{game_id}/webhook", status_code=204, dependencies=[by_key(SEATS)])
async def webhook(
    game_id: GameId,
    body: WebhookRequest,
    request: Request,
    context: RequestContext,
    language: Language,
) -> Response:
    """Set or remove the webhook of a seat; the host must be one the server allows."""
    state = await context.service.game(game_id)
    rights = await context.service.rights(state, read_secrets(request, game_id))
    require(body.seat in rights.seats)
    hook = None
    if body.url is not None:
        if not is_allowed(body.url, context.settings.webhooks):
            raise error(NotNow, "webhook-refused")
        public = (context.settings.public or str(request.base_url)).rstrip("/")
        link = f"{public}/{language}/game/{game_id}"
        generation = state.generations.get(body.seat, 0)
        hook = Webhook(game_id, body.seat, generation, body.url, link)
    await context.service.write_beside(game_id, SetWebhook(game_id, body.seat, hook))
    return Response(status_code=204)
