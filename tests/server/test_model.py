"""The service against a model that is only a list of actions for each turn."""

from __future__ import annotations

import asyncio

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
from tests.services.places import Place
from tretorri import IllegalAction, Position
from tretorri.server.bus import LocalBus
from tretorri.server.errors import ServerError
from tretorri.server.service import GameMovedOn, Service
from tretorri.server.store import Store
from tretorri.table.commands import Command, PlayAction, PlayTurn, Redo, Resign, StepBack, Undo
from tretorri.table.errors import NotNow, TableError
from tretorri.table.state import GameState


class Match(RuleBasedStateMachine):
    """A game in a service on a real database, and turns as lists of texts."""

    game_id = "volterra"
    place: Place

    def __init__(self) -> None:
        super().__init__()
        self.url = self.place.another().url
        self.loop = asyncio.Runner()
        self.service = self.loop.run(self._opened())
        self.state, self.secret = self.loop.run(begin_game(self.service, game=self.game_id))
        self.start = self.state.position
        self.turns: list[list[str]] = []
        self.pending_actions: list[str] = []
        self.undone: list[list[str]] = []
        self.resigned = False

    async def _opened(self) -> Service:
        return Service(await Store.open(self.url), LocalBus())

    def teardown(self) -> None:
        self.loop.run(self.service.store.close())
        self.loop.close()

    def do(self, command: Command, version: int | None = None) -> GameState:
        at = self.state.version if version is None else version
        game_id = self.state.setup.id
        answer = self.loop.run(
            self.service.submit(game_id, [self.secret], request_id(), at, command)
        )
        self.state = answer.state
        return self.state

    def played(self) -> Position:
        """Play what the model says."""
        position = self.start
        for action in (*(a for turn in self.turns for a in turn), *self.pending_actions):
            position = position.play(action)
        return position

    @property
    def is_over(self) -> bool:
        return self.resigned or self.played().is_over

    @precondition(lambda self: not self.is_over)
    @rule(pick=st.integers(0, 10_000))
    def play(self, pick: int) -> None:
        legal = self.played().actions()
        text = str(legal[pick % len(legal)])
        turn_start = self.played_turns()
        self.do(PlayAction(text))
        self.pending_actions.append(text)
        self.undone = []
        if turn_start.ends_turn(self.played()):
            self.turns.append(self.pending_actions)
            self.pending_actions = []

    def played_turns(self) -> Position:
        position = self.start
        for action in (a for turn in self.turns for a in turn):
            position = position.play(action)
        return position

    @precondition(lambda self: not self.is_over)
    @rule()
    def play_turn(self) -> None:
        turn = str(next(self.played().turns()))
        self.do(PlayTurn(turn))
        self.turns.append([*self.pending_actions, *turn.split("+")])
        self.pending_actions, self.undone = [], []

    @rule()
    def step_back(self) -> None:
        if self.pending_actions and not self.is_over:
            self.do(StepBack())
            self.pending_actions.pop()
        else:
            with pytest.raises((NotNow, IllegalAction)):
                self.do(StepBack())

    @rule(turns=st.integers(1, 3))
    def undo(self, turns: int) -> None:
        steps = turns - bool(self.pending_actions or self.resigned)
        if steps > len(self.turns):
            with pytest.raises(NotNow):
                self.do(Undo(turns))
            return
        self.do(Undo(turns))
        self.pending_actions, self.resigned = [], False
        for _ in range(steps):
            self.undone.append(self.turns.pop())

    @rule(turns=st.integers(1, 3))
    def redo(self, turns: int) -> None:
        if turns > len(self.undone):
            with pytest.raises(NotNow):
                self.do(Redo(turns))
            return
        self.do(Redo(turns))
        self.resigned = False
        for _ in range(turns):
            self.turns.append(self.undone.pop())

    @precondition(lambda self: not self.is_over)
    @rule()
    def resign(self) -> None:
        self.do(Resign(None))
        self.resigned = True

    @rule(version=st.integers(0, 500))
    def come_too_late_or_too_early(self, version: int) -> None:
        if version != self.state.version:
            with pytest.raises(GameMovedOn):
                self.do(Undo(1), version)

    @rule(text=st.text(max_size=8))
    def play_nonsense(self, text: str) -> None:
        with pytest.raises((IllegalAction, ServerError, TableError)):
            self.do(PlayAction("?" + text))

    @rule()
    def restart(self) -> None:
        self.loop.run(self.service.store.close())
        self.service = self.loop.run(self._opened())
        self.state = self.loop.run(self.service.game(self.state.setup.id))

    @invariant()
    def the_game_is_what_the_model_says(self) -> None:
        assert str(self.state.position) == str(self.played())
        assert [list(turn.actions) for turn in self.state.turns] == self.turns
        assert list(self.state.pending_actions) == self.pending_actions
        assert self.state.is_over == self.is_over
        assert [list(turn) for turn in self.state.undone] == self.undone


@pytest.mark.parametrize("game_id", ["volterra", "towers"])
def test_the_service_is_a_list_of_actions(game_id: str, place: Place) -> None:
    machine = type(game_id, (Match,), {"game_id": game_id, "place": place})
    few = settings(max_examples=10 if place.is_sqlite else 4, stateful_step_count=20, deadline=None)
    run_state_machine_as_test(machine, settings=few)
