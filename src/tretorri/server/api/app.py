"""The application: routes, guard, and what lives as long as the server runs."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

import anyio
import structlog
from fastapi import FastAPI, Response
from starlette.middleware.gzip import GZipMiddleware

from tretorri import __version__
from tretorri.core.registry import games as registered
from tretorri.engine.native import has_native
from tretorri.server.api.contract import DescribedApp
from tretorri.server.api.middleware.guard import Guard
from tretorri.server.api.middleware.page import Page
from tretorri.server.api.middleware.proxy_trust import ProxyTrust
from tretorri.server.api.middleware.request_metrics import RequestMetrics
from tretorri.server.api.position_cache import PositionCache
from tretorri.server.api.problems import install_handlers
from tretorri.server.api.request_context import ServerContext
from tretorri.server.api.routes import (
    games,
    lessons,
    live,
    operations,
    positions,
    records,
    seats,
    shelf,
    study,
    webhooks,
)
from tretorri.server.api.view_cache import StateViewCache
from tretorri.server.background.change_poller import ChangePoller
from tretorri.server.background.engine_driver import EngineDriver
from tretorri.server.background.engine_pool import EnginePool
from tretorri.server.background.flag_timer import FlagTimer
from tretorri.server.background.presence import Presence
from tretorri.server.background.server_clock import ServerClock
from tretorri.server.background.webhooks import WebhookSender
from tretorri.server.bus import Bus, LocalBus
from tretorri.server.capacity.addresses import parse_networks
from tretorri.server.capacity.computing import ComputeThreads
from tretorri.server.capacity.limits import Limits
from tretorri.server.capacity.sending import SendTurns
from tretorri.server.invitations import Invitations
from tretorri.server.monitoring import metrics
from tretorri.server.service import Service
from tretorri.server.settings import Settings
from tretorri.server.store import Store

PLAYING = (games, seats, webhooks, live)
LEARNING = (study, shelf, lessons, positions, records)
OPENAPI = "/api/openapi.json"
MIN_GZIP_BYTES = 1024  # bytes
GZIP_LEVEL = 1  # a state is packed in 1 ms; level 9 takes 30 ms for an eighth less

_log = structlog.get_logger()


def _warm_up(app: FastAPI) -> None:
    """Do now what would be done when the first request comes, on the event loop."""
    anyio.get_cancelled_exc_class()  # imports what files and large answers need
    for game_id in registered():
        has_native(game_id)  # imports it
    scope = {"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": []}
    for route in app.routes:
        route.matches(scope)


def _register_gauges(service: Service, pool: EnginePool, computing: ComputeThreads) -> None:
    """Let the metrics tell how much there is to do."""
    metrics.GAMES_IN_MEMORY.set_function(lambda: service.games_in_memory)
    metrics.ENGINE_QUEUE.set_function(lambda: pool.waiting)
    metrics.COMPUTE_QUEUE.set_function(lambda: computing.waiting)


def make_app(settings: Settings, bus: Bus | None = None) -> FastAPI:
    """Return the application of a server."""
    shared_bus = bus or LocalBus()
    limits = Limits(
        is_on=settings.has_limits,
        max_sockets=settings.max_sockets,
        tell=lambda name: metrics.REFUSAL_COUNT.labels(name).inc(),
        share=shared_bus.spend,
    )
    shared_bus.on_spending = limits.receive_cost
    proxy_trust = ProxyTrust(settings.public, parse_networks(settings.proxies))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await Store.open(settings.database)
        pool = EnginePool(settings.workers)
        clock = await ServerClock.synchronise_with(store)
        computing = ComputeThreads(limits, lambda: shared_bus.is_closed)
        service = Service(store, shared_bus, clock.now, computing, lambda: clock.ahead)
        driver = EngineDriver(
            service, pool, settings.engine_seconds, has_limits=settings.has_limits
        )
        poller, presence = ChangePoller(store, shared_bus), Presence(shared_bus)
        app.state.context = ServerContext(
            service=service,
            pool=pool,
            driver=driver,
            computing=computing,
            views=StateViewCache(computing),
            positions=PositionCache(),
            invitations=Invitations(service),
            settings=settings,
            presence=presence,
            limits=limits,
            send_turns=SendTurns(limits, lambda: shared_bus.is_closed),
            proxy_trust=proxy_trust,
        )
        shared_bus.start()
        presence.start()
        driver.start()
        flag_timer = FlagTimer(service, clock)
        flag_timer.start()
        webhook_sender = WebhookSender(service, settings.webhooks)
        _register_gauges(service, pool, computing)
        _log.info("started", version=__version__, damaged=await store.count_set_aside())
        _warm_up(app)
        try:
            with metrics.LOOP.watching():
                yield
        finally:
            shared_bus.close()
            computing.close()
            await webhook_sender.close()
            await flag_timer.close()
            await driver.close()
            await poller.close()
            await presence.close()
            await shared_bus.stop()
            await pool.close()
            await store.close()
            _log.info("stopped")

    app = DescribedApp(
        title="Tretorri",
        version=__version__,
        description="Play, watch and study tower-building board games.",
        lifespan=lifespan,
        docs_url=None,  # these pages load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,  # a redirect would repeat the Host header
        openapi_url=None,  # FastAPI would write it anew for each request
    )

    @cache
    def dump_openapi() -> str:
        return json.dumps(app.openapi())

    @app.get(OPENAPI, include_in_schema=False)
    def send_openapi() -> Response:  # in a thread: to write it takes long
        return Response(dump_openapi(), media_type=games.JSON_TYPE)

    for part in (*PLAYING, *LEARNING, operations):
        app.include_router(part.router)
    install_handlers(app)
    app.add_middleware(GZipMiddleware, minimum_size=MIN_GZIP_BYTES, compresslevel=GZIP_LEVEL)
    if settings.has_page:
        app.add_middleware(Page, folder=settings.page)
    app.add_middleware(Guard, proxy_trust=proxy_trust, limits=limits, is_secure=settings.is_secure)
    app.add_middleware(RequestMetrics)
    return app
