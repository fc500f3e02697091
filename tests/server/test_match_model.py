"""A match of two who came by link, with clocks, against a model that keeps it in a few lists."""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.server.support import begin_game, request_id
from tretorri import IllegalAction, Position
from tretorri.server.bus import LocalBus
from tretorri.server.errors import ServerError
from tretorri.server.invitations import Invitations
from tretorri.server.service import Service
from tretorri.server.store import Store
from tretorri.server.store.database import sqlite_url_in
from tretorri.table.clock import TimeControl
from tretorri.table.commands import (
    Abort,
    Agree,
    Command,
    Decline,
    Leave,
    MakeOffer,
    PlayTurn,
    Resign,
)
from tretorri.table.errors import NoSuchGame, NotNow, TableError
from tretorri.table.positions import hash_position
from tretorri.table.setup import OPEN, SeatPlayer
from tretorri.table.timeouts import GRACE_MS

RUNS = int(os.environ.get("TRETORRI_MODEL_RUNS", "12"))
PARTS = 2  # at the same time
SEATS = ("d", "l")
SECONDS, INCREMENT = 60, 5
NOON = 1_700_000_000_000


class Model:
    """What is true of a match: who has which seat, turns, an offer, the time left, the end."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}
        self.is_started = False
        self.turns: list[str] = []
        self.shown: list[int] = []  # the clock of who played each turn, when it was finished
        self.offer: tuple[str, str] | None = None
        self.end: tuple[tuple[str, ...], str] | None = None
        self.left = dict.fromkeys(SEATS, SECONDS * 1000)
        self.since = self.now = NOON

    def charge(self, seat: str | None, has_finished: bool) -> None:
        """Take what has passed from the clock of *seat*, which has finished its turn or not."""
        if seat is not None:
            self.left[seat] = max(0, self.left[seat] - (self.now - self.since))
            self.left[seat] += INCREMENT * 1000 if has_finished else 0
        self.since = self.now

    def is_time_up(self, seat: str | None, grace: int = 0) -> bool:
        return seat is not None and self.now - self.since >= self.left[seat] + grace

    def take_back(self, turns: int, movers: list[str]) -> None:
        """Go back to so many turns; the clocks show what they showed then."""
        del self.turns[turns:], self.shown[turns:]
        self.left = dict.fromkeys(SEATS, SECONDS * 1000)
        self.left |= dict(zip(movers[:turns], self.shown, strict=True))
        self.since = self.now


class Match(RuleBasedStateMachine):
    """A match in a service on a real file, and the model beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.loop = asyncio.Runner()
        self.model = Model()
        self.service = self.loop.run(self._opened())
        wish = {
            "players": dict.fromkeys(SEATS, SeatPlayer(OPEN)),
            "clock": TimeControl("game", SECONDS, INCREMENT),
        }
        self.state, self.creator = self.loop.run(begin_game(self.service, **wish))
        self.start = self.state.position

    async def _opened(self) -> Service:
        store = await Store.open(sqlite_url_in(Path(self.folder.name)))
        return Service(store, LocalBus(), now=lambda: self.model.now)

    def teardown(self) -> None:
        self.loop.run(self.service.store.close())
        self.loop.close()
        self.folder.cleanup()

    @property
    def position(self) -> Position:
        position = self.start
        for turn in self.model.turns:
            position = position.play_turn(turn)
        return position

    @property
    def is_over(self) -> bool:
        return self.model.end is not None or self.position.is_over

    @property
    def to_move(self) -> str | None:
        return None if self.is_over or not self.model.is_started else self.position.to_move

    def refresh(self) -> None:
        self.state = self.loop.run(self.service.game(self.state.setup.id))

    def do(self, seat: str | None, command: Command, *, is_allowed: bool) -> bool:
        """Send a command; time that is up comes before it. Tell whether it was done."""
        secrets = [self.model.keys[seat]] if seat in self.model.keys else []
        sent = self.service.submit(
            self.state.setup.id, secrets, request_id(), self.state.version, command
        )
        if self.model.is_time_up(self.to_move):
            with pytest.raises((ServerError, TableError)):
                self.loop.run(sent)
            if secrets:
                self.flag_falls()
            return False
        if is_allowed and secrets:
            self.state = self.loop.run(sent).state
            return True
        with pytest.raises((ServerError, TableError, IllegalAction)):
            self.loop.run(sent)
        return False

    def flag_falls(self) -> None:
        """Let the flag fall, unless a turn that came in time may still be on its way."""
        mover = self.to_move
        if self.model.is_time_up(mover, GRACE_MS):
            self.model.charge(mover, has_finished=False)
            self.ends(tuple(seat for seat in SEATS if seat != mover), "time")
        self.refresh()

    def ends(self, winners: tuple[str, ...], reason: str) -> None:
        self.model.end, self.model.offer = (winners, reason), None

    # Who comes and goes -----------------------------------------------------------------------

    @precondition(lambda self: not self.is_over)
    @rule(seat=st.sampled_from(SEATS))
    def join(self, seat: str) -> None:
        doors, game_id = Invitations(self.service), self.state.setup.id
        asked = doors.issue_ticket(game_id, [self.creator], seat, "join")
        if seat in self.model.keys:
            with pytest.raises(NotNow):
                self.loop.run(asked)
            return
        ticket = self.loop.run(asked)
        come = doors.join(game_id, ticket, request_id=request_id(), kind="link", name="Ann")
        self.model.keys[seat] = self.loop.run(come).secrets[0]
        self.model.offer = None
        if len(self.model.keys) == len(SEATS) and not self.model.is_started:
            self.model.is_started, self.model.since = True, self.model.now
        with pytest.raises(NoSuchGame):  # a ticket is good for one
            self.loop.run(
                doors.join(game_id, ticket, request_id=request_id(), kind="link", name="Bob")
            )
        self.refresh()

    @precondition(lambda self: not self.model.is_started)
    @rule(seat=st.sampled_from(SEATS))
    def leave(self, seat: str) -> None:
        if self.do(seat, Leave(seat), is_allowed=True):
            del self.model.keys[seat]

    # What they do -----------------------------------------------------------------------------

    @precondition(lambda self: not self.is_over)
    @rule(seat=st.sampled_from(SEATS), pick=st.integers(0, 1000))
    def play(self, seat: str, pick: int) -> None:
        turns = [turn for turn, _ in zip(self.position.turns(), range(pick % 7 + 1), strict=False)]
        turn, mover = str(turns[-1]), self.to_move
        if self.do(seat, PlayTurn(turn), is_allowed=seat == mover):
            self.model.charge(mover, has_finished=True)
            self.model.turns.append(turn)
            self.model.shown.append(self.model.left[seat])
            offer = self.model.offer
            if offer and (offer[0] == "takeback" or offer[1] != seat):
                self.model.offer = None

    @rule(seat=st.sampled_from(SEATS), what=st.sampled_from(["draw", "takeback"]))
    def make_offer(self, seat: str, what: str) -> None:
        own = [nth for nth in range(len(self.model.turns)) if self.mover_of(nth) == seat]
        is_free = self.to_move is not None and self.model.offer is None
        if self.do(seat, MakeOffer(what, 1), is_allowed=is_free and (what == "draw" or bool(own))):
            self.model.offer = what, seat

    def mover_of(self, nth: int) -> str:
        position = self.start
        for turn in self.model.turns[:nth]:
            position = position.play_turn(turn)
        return position.mover

    @rule(seat=st.sampled_from(SEATS))
    def agree(self, seat: str) -> None:
        offer, mover = self.model.offer, self.to_move
        if not self.do(seat, Agree(), is_allowed=offer is not None and offer[1] != seat):
            return
        assert offer
        self.model.offer = None
        if offer[0] == "draw":
            self.model.charge(mover, has_finished=False)
            self.ends((), "agreed")
            return
        movers = [self.mover_of(nth) for nth in range(len(self.model.turns))]
        last = max(nth for nth, seat in enumerate(movers) if seat == offer[1])
        self.model.take_back(last, movers)

    @rule(seat=st.sampled_from(SEATS))
    def decline(self, seat: str) -> None:
        if self.do(seat, Decline(), is_allowed=self.model.offer is not None):
            self.model.offer = None

    @rule(seat=st.sampled_from(SEATS))
    def resign(self, seat: str) -> None:
        mover = self.to_move
        if self.do(seat, Resign(None), is_allowed=not self.is_over):
            self.model.charge(mover, has_finished=False)
            self.ends(tuple(other for other in SEATS if other != seat), "resign")

    @rule(seat=st.sampled_from(SEATS))
    def abort(self, seat: str) -> None:
        mover, is_early = self.to_move, not self.is_over and not self.model.turns
        if self.do(seat, Abort(), is_allowed=is_early):
            self.model.charge(mover, has_finished=False)
            self.ends((), "abandoned")

    # Time, and the server ---------------------------------------------------------------------

    @rule(milliseconds=st.sampled_from([1, 100, 500, 7_000, 30_000, 60_000]))
    def time_passes(self, milliseconds: int) -> None:
        self.model.now += milliseconds

    @rule()
    def apply_timeouts(self) -> None:
        self.loop.run(self.service.apply_timeouts(self.state.setup.id))
        self.flag_falls()

    @rule()
    def restart(self) -> None:
        self.loop.run(self.service.store.close())
        self.service = self.loop.run(self._opened())
        self.refresh()

    @invariant()
    def the_match_is_what_the_model_says(self) -> None:
        state, model = self.state, self.model
        assert [turn.text for turn in state.turns] == model.turns
        assert [turn.clock for turn in state.turns] == model.shown
        assert state.position_hash == hash_position(state.position)
        assert (state.is_started, state.is_over, state.to_move) == (
            model.is_started,
            self.is_over,
            self.to_move,
        )
        assert model.offer == ((state.offer.what, state.offer.seat) if state.offer else None)
        outcome = state.outcome
        assert model.end == ((outcome.winners, outcome.reason) if outcome else None)
        assert state.clocks is not None
        assert state.clocks.left == model.left
        assert {seat for seat, p in state.players.items() if p.kind != OPEN} == set(model.keys)


@pytest.mark.parametrize("part", range(PARTS))
def test_a_match_is_what_a_small_model_says(part: int) -> None:
    print(f"part {part + 1} of {PARTS}")  # each goes its own ways
    some = settings(max_examples=RUNS // PARTS, stateful_step_count=50, deadline=None)
    run_state_machine_as_test(Match, settings=some)
