"""A state machine that plays, takes back, re-reads and asks, and compares with a list of texts."""

from __future__ import annotations

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

from tests.examples import examples
from tests.settings import AnyGame, every_setting, name
from tretorri import IllegalAction, Position


class Table(RuleBasedStateMachine):
    """One game on a table: positions on a pile, and a model that is only their texts."""

    game: AnyGame

    def __init__(self) -> None:
        super().__init__()
        self.pile: list[Position] = [self.game.start(seed=3)]
        self.texts = [str(self.pile[0])]

    @property
    def top(self) -> Position:
        return self.pile[-1]

    @precondition(lambda self: not self.top.is_over)
    @rule(pick=st.integers(0, 10_000))
    def play(self, pick: int) -> None:
        legal = self.top.actions()
        self.pile.append(self.top.play(legal[pick % len(legal)]))
        self.texts.append(str(self.top))

    @precondition(lambda self: len(self.pile) > 1)
    @rule()
    def take_back(self) -> None:
        played = self.pile.pop()
        self.texts.pop()
        if played.last is not None:  # None where it was read again
            assert self.top.play(played.last) == played

    @precondition(lambda self: not self.top.is_over)
    @rule()
    def read_again(self) -> None:
        self.pile[-1] = self.game.position(str(self.top))

    @precondition(lambda self: self.top.is_over)
    @rule(pick=st.integers(0, 100))
    def play_on_after_the_end(self, pick: int) -> None:
        actions = self.pile[0].actions()
        with pytest.raises(IllegalAction, match="over"):
            self.top.play(actions[pick % len(actions)])

    @invariant()
    def texts_stay(self) -> None:
        assert [str(position) for position in self.pile[-3:]] == self.texts[-3:]


@pytest.mark.parametrize("game", every_setting(), ids=name)
def test_a_table_keeps_its_game(game: AnyGame) -> None:
    machine = type("Table", (Table,), {"game": game})
    run_state_machine_as_test(
        machine, settings=settings(max_examples=examples(6), stateful_step_count=40, deadline=None)
    )
