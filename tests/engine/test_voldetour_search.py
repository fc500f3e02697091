"""VoldéTour: wins in this turn are played, wins of the other side are stopped, at any budget."""

from __future__ import annotations

import pytest

import tretorri
from tretorri import _native
from tretorri.engine.search import analyse, best_turn

WINNING = (
    "bw wB2z@b2.0;wB1@c2.0;wB1@d2.0;wSs@b3.0;wS^@b3.0;wSe@b3.1;wSn@d3.0;wSs@b4.0;bS^@b4.0;"
    "bB1@b4.1;bB3x@c4.0;wB3x@c4.1;wB2x@c4.2 w bj9,we4 - 82"
)
# The other side would win in its next turn. It takes long to find out how to stop it.
THREATENED = [
    "bw wSn@f6.0;bSn@g6.0;bSn@h6.0;bB1@j6.0;wB2y@f7.0;wB1@g7.0;bB1@h7.0;bSn@i7.0;bSn@j7.0;"
    "wSw@g8.0;bB3z@i8.0;bB2z@j8.0;wSs@f9.0;wSe@g9.0;bS^@g9.0;wB2z@g9.1;wB3z@j9.0;wSs@f10.0;"
    "bB2z@g10.0;wB1@j10.0 w bj9,wd9 - 80",
    "bw bSn@a1.0;wB1@c1.0;bSe@c1.1;wSe@d1.0;wB3x@b2.0;wSs@c2.1;bB2z@d2.1;bB2y@e2.0;wSe@f2.0;"
    "wSs@b3.0;bB1@a4.0;wB2y@b4.0;bB1@c4.0;bSe@d4.0;bSn@e5.0;wB2z@a6.0;wB1@b6.0;wSs@c6.0;"
    "bSe@e6.0 b ba7,wd2 - 81",
    "bw bB3y@f6.0;bSe@h6.0;wSs@i6.0;bB2z@f7.1;wB1@g7.0;bB1@h7.0;wSw@i7.0;bSn@g8.0;bSs@j8.0;"
    "bS^@j8.0;wB3z@g9.0;bB2x@h9.0;bB1@h9.1;wSe@h9.2;bSe@h10.0;wS^@h10.0;wSs@i10.0 w bg9,wj5 - 80",
    "bw bB3z@g7.0;bSw@h7.0;wS^@h7.0;wSs@h7.1;bB1@i7.0;bB2z@i7.1;wB1@g8.0;wSn@g8.1;bB2x@i8.0;"
    "wSw@i8.1;bS^@i8.1;wSn@i8.2;bSw@g9.0;bSe@h9.0;bB1@i9.0;bSw@i9.1 w bi7,wf10 - 80",
]


CUT_OFF = (
    "bw bB1@a1.0;wB2z@c1.0;wB1@c1.2;bB3z@a2.0;wSn@b2.0;bSn@c2.0;wSn@a3.0;bSn@d3.0;wSn@a4.0;"
    "bS^@a4.0;wB1@a4.1;wSn@b4.0;bSn@c4.0;wSn@a5.0;bSn@h6.0;wB3z@h7.0;bB2z@i7.0;wB2x@d8.0;"
    "bB1@f8.0;bB2z@g8.0 w ba2,wh7 - 34"
)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("limits", [{"nodes": 1}, {"seconds": 1e-6}, {"nodes": 500}], ids=str)
@pytest.mark.parametrize("text", THREATENED)
def test_a_win_that_can_be_stopped_is_stopped(
    text: str, limits: dict[str, float], threads: int
) -> None:
    position = tretorri.game("voldetour").position(text)
    found = analyse(position, threads=threads, **limits)  # type: ignore[arg-type]
    assert _native.voldetour(text).stops_every_win(found.best.turns[0])
    assert not found.proven


def test_beside_a_win_further_lines_are_told() -> None:
    position = tretorri.game("voldetour").position(WINNING)
    found = analyse(position, nodes=2000, lines=3)
    assert found.proven
    assert position.play_turn(found.best.turns[0]).is_over
    assert len({line.turns[0] for line in found.lines}) == 3
    for line in found.lines:
        position.play_turn(line.turns[0])


def test_D18_a_lord_that_is_cut_off_does_not_move_to_where_it_stands() -> None:
    position = tretorri.game("voldetour").position(CUT_OFF)
    turn = best_turn(position, nodes=600, seed=4)
    assert position.play_turn(turn).to_move == "b"
