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
from tretorri.server import metrics
from tretorri.server.api import (
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
from tretorri.server.api.callers import Surroundings, networks
from tretorri.server.api.context import Context
from tretorri.server.api.contract import DescribedApp
from tretorri.server.api.counting import Counting
from tretorri.server.api.guard import Guard
from tretorri.server.api.page import Page
from tretorri.server.api.problems import install
from tretorri.server.bus import Bus, LocalBus
from tretorri.server.computing import Computing
from tretorri.server.doors import Doors
from tretorri.server.engines.driver import Driver
from tretorri.server.engines.pool import Pool
from tretorri.server.limits import Limits
from tretorri.server.lookout import Lookout
from tretorri.server.messenger import Messenger
from tretorri.server.played import Played
from tretorri.server.presence import Presence
from tretorri.server.service import Service
from tretorri.server.settings import Settings
from tretorri.server.store import Store
from tretorri.server.timekeeper import Timekeeper
from tretorri.server.timepiece import Timepiece
from tretorri.server.views import StateViews

PLAYING = (games, seats, webhooks, live)
LEARNING = (study, shelf, lessons, positions, records)
OPENAPI = "/api/openapi.json"
WORTH_PACKING = 1024  # bytes
PACKING = 1  # a state is packed in 1 ms; level 9 takes 30 ms for an eighth less

_log = structlog.get_logger()


def _prepare(app: FastAPI) -> None:
    """Do now what would be done when the first request comes, on the event loop."""
    anyio.get_cancelled_exc_class()  # imports what files and large answers need
    for game_id in registered():
        has_native(game_id)  # imports it
    scope = {"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": []}
    for route in app.routes:
        route.matches(scope)


def _show(service: Service, pool: Pool, computing: Computing) -> None:
    """Let the metrics tell how much there is to do."""
    metrics.GAMES.set_function(lambda: service.games_in_memory)
    metrics.ENGINE_QUEUE.set_function(lambda: pool.waiting)
    metrics.COMPUTE_QUEUE.set_function(lambda: computing.waiting)


def application(settings: Settings, bus: Bus | None = None) -> FastAPI:
    """Return the application of a server."""
    hints = bus or LocalBus()
    limits = Limits(
        is_on=settings.has_limits,
        most_sockets=settings.most_sockets,
        tell=lambda name: metrics.REFUSALS.labels(name).inc(),
        share=hints.spend,
    )
    hints.on_spending = limits.hear
    surroundings = Surroundings(settings.public, networks(settings.proxies))

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        store = await Store.open(settings.database)
        pool = Pool(settings.workers)
        timepiece = await Timepiece.set_by(store)
        computing = Computing(limits, lambda: hints.is_closed)
        service = Service(store, hints, timepiece.now, computing)
        driver = Driver(service, pool, settings.engine_seconds, has_limits=settings.has_limits)
        lookout, presence = Lookout(store, hints), Presence(hints)
        app.state.context = Context(
            service=service,
            pool=pool,
            driver=driver,
            computing=computing,
            views=StateViews(computing),
            played=Played(),
            doors=Doors(service),
            settings=settings,
            presence=presence,
            limits=limits,
            surroundings=surroundings,
        )
        hints.start()
        presence.start()
        driver.start()
        timekeeper = Timekeeper(service, timepiece)
        timekeeper.start()
        messenger = Messenger(service, settings.webhooks)
        _show(service, pool, computing)
        _log.info("started", version=__version__, damaged=await store.aside())
        _prepare(app)
        try:
            with metrics.LOOP.watching():
                yield
        finally:
            hints.close()
            computing.close()
            await messenger.close()
            await timekeeper.close()
            await driver.close()
            await lookout.close()
            await presence.close()
            await hints.stop()
            await pool.close()
            await store.close()
            _log.info("stopped")

    app = DescribedApp(
        title="Tretorri",
        version=__version__,
        description="Play, watch and study tower-building board games.",
        lifespan=running,
        docs_url=None,  # these pages load scripts from elsewhere
        redoc_url=None,
        openapi_url=None,  # FastAPI would write it anew for each who asks
    )

    @cache
    def written() -> str:
        return json.dumps(app.openapi())

    @app.get(OPENAPI, include_in_schema=False)
    def described() -> Response:  # in a thread: to write it takes long
        return Response(written(), media_type=games.JSON)

    for part in (*PLAYING, *LEARNING, operations):
        app.include_router(part.router)
    install(app)
    app.add_middleware(GZipMiddleware, minimum_size=WORTH_PACKING, compresslevel=PACKING)
    if settings.has_page:
        app.add_middleware(Page, folder=settings.page)
    app.add_middleware(
        Guard, surroundings=surroundings, limits=limits, is_secure=settings.is_secure
    )
    app.add_middleware(Counting)
    return app
