"""The state of a game, computed from its log and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tretorri.core.errors import TretorriError
from tretorri.core.game import Game, Position
from tretorri.core.records import Outcome
from tretorri.table.clock import GameClock
from tretorri.table.errors import DamagedGame, error
from tretorri.table.events import EventKind, NewEvent, StoredEvent
from tretorri.table.positions import PlayedTurn, hash_position, without_cache
from tretorri.table.setup import BY_LINK, ENGINE, OPEN, GameSetup, SeatPlayer

TAKEBACK = "takeback"
RECORD = "record"  # "by" of actions from an imported record, which take no time from a clock
IDLE_KINDS = {  # events that a seat could repeat for ever without advancing the game
    *(EventKind.BACK, EventKind.NAMES, EventKind.OFFER, EventKind.AGREE, EventKind.DECLINE),
    *(EventKind.JOIN, EventKind.LEAVE, EventKind.SEAT),
}
NO_SEAT = ""  # the key in *idle* of a creator who has no seat
MOVE_KINDS = {
    EventKind.ACTION,
    EventKind.BACK,
    EventKind.UNDO,
    EventKind.REDO,
    EventKind.START,
    EventKind.JOIN,
    EventKind.SEAT,
}


@dataclass(frozen=True, slots=True)
class PendingOffer:
    """A ``draw`` or ``takeback`` of so many turns, offered by *seat*; these seats have *agreed*."""

    what: str
    seat: str
    turns: int = 1
    agreed: tuple[str, ...] = ()

    def outlives(self, seat: str | None, has_finished: bool) -> bool:
        """Tell whether it still stands after an action: a turn played on declines it."""
        return self.what != TAKEBACK and (seat == self.seat or not has_finished)


@dataclass(frozen=True)
class GameState:
    """A game after *version* events.

    *position* is the one on the board and *turn_start* the one in which the turn began. *turns* are
    finished; *pending_actions* are those of the unfinished turn; *undone* are whole turns that can
    be redone, the next one last; *outcome* is how players ended the game, if the rules did not. A
    *generation* counts the players that a seat has had: keys of earlier ones are void. No turn can
    be played before the game *is_started*. *moved_at* is the time of the last event by the seat to
    move, *at* that of the last event at all, and *rematch* the id of the next game. *idle* counts,
    by seat, the events that do not advance the game. Once it *has_moved*, an action was played,
    whether or not it was taken back.
    """

    setup: GameSetup
    players: Mapping[str, SeatPlayer]
    position: Position
    turn_start: Position
    version: int = 0
    turns: tuple[PlayedTurn, ...] = ()
    pending_actions: tuple[str, ...] = ()
    undone: tuple[tuple[str, ...], ...] = ()
    outcome: Outcome | None = None
    position_hash: str = ""
    is_started: bool = True
    generations: Mapping[str, int] = field(default_factory=dict)
    offer: PendingOffer | None = None
    clocks: GameClock | None = None
    moved_at: int = 0
    at: int = 0
    rematch: str | None = None
    idle: Mapping[str, int] = field(default_factory=dict)
    has_moved: bool = False

    @classmethod
    def of(cls, setup: GameSetup) -> GameState:
        """Return the game before anything has happened."""
        start, players = setup.position(), setup.players
        is_started = all(player.kind != OPEN for player in players.values())
        state = cls(
            setup, players, start, start, position_hash=hash_position(start), is_started=is_started
        )
        state = replace(state, moved_at=setup.created, at=setup.created)
        if setup.clock is None:
            return state
        clocks = GameClock.full(setup.clock, start.game.seats)
        clocks = clocks.advance(state.to_move, has_finished=False, time=setup.created)
        return replace(state, clocks=clocks)

    @property
    def game(self) -> Game[Any]:
        """Return the game with its options."""
        return self.position.game

    @property
    def fresh_position(self) -> Position:
        """Return a copy of the position, so that what it caches does not stay in memory."""
        return without_cache(self.position)

    def without_turns(self) -> GameState:
        """Return how the game stands without the turns that led there, which take memory."""
        position = self.fresh_position
        return replace(self, position=position, turn_start=position, turns=(), undone=())

    @property
    def start(self) -> Position:
        """Return the first position."""
        return self.turns[0].before if self.turns else self.turn_start

    @property
    def is_over(self) -> bool:
        """Tell whether the rules or the players have ended the game."""
        return self.position.is_over or self.outcome is not None

    @property
    def to_move(self) -> str | None:
        """Return the seat to move; ``None`` before the game has started and when it is over."""
        return None if self.is_over or not self.is_started else self.position.to_move

    @property
    def engine_to_move(self) -> SeatPlayer | None:
        """Return the engine that is to move, if it is one's turn."""
        player = self.players[self.to_move] if self.to_move else None
        return player if player and player.kind == ENGINE else None

    @property
    def open_seats(self) -> tuple[str, ...]:
        """Return the seats without a player."""
        return tuple(seat for seat, player in self.players.items() if player.kind == OPEN)

    @property
    def absent_at(self) -> int | None:
        """Return when the seat to move has been silent for too long, if that matters."""
        absence, seat = self.setup.absence, self.to_move
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
        """Return when the time of the seat to move is up, by its clock or by its absence."""
        times = (self.absent_at, self.flag_at)
        return min((time for time in times if time is not None), default=None)

    # What events do ---------------------------------------------------------------------------

    def step(self, event: NewEvent, time: int | None = None) -> GameState:
        """Return the state after an event, or raise why the rules do not allow it."""
        after = self._apply(event)
        digest = (
            self.position_hash if after.position is self.position else hash_position(after.position)
        )
        after = replace(
            after, version=self.version + 1, position_hash=digest, idle=self._count_idle(event)
        )
        return after if time is None else after._update_clock(self, event, time)

    def _count_idle(self, event: NewEvent) -> Mapping[str, int]:
        if event.kind not in IDLE_KINDS:
            return self.idle
        seat = None if event.kind is EventKind.SEAT else event.seat  # the creator's doing
        owner = seat or NO_SEAT
        return {**self.idle, owner: self.idle.get(owner, 0) + 1}

    def _apply(self, event: NewEvent) -> GameState:
        data, seat = event.data, event.seat
        match event.kind:
            case EventKind.ACTION:
                after = self._play(data["action"])
                offer = self._offer_left_after(after, seat)
                return replace(after, undone=(), offer=offer, has_moved=True)
            case EventKind.BACK:
                return self._restart_turn(self.pending_actions[:-1])
            case EventKind.UNDO:
                return replace(self._undo(data["to"]), offer=None)
            case EventKind.REDO:
                return replace(self._redo(data["turns"]), offer=None)
            case EventKind.RESIGN:
                return self._end(self._other_seats(seat), "resign")
            case EventKind.FLAG:
                return self._end(self._other_seats(seat), "time")
            case EventKind.ABORT:
                return self._end((), "abandoned")
            case EventKind.RESULT:
                return self._end(tuple(data["winners"]), data["reason"])
            case _:
                return self._apply_at_table(event)

    def _apply_at_table(self, event: NewEvent) -> GameState:
        """Return the game after what does not touch the board."""
        data, seat = event.data, str(event.seat)
        match event.kind:
            case EventKind.NAMES:
                return replace(self, players=_rename_players(self.players, data["names"]))
            case EventKind.SEAT | EventKind.JOIN:
                return self._assign_seat(
                    seat, SeatPlayer(data["kind"], data.get("level"), data["name"])
                )
            case EventKind.LEAVE:
                return self._assign_seat(seat, SeatPlayer(OPEN))
            case EventKind.START:
                return replace(self, is_started=True)
            case EventKind.OFFER:
                return replace(self, offer=PendingOffer(data["what"], seat, data["turns"], (seat,)))
            case EventKind.AGREE if self.offer:
                agreed = (*self.offer.agreed, seat)
                return replace(self, offer=replace(self.offer, agreed=agreed))
            case EventKind.DECLINE:
                return replace(self, offer=None)
            case EventKind.CREDIT:
                clocks = self.clocks.add_credit(data["ms"]) if self.clocks else None
                return replace(self, clocks=clocks, moved_at=self.moved_at + data["ms"])
            case EventKind.REMATCH:
                return replace(self, rematch=data["to"])
        raise ValueError(event.kind)

    def _update_clock(self, before: GameState, event: NewEvent, time: int) -> GameState:
        """Return the game with the clocks as they are after an event at *time*."""
        moved_at = time if event.kind in MOVE_KINDS else self.moved_at
        state = replace(self, moved_at=moved_at, at=time)
        if state.clocks is None or event.kind is EventKind.CREDIT:
            return state
        if event.kind is EventKind.UNDO:
            left = {t.before.mover: t.clock for t in state.turns if t.clock is not None}
            return replace(state, clocks=state.clocks.restore(left, state.to_move, time))
        is_played = event.kind is EventKind.ACTION and event.data.get("by") != RECORD
        has_finished = is_played and len(state.turns) > len(before.turns)
        clocks = state.clocks.advance(state.to_move, has_finished, time)
        if has_finished:
            last = replace(state.turns[-1], clock=state.clocks.time_after_turn(time))
            state = replace(state, turns=(*state.turns[:-1], last))
        return replace(state, clocks=clocks)

    def _end(self, winners: tuple[str, ...], reason: str) -> GameState:
        return replace(self, outcome=Outcome(winners, reason), offer=None)

    def _other_seats(self, seat: str | None) -> tuple[str, ...]:
        return tuple(other for other in self.game.seats if other != seat)

    def _assign_seat(self, seat: str, player: SeatPlayer) -> GameState:
        generations = {**self.generations, seat: self.generations.get(seat, 0) + 1}
        players = {**self.players, seat: player}
        return replace(self, players=players, generations=generations, offer=None)

    def _offer_left_after(self, after: GameState, seat: str | None) -> PendingOffer | None:
        has_finished = len(after.turns) > len(self.turns)
        stays = self.offer is not None and self.offer.outlives(seat, has_finished)
        return self.offer if stays else None

    def after(self, event: StoredEvent) -> GameState:
        """Return the game after a stored event, or raise *DamagedGame* if it does not fit."""
        if event.number != self.version + 1:
            raise error(DamagedGame, "damaged")
        try:
            after = self.step(NewEvent(EventKind(event.kind), event.seat, event.data), event.time)
        except (TretorriError, LookupError, TypeError, ValueError) as cause:
            raise error(DamagedGame, "damaged") from cause
        if after.position_hash != event.position_hash:
            raise error(DamagedGame, "damaged")
        return after

    def _play(self, action: str) -> GameState:
        after = without_cache(self.fresh_position.play(action))
        actions = (*self.pending_actions, action)
        if not self.turn_start.ends_turn(after):
            return replace(self, position=after, pending_actions=actions)
        turn = PlayedTurn(self.turn_start, actions)
        turns = (*self.turns, turn)
        return replace(self, position=after, turn_start=after, pending_actions=(), turns=turns)

    def _restart_turn(self, actions: tuple[str, ...]) -> GameState:
        """Return the game with only these actions of the unfinished turn."""
        state = replace(self, position=self.turn_start, pending_actions=(), outcome=None)
        for action in actions:
            state = state._play(action)
        return state

    def _undo(self, to: int) -> GameState:
        """Return the game as it was after *to* turns; the later ones can be redone."""
        state = self._restart_turn(())
        if to == len(self.turns):
            return state
        gone = tuple(turn.actions for turn in reversed(self.turns[to:]))
        start, undone = self.turns[to].before, (*self.undone, *gone)
        return replace(
            state, position=start, turn_start=start, turns=self.turns[:to], undone=undone
        )

    def _redo(self, turns: int) -> GameState:
        state = self._restart_turn(())
        for actions in reversed(self.undone[-turns:]):
            for action in actions:
                state = state._play(action)
        return replace(state, undone=self.undone[:-turns])


def _rename_players(
    players: Mapping[str, SeatPlayer], names: Mapping[str, str]
) -> dict[str, SeatPlayer]:
    return {
        seat: replace(player, name=names.get(seat, player.name)) for seat, player in players.items()
    }
