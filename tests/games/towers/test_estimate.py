"""The quick guess for simple bots."""

from __future__ import annotations

import tretorri
from tests.games.towers.table import table
from tretorri.engine.bots import RandomBot


def test_a_won_game_is_worth_one_and_a_lost_one_minus_one() -> None:
    over = table("b3=Av c3=Bv c2=Cv b2=Dv")
    assert [over.estimate(seat) for seat in "vrbg"] == [1, -1, -1, -1]


def test_what_is_built_is_worth_more_than_what_stands_on_a_street() -> None:
    assert table("b3=Av").estimate("v") > table("b4=Av").estimate("v")


def test_a_safe_tower_is_worth_more_than_one_that_may_be_taken() -> None:
    safe, open_to_all = table("b3=Avvvvv"), table("b3=Avvvvv", seats="vrbg^")
    assert safe.estimate("v") > open_to_all.estimate("v")


def test_who_leads_is_above_zero_and_everyone_else_below() -> None:
    position = table("b3=Avr")
    assert position.estimate("r") > 0 > position.estimate("b")


def test_neutral_counters_are_worth_nothing() -> None:
    assert table("b3=Ab", seats="vr").estimate("v") == table("b4=Ab", seats="vr").estimate("v")


def test_equal_positions_have_equal_estimates_however_they_were_reached() -> None:
    for seed in range(20):
        position = tretorri.game("towers").start(seed=seed)
        for _ in range(3):
            position = position.play_turn(RandomBot(seed).choose(position))
            again = position.game.position(str(position))
            assert position.estimate("v") == again.estimate("v")
