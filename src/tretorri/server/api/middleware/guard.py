"""Check origin, rate, size and depth of each request before its route; set headers after it."""

from __future__ import annotations

import asyncio
from functools import partial

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tretorri.server.api.bodies import MAX_INLINE_BYTES, BytesInFlight, is_too_deep
from tretorri.server.api.language import choose_language
from tretorri.server.api.middleware.lookups import WRITE_METHODS, Lookups
from tretorri.server.api.middleware.proxy_trust import ProxyTrust, caller_of
from tretorri.server.api.problems import make_problem_response
from tretorri.server.api.request_context import computer_for
from tretorri.server.capacity.limits import (
    COMPUTING,
    FILES,
    GAMES,
    RECORDS,
    REQUESTS,
    THINKING,
    Limits,
    RateLimit,
)
from tretorri.server.errors import (
    BadRequest,
    ForeignOrigin,
    ServerError,
    TooLarge,
    TooSlow,
    WrongType,
)
from tretorri.table.errors import error

MAX_BODY_BYTES = 64 * 2**10
MAX_RECORD_BODY_BYTES = 2 * 2**20  # a record of 1 MiB, written as a JSON string
MAX_DEPTH = 16
RECORD_PATHS = {"/api/games", "/api/records", "/api/review"}
# What is counted before the body is read; a limit without a price is only looked at.
PRICES: dict[str, tuple[RateLimit, int]] = {
    "/api/games": (GAMES, 1),
    "/api/records": (RECORDS, 1),
    "/api/review": (THINKING, 0),
    "/api/analysis": (THINKING, 0),
    "/api/setups": (COMPUTING, 0),
    "/api/setups/why": (COMPUTING, 0),
    "/api/positions": (COMPUTING, 0),
    "/api/positions/picture.svg": (COMPUTING, 0),
    "/api/positions/preview": (COMPUTING, 0),
    "/api/positions/why": (COMPUTING, 0),
    "/api/lessons/check": (COMPUTING, 0),
}
MAX_RECORD_DEPTH = 80  # 16 variations inside each other
BODY_TIMEOUT_S = 10.0  # for a body to arrive
API_PREFIX = "/api/"
JSON_TYPE = "application/json"
SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
HTTPS_HEADERS = {
    "strict-transport-security": "max-age=31536000"
}  # where the public address is https


class Guard:
    """Refuses what is foreign, too much, too slow, too large or too deep; sets the headers."""

    def __init__(
        self, app: ASGIApp, proxy_trust: ProxyTrust, limits: Limits, is_secure: bool = False
    ) -> None:
        self._app, self._proxy_trust, self._limits = app, proxy_trust, limits
        self._lookups, self._in_flight = Lookups(limits), BytesInFlight(limits)
        self._headers = SECURITY_HEADERS | HTTPS_HEADERS if is_secure else SECURITY_HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, if it may come in."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        self._proxy_trust.resolve_caller(scope)
        scope["state"]["lookups"] = self._lookups
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        async def send_and_note(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._lookups.note(connection, message["status"])
            await send_safely(message)

        held = _Held(self._in_flight, connection)
        try:
            self._require_admission(connection)
            body = await _read_body(connection, receive, held)
        except ServerError as error:
            answer = make_problem_response(
                error, choose_language(connection.headers.get("accept-language"))
            )
            await answer(scope, receive, send_safely)
        else:
            await self._app(scope, _replay_body(body, receive), send_and_note)
        finally:
            held.give_back()

    def _require_admission(self, connection: HTTPConnection) -> None:
        """Refuse callers over a limit, and requests that a foreign page has sent."""
        is_api = connection.scope["path"].startswith(API_PREFIX)
        self._limits.take(REQUESTS if is_api else FILES, caller_of(connection))
        if connection.scope["method"] in WRITE_METHODS and not self._proxy_trust.is_own(connection):
            raise error(ForeignOrigin, "foreign-origin")
        self._lookups.need(connection)
        if connection.scope["method"] == "POST" and connection.scope["path"] in PRICES:
            limit, price = PRICES[connection.scope["path"]]
            self._limits.need(limit, caller_of(connection), price)
            self._limits.spend(limit, caller_of(connection), price)


class _Held:
    """The bytes of one body that are held until its request is answered."""

    def __init__(self, in_flight: BytesInFlight, connection: HTTPConnection) -> None:
        self._in_flight, self._connection, self._count = in_flight, connection, 0

    def take(self, count: int) -> None:
        if count:
            self._in_flight.take(caller_of(self._connection), count)
            self._count += count

    def give_back(self) -> None:
        if self._count:
            self._in_flight.give_back(caller_of(self._connection), self._count)


async def _read_body(connection: HTTPConnection, receive: Receive, held: _Held) -> bytes:
    """Return the whole body of a request, or raise why it is not read."""
    headers = connection.headers
    is_record = connection.scope["path"] in RECORD_PATHS
    most = MAX_RECORD_BODY_BYTES if is_record else MAX_BODY_BYTES
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length[:12]) > most:
        raise error(TooLarge, "too-large", most=most)
    try:
        async with asyncio.timeout(BODY_TIMEOUT_S):
            body = await _receive_body(receive, most, held)
    except TimeoutError:
        raise error(TooSlow, "too-slow") from None
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if body and kind != JSON_TYPE:
        raise error(WrongType, "wrong-type")
    check = partial(is_too_deep, body, MAX_RECORD_DEPTH if is_record else MAX_DEPTH)
    is_small = len(body) <= MAX_INLINE_BYTES
    if check() if is_small else await computer_for(connection)(check):
        raise error(BadRequest, "too-deep")
    return body


async def _receive_body(receive: Receive, most: int, held: _Held) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        held.take(len(message.get("body", b"")))
        body += message.get("body", b"")
        if len(body) > most:
            raise error(TooLarge, "too-large", most=most)
        if not message.get("more_body", False):
            return bytes(body)


def _replay_body(body: bytes, receive: Receive) -> Receive:
    """Return a channel that gives the body once more, then goes on as before."""
    is_given = False

    async def once_more() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return once_more
