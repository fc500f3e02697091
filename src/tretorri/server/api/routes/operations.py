"""For hosts of a server: whether it is alive and ready, and its metrics."""

from __future__ import annotations

import asyncio
import ipaddress
import os

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST

from tretorri import __version__
from tretorri.server.api.request_context import RequestContext
from tretorri.server.bus import Bus, LocalBus
from tretorri.server.errors import NotFound, StorageDown
from tretorri.server.monitoring import metrics
from tretorri.server.settings import METRICS_VARIABLE
from tretorri.server.store import Store
from tretorri.table.errors import error

router = APIRouter(include_in_schema=False)
READY_TIMEOUT_S = 3.0  # a database that takes longer keeps every player waiting
PATHS = frozenset({"/health", "/ready", "/metrics"})
FORWARDED_HEADERS = ("forwarded", "x-forwarded-for", "x-real-ip")


@router.get("/health")
async def health() -> dict[str, str]:
    """Return that the process is alive, whatever the state of the database."""
    return {"status": "ok", "program": "tretorri", "version": __version__}


@router.get("/ready")
async def ready(context: RequestContext) -> JSONResponse:
    """Return whether games can be played: they can be read and stored, and nothing is stopping."""
    bus = context.service.bus
    status = {
        "database": await _storage_status(context.service.store),
        "bus": _bus_status(bus),
        "server": "ok",
    }
    if bus.is_closed:
        status["server"] = "stopping"
    is_ready = status["database"] == status["server"] == "ok"
    return JSONResponse(status, 200 if is_ready else 503)


async def _storage_status(store: Store) -> str:
    """Tell whether the database lets us read and write."""
    try:
        async with asyncio.timeout(READY_TIMEOUT_S):
            await store.check_readable()
            return "ok" if await store.is_writable() else "not writable"
    except (StorageDown, TimeoutError):
        return "down"


def _bus_status(bus: Bus) -> str:
    """Tell how the servers hear of each other; play goes on without it."""
    if isinstance(bus, LocalBus):
        return "none"
    return "ok" if getattr(bus, "is_linked", True) else "down"


@router.get("/metrics")
async def metrics_page(request: Request) -> Response:
    """Return all metrics, to local callers or to all, depending on the settings."""
    if os.environ.get(METRICS_VARIABLE) != "public" and not is_local(request):
        raise error(NotFound, "not-found")
    return Response(metrics.render_metrics(), media_type=CONTENT_TYPE_LATEST)


def is_local(request: Request) -> bool:
    """Tell whether the caller is on this machine, and is not a proxy for another caller."""
    if request.client is None or any(name in request.headers for name in FORWARDED_HEADERS):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
