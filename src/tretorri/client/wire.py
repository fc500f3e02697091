"""HTTP requests, retried where that is safe; the secret is never shown."""

from __future__ import annotations

import json
import math
import re
import socket
from collections.abc import Mapping
from contextlib import suppress
from email.message import Message
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, InvalidURL
from threading import Timer
from types import TracebackType
from typing import Any, Self
from urllib.error import HTTPError, URLError
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, Request, build_opener

from tretorri import __version__
from tretorri.client.errors import BadLink, Refused, Unreachable, client_error
from tretorri.client.links import read_address
from tretorri.client.retries import Attempts
from tretorri.client.state import Shape, has_shape
from tretorri.core.words import ENGLISH, excerpt

AGENT = f"tretorri/{__version__}"
MAX_ANSWER_BYTES = 8 * 2**20  # far more than the largest state
READ_TIMEOUT_S = 30.0  # seconds until something arrives
ANSWER_TIMEOUT_S = 60.0  # seconds until the whole answer has arrived
FIRST_CONTACT_S = 30.0  # seconds for a server that has never answered
DEFAULT_PATIENCE_S = 600.0  # seconds; a server that is moved to another machine is back by then
RETRY_STATUSES = (429, 502, 503, 504)  # too busy, or on its way back


_SECRET = re.compile(r"[!-~]{1,200}")  # what may be sent in a header


class _Strict(HTTPRedirectHandler):
    """Follows no redirect: a secret is sent only to the server that it is meant for."""

    def http_error_302(self, *_: Any, **__: Any) -> None:
        """Reject every redirect, wherever it leads."""

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


class _Watch(HTTPHandler, HTTPSHandler):
    """Sends a request, and cuts the connection if the whole answer takes too long."""

    def __init__(self) -> None:
        HTTPSHandler.__init__(self)
        self._socket: socket.socket | None = None
        self._timer = Timer(ANSWER_TIMEOUT_S, self._cut)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()

    def http_open(self, req: Request) -> HTTPResponse:
        """Connect without encryption."""
        return self.do_open(self._connecting(HTTPConnection), req)

    def https_open(self, req: Request) -> HTTPResponse:
        """Connect with encryption."""
        return self.do_open(self._connecting(HTTPSConnection), req)

    def _connecting(self, kind: type[HTTPConnection]) -> Any:
        watch = self

        class Connection(kind):  # type: ignore[misc, valid-type]
            def connect(self) -> None:
                super().connect()
                watch._socket = self.sock

        return Connection

    def _cut(self) -> None:
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)


class Wire:
    """The connection to one server, with the secret *key* or anonymous."""

    def __init__(
        self,
        address: str,
        key: str = "",
        language: str = ENGLISH,
        patience: float = DEFAULT_PATIENCE_S,
    ) -> None:
        self.address = read_address(address)
        self.language, self.patience = language, patience
        self.key = key
        self.is_known = False  # whether it has ever answered

    def __repr__(self) -> str:
        return f"Wire({self.address!r})"

    def with_key(self, key: str) -> Wire:
        """Return a connection to the same server with a secret."""
        if not _SECRET.fullmatch(key):
            raise self.strange()
        wire = Wire(self.address, key, self.language, self.patience)
        wire.is_known = self.is_known
        return wire

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers of every request."""
        headers = {"Accept-Language": self.language, "User-Agent": AGENT}
        return headers | ({"Authorization": f"Bearer {self.key}"} if self.key else {})

    def get(self, path: str) -> Any:
        """Send a GET request and return the decoded JSON."""
        return self._ask(Request(self.address + path, headers=self.headers), is_repeatable=True)  # noqa: S310

    def post(self, path: str, body: Mapping[str, Any], *, is_repeatable: bool = True) -> Any:
        """Send a POST request; after a lost answer it is sent again only if *is_repeatable*."""
        headers = self.headers | {"Content-Type": "application/json"}
        data = json.dumps(body).encode()
        return self._ask(
            Request(self.address + path, data, headers),  # noqa: S310 - http or https
            is_repeatable=is_repeatable,
        )

    def _ask(self, request: Request, *, is_repeatable: bool) -> Any:
        is_known = self.is_known
        attempts = Attempts(self.patience if is_known else min(self.patience, FIRST_CONTACT_S))
        while True:
            try:
                answer = self._answer(request)
            except Refused as error:  # it has not been done, so it can be sent again
                if error.status not in RETRY_STATUSES or not attempts.again(error.retry_after):
                    raise
            except (UnicodeError, InvalidURL):
                raise client_error(BadLink, "bad-address", address=excerpt(self.address)) from None
            except (OSError, HTTPException) as error:
                is_final = not is_repeatable or (not is_known and _is_no_server(error))
                if is_final or not attempts.again():
                    raise self.unreachable(error) from None
            else:
                self.is_known = True
                return answer

    def _answer(self, request: Request) -> Any:
        """Return the data of an answer, or raise *Refused* with the server's error."""
        with _Watch() as watch:
            try:
                with build_opener(_Strict, watch).open(request, timeout=READ_TIMEOUT_S) as answer:
                    body = answer.read(MAX_ANSWER_BYTES)
            except HTTPError as error:
                with error:
                    data = _data(error.read(MAX_ANSWER_BYTES))
                said = data if isinstance(data, dict) else {}
                raise Refused(error.code, said, seconds_in(error.headers)) from None
        data = _data(body)
        if body and data is None:
            raise self.strange()
        return data

    def require(self, data: Any, shape: Shape) -> Any:
        """Return data from the server if it has the parts that are needed of it."""
        if not has_shape(data, shape):
            raise self.strange()
        return data

    def strange(self) -> Unreachable:
        """Return the error for answers that no server of ours would give."""
        return client_error(Unreachable, "strange", address=excerpt(self.address))

    def unreachable(self, error: Exception) -> Unreachable:
        """Return the error for a server that does not answer."""
        problem = error.reason if isinstance(error, URLError) else error
        return client_error(
            Unreachable, "unreachable", address=self.address, problem=excerpt(problem)
        )


def _data(body: bytes) -> Any:
    """Return JSON as data; ``None`` if it is something else, such as the page of a proxy."""
    try:
        return json.loads(body) if body else None
    except (ValueError, RecursionError):
        return None


def _is_no_server(error: Exception) -> bool:
    """Tell whether there is no server at all: unknown host, or connection refused."""
    reason = error.reason if isinstance(error, URLError) else error
    return isinstance(reason, ConnectionRefusedError | socket.gaierror)


def seconds_in(headers: Mapping[str, str] | Message) -> float:
    """Return how long ``Retry-After`` asks us to wait; 0 if it asks for nothing.

    >>> seconds_in({"Retry-After": "5"}), seconds_in({"Retry-After": "tomorrow"})
    (5.0, 0.0)
    """
    text = headers.get("Retry-After") or ""
    return float(text) if text.isdecimal() and math.isfinite(float(text)) else 0.0
