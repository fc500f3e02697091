"""Events: the only thing that changes a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class EventKind(StrEnum):
    """The kind of an event.

    ``action`` is one action of a turn; ``back`` takes the last action of an unfinished turn back;
    ``undo`` returns to the start of an earlier turn, and ``redo`` goes forward again; ``resign``,
    ``result``, ``abort`` and ``flag`` (out of time) end a game that the rules have not ended;
    ``names`` and ``seat`` change the players; ``join`` and ``leave`` concern players by link, and
    ``start`` starts the game when all seats are taken; ``offer``, ``agree`` and ``decline`` are
    about a draw or a takeback; ``credit`` returns time lost to a server outage; ``rematch`` names
    the next game.
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
class NewEvent:
    """An event that is not stored yet: its kind, the seat it is by, and data by kind."""

    kind: EventKind
    seat: str | None = None
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event in the log of a game.

    *number* counts from 1 without gaps and is the version of the game after it; *request_id* is
    what the sender called the request; *time* is the server's, in milliseconds since 1970;
    *position_hash* is a short hash of the position after it. *sender* and *command* are short
    hashes of the key that sent the request and of what it asked for; the server's own events have
    neither.
    """

    number: int
    kind: EventKind
    seat: str | None
    data: dict[str, Any]
    request_id: str
    time: int
    position_hash: str
    sender: str | None = None
    command: str | None = None
