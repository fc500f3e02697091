"""Extra moves and skipped seats [T14, T15]."""

from __future__ import annotations

from tests.games.towers.table import rule_against, table

STUCK_GREEN = "a1=Ag a2=Br b1=Cr"  # with nothing else of green on top


def test_T14_entering_a_symbol_space_opens_an_extra_move() -> None:
    after = table("b4=Av").play("b4-b3")
    assert (after.to_move, after.turn, str(after).split(" ")[3]) == ("v", 1, "x")


def test_T14_covering_a_tower_on_a_symbol_space_opens_one_too() -> None:
    assert table("b4=Av b3=Ar").play("b4-b3").extra


def test_T14_covering_on_a_street_opens_none() -> None:
    after = table("b4=Av b5=Ar").play("b4-b5")
    assert (after.to_move, after.extra) == ("r", False)


def test_T14_passing_over_a_symbol_space_opens_none() -> None:
    assert table("b4=Av").play("b4-b1").to_move == "r"


def test_T14_extra_moves_follow_each_other() -> None:
    after = table("b4=Av e4=Bv").play("b4-b3").play("e4-e3")
    assert (after.to_move, after.turn, after.extra) == ("v", 1, True)


def test_T14_an_extra_move_that_ends_on_a_street_ends_the_turn() -> None:
    after = table("b4=Av e4=Bv").play("b4-b3").play("e4-e5")
    assert (after.to_move, after.turn, after.extra) == ("r", 2, False)


def test_T14_the_extra_move_is_made_with_another_counter() -> None:
    assert rule_against(table("b4=Av").play("b4-b3"), "b3-b1") == "T13"


def test_T14_the_extra_move_may_be_passed() -> None:
    after = table("b4=Av").play_turn("b4-b3+pass")
    assert (after.to_move, after.turn, str(after).split(" ")[3]) == ("r", 2, "-")


def test_T14_nothing_can_be_passed_but_an_extra_move() -> None:
    assert str(table("b4=Av").why_not("pass")) == (
        "you can pass only on an extra move, and you have none [T14]"
    )


def test_T15_a_player_without_a_legal_move_is_skipped() -> None:
    after = table(f"{STUCK_GREEN} d4=Bb", turn=3, tops="vrb").play("d4-d1")
    assert (after.to_move, after.turn) == ("v", 5)


def test_T15_a_skipped_player_moves_again_when_possible() -> None:
    position = table(f"{STUCK_GREEN} d4=Bb", turn=3, tops="vrb")
    after = position.play("d4-d1").play("a8-a7").play("b1-c1").play("d1-d2")
    assert (after.to_move, after.turn) == ("g", 8)


def test_T15_a_player_who_is_alone_in_having_a_move_acts_again() -> None:
    violet = "a1=Av a2=Bvvvvr b1=Cvvvvr"
    blue = "n1=Bb n2=Cvbbbr m1=Dvbbbr"
    green = "a8=Cg a7=Bvgggr b8=Dvvvvr"
    after = table(f"{violet} {blue} {green}", turn=2, tops="r").play("e8-e5")
    assert (after.to_move, after.turn) == ("r", 6)


def test_T15_an_extra_move_that_does_not_exist_is_passed() -> None:
    walled_in = "a1=Av a2=Br b1=Cr"
    after = table(f"{walled_in} b4=Av", tops="rbg").play("b4-b3")
    assert (after.to_move, after.turn, after.extra) == ("r", 2, False)
