"""Before a request reaches a route: its size, its depth and where it comes from; headers after."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tretorri.server.api.language import preferred
from tretorri.server.api.problems import response
from tretorri.server.errors import BadRequest, ForeignOrigin, ServerError, TooLarge, refused

MOST_BYTES = 64 * 2**10
MOST_RECORD_BYTES = 2 * 2**20  # a record of 1 MiB, written as a JSON string
DEEPEST = 16
RECORDS = {"/api/games", "/api/records", "/api/review"}  # where a record may be sent
DEEPEST_RECORD = 80  # 16 variations inside each other
CHANGING = {"POST", "PUT", "PATCH", "DELETE"}
SECURITY = {
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
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)


def is_too_deep(body: bytes, deepest: int = DEEPEST) -> bool:
    """Tell whether JSON is nested deeper than anything that the server reads.

    >>> is_too_deep(b"[" * 17), is_too_deep(b'{"a": "[[[[[[[[[[[[[[[[["}')
    (True, False)
    """
    depth = 0
    for byte in _STRING.sub(b"", body):
        if byte in b"[{":
            depth += 1
            if depth > deepest:
                return True
        elif byte in b"]}":
            depth -= 1
    return False


def is_own_origin(connection: HTTPConnection) -> bool:
    """Tell whether a request comes from no page, or from a page of this server."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")


class Guard:
    """Refuses what is too large, too deep or foreign, and sets the security headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, if it may come in."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            body = await _body(scope, receive)
        except ServerError as error:
            headers = Headers(scope=scope)
            answer = response(error, preferred(headers.get("accept-language")))
            await answer(scope, receive, send_safely)
        else:
            await self._app(scope, _again(body, receive), send_safely)


async def _body(scope: Scope, receive: Receive) -> bytes:
    """Return the whole body of a request, or raise why it is not read."""
    if scope["method"] in CHANGING and not is_own_origin(HTTPConnection(scope)):
        raise refused(ForeignOrigin, "foreign-origin")
    is_record = scope["path"] in RECORDS
    most = MOST_RECORD_BYTES if is_record else MOST_BYTES
    length = Headers(scope=scope).get("content-length", "0")
    if not length.isdecimal() or int(length[:12]) > most:
        raise refused(TooLarge, "too-large", most=most)
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > most:
            raise refused(TooLarge, "too-large", most=most)
        if not message.get("more_body", False):
            break
    if is_too_deep(bytes(body), DEEPEST_RECORD if is_record else DEEPEST):
        raise refused(BadRequest, "too-deep")
    return bytes(body)


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a channel that gives the body once more, then goes on as before."""
    is_given = False

    async def once_more() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return once_more
