"""Errors in a command line."""

from __future__ import annotations

from pathlib import Path

from tretorri.core.errors import TretorriError
from tretorri.core.words import Reason, Text

FOUND_FAULTS = 1  # exit status of the commands that check games


class BadUsage(TretorriError):
    """The command line asks for something that cannot be done."""

    code = "bad-usage"


def bad_usage(key: str, **params: str | int | Text) -> BadUsage:
    """Return the error with the sentence ``core.cli-<key>``."""
    return BadUsage(Reason(f"core.cli-{key}", params))


def need_regular(path: Path) -> None:
    """Refuse a device, a pipe or a folder where a file is read and replaced."""
    if path.exists() and not path.is_file():
        raise bad_usage("not-a-file", file=str(path))
