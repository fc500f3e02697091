"""Requests over HTTP, repeated where that is safe, with a secret that is never shown."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from email.message import Message
from http.client import HTTPException
from socket import gaierror
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from tretorri import __version__
from tretorri.client.errors import Refused, Unreachable, failed
from tretorri.client.links import read_address
from tretorri.client.patience import Attempts
from tretorri.core.words import ENGLISH, shown

AGENT = f"tretorri/{__version__}"
MOST_BYTES = 16 * 2**20  # far more than the largest state
TIMEOUT = 30.0  # seconds for one answer
PATIENCE = 600.0  # seconds; a server that is moved to another machine is back by then
LATER = (429, 502, 503, 504)  # too busy, or on its way back


class _Strict(HTTPRedirectHandler):
    """Follows nobody: a secret goes only to the server that it is meant for."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Refuse to go elsewhere."""


_opener = build_opener(_Strict)


class Wire:
    """The way to one server, for one holder of a secret, or for nobody in particular."""

    def __init__(
        self, address: str, key: str = "", language: str = ENGLISH, patience: float = PATIENCE
    ) -> None:
        self.address = read_address(address)
        self.language, self.patience = language, patience
        self.key = key
        self.is_known = False  # whether it has ever answered

    def __repr__(self) -> str:
        return f"Wire({self.address!r})"

    def with_key(self, key: str) -> Wire:
        """Return the way to the same server for the holder of a secret."""
        wire = Wire(self.address, key, self.language, self.patience)
        wire.is_known = self.is_known
        return wire

    @property
    def headers(self) -> dict[str, str]:
        """Return what goes with every request."""
        headers = {"Accept-Language": self.language, "User-Agent": AGENT}
        return headers | ({"Authorization": f"Bearer {self.key}"} if self.key else {})

    def get(self, path: str) -> Any:
        """Ask for something."""
        return self._ask(Request(self.address + path, headers=self.headers), is_repeatable=True)  # noqa: S310

    def post(self, path: str, body: Mapping[str, Any], *, is_repeatable: bool = True) -> Any:
        """Send something; after a lost answer only what *is_repeatable* is sent again."""
        headers = self.headers | {"Content-Type": "application/json"}
        data = json.dumps(body).encode()
        return self._ask(
            Request(self.address + path, data, headers),  # noqa: S310 - http or https
            is_repeatable=is_repeatable,
        )

    def _ask(self, request: Request, *, is_repeatable: bool) -> Any:
        attempts = Attempts(self.patience)
        while True:
            try:
                answer = self._answer(request)
            except Refused as error:  # it has not been done, so it can be sent again
                if error.status not in LATER or not attempts.again(error.retry_after):
                    raise
            except (OSError, HTTPException) as error:
                is_final = not is_repeatable or (not self.is_known and _is_nobody(error))
                if is_final or not attempts.again():
                    raise self.unreachable(error) from None
            else:
                self.is_known = True
                return answer

    def _answer(self, request: Request) -> Any:
        """Return the data of an answer, or raise what the server says."""
        try:
            with _opener.open(request, timeout=TIMEOUT) as answer:
                body = answer.read(MOST_BYTES)
        except HTTPError as error:
            with error:
                data = _data(error.read(MOST_BYTES))
            said = data if isinstance(data, dict) else {}
            raise Refused(error.code, said, seconds_in(error.headers)) from None
        data = _data(body)
        if body and data is None:
            raise failed(Unreachable, "strange", address=self.address)
        return data

    def unreachable(self, error: Exception) -> Unreachable:
        """Return the error for a server that does not answer."""
        problem = error.reason if isinstance(error, URLError) else error
        return failed(Unreachable, "unreachable", address=self.address, problem=shown(problem))


def _data(body: bytes) -> Any:
    """Return JSON as data; ``None`` if it is something else, such as the page of a proxy."""
    try:
        return json.loads(body) if body else None
    except ValueError:
        return None


def _is_nobody(error: Exception) -> bool:
    """Tell whether nobody is there at all: no such name, or nobody who listens."""
    reason = error.reason if isinstance(error, URLError) else error
    return isinstance(reason, ConnectionRefusedError | gaierror)


def seconds_in(headers: Mapping[str, str] | Message) -> float:
    """Return how long ``Retry-After`` asks us to wait; 0 if it asks for nothing.

    >>> seconds_in({"Retry-After": "5"}), seconds_in({"Retry-After": "tomorrow"})
    (5.0, 0.0)
    """
    text = headers.get("Retry-After") or ""
    return float(text) if text.isdecimal() and math.isfinite(float(text)) else 0.0
