"""Work that has used up its processor time ends at its next step."""

from __future__ import annotations

import pytest

import tretorri
from tretorri.core.budget import Budget, OverBudget, use_budget


def test_no_action_is_played_beyond_the_budget() -> None:
    position = tretorri.game("volterra").start(1)
    with use_budget(Budget(60.0)):
        after = position.play(position.actions()[0])
    with use_budget(Budget(-1.0)), pytest.raises(OverBudget):
        after.play(after.actions()[0])
    assert str(after.play(after.actions()[0])) != str(after)


def test_no_edit_is_made_when_it_is_no_longer_wanted() -> None:
    board = tretorri.game("volterra").set_up()
    with use_budget(Budget(60.0, is_stopped=lambda: True)), pytest.raises(OverBudget):
        board.play("d@c3")
    assert str(board.play("d@c3")) != str(board)
