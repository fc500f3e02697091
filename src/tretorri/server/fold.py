"""The state of a game as a fold of its log: nothing else decides what stands on the board."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tretorri.core.errors import TretorriError, UnknownGame
from tretorri.core.game import Game, Position
from tretorri.core.records import Outcome
from tretorri.core.records.draft import rules_version
from tretorri.core.words import shown
from tretorri.server.clocks import Clocks
from tretorri.server.errors import DamagedGame, GameNotInstalled, refused
from tretorri.server.events import Event, Happening, Kind
from tretorri.server.opening import BY_LINK, ENGINE, OPEN, Opening, Player

TAKEBACK = "takeback"
RECORD = "record"  # who played what an imported record brings along: it takes nobody's time
NOT_PLAYING = {  # what a seat can do without ever coming to an end
    *(Kind.BACK, Kind.NAMES, Kind.OFFER, Kind.AGREE, Kind.DECLINE),
    *(Kind.JOIN, Kind.LEAVE, Kind.SEAT),
}
ARRANGING = ""  # who changes the table without a seat
MOVING = {Kind.ACTION, Kind.BACK, Kind.UNDO, Kind.REDO, Kind.START, Kind.JOIN, Kind.SEAT}


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A finished turn: the position in which it began, its actions, and the *clock* after it."""

    before: Position
    actions: tuple[str, ...]
    clock: int | None = None

    @property
    def text(self) -> str:
        """Return the turn in notation."""
        return "+".join(self.actions)


