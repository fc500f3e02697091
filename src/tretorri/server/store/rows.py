"""Between rows of the tables and what they mean."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sqlalchemy import Row, Select, bindparam, func, select

from tretorri.server.store.tables import BLOCKED, events, games
from tretorri.table.clock import Absence, TimeControl
from tretorri.table.events import EventKind, StoredEvent
from tretorri.table.setup import GameSetup, SeatPlayer


def event_row(game_id: str, event: StoredEvent) -> dict[str, Any]:
    """Return the row of an event."""
    return {
        "game_id": game_id,
        "number": event.number,
        "kind": event.kind,
        "seat": event.seat,
        "data": event.data,
        "request_id": event.request_id,
        "time": event.time,
        "check": event.position_hash,
        "sender": event.sender,
        "command": event.command,
    }


def event_of(row: Row[Any]) -> StoredEvent:
    """Return the event of a row; an unknown kind is noticed when the log is played through."""
    kind = EventKind(row.kind) if row.kind in set(EventKind) else row.kind
    details = (row.request_id, row.time, row.check, row.sender, row.command)
    return StoredEvent(row.number, kind, row.seat, row.data, *details)


def game_row(setup: GameSetup) -> dict[str, Any]:
    """Return the row of a new game."""
    return {**asdict(setup), "options": dict(setup.options), "ahead": setup.ahead or None}


def setup_of(row: Row[Any]) -> GameSetup:
    """Return what a stored game began with."""
    return GameSetup(
        row.id,
        row.kind,
        row.options,
        row.seed,
        row.start,
        row.rules,
        {seat: SeatPlayer(**player) for seat, player in row.players.items()},
        row.created,
        row.record,
        TimeControl(**row.clock) if row.clock else None,
        Absence(**row.absence) if row.absence else None,
        row.ahead or 0,
    )


def _heads() -> Select[Any]:
    last = select(func.max(events.c.number)).where(events.c.game_id == games.c.id)
    head = func.coalesce(last.scalar_subquery(), 0).label("head")
    asked = select(games.c.id, head).where(games.c.id.in_(bindparam("ids", expanding=True)))
    return asked.where(games.c.damage.is_distinct_from(BLOCKED))


HEADS = _heads()
"""Asks for the numbers of the last events of the games *ids*, with one look for each.

A blocked game is as good as absent.
"""
