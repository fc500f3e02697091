"""What the server refuses, and by which HTTP status."""

from __future__ import annotations

from typing import ClassVar

from tretorri.core.errors import InvalidOption, InvalidRecord, TretorriError, UnknownGame
from tretorri.core.words import Reason, Text

ILLEGAL = 422
BAD_REQUEST = 400


class ServerError(TretorriError):
    """Base of what only the server refuses; *status* is its HTTP status."""

    status: ClassVar[int] = BAD_REQUEST
    retry_after: int | None = None  # seconds after which to ask again


class NoSuchGame(ServerError):
    """The game does not exist, or the caller may not do this with it: nobody learns which."""

    code, status = "no-such-game", 404


class NotFound(ServerError):
    """There is no such page, picture or turn."""

    code, status = "not-found", 404


class BadRequest(ServerError):
    """The request is not in the form that the API describes."""

    code, status = "bad-request", 400


class ForeignOrigin(ServerError):
    """A page of somebody else has sent the request."""

    code, status = "foreign-origin", 403


class TooLarge(ServerError):
    """The request is larger than the server reads."""

    code, status = "too-large", 413


class Conflict(ServerError):
    """The game has moved on since the version that the request names."""

    code, status = "conflict", 409


class DamagedGame(ServerError):
    """The log of the game cannot be played through; it is kept aside."""

    code, status = "damaged-game", 409


class GameNotInstalled(ServerError):
    """The rules of the stored game are in a package that is not installed; its log is kept."""

    code, status = "not-installed", 409


class NotNow(ServerError):
    """The game is not in a state in which this can be done."""

    code, status = "not-now", ILLEGAL


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
    """What was sent could not be stored, or nobody knows: the same request sent again tells."""

    code, status = "storage-down", 503
    retry_after = 2


def refused(kind: type[ServerError], key: str, **params: str | int | Text) -> ServerError:
    """Return the error that a sentence of the server describes."""
    return kind(Reason(f"core.server-{key}", params))


def status_of(error: TretorriError) -> int:
    """Return the HTTP status of any error raised on purpose.

    >>> status_of(refused(Busy, "busy"))
    429
    """
    if isinstance(error, ServerError):
        return error.status
    if isinstance(error, UnknownGame):
        return NotFound.status
    return BAD_REQUEST if isinstance(error, InvalidOption | InvalidRecord) else ILLEGAL
