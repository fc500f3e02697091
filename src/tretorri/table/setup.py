"""The setup of a game: options or a position, the players, and their time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tretorri.core.game import Game, Position, configure
from tretorri.core.registry import find
from tretorri.table.clock import Absence, TimeControl

HERE, ENGINE, OPEN, LINK, BOT = "here", "engine", "open", "link", "bot"
BY_LINK = (LINK, BOT)


@dataclass(frozen=True, slots=True)
class SeatPlayer:
    """The player of a seat.

    A person ``here``, where the game was begun; an ``engine`` of some level; a person or a ``bot``
    that joined by ``link``; or none yet: the seat is ``open``.
    """

    kind: str
    level: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What a game begins with; *start* takes the place of *options* and *seed*.

    *record* is the record that the game was read from, as text, if it was; *clock* is the time
    that players have, and *absence* what happens when one does not come back. *created* is a time
    of the server, which may be *ahead* of the date.
    """

    id: str
    kind: str
    options: Mapping[str, str]
    seed: int | None
    start: str | None
    rules: int
    players: Mapping[str, SeatPlayer]
    created: int
    record: str | None = None
    clock: TimeControl | None = None
    absence: Absence | None = None
    ahead: int = 0

    @property
    def date(self) -> int:
        """Return when the game was created, as people count: in milliseconds since 1970."""
        return self.created - self.ahead

    def position(self) -> Position:
        """Return the first position."""
        found: Game[Position]
        if self.start is not None:
            found = configure(find(self.kind), {})
            return found.position(self.start)
        found = configure(find(self.kind), self.options)
        return found.start(self.seed)