@dataclass(frozen=True, slots=True)
class Offer:
    """A ``draw`` or ``takeback`` of so many turns that *seat* offers, and who has *agreed*."""

    what: str
    seat: str
    turns: int = 1
    agreed: tuple[str, ...] = ()

    def outlives(self, seat: str | None, has_finished: bool) -> bool:
        """Tell whether it still stands after an action: who plays on has not agreed."""
        return self.what != TAKEBACK and (seat == self.seat or not has_finished)


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
    *check* is the short hash of the position. *generations* count who has come to each seat, so
    that the keys of those before are void; nobody plays before the game *is_started*. *moved_at* is
    when the seat to move was last heard of, *at* when anything happened last, and *rematch* the
    game that follows this one. *idle* counts, by seat, the events that do not play.
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
    is_started: bool = True
    generations: Mapping[str, int] = field(default_factory=dict)
    offer: Offer | None = None
    clocks: Clocks | None = None
    moved_at: int = 0
    at: int = 0
    rematch: str | None = None
    idle: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, opening: Opening) -> Fold:
        """Return the game before anything has happened."""
        start, players = opening.position(), opening.players
        is_started = all(player.kind != OPEN for player in players.values())
        fold = cls(opening, players, start, start, check=check_of(start), is_started=is_started)
        fold = replace(fold, moved_at=opening.created, at=opening.created)
        if opening.clock is None:
            return fold
        clocks = Clocks.wound(opening.clock, start.game.seats)
        clocks = clocks.turned(fold.to_move, has_finished=False, time=opening.created)
        return replace(fold, clocks=clocks)

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
        """Return the seat to move; ``None`` before the game has started and when it is over."""
        return None if self.is_over or not self.is_started else self.standing.to_move

    @property
    def engine_to_move(self) -> Player | None:
        """Return the engine that is to move, if it is one's turn."""
        player = self.players[self.to_move] if self.to_move else None
        return player if player and player.kind == ENGINE else None

    @property
    def open_seats(self) -> tuple[str, ...]:
        """Return the seats that nobody has taken."""
        return tuple(seat for seat, player in self.players.items() if player.kind == OPEN)

    @property
    def absent_at(self) -> int | None:
        """Return when the seat to move has been silent for too long, if that matters."""
        absence, seat = self.opening.absence, self.to_move
        if absence is None or seat is None or self.players[seat].kind not in (OPEN, *BY_LINK):
            return None
        return self.moved_at + absence.seconds * 1000

    @property
    def flag_at(self) -> int | None:
        """Return when the flag of the seat to move falls.

        The flag of an engine never does: it is the server that would be late.
        """
        is_running = self.clocks is not None and self.engine_to_move is None
        return self.clocks.falls_at if self.clocks and is_running else None

    @property
    def due_at(self) -> int | None:
        """Return when the server has to look at the game again, because somebody's time is up."""
        times = (self.absent_at, self.flag_at)
        return min((time for time in times if time is not None), default=None)

    # What events do ---------------------------------------------------------------------------

    def step(self, happening: Happening, time: int | None = None) -> Fold:
        """Return the game after a happening, or raise why the rules do not allow it."""
        after = self._stepped(happening)
        check = self.check if after.standing is self.standing else check_of(after.standing)
        after = replace(after, version=self.version + 1, check=check, idle=self._idle(happening))
        return after if time is None else after._timed(self, happening, time)

    def _idle(self, happening: Happening) -> Mapping[str, int]:
        if happening.kind not in NOT_PLAYING:
            return self.idle
        seat = None if happening.kind is Kind.SEAT else happening.seat  # the creator's doing
        who = seat or ARRANGING
        return {**self.idle, who: self.idle.get(who, 0) + 1}

    def _stepped(self, happening: Happening) -> Fold:
        data, seat = happening.data, happening.seat
        match happening.kind:
            case Kind.ACTION:
                after = self._played(data["action"])
                return replace(after, undone=(), offer=self._offer_after(after, seat))
            case Kind.BACK:
                return self._begun_with(self.begun[:-1])
            case Kind.UNDO:
                return replace(self._undone(data["to"]), offer=None)
            case Kind.REDO:
                return replace(self._redone(data["turns"]), offer=None)
            case Kind.RESIGN:
                return self._ended(self._others(seat), "resign")
            case Kind.FLAG:
                return self._ended(self._others(seat), "time")
            case Kind.ABORT:
                return self._ended((), "abandoned")
            case Kind.RESULT:
                return self._ended(tuple(data["winners"]), data["reason"])
            case _:
                return self._at_the_table(happening)

    def _at_the_table(self, happening: Happening) -> Fold:
        """Return the game after what does not touch the board."""
        data, seat = happening.data, str(happening.seat)
        match happening.kind:
            case Kind.NAMES:
                return replace(self, players=_renamed(self.players, data["names"]))
            case Kind.SEAT | Kind.JOIN:
                return self._seated(seat, Player(data["kind"], data.get("level"), data["name"]))
            case Kind.LEAVE:
                return self._seated(seat, Player(OPEN))
            case Kind.START:
                return replace(self, is_started=True)
            case Kind.OFFER:
                return replace(self, offer=Offer(data["what"], seat, data["turns"], (seat,)))
            case Kind.AGREE if self.offer:
                agreed = (*self.offer.agreed, seat)
                return replace(self, offer=replace(self.offer, agreed=agreed))
            case Kind.DECLINE:
                return replace(self, offer=None)
            case Kind.CREDIT:
                clocks = self.clocks.credited(data["ms"]) if self.clocks else None
                return replace(self, clocks=clocks, moved_at=self.moved_at + data["ms"])
            case Kind.REMATCH:
                return replace(self, rematch=data["to"])
        raise ValueError(happening.kind)

    def _timed(self, before: Fold, happening: Happening, time: int) -> Fold:
        """Return the game with the clocks as they are after a happening at *time*."""
        moved_at = time if happening.kind in MOVING else self.moved_at
        fold = replace(self, moved_at=moved_at, at=time)
        if fold.clocks is None or happening.kind is Kind.CREDIT:
            return fold
        if happening.kind is Kind.UNDO:
            left = {t.before.mover: t.clock for t in fold.turns if t.clock is not None}
            return replace(fold, clocks=fold.clocks.taken_back(left, fold.to_move, time))
        is_played = happening.kind is Kind.ACTION and happening.data.get("by") != RECORD
        has_finished = is_played and len(fold.turns) > len(before.turns)
        clocks = fold.clocks.turned(fold.to_move, has_finished, time)
        if has_finished:
            last = replace(fold.turns[-1], clock=fold.clocks.finished_at(time))
            fold = replace(fold, turns=(*fold.turns[:-1], last))
        return replace(fold, clocks=clocks)

    def _ended(self, winners: tuple[str, ...], reason: str) -> Fold:
        return replace(self, outcome=Outcome(winners, reason), offer=None)

    def _others(self, seat: str | None) -> tuple[str, ...]:
        return tuple(other for other in self.game.seats if other != seat)

    def _seated(self, seat: str, player: Player) -> Fold:
        generations = {**self.generations, seat: self.generations.get(seat, 0) + 1}
        players = {**self.players, seat: player}
        return replace(self, players=players, generations=generations, offer=None)

    def _offer_after(self, after: Fold, seat: str | None) -> Offer | None:
        has_finished = len(after.turns) > len(self.turns)
        stays = self.offer is not None and self.offer.outlives(seat, has_finished)
        return self.offer if stays else None

    def after(self, event: Event) -> Fold:
        """Return the game after a stored event, or raise *DamagedGame* if it does not fit."""
        if event.number != self.version + 1:
            raise refused(DamagedGame, "damaged")
        try:
            after = self.step(Happening(Kind(event.kind), event.seat, event.data), event.time)
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
    """Return the game that a whole log tells, or raise *DamagedGame* or *GameNotInstalled*."""
    try:
        if opening.rules > rules_version(opening.kind):
            raise refused(DamagedGame, "newer-rules")
        fold = Fold.of(opening)
    except DamagedGame:
        raise
    except UnknownGame as error:
        raise refused(GameNotInstalled, "not-installed", game=shown(opening.kind)) from error
    except TretorriError as error:
        raise refused(DamagedGame, "damaged") from error
    return advanced(fold, events)


def advanced(fold: Fold, events: Iterable[Event]) -> Fold:
    """Return the game after more stored events, or raise *DamagedGame*."""
    for event in events:
        fold = fold.after(event)
    return fold
