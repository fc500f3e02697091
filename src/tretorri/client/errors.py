"""Errors between a client program and a server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from tretorri.core.errors import TretorriError
from tretorri.core.words import Reason

MAX_MESSAGE_CHARS = 500  # characters of what a server says


class ClientError(TretorriError):
    """Base of the errors that a program playing over the network may have to handle."""

    code = "client-error"


class BadLink(ClientError):
    """Not a link to a seat, or a void one: already used, or replaced by a newer one."""

    code = "bad-link"


class Unreachable(ClientError):
    """The server has not answered within *patience* seconds."""

    code = "unreachable"


class SeatLost(ClientError):
    """The seat was handed over, left, or given to an engine."""

    code = "seat-lost"


class GameGone(ClientError):
    """The game has been deleted."""

    code = "game-gone"


class OtherRules(ClientError):
    """The server uses other rules than this client: one of them is newer."""

    code = "other-rules"


class Refused(ClientError):
    """The server refused a request, with its *code*, message, rule and HTTP *status*.

    *retry_after* is the number of seconds to wait, *data* the whole answer.

    >>> error = Refused(422, {"code": "illegal-action", "message": "not so", "rule": "V7"})
    >>> print(error.code, error.reason, error.rule, error, sep="; ")
    illegal-action; not so; V7; not so [V7]
    """

    def __init__(self, status: int, data: Mapping[str, Any], retry_after: float = 0.0) -> None:
        message, rule, code = (data.get(name) for name in ("message", "rule", "code"))
        cited = plain(rule) if isinstance(rule, str) else None
        if isinstance(message, str):
            why = Reason("core.client-refused", {"message": plain(message)}, cited)
        else:
            why = Reason("core.client-status", {"status": status}, cited)
        super().__init__(why)
        self.code = code if isinstance(code, str) else self.code
        self.status, self.data, self.retry_after = status, data, retry_after

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the arguments of the constructor."""
        return type(self), (self.status, self.data, self.retry_after)


def plain(text: str) -> str:
    """Return a server's text as one line without control characters."""
    return "".join(c if c.isprintable() else " " for c in text[:MAX_MESSAGE_CHARS])


E = TypeVar("E", bound=ClientError)


def client_error(kind: type[E], key: str, **params: str | int) -> E:
    """Return the error with the sentence ``core.client-<key>``."""
    return kind(Reason(f"core.client-{key}", params))
