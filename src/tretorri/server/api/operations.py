"""For those who run a server: is it alive, is it ready, and how is it doing."""

from __future__ import annotations

import ipaddress
import os

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST

from tretorri import __version__
from tretorri.server import metrics
from tretorri.server.api.context import Here
from tretorri.server.bus import Bus, LocalBus
from tretorri.server.errors import NotFound, StorageDown, refused

router = APIRouter(include_in_schema=False)
VARIABLE = "TRETORRI_METRICS"
PATHS = frozenset({"/health", "/ready", "/metrics"})
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")


@router.get("/health")
async def health() -> dict[str, str]:
    """Say that the process is alive, whatever else is not."""
    return {"status": "ok", "program": "tretorri", "version": __version__}


@router.get("/ready")
async def ready(here: Here) -> JSONResponse:
    """Say whether games can be played here: the database answers, and nobody has stopped us."""
    bus = here.service.bus
    told = {"database": "ok", "bus": _state(bus), "server": "ok"}
    try:
        await here.service.store.ask()
    except StorageDown:
        told["database"] = "down"
    if bus.is_closed:
        told["server"] = "stopping"
    is_ready = told["database"] == told["server"] == "ok"
    return JSONResponse(told, 200 if is_ready else 503)


def _state(bus: Bus) -> str:
    """Tell how the servers hear of each other; play goes on without it."""
    if isinstance(bus, LocalBus):
        return "none"
    return "ok" if getattr(bus, "is_linked", True) else "down"


@router.get("/metrics")
async def measured(request: Request) -> Response:
    """Return all metrics, to whoever is on this machine or to everybody, as it is set up."""
    if os.environ.get(VARIABLE) != "public" and not is_local(request):
        raise refused(NotFound, "not-found")
    return Response(metrics.page(), media_type=CONTENT_TYPE_LATEST)


def is_local(request: Request) -> bool:
    """Tell whether somebody on this machine asks, and not a proxy on it for somebody else."""
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
