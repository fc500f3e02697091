"""Every request is counted by its route and status; the log may hold a line for each."""

from __future__ import annotations

import time

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tretorri.server.monitoring import metrics

PAGE_ROUTE, NO_ROUTE = (
    "page",
    "none",
)  # what no route has answered: files, and what was refused before
KNOWN_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
_log = structlog.get_logger()


class RequestMetrics:
    """Counts requests and open sockets; names routes, never games."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and count it."""
        if scope["type"] == "http":
            await self._count(scope, receive, send)
        elif scope["type"] == "websocket":
            with metrics.OPEN_SOCKETS.track_inprogress():
                await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _count(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun, status = time.perf_counter(), 500

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_and_note)
        finally:
            method = scope["method"] if scope["method"] in KNOWN_METHODS else "other"
            usual = NO_ROUTE if scope["path"].startswith("/api/") else PAGE_ROUTE
            route = getattr(scope.get("route"), "path", usual)
            metrics.REQUEST_COUNT.labels(method, route, str(status)).inc()
            ms = round((time.perf_counter() - begun) * 1000, 1)
            _log.debug("request", method=method, route=route, status=status, ms=ms)
