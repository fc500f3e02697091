"""What is played on the page: whole games, the first ten turns, and ends from late positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Course:
    """A game of people at one table; *rule* is what ends it, if it comes to an end."""

    name: str
    game: str
    actions: Sequence[str]
    options: Mapping[str, int] = field(default_factory=dict)
    seed: int | None = None
    position: str | None = None
    rule: str | None = None

    def wish(self) -> dict[str, object]:
        """Return what the server is asked for."""
        if self.position is not None:
            return {"game": self.game, "position": self.position}
        return {"game": self.game, "options": dict(self.options), "seed": self.seed}


def _split(text: str) -> list[str]:
    return text.split()


VOLTERRA = Course(
    "a whole game of Volterra",
    "volterra",
    [
        "b4-c4",
        "Pc4",
        "b3-b1",
        "Pd3",
        "c3-d4",
        "Pd4",
        "e2-e3",
        "Pc2",
        "c4-d3",
        "Pd3",
        "Pd1",
        "c2-c1",
        "Pd4",
        "d3=e4",
        "c1-e1",
        "Pe1",
        "e4-e3",
        "Pe3",
        "Pd1",
        "e1-d2",
        "d4=e4",
        "Pe4",
        "Pd2",
        "d1-e3",
    ],
    seed=1,
    rule="V14",
)
TOWERS = Course(
    "ten turns of Towers",
    "towers",
    ["d1-e1", "l4-l1", "d6-g6", "h4-l4", "h5-h4", "d2-d1", "g2-d2", "c4-c8", "d4-d6", "a2-g2"],
    options={"players": 2},
    seed=1,
)
TOWERS_END = Course(
    "the end of Towers",
    "towers",
    ["g8-g6", "d4-d7", "e4-e7"],
    position=(
        "vr -,-,-,Arvv,-,Ab,Dg,-,-,Argv,-,Dr,Cv,-/Dgv,Ab,Bg,-,Bg,Crr,-,-,-,Db,-,Dg,Ag,-/"
        "Cv,Db,Cg,-,Agr,Dgr,-,-,Br,-,-,Cgvr,-,-/-,-,-,-,-,-,-,-,Av,-,Dvgvr,Bbv,-,-/"
        "Cbbvbv,-,-,Cb,Bbr,-,-,-,-,Dbv,-,-,-,-/-,Ab,Bgvgv,-,Bb,Cg,-,-,Cg,Dv,-,Dbr,-,-/"
        "-,-,Cg,-,Ab,Db,-,Agrrv,Bb,Ab,-,-,Br,Cr/Bvvrr,Cbr,-,Dr,-,-,Ag,Bg,-,-,Bb,-,-,- r - - 342"
    ),
    rule="T16",
)
VOLDETOUR = Course(
    "ten turns of VoldéTour",
    "voldetour",
    [
        "B3>c4z",
        "L>c4",
        "B3>h7z",
        "L>h7",
        "B2>d5z",
        "end",
        "S>f3w",
        "end",
        "B1>c8",
        "end",
        "S>g9s",
        "end",
        "B2d5>j8y",
        "end",
        "Sf3>b9s",
        "end",
        "B2>c9y",
        "end",
        "Sb9>e10n",
        "end",
    ],
    seed=1,
)
VOLDETOUR_END = Course(
    "the end of VoldéTour",
    "voldetour",
    ["S>h7n", "L>h8"],
    position="bw bSn@h5.0;wB1@h6.0;bSn@h6.1;wB2z@h7.0 b bh3,wd3 - 15",
    rule="D5",
)
COURSES = (VOLTERRA, TOWERS, TOWERS_END, VOLDETOUR, VOLDETOUR_END)

# Every piece of the box is on the board. In Volterra and Towers that is so from the start.
FULLEST: Mapping[str, Mapping[str, Any]] = {
    "volterra": {"game": "volterra", "seed": 1},
    "towers": {"game": "towers", "options": {"players": 4}, "seed": 1},
    "voldetour": {
        "game": "voldetour",
        "position": (
            "brwy yB2y@e1.0;wSw@a2.0;bSe@e2.1;bB1@g2.0;ySe@g2.1;bB3z@b3.0;ySe@c3.0;ySn@d3.0;"
            "yB3z@i3.0;wB2z@j3.0;bSs@c4.0;wSs@e4.0;wSs@f4.0;ySs@a5.0;rB1@f5.0;rSe@j5.0;rB2x@a6.0;bSe@a6.1;"
            "yB2x@c6.0;bB2y@h6.0;wSw@h6.1;ySn@i6.0;bB2y@j6.0;wB2y@a7.0;rSs@b7.0;bSn@c7.0;bS^@c7.0;"
            "rB1@h7.1;bB1@i7.0;rB3z@b8.0;yB1@c8.0;wB3z@i8.0;rSe@a9.0;rSw@e9.0;wB1@f9.0;rSw@c10.0;"
            "wB1@g10.0;rB2z@g10.1;wSs@h10.0;yB1@i10.0 y bb3,rb8,wi8,yi3 S 24"
        ),
    },
}
