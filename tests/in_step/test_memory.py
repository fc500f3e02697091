"""A native twin that is made in mid-game remembers what the rules remember."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, pairwise

import pytest

import tretorri
from tests.games.towers.table import table
from tests.in_step.walks import compare
from tretorri import _native
from tretorri._native import Refused
from tretorri.engine.native import native
from tretorri.engine.search import analyse

VOLTERRA = "dl -,-,-,-,-/-,-,-,-,-/d,d,-,l,l/d,dd,-,l,ll d ld1,da1 - 1"
VOLTERRA_CIRCLE = ("Pa2+b1-b2", "Pd2+e1-e2", "Pa1+b2-b1", "Pd1+e2-e1")
VOLDETOUR = "bw bB1@e5.0;wB1@e6.0 b ba1,wj10 - 7"
VOLDETOUR_CIRCLE = ("B1e5>f5+L>a2", "B1e6>f6+L>j9", "B1f5>e5+L>a1", "B1f6>e6+L>j10")


def shuttle(*rounds: str) -> Iterator[str]:
    """Yield moves of one tower for each seat in turn, round its squares."""
    steps = [pairwise(cycle(squares.split())) for squares in rounds]
    return ("-".join(next(step)) for step in cycle(steps))


def follow(position: tretorri.Position, turns: Iterator[str]) -> str | None:
    """Play to the end and return its rule; a new twin of every position says the same."""
    while not position.is_over:
        for action in position.parse_turn(next(turns))[0].actions:
            position = position.play(action)
            compare(position, native(position))
    return position.result.rule if position.result else None


def test_C1_is_remembered_in_volterra() -> None:
    start = tretorri.game("volterra").position(VOLTERRA)
    assert follow(start, cycle(VOLTERRA_CIRCLE)) == "C1"


def test_C1_is_remembered_in_voldetour() -> None:
    start = tretorri.game("voldetour", players=2).position(VOLDETOUR)
    assert follow(start, cycle(VOLDETOUR_CIRCLE)) == "C1"


@pytest.mark.parametrize("turn", [1, 440, 492])
def test_C1_is_remembered_in_towers(turn: int) -> None:
    start = table("a1=Av d1=Ar b3=Avv", seats="vr", turn=turn)
    rounds = ("a1 a2", "d1 d2") if turn % 2 else ("d1 d2", "a1 a2")
    assert follow(start, shuttle(*rounds)) == "C1"


def test_T27_is_remembered() -> None:
    start = table("a1=Av d1=Ar g4=Bv g1=Bg", seats="vr").play("g4-g1")
    rounds = shuttle("d1 d2 d3 d4 d5", "a1 a2 a3 a4 a5 a6")
    assert follow(start, rounds) == "T27"


def test_the_search_knows_which_position_would_come_for_the_third_time() -> None:
    position = tretorri.game("volterra").position(VOLTERRA)
    for turn in (*VOLTERRA_CIRCLE, *VOLTERRA_CIRCLE[:3]):
        position = position.play_turn(turn)
    (last,) = VOLTERRA_CIRCLE[3:]
    forgetful = tretorri.game("volterra").position(str(position))
    drawn = {line.turns: line.shares for line in analyse(position, nodes=3000, lines=500).lines}
    assert drawn[(last,)] == {"d": 0.5, "l": 0.5}
    assert (last,) not in {line.turns for line in analyse(forgetful, nodes=3000, lines=500).lines}


@pytest.mark.parametrize(
    ("begun", "last_change"),
    [
        (["nonsense"], 0),
        ([VOLTERRA] * 2, 0),
        (["dl -,-,-,-,-/-,-,-,-,-/d,d,-,l,l/d,dd,-,l,ll d ld1,da2 P 1"], 0),
    ],
    ids=["no position", "more than was played", "no start of a turn"],
)
def test_a_bad_memory_is_refused(begun: list[str], last_change: int) -> None:
    with pytest.raises(Refused):
        _native.volterra(VOLTERRA, begun, last_change)


def test_a_change_that_is_yet_to_come_is_refused() -> None:
    with pytest.raises(Refused):
        _native.towers(str(table("a1=Av d1=Ar", seats="vr", turn=7)), [], 8)
