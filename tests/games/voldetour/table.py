"""What the tests of VoldéTour share: reading positions and asking them."""

from __future__ import annotations

import tretorri

START = "bw - b bc3,wh8 - 1"
# All ten black pieces lie under white ones, and the black Lord cannot leave its Tower.
BURIED = (
    "bB3x@d1.0;wB3x@d1.1;bB1@g1.0;wB1@g1.1;bB2x@d2.0;wB2z@d2.1;bB2x@f2.0;wB2x@f2.1;"
    "bB1@d3.0;wB1@d3.1;bSn@e3.0;bS^@e3.0;wSn@e3.1;bSn@f3.0;bS^@f3.0;wSn@f3.1;"
    "bSn@g3.0;wS^@g3.0;wSn@g3.1"
)
# All black pieces lie under red ones and all white ones under yellow ones.
ALL_BURIED = (
    "bB3x@d1.0;rB3x@d1.1;bB1@g1.0;rB1@g1.1;bB2x@d2.0;rB2z@d2.1;bB2x@f2.0;rB2x@f2.1;"
    "bB1@d3.0;rB1@d3.1;bSn@e3.0;bS^@e3.0;rSn@e3.1;bSn@f3.0;bS^@f3.0;rSn@f3.1;"
    "bSn@g3.0;rS^@g3.0;rSn@g3.1;"
    "wB3x@d7.0;yB3x@d7.1;wB1@g7.0;yB1@g7.1;wB2x@d8.0;yB2z@d8.1;wB2x@f8.0;yB2x@f8.1;"
    "wB1@d9.0;yB1@d9.1;wSn@e9.0;wS^@e9.0;ySn@e9.1;wSn@f9.0;wS^@f9.0;ySn@f9.1;"
    "wSn@g9.0;yS^@g9.0;ySn@g9.1"
)


def voldetour(text: str) -> tretorri.Position:
    """Return the position of *text*."""
    return tretorri.game("voldetour").position(text)


def legal(text: str) -> set[str]:
    """Return the legal actions in notation."""
    return {str(action) for action in voldetour(text).actions()}


def lord_moves(text: str) -> set[str]:
    """Return the squares that the Lord can go to."""
    return {action[2:] for action in legal(text) if action.startswith("L>")}


def why(text: str, action: str) -> tuple[str, str | None] | None:
    """Return key and rule of the refusal of *action*."""
    reason = voldetour(text).why_not(action)
    return None if reason is None else (reason.key.removeprefix("voldetour."), reason.rule)


def after(text: str, *turns: str) -> str:
    """Return the position text after these turns or actions."""
    position = voldetour(text)
    for action in "+".join(turns).split("+"):
        position = position.play(action)
    return str(position)


def ending(position: tretorri.Position) -> tuple[tuple[str, ...], str] | None:
    """Return winners and rule of a game that is over."""
    return None if position.result is None else (position.result.winners, position.result.rule)
