"""What can go wrong between a program and a server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from tretorri.core.errors import TretorriError
from tretorri.core.words import Reason

LONGEST = 500  # characters of what a server says


class ClientError(TretorriError):
    """Base of what a program that plays over the network may have to deal with."""

    code = "client-error"


class BadLink(ClientError):
    """This is no link to a seat, or it is void: somebody has used it, or there is a newer one."""

    code = "bad-link"


class Unreachable(ClientError):
    """The server has not answered for as long as we were ready to wait."""

    code = "unreachable"


class SeatLost(ClientError):
    """The seat is somebody else's now: it was handed over, left, or given to an engine."""

    code = "seat-lost"


class GameGone(ClientError):
    """The game has been deleted."""

    code = "game-gone"


class OtherRules(ClientError):
    """The server does not agree with our rules: one of both is newer."""

    code = "other-rules"


class Refused(ClientError):
    """The server says no: with its own *code*, sentence and rule, and by which HTTP *status*.

    *retry_after* is how many seconds it wants us to wait, *data* the whole answer.

    >>> error = Refused(422, {"code": "illegal-action", "message": "not so", "rule": "V7"})
    >>> print(error.code, error.reason, error.rule, error, sep="; ")
    illegal-action; not so; V7; not so [V7]
    """

    def __init__(self, status: int, data: Mapping[str, Any], retry_after: float = 0.0) -> None:
        message = _plain(data.get("message", f"HTTP {status}"))
        rule = data.get("rule")
        why = Reason("core.client-refused", {"message": message}, rule and _plain(rule))
        super().__init__(why)
        self.code = str(data.get("code", self.code))
        self.status, self.data, self.retry_after = status, data, retry_after

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by what the server has said."""
        return type(self), (self.status, self.data, self.retry_after)


def _plain(text: object) -> str:
    """Return what a server has said as one line without control characters."""
    return "".join(c if c.isprintable() else " " for c in str(text)[:LONGEST])


E = TypeVar("E", bound=ClientError)


def failed(kind: type[E], key: str, **params: str | int) -> E:
    """Return the error that a sentence of the client describes."""
    return kind(Reason(f"core.client-{key}", params))
