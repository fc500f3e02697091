"""What the doctor finds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tretorri.core.words import Text


class Severity(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at, and how it is; *games* are those that it is about."""

    about: str
    level: Severity
    text: Text
    games: tuple[str, ...] = ()


def ok(about: str, key: str | None = None, **params: str | int) -> Finding:
    """Return that something is in order."""
    return _finding(about, Severity.OK, key or about, params)


def warning(about: str, key: str, **params: str | int) -> Finding:
    """Return something that the host should look at."""
    return _finding(about, Severity.WARNING, key, params)


def problem(about: str, key: str, **params: str | int) -> Finding:
    """Return what keeps a server from working."""
    return _finding(about, Severity.PROBLEM, key, params)


def _finding(about: str, level: Severity, key: str, params: dict[str, str | int]) -> Finding:
    return Finding(about, level, Text(f"core.doctor-{key}", dict(params)))
