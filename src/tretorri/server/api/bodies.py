"""The bodies of requests: how many bytes are held at a time, their shape, and how they are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine
from functools import partial
from itertools import accumulate
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import TypeAdapter, ValidationError

from tretorri.server.api.request_context import computer_for
from tretorri.server.capacity.limits import BODIES, Limits
from tretorri.server.errors import Overloaded
from tretorri.table.errors import error

MAX_ALL_BYTES = 64 * 2**20
MAX_CONTAINERS = 20_000  # lists and objects; a record has at most 2000 turns
MAX_VALUES = 100_000
MAX_QUOTES = 4 * MAX_VALUES
MAX_INLINE_BYTES = 4 * 2**10  # larger bodies are read in a thread
CHUNK_BYTES = 32 * 2**10

_BRACKETS = b"[]{}"
_DEPTHS = bytes.maketrans(_BRACKETS, bytes((1, 255, 1, 255)))  # 255 is -1
_OTHERS = bytes(set(range(256)) - set(_BRACKETS))


def is_too_deep(body: bytes, deepest: int) -> bool:
    """Tell whether JSON is nested deeper, or has more parts, than anything that the server reads.

    What is behind the first mistake in it does not matter: the parser stops there.

    >>> is_too_deep(b"[" * 17, 16), is_too_deep(b'{"a": "[[[[[[[[[[[[[[[[["}', 16)
    (True, False)
    """
    if body.count(b"[") + body.count(b"{") <= deepest and body.count(b",") <= MAX_VALUES:
        return False
    text = body.replace(rb"\\", b"").replace(rb"\"", b"")
    depth = containers = quotes = values = 0
    for at in range(0, len(text), CHUNK_BYTES):
        parts = text[at : at + CHUNK_BYTES].split(b'"')
        outside = b"".join(parts[quotes % 2 :: 2])
        quotes += len(parts) - 1
        brackets = outside.translate(_DEPTHS, _OTHERS)
        containers += len(brackets)
        values += outside.count(b",")
        if containers > 2 * MAX_CONTAINERS or values > MAX_VALUES or quotes > MAX_QUOTES:
            return True
        depths = memoryview(brackets).cast("b")
        if depth + max(accumulate(depths), default=0) > deepest:
            return True
        depth += sum(depths)
    return False


class BytesInFlight:
    """Counts the bytes of bodies that are held, by address and in all."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._held: Counter[str] = Counter()
        self._all = 0

    def take(self, caller: str, count: int) -> None:
        """Count bytes that have come, or refuse them."""
        if self._all + count > MAX_ALL_BYTES:
            raise error(Overloaded, "busy")
        self._limits.need_room(BODIES, self._held[caller] + count)
        self._held[caller] += count
        self._all += count

    def give_back(self, caller: str, count: int) -> None:
        """Forget bytes that are no longer held."""
        self._all -= count
        self._held[caller] -= count
        if self._held[caller] <= 0:
            del self._held[caller]


class _ReadRequest(Request):
    """A request whose body has been read and checked."""

    def __init__(self, request: Request, body: bytes, read: object) -> None:
        super().__init__(request.scope, request.receive)
        self._body, self._json = body, read


class BodyRoute(APIRoute):
    """A route that checks bodies against their model before FastAPI does, large ones in a thread.

    FastAPI reads JSON and checks it on the event loop, and lists every fault in it; of a hundred
    thousand that would take a second.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        handle = super().get_route_handler()
        model = self.body_field.field_info.annotation if self.body_field else None
        if model is None:
            return handle
        adapter: TypeAdapter[Any] = TypeAdapter(model)

        async def read_first(request: Request) -> Response:
            body = await request.body()
            if not body:
                return await handle(request)
            read = partial(_read, adapter, body)
            found = read() if len(body) <= MAX_INLINE_BYTES else await computer_for(request)(read)
            return await handle(_ReadRequest(request, body, found))

        return read_first


def _read(adapter: TypeAdapter[Any], body: bytes) -> Any:
    try:
        return adapter.validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        first["loc"] = ("body", *first["loc"])
        raise RequestValidationError([first]) from None
