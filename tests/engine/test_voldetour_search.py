"""What the search of VoldéTour got wrong once."""

from __future__ import annotations

import tretorri
from tretorri.engine.search import best_turn

CUT_OFF = (
    "bw bB1@a1.0;wB2z@c1.0;wB1@c1.2;bB3z@a2.0;wSn@b2.0;bSn@c2.0;wSn@a3.0;bSn@d3.0;wSn@a4.0;"
    "bS^@a4.0;wB1@a4.1;wSn@b4.0;bSn@c4.0;wSn@a5.0;bSn@h6.0;wB3z@h7.0;bB2z@i7.0;wB2x@d8.0;"
    "bB1@f8.0;bB2z@g8.0 w ba2,wh7 - 34"
)


def test_D18_a_lord_that_is_cut_off_does_not_move_to_where_it_stands() -> None:
    position = tretorri.game("voldetour").position(CUT_OFF)
    turn = best_turn(position, nodes=600, seed=4)
    assert position.play_turn(turn).to_move == "b"
