"""The simple guess, and a greedy player that follows it."""

from __future__ import annotations

import pytest

import tretorri
from tests.games.voldetour.table import START, voldetour


def test_equal_positions_are_even() -> None:
    assert voldetour(START).estimate("b") == 0


@pytest.mark.parametrize(("seat", "value"), [("b", 1.0), ("w", -1.0)])
def test_a_finished_game_is_known(seat: str, value: float) -> None:
    assert voldetour("bw - w bh8,wa1 - 8").estimate(seat) == value


def test_a_draw_is_even() -> None:
    assert voldetour("bw - b ba1,wj10 - 501").estimate("b") == 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("bw - b bd8,wa1 - 7", "bw - b bd5,wa1 - 7"),
        ("bw - b bd3,wh8 - 1", "bw - b bc3,wh8 - 1"),
        ("bw bB3z@c4.0 b bc3,wh8 - 1", "bw - b bc3,wh8 - 1"),
        ("bw bSn@h5.0;bB1@h6.0 b bd3,wa9 - 1", "bw bSn@a1.0;bB1@b1.0 b bd3,wa9 - 1"),
        ("bw bSn@h5.0 b bd3,wa9 - 1", "bw bSs@h5.0 b bd3,wa9 - 1"),
        ("bw bB2z@h7.0 b bd3,wa9 - 1", "bw bB3z@h7.0 b bd3,wa9 - 1"),
        ("brwy - r b-,ra1,wj10,yj1 - 14", "brwy - r ba9,ra1,wj10,yj1 - 14"),
    ],
)
def test_one_position_is_better_for_the_mover_than_the_other(better: str, worse: str) -> None:
    seat = voldetour(better).mover
    assert voldetour(better).estimate(seat) > voldetour(worse).estimate(seat)


def greedy(position: tretorri.Position) -> tretorri.Position:
    """Play the action after which the mover's guess is best."""
    mover = position.mover
    return max(
        (position.play(action) for action in position.actions()),
        key=lambda after: after.estimate(mover),
    )


def test_a_greedy_player_leaves_home_in_time() -> None:
    position = voldetour(START)
    while position.turn < 7:
        position = greedy(position)
    assert not position.is_over


def test_a_greedy_player_finishes_its_staircase_and_climbs_it() -> None:
    position = voldetour("bw bSn@h5.0;bB1@h6.0;bSn@h6.1 b bh3,wa9 - 7")
    while not position.is_over and position.mover == "b":
        position = greedy(position)
    assert position.result == tretorri.Result(("b",), None, "D5")
