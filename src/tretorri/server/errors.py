"""What the server refuses, and by which HTTP status."""

from __future__ import annotations

from typing import ClassVar

from tretorri.core.errors import InvalidOption, InvalidRecord, TretorriError, UnknownGame
from tretorri.table.errors import DamagedGame, GameNotInstalled, InvalidSetup, NoSuchGame

ILLEGAL = 422
BAD_REQUEST = 400
NOT_FOUND = 404
STATUSES: dict[type[TretorriError], int] = {
    UnknownGame: NOT_FOUND,
    NoSuchGame: NOT_FOUND,
    DamagedGame: 409,
    GameNotInstalled: 409,
    InvalidOption: BAD_REQUEST,
    InvalidRecord: BAD_REQUEST,
    InvalidSetup: BAD_REQUEST,
}
"""The HTTP status of errors that are not the server's own."""


class ServerError(TretorriError):
    """Base of what only the server refuses; *status* is its HTTP status."""

    status: ClassVar[int] = BAD_REQUEST
    retry_after: int | None = None  # seconds after which to ask again


class NotFound(ServerError):
    """There is no such page, picture or turn."""

    code, status = "not-found", 404


class BadRequest(ServerError):
    """The request is not in the form that the API describes."""

    code, status = "bad-request", 400


class ForeignOrigin(ServerError):
    """The request was sent by a page of another origin."""

    code, status = "foreign-origin", 403


class TooLarge(ServerError):
    """The request is larger than the server reads."""

    code, status = "too-large", 413


class Conflict(ServerError):
    """The game has moved on since the version that the request names."""

    code, status = "conflict", 409


class RequestIdUsed(ServerError):
    """The same key has used the id of the request for another command."""

    code, status = "request-id-used", ILLEGAL


class WrongType(ServerError):
    """The body of the request is not JSON."""

    code, status = "wrong-type", 415


class TooSlow(ServerError):
    """The request did not arrive in time."""

    code, status = "too-slow", 408


class TooMany(ServerError):
    """One caller asks too often; *retry_after* says when to ask again."""

    code, status = "too-many", 429


class Busy(ServerError):
    """Too many wait already."""

    code, status = "busy", 429
    retry_after = 5


class Overloaded(ServerError):
    """The server computes as much as it can, or is about to stop."""

    code, status = "busy", 503
    retry_after = 2


class TooMuchWork(ServerError):
    """To answer this would take more processor time than one request may have."""

    code, status = "too-large", 413


class Full(ServerError):
    """The server holds as many sockets as it can."""

    code, status = "full", 503
    retry_after = 30


class StorageDown(ServerError):
    """The events could not be stored, or that is not known: repeat the same request to find out."""

    code, status = "storage-down", 503
    retry_after = 2


def status_of(error: TretorriError) -> int:
    """Return the HTTP status of any error raised on purpose.

    >>> from tretorri.table.errors import error
    >>> status_of(error(Busy, "busy"))
    429
    """
    if isinstance(error, ServerError):
        return error.status
    return next((status for kind, status in STATUSES.items() if isinstance(error, kind)), ILLEGAL)
