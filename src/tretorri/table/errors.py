"""What a table refuses, whichever way the request came to it."""

from __future__ import annotations

from typing import TypeVar

from tretorri.core.errors import TretorriError
from tretorri.core.words import Reason, Text

AnyError = TypeVar("AnyError", bound=TretorriError)


class TableError(TretorriError):
    """Base of what a table refuses."""


class NoSuchGame(TableError):
    """The game does not exist, or the caller has no right to this: the answer is the same."""

    code = "no-such-game"


class InvalidSetup(TableError):
    """A game cannot begin like this."""

    code = "bad-request"


class DamagedGame(TableError):
    """The log of the game cannot be replayed."""

    code = "damaged-game"


class GameNotInstalled(TableError):
    """The rules of the game are in a package that is not installed; its log is kept."""

    code = "not-installed"


class NotNow(TableError):
    """The game is not in a state in which this can be done."""

    code = "not-now"


def error(kind: type[AnyError], key: str, **params: str | int | Text) -> AnyError:
    """Return an error of *kind* with the message ``core.server-KEY``.

    >>> str(error(NotNow, "not-started"))
    'the game starts when all seats are taken'
    """
    return kind(Reason(f"core.server-{key}", params))
