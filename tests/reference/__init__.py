"""A second, independent reading of the rules, to compare the games with.

The modules are named like the games and share nothing with ``src/``. They are naive on purpose:
plain dicts, brute force, geometry computed where it is needed. Each has a class ``State`` with
``start``, ``read``, ``text``, ``actions``, ``play`` and ``over``.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NoReturn, Protocol, Self

Over = tuple[tuple[str, ...], dict[str, Any] | None, str]  # winners, scores, rule

COMPASS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
LAST_TURN = 500  # C3


class Refused(Exception):
    """The text is no position."""


class ReferenceState(Protocol):
    """What the states of all three references offer."""

    @property
    def over(self) -> Over | None:
        """Return winners, scores and rule of a finished game."""

    @classmethod
    def start(cls, seed: int = 0, **options: str) -> Self:
        """Return the first position of a game."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the position that *text* describes, or raise *Refused*."""

    def text(self) -> str:
        """Return the position text."""

    def actions(self) -> list[str]:
        """Return the legal actions, sorted."""

    def play(self, action: str) -> Self:
        """Return the position after a legal action."""


def refuse(reason: str) -> NoReturn:
    """Raise *Refused*."""
    raise Refused(reason)


def demand(fact: bool, reason: str) -> None:
    """Refuse the text unless *fact* holds."""
    if not fact:
        refuse(reason)


def fields(text: str, patterns: dict[str, str]) -> list[str]:
    """Split *text* at its single spaces; every field must match its pattern wholly."""
    parts = text.split(" ")
    demand(len(parts) == len(patterns), "wrong number of fields")
    for part, (name, pattern) in zip(parts, patterns.items(), strict=True):
        demand(re.fullmatch(pattern, part) is not None, f"{name} is not in its form")
    return parts


@cache
def place(square: str) -> tuple[int, int]:
    """Return column and row of a square, counted from 1."""
    return "abcdefghijklmn".index(square[0]) + 1, int(square[1:])


@cache
def name(column: int, row: int) -> str:
    """Return the name of a square, of column and row counted from 1."""
    return f"{'abcdefghijklmn'[column - 1]}{row}"
