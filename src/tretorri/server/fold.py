"""The state of a game as a fold of its log: nothing else decides what stands on the board."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tretorri.core.errors import TretorriError
from tretorri.core.game import Game, Position, configure
from tretorri.core.records import Outcome
from tretorri.core.records.draft import rules_version
from tretorri.core.registry import find
from tretorri.server.errors import DamagedGame, refused
from tretorri.server.events import Event, Happening, Kind

HERE, ENGINE, OPEN = "here", "engine", "open"


@dataclass(frozen=True, slots=True)
class Player:
    """Who has a seat: a person *here*, an *engine* of some level, or whoever opens a link."""

    kind: str
    level: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Opening:
    """What a game begins with; *start* takes the place of *options* and *seed*.

    *record* is the record that the game was read from, as text, if it was.
    """

    id: str
    kind: str
    options: Mapping[str, str]
    seed: int | None
    start: str | None
    rules: int
    players: Mapping[str, Player]
    created: int
    record: str | None = None

    def position(self) -> Position:
        """Return the first position."""
        found: Game[Position]
        if self.start is not None:
            found = configure(find(self.kind), {})
            return found.position(self.start)
        found = configure(find(self.kind), self.options)
        return found.start(self.seed)


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A finished turn: the position in which it began, and its actions."""

    before: Position
    actions: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return the turn in notation."""
        return "+".join(self.actions)


def bare(position: Position) -> Position:
    """Return *position* without what it has worked out for itself, which takes much memory."""
    return replace(position)  # type: ignore[type-var]  # every position is a dataclass


def check_of(position: Position) -> str:
    """Return a short hash by which two sides can see that they hold the same position."""
    return hashlib.sha256(str(position).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Fold:
    """A game after *version* events.

    *standing* is the position on the board and *turn_start* the one in which the turn began.
    *turns* are finished, *begun* are the actions of the turn that is not; *undone* are whole turns
    that can be redone, the next one last; *outcome* is how people ended the game, if they did.
    *check* is the short hash of the position.
    """

    opening: Opening
    players: Mapping[str, Player]
    standing: Position
    turn_start: Position
    version: int = 0
    turns: tuple[PlayedTurn, ...] = ()
    begun: tuple[str, ...] = ()
    undone: tuple[tuple[str, ...], ...] = ()
    outcome: Outcome | None = None
    check: str = ""

    @classmethod
    def of(cls, opening: Opening) -> Fold:
        """Return the game before anything has happened."""
        start = opening.position()
        return cls(opening, opening.players, start, start, check=check_of(start))

    @property
    def game(self) -> Game[Any]:
        """Return the game with its options."""
        return self.standing.game

    @property
    def position(self) -> Position:
        """Return the position on the board; what it works out is forgotten with it."""
        return bare(self.standing)

    @property
    def start(self) -> Position:
        """Return the first position."""
        return self.turns[0].before if self.turns else self.turn_start

    @property
    def is_over(self) -> bool:
        """Tell whether the rules or the people have ended the game."""
        return self.standing.is_over or self.outcome is not None

    @property
    def to_move(self) -> str | None:
        """Return the seat to move, or ``None`` when the game is over."""
        return None if self.is_over else self.standing.to_move

    @property
    def engine_to_move(self) -> Player | None:
        """Return the engine that is to move, if it is one's turn."""
        player = self.players[self.to_move] if self.to_move else None
        return player if player and player.kind == ENGINE else None

    # What events do ---------------------------------------------------------------------------

    def step(self, happening: Happening) -> Fold:
        """Return the game after a happening, or raise why the rules do not allow it."""
        data = happening.data
        match happening.kind:
            case Kind.ACTION:
                after = self._played(data["action"])
                after = replace(after, undone=())
            case Kind.BACK:
                after = self._begun_with(self.begun[:-1])
            case Kind.UNDO:
                after = self._undone(data["to"])
            case Kind.REDO:
                after = self._redone(data["turns"])
            case Kind.RESIGN:
                winners = tuple(s for s in self.game.seats if s != happening.seat)
                after = replace(self, outcome=Outcome(winners, "resign"))
            case Kind.RESULT:
                outcome = Outcome(tuple(data["winners"]), data["reason"])
                after = replace(self, outcome=outcome)
            case Kind.NAMES:
                after = replace(self, players=_renamed(self.players, data["names"]))
            case Kind.SEAT:
                player = Player(data["kind"], data["level"], data["name"])
                after = replace(self, players={**self.players, str(happening.seat): player})
        return replace(after, version=self.version + 1, check=check_of(after.standing))

    def after(self, event: Event) -> Fold:
        """Return the game after a stored event, or raise *DamagedGame* if it does not fit."""
        if event.number != self.version + 1:
            raise refused(DamagedGame, "damaged")
        try:
            after = self.step(Happening(Kind(event.kind), event.seat, event.data))
        except (TretorriError, LookupError, TypeError, ValueError) as error:
            raise refused(DamagedGame, "damaged") from error
        if after.check != event.check:
            raise refused(DamagedGame, "damaged")
        return after

    def _played(self, action: str) -> Fold:
        after = bare(self.position.play(action))
        begun = (*self.begun, action)
        if not self.turn_start.ends_turn(after):
            return replace(self, standing=after, begun=begun)
        turn = PlayedTurn(self.turn_start, begun)
        turns = (*self.turns, turn)
        return replace(self, standing=after, turn_start=after, begun=(), turns=turns)

    def _begun_with(self, actions: tuple[str, ...]) -> Fold:
        """Return the game with only these actions of the unfinished turn."""
        fold = replace(self, standing=self.turn_start, begun=(), outcome=None)
        for action in actions:
            fold = fold._played(action)
        return fold

    def _undone(self, to: int) -> Fold:
        """Return the game as it was after *to* turns; the later ones can be redone."""
        fold = self._begun_with(())
        if to == len(self.turns):
            return fold
        gone = tuple(turn.actions for turn in reversed(self.turns[to:]))
        start, undone = self.turns[to].before, (*self.undone, *gone)
        return replace(fold, standing=start, turn_start=start, turns=self.turns[:to], undone=undone)

    def _redone(self, turns: int) -> Fold:
        fold = self._begun_with(())
        for actions in reversed(self.undone[-turns:]):
            for action in actions:
                fold = fold._played(action)
        return replace(fold, undone=self.undone[:-turns])


def _renamed(players: Mapping[str, Player], names: Mapping[str, str]) -> dict[str, Player]:
    return {
        seat: replace(player, name=names.get(seat, player.name)) for seat, player in players.items()
    }


def replayed(opening: Opening, events: Iterable[Event]) -> Fold:
    """Return the game that a whole log tells, or raise *DamagedGame*."""
    try:
        if opening.rules > rules_version(opening.kind):
            raise refused(DamagedGame, "newer-rules")
        fold = Fold.of(opening)
    except DamagedGame:
        raise
    except TretorriError as error:
        raise refused(DamagedGame, "damaged") from error
    for event in events:
        fold = fold.after(event)
    return fold
