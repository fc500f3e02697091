"""Two or three players: neutral counters and locks [T21–T25]."""

from __future__ import annotations

import pytest

from tests.games.towers.table import rule_against, squares, table, targets

# Violet owns a1 alone, walled in by red; seven squares hold the neutral a2 in its row and column.
WALLED_IN = "a1=Cv b1=Dr a3=Br a4=Br a5=Br a6=Br a7=Br"
ROW_TWO = "d2=Dr e2=Ag g2=Dg h2=Dg j2=Ag k2=Dg n2=Dg"


def test_T21_a_player_moves_own_or_neutral_counters() -> None:
    position = table("d4=Av d5=Ab d6=Ar", seats="vr")
    assert {"d4", "d5"} <= {str(action)[:2] for action in position.actions()}
    assert rule_against(position, "d6-a6") == "T21"


def test_T21_an_extra_move_may_be_neutral() -> None:
    after = table("b4=Av d5=Ab", seats="vr").play("b4-b3")
    assert (after.extra, "d5-d1" in map(str, after.actions())) == (True, True)


def test_T21_a_player_with_only_neutral_moves_must_make_one() -> None:
    position = table("a1=Av a2=Br b1=Br d5=Ab", seats="vrg", tops="rg")
    assert position.to_move == "v"
    assert {str(action)[:2] for action in position.actions()} == {"d5"}


@pytest.mark.parametrize("standing", ["Av", "Ab", "Ar", "Agr"])
def test_T22_a_neutral_counter_never_ends_on_another(standing: str) -> None:
    position = table(f"d4=Ab d2={standing}", seats="vr")
    assert "d2" not in targets(position, "d4")
    assert rule_against(position, "d4-d2") == "T22"


def test_T22_the_refusal_names_what_stands_there() -> None:
    assert str(table("d4=Ab d2=Agr", seats="vr").why_not("d4-d2")) == (
        "a neutral counter can move only to an empty square,"
        " but there is a red sun (A) tower of 2 on d2 [T22]"
    )


def test_T22_a_neutral_counter_passes_over_anything() -> None:
    position = table("a4=Ab b4=Av c4=Br d4=Bg e4=Bb f4=Brv", seats="vr")
    assert targets(position, "a4") & squares("abcdefgh", "4") == {"g4", "h4"}


def test_T22_a_neutral_counter_ends_on_a_symbol_space_of_its_symbol_only() -> None:
    position = table("b4=Ab", seats="vr")
    assert targets(position, "b4") & {"b2", "b3"} == {"b3"}
    assert rule_against(position, "b4-b2") == "T10"


def test_T22_a_neutral_counter_moves_straight() -> None:
    assert rule_against(table("b4=Ab", seats="vr"), "b4-c5") == "T7"


def test_T22_a_neutral_counter_on_a_symbol_space_never_moves() -> None:
    assert rule_against(table("b3=Ab", seats="vr"), "b3-b1") == "T13"


def test_T22_a_neutral_counter_on_a_symbol_space_grants_an_extra_move() -> None:
    assert table("b4=Ab", seats="vr").play("b4-b3").extra


def test_T23_a_neutral_counter_that_was_moved_is_locked() -> None:
    after = table("d4=Ab", seats="vr").play("d4-d1")
    assert str(after).split(" ")[4] == "d1v"


def test_T23_a_locked_counter_stays_for_the_others() -> None:
    after = table("d4=Ab", seats="vr").play("d4-d1")
    assert not targets(after, "d1")
    assert str(after.why_not("d1-a1")) == (
        "Violet moved the neutral blue sun (A) counter on d1;"
        " it is locked until Violet's next turn begins [T23]"
    )


def test_T23_a_lock_holds_that_one_counter_not_its_colour() -> None:
    assert targets(table("d4=Ab d5=Ab", seats="vr").play("d4-d1"), "d5")


def test_T23_a_lock_ends_when_the_next_turn_of_its_player_begins() -> None:
    after = table("d4=Ab g4=Ar", seats="vrg").play("d4-d1").play("g4-g1")
    assert str(after).split(" ")[4] == "d1v"
    again = after.play(next(a for a in after.actions() if str(a)[:2] != "g1"))
    assert (again.to_move, again.locks) == ("v", {})
    assert targets(again, "d1")


def test_T23_each_player_has_a_lock_of_their_own() -> None:
    after = table("d4=Ab g4=Ab", seats="vrg").play("d4-d1").play("g4-g1")
    assert str(after).split(" ")[4] == "d1v,g1r"


def test_T23_a_lock_does_not_stop_covering_and_ends_then() -> None:
    after = table("d4=Ab g1=Ar", seats="vrg").play("d4-d1").play("g1-d1")
    assert (after.to_move, after.towers["d1"], after.locks) == ("g", "Abr", {})


def test_T23_a_counter_that_enters_a_symbol_space_has_no_lock() -> None:
    assert table("b4=Ab", seats="vr").play("b4-b3").locks == {}


def test_T23_a_skipped_turn_counts_as_begun() -> None:
    neutral = f"{WALLED_IN} a2=Ab {ROW_TWO} d4=Dg"
    position = table(neutral, seats="vrg", turn=3, locks="a2v", tops="rg")
    after = position.play("d4-d3")
    assert (after.to_move, after.turn, after.locks) == ("r", 5, {})


def test_T24_own_counters_never_pass_over_a_neutral_one() -> None:
    position = table("a4=Av d4=Bb", seats="vr")
    assert targets(position, "a4") & squares("abcdefgh", "4") == {"b4", "c4"}
    assert str(position.why_not("a4-e4")) == (
        "the violet sun (A) counter cannot pass over the neutral blue key (B) counter on d4:"
        " no player owns it [T24]"
    )


def test_T24_own_counters_may_end_on_a_neutral_one_of_the_same_symbol() -> None:
    assert table("a4=Av d4=Ab", seats="vr").play("a4-d4").towers["d4"] == "Abv"


def test_T24_a_neutral_counter_of_another_symbol_cannot_be_covered() -> None:
    assert rule_against(table("a4=Av d4=Bb", seats="vr"), "a4-d4") == "T9"


def test_T25_neutral_counters_complete_no_district() -> None:
    assert not table("b3=Ab c3=Bb c2=Cb b2=Db", seats="vr").is_over


def test_T25_neutral_counters_score_for_no_player() -> None:
    position = table("b3=Ab c3=Bg c2=Cv", seats="vr", turn=501)
    assert position.result is not None
    assert position.result.scores == {"v": 1, "r": 0}


def test_T25_a_tower_over_neutral_counters_counts_them_for_its_owner() -> None:
    position = table("b3=Abgr", seats="vr", turn=501)
    assert position.result is not None
    assert position.result.scores == {"v": 0, "r": 3}
