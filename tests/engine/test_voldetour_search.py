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
    "brwy rSs@a8.0;yS^@a8.0;bSs@a8.1;wS^@a8.1;wB2z@b8.0;ySn@b8.2;bS^@b8.2;wSw@c8.0;yS^@c8.0;"
    "yB2z@c8.1;ySs@a9.0;bS^@a9.0;wSe@a9.1;yB1@c9.0;bSs@c9.1;rS^@c9.1;rSs@c9.2;ySs@a10.0;"
    "bS^@a10.0;yB2z@a10.1;yB3z@b10.0;wB2z@c10.0;yB1@c10.2 r bb1,rc8,wa2,yc10 - 162",
    "brwy wSn@a1.0;bS^@a1.0;rB1@a1.1;bSw@a1.2;yS^@a1.2;wB3z@b1.0;wB1@c1.0;rB1@c1.1;wSs@c1.2;"
    "bS^@c1.2;bB3z@a2.0;wSs@c2.0;yS^@c2.0;ySs@c2.1;yS^@c2.1;bSw@c2.2;rS^@c2.2;yB2z@a3.0;"
    "yB1@a3.2;bB1@b3.0;rB2z@b3.1;wB1@c3.0;rSw@c3.1;wS^@c3.1;wSe@c3.2;"
    "yS^@c3.2 r ba1,ri5,wc3,yh5 - 162",
]
# Nothing stops all of the others, which was once found out by looking at millions of turns.
HOPELESS = [
    "brwy wSs@h1.0;rS^@h1.0;rB2z@h1.1;rB3z@i1.0;ySs@j1.0;bS^@j1.0;bSn@j1.1;wS^@j1.1;bSe@j1.2;"
    "rSe@h2.0;rB1@j2.0;ySw@j2.1;yS^@j2.1;wSs@j2.2;wS^@j2.2;rSe@h3.0;rS^@h3.0;rSe@h3.1;"
    "wS^@h3.1;bB1@h3.2;wB1@i3.0;rB2z@i3.1;rB1@j3.0;bSn@j3.1;yS^@j3.1;bSs@j3.2;"
    "yS^@j3.2 y bj5,rj2,wg2,yj8 - 160",
    "brwy rB2z@b1.0;rB1@f1.0;wB1@f1.1;rB3x@g1.0;bSe@h1.1;wB3x@c2.0;rSe@f2.0;rSn@g2.0;"
    "rSw@h2.0;ySn@j2.0;rSs@c3.0;rB2z@i3.0;wSn@i3.2;ySe@j3.0;bSw@f4.0;wSn@g4.0;bB2z@h4.0;"
    "wSs@h4.2;wB1@i4.0;rB1@i4.1;yB1@i4.2;wSs@j4.0;rSs@g5.0;wS^@g5.0;ySn@h5.0;bB2y@i5.0;"
    "bB1@i7.0;yB2z@b8.0;ySn@b8.2 y bd6,ri4,wd2,yb7 - 168",
]
CUT_OFF = (
    "bw bB1@a1.0;wB2z@c1.0;wB1@c1.2;bB3z@a2.0;wSn@b2.0;bSn@c2.0;wSn@a3.0;bSn@d3.0;wSn@a4.0;"
    "bS^@a4.0;wB1@a4.1;wSn@b4.0;bSn@c4.0;wSn@a5.0;bSn@h6.0;wB3z@h7.0;bB2z@i7.0;wB2x@d8.0;"
    "bB1@f8.0;bB2z@g8.0 w ba2,wh7 - 34"
)
# Both sides have moved something there and back, and would do so once more.
CIRCLING = (
    "bw wB2z@d3.0;bSe@e3.0;wS^@e3.0;wB2x@f3.0;bB3z@h4.0;bB2y@c5.0;wSn@c5.1;bS^@c5.1;wSn@c5.2;"
    "bS^@c5.2;bB2x@d5.0;bB1@d5.1;wB1@h5.0;wB1@h5.1;wB3z@h7.0;wSn@f8.0;bS^@f8.0;wSn@g8.0;bS^@g8.0;"
    "bB1@g8.1 b bc5,wh7 - 35"
)
CIRCLE = (
    "B3h4>i6z",
    "B1h5>g4",
    "B3i6>h4z",
    "B1g4>h5",
    "B3h4>f1z",
    "B1h5>g4",
    "B3f1>h4z",
    "B1g4>h5",
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


@pytest.mark.parametrize("text", HOPELESS)
def test_what_cannot_be_stopped_is_known_soon(text: str) -> None:
    found = analyse(tretorri.game("voldetour").position(text), nodes=1)
    assert not _native.voldetour(text).stops_every_win(found.best.turns[0])
    assert found.nodes < 20_000


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


def test_a_draw_is_taken_only_by_who_stands_clearly_worse_and_told_as_one() -> None:
    position = tretorri.game("voldetour").position(CIRCLING)
    for move in CIRCLE[:-1]:
        position = position.play_turn(f"{move}+end")
    draw = f"{CIRCLE[-1]}+end"
    drawn = position.play_turn(draw).result
    assert drawn is not None
    assert drawn.rule == "C1"
    found = analyse(position, nodes=15_000, lines=40)
    shares = {line.turns[0]: line.shares["w"] for line in found.lines}
    assert shares[draw] == 0.5
    assert found.best.turns[0] != draw
    assert 0.4 < found.best.shares["w"] < 0.5
