"""Every refusal has a rule and a sentence that a player understands."""

from __future__ import annotations

import pytest

from tests.games.voldetour.table import START, after, legal, voldetour

ON_FOOT = "bw - b be2,wj10 - 7"
CROWD = "bw bSn@d4.0;bB2x@e4.0;wB1@e4.1;bB2z@g4.0;wB1@j5.0 b ba1,wa2 - 7"


@pytest.mark.parametrize(
    ("text", "action", "sentence"),
    [
        (START, "B1>z9", "the board has no square z9 [D1]"),
        (START, "L>k11", "the board has no square k11 [D1]"),
        (START, "B1a0>a1", "the board has no square a0 [D1]"),
        (START, "end", "take at least one action before you end your turn [D6]"),
        (after(START, "B1>e5"), "B2>f5x", "you have already placed a Block this turn [D6]"),
        (after(START, "S>e5n"), "S>f5n", "you have already placed a Stair this turn [D6]"),
        (CROWD, "B2>h4x", "you have no Block of length 2 left in reserve [D7]"),
        (CROWD, "B1a5>a6", "there is no Block of length 1 that begins on a5 [D7]"),
        (CROWD, "B1j5>j6", "the Block of length 1 on j5 is not yours [D7]"),
        (CROWD, "Sd4>d4n", "the Stair on d4 must go somewhere else or lie another way [D7]"),
        (CROWD, "S>g4^", "there is no open slope on g4 to nest a Stair on [D10]"),
        (CROWD, "B1>d4", "only a nested Stair can lie on the slope on d4 [D11]"),
        (
            CROWD,
            "B3>f4x",
            "there would be empty space under the Block of length 3:"
            " f4 and g4 differ in height [D11]",
        ),
        (
            CROWD,
            "B3>g4z",
            "the Block of length 3 on g4 would be higher than the Towers,"
            " which have 3 levels [D12]",
        ),
        (CROWD, "B1>c3", "you cannot build on the Tower on c3 [D12]"),
        (CROWD, "B1>a2", "you cannot build on a2: a Lord stands there [D12]"),
        (CROWD, "B3>i4x", "the Block of length 3 on i4 would extend beyond the board [D12]"),
        (
            CROWD,
            "B2e4>a5x",
            "the Block of length 2 on e4 is blocked: another piece stands on it [D13]",
        ),
        (ON_FOOT, "L>e6", "e6 is 4 squares away; the Lord can go at most 3 [D14]"),
        (ON_FOOT, "L>c3", "no way over level squares and slopes leads to c3 [D15]"),
        (CROWD, "L>d4", "the Lord cannot stop on the slope on d4 [D16]"),
        (CROWD, "L>a2", "another Lord stands on a2 [D17]"),
        (ON_FOOT, "L>e2", "the Lord must end on a square other than e2, where it stands [D18]"),
    ],
)
def test_a_refusal_names_the_rule_in_a_sentence(text: str, action: str, sentence: str) -> None:
    assert str(voldetour(text).why_not(action)) == sentence


@pytest.mark.parametrize(
    "text",
    [
        "",
        "B",
        "B1",
        "B4>a1x",
        "B1>a1x",
        "B2>a1",
        "B2>a1n",
        "S>a1",
        "S>a1z",
        "S>a1nn",
        "L>",
        "L>e",
        "l>e5",
        "End",
        "end ",
        "B1>a1\n",
        "B1>a１",
        "B1>é1",
        "T>a1",
        "😀" * 10_000,
    ],
)
def test_other_texts_are_not_understood(text: str) -> None:
    reason = voldetour(START).why_not(text)
    assert reason is not None
    assert reason.key == "core.not-understood"


def test_the_piece_is_looked_at_before_its_new_place() -> None:
    reason = voldetour(CROWD).why_not("B2e4>c3x")
    assert reason is not None
    assert reason.rule == "D13"


@pytest.mark.no_cover
def test_a_legal_action_has_no_reason_against_it() -> None:
    assert {voldetour(CROWD).why_not(action) for action in legal(CROWD)} == {None}
