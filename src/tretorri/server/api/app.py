"""The application: routes, guard, and what lives as long as the server runs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from tretorri import __version__
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
from tretorri.server.api.counting import Counting
from tretorri.server.api.guard import Guard
from tretorri.server.api.page import Page
from tretorri.server.api.problems import install
from tretorri.server.bus import Bus, LocalBus
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
WORTH_PACKING = 1024  # bytes

_log = structlog.get_logger()


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
        service = Service(store, hints, timepiece.now)
        driver = Driver(service, pool, settings.engine_seconds)
        lookout, presence = Lookout(store, hints), Presence(hints)
        app.state.context = Context(
            service=service,
            pool=pool,
            views=StateViews(),
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
        metrics.GAMES.set_function(lambda: service.games_in_memory)
        metrics.ENGINE_QUEUE.set_function(lambda: pool.waiting)
        _log.info("started", version=__version__, damaged=await store.aside())
        try:
            yield
        finally:
            hints.close()
            await messenger.close()
            await timekeeper.close()
            await driver.close()
            await lookout.close()
            await presence.close()
            await hints.stop()
            await pool.close()
            await store.close()
            _log.info("stopped")

    app = FastAPI(
        title="Tretorri",
        version=__version__,
        description="Play, watch and study tower-building board games.",
        lifespan=running,
        docs_url=None,  # these pages load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    for part in (*PLAYING, *LEARNING, operations):
        app.include_router(part.router)
    install(app)
    app.add_middleware(GZipMiddleware, minimum_size=WORTH_PACKING)
    if settings.has_page:
        app.add_middleware(Page, folder=settings.page)
    app.add_middleware(
        Guard, surroundings=surroundings, limits=limits, is_secure=settings.is_secure
    )
    app.add_middleware(Counting)
    return app
