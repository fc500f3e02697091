"""The log of a game: how events are added to it, and how it is replayed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tretorri.core.errors import TretorriError, UnknownGame
from tretorri.core.records.draft import rules_version
from tretorri.core.words import excerpt
from tretorri.table.commands import Command
from tretorri.table.errors import DamagedGame, GameNotInstalled, NotNow, error
from tretorri.table.events import NewEvent, StoredEvent
from tretorri.table.setup import GameSetup
from tretorri.table.state import GameState

MAX_EVENTS = 20_000
SPARE_EVENTS = 1_000  # for events that no player decides on, and for ending the game
MAX_IDLE_EVENTS = 2_000  # of each seat: events that do not advance the game
COMMAND_HASH_CHARS = 16


@dataclass(frozen=True, slots=True)
class Submission:
    """A request: its *id*, hashes of the keys that it came with, and of its *command*.

    The first of the *senders* is the one that it is stored with; what the server does by itself
    has none.
    """

    id: str
    senders: Sequence[str] = ()
    command: str | None = None


def replay(setup: GameSetup, events: Iterable[StoredEvent]) -> GameState:
    """Return the game that a whole log tells, or raise *DamagedGame* or *GameNotInstalled*."""
    try:
        if setup.rules > rules_version(setup.kind):
            raise error(DamagedGame, "newer-rules")
        state = GameState.of(setup)
    except DamagedGame:
        raise
    except UnknownGame as cause:
        raise error(GameNotInstalled, "not-installed", game=excerpt(setup.kind)) from cause
    except TretorriError as cause:
        raise error(DamagedGame, "damaged") from cause
    return advance(state, events)


def advance(state: GameState, events: Iterable[StoredEvent]) -> GameState:
    """Return the game after more stored events, or raise *DamagedGame*."""
    for event in events:
        state = state.after(event)
    return state


def make_events(
    state: GameState, wanted: Iterable[NewEvent], request: Submission, time: int
) -> tuple[list[StoredEvent], GameState]:
    """Return the events that *wanted* comes to, and the game after them."""
    events: list[StoredEvent] = []
    sender = request.senders[0] if request.senders else None
    for event in wanted:
        state = state.step(event, time)
        kind, seat, data = event.kind, event.seat, event.data
        details = (request.id, time, state.position_hash, sender, request.command)
        events.append(StoredEvent(state.version, kind, seat, data, *details))
    return events, state


def hash_command(command: Command) -> str:
    """Return a short hash by which a repeated request shows that it asks for the same.

    Logs of earlier versions were written when the class of players had another name.
    """
    text = repr(command).replace("SeatPlayer(", "Player(")
    return hashlib.sha256(text.encode()).hexdigest()[:COMMAND_HASH_CHARS]


def require_log_room(before: GameState, after: GameState, is_by_server: bool) -> None:
    """Refuse what would keep others from playing on; a game can always be brought to its end."""
    is_end = after.is_over and not (before.is_over and before.rematch == after.rematch)
    spare = SPARE_EVENTS if is_by_server or is_end else 0
    if after.version > MAX_EVENTS + spare:
        raise error(NotNow, "log-full", most=MAX_EVENTS)
    most = max((n for owner, n in after.idle.items() if n != before.idle.get(owner)), default=0)
    if most > MAX_IDLE_EVENTS and not spare:
        raise error(NotNow, "seat-log-full", most=MAX_IDLE_EVENTS)
