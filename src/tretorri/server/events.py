"""What happens in a game, in the order in which it was stored."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """What an event is about.

    ``action`` is one action of a turn; ``back`` takes the last action of an unfinished turn back;
    ``undo`` goes back to the beginning of an earlier turn, and ``redo`` forward again; ``resign``
    and ``result`` end a game that the rules have not ended, and so do ``abort`` and ``flag`` (the
    time is up); ``names`` and ``seat`` say who plays; ``join`` and ``leave`` are of people by
    link, and ``start`` begins the game when all seats are taken; ``offer``, ``agree`` and
    ``decline`` are about a draw or a takeback; ``credit`` gives time back that nobody could use;
    ``rematch`` names the next game.
    """

    ACTION = "action"
    BACK = "back"
    UNDO = "undo"
    REDO = "redo"
    RESIGN = "resign"
    RESULT = "result"
    NAMES = "names"
    SEAT = "seat"
    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    OFFER = "offer"
    AGREE = "agree"
    DECLINE = "decline"
    ABORT = "abort"
    FLAG = "flag"
    CREDIT = "credit"
    REMATCH = "rematch"


@dataclass(frozen=True, slots=True)
class Happening:
    """What is to become an event: its kind, the seat that did it, and details by kind."""

    kind: Kind
    seat: str | None = None
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """A stored happening.

    *number* counts from 1 without gaps and is the version of the game after it; *request_id* is
    what the sender called the request; *time* is the server's, in milliseconds since 1970; *check*
    is a short hash of the position after it.
    """

    number: int
    kind: Kind
    seat: str | None
    data: dict[str, Any]
    request_id: str
    time: int
    check: str


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
