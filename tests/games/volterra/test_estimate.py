"""The simple guess at who stands better."""

from __future__ import annotations

import pytest

import tretorri

SAFE = "dl -,-,-,-,-/-,-,-,-,-/d,d,-,l,l/d,ddd,-,l,ll d ld1,da1 - 1"
THREATENED = "dl -,-,-,-,-/-,-,-,-,-/d,d,l,-,l/d,ddd,-,l,ll d lc2,da1 - 1"
ON_IT = "dl -,-,-,-,-/-,-,-,-,-/d,d,l,-,l/d,ddd,-,l,ll d lc2,db1 - 1"
WON = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/dd,d,-,l,- l ld1,da1 - 2"


def estimate(text: str, seat: str) -> float:
    return tretorri.game("volterra").position(text).estimate(seat)


def test_the_higher_towers_stand_better() -> None:
    assert 0 < estimate(SAFE, "d") < 1


def test_what_one_seat_gains_the_other_loses() -> None:
    assert estimate(SAFE, "d") == -estimate(SAFE, "l")


def test_a_tower_within_reach_of_the_other_pawn_is_worth_less() -> None:
    assert estimate(THREATENED, "d") < estimate(SAFE, "d")


def test_a_tower_under_its_own_pawn_is_safe() -> None:
    assert estimate(ON_IT, "d") > estimate(THREATENED, "d")


@pytest.mark.parametrize(("seat", "value"), [("d", 1.0), ("l", -1.0)])
def test_the_end_of_a_game_is_exact(seat: str, value: float) -> None:
    assert estimate(WON, seat) == value


def test_a_field_still_empty_is_even() -> None:
    start = tretorri.game("volterra", variant="free").start()
    assert start.estimate("d") == 0
