"""What is wrong with a command line."""

from __future__ import annotations

from tretorri.core.errors import TretorriError
from tretorri.core.words import Reason, Text


class BadUsage(TretorriError):
    """The command line asks for something that cannot be done."""

    code = "bad-usage"


def bad_usage(key: str, **params: str | int | Text) -> BadUsage:
    """Return the error that a sentence of the command line describes."""
    return BadUsage(Reason(f"core.cli-{key}", params))
