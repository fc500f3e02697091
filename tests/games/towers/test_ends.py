"""The ends of a game and who wins [T16–T19, T27, C1–C3]."""

from __future__ import annotations

from itertools import cycle, pairwise

import pytest

from tests.games.towers.table import read, table
from tretorri.games.towers.board import SITES, SQUARES
from tretorri.games.towers.position import TowersPosition
from tretorri.games.towers.rules import moves

STUCK_GREEN = "a1=Ag a2=Br b1=Cr"  # with nothing else of green on top


def rule_of(position: TowersPosition) -> str | None:
    """Return the rule that ended the game."""
    return position.result.rule if position.result else None


def scores_of(position: TowersPosition) -> object:
    """Return the points at the end of a game."""
    assert position.result is not None
    return position.result.scores


def shuttle(position: TowersPosition, turns: int, *rounds: list[str]) -> TowersPosition:
    """Let each seat move its counter round its squares for so many turns, or to the end."""
    steps = [pairwise(cycle(squares)) for squares in rounds]
    for turn in range(turns):
        source, target = next(steps[turn % len(steps)])
        position = position.play(f"{source}-{target}")
    return position


# Ends within a turn ---------------------------------------------------------------------------


def test_T16_a_district_of_one_owner_ends_the_game_at_once() -> None:
    after = table("b3=Av c3=Brv c2=Cv b1=Dv").play("b1-b2")
    assert (rule_of(after), after.to_move) == ("T16", None)


def test_T16_the_last_text_keeps_turn_and_mover() -> None:
    after = table("b3=Av c3=Brv c2=Cv b1=Dv").play("b1-b2")
    assert str(after).split(" ")[2:] == ["v", "-", "-", "1"]


def test_T16_a_district_of_two_owners_does_not() -> None:
    assert not table("b3=Av c3=Bvr c2=Cv b1=Dv").play("b1-b2").is_over


def test_T16_every_counter_on_symbol_spaces_scores_for_the_owner_of_its_tower() -> None:
    after = table("b3=Av c3=Brv c2=Cv b1=Dv e2=Avrr i2=Bbg").play("b1-b2")
    assert scores_of(after) == {"v": 10, "r": 3, "b": 0, "g": 2}


def test_T16_every_district_of_one_owner_scores_double() -> None:
    both = "b3=Av c3=Bv c2=Cv b2=Dv e2=Arr e3=Br f3=Cr f2=Dr i2=Bb"
    assert scores_of(table(both)) == {"v": 8, "r": 10, "b": 1, "g": 0}


def test_T16_who_ends_the_game_need_not_win() -> None:
    after = table("b3=Av c3=Bv c2=Cv b1=Dv e2=Arrrrr i2=Bbbbbr").play("b1-b2")
    assert after.result is not None
    assert after.result.winners == ("r",)


def test_T16_covering_the_fourth_space_ends_the_game_too() -> None:
    assert rule_of(table("b3=Av c3=Bv c2=Cv b2=Dr b1=Dv").play("b1-b2")) == "T16"


def test_T16_a_complete_district_is_seen_when_a_text_is_read() -> None:
    position = table("b3=Av c3=Bv c2=Cv b2=Dv", turn=2)
    assert (rule_of(position), str(position).split(" ")[2:]) == ("T16", ["r", "-", "-", "2"])


def test_T16_is_looked_at_before_T17() -> None:
    after = table("b3=Av c3=Bv c2=Cv b1=Dv", tops="rbg").play("b1-b2")
    assert rule_of(after) == "T16"


def test_T17_the_game_ends_when_no_counter_is_left_on_the_streets() -> None:
    placed = []
    for turned, symbol in enumerate("ABCD"):
        colours = ("vrbg"[turned:] + "vrbg"[:turned]) * 5
        heights = (3, 3, 3, 3, 2, 2, 2, 2)
        for square, height in zip((s for s in SITES if SITES[s] == symbol), heights, strict=True):
            placed.append(f"{square}={symbol}{colours[:height]}")
            colours = colours[height:]
    assert rule_of(table(" ".join(placed))) == "T17"


def test_T17_the_game_ends_when_a_player_has_nothing_on_the_streets() -> None:
    after = table("a1=Ag d1=Av", tops="vrb").play("d1-a1")
    assert (rule_of(after), str(after).split(" ")[2:]) == ("T17", ["v", "-", "-", "1"])


def test_T17_the_mover_can_be_that_player_and_has_no_extra_move() -> None:
    after = table("b4=Av", tops="rbg").play("b4-b3")
    assert (rule_of(after), after.extra) == ("T17", False)


def test_T17_nothing_is_doubled() -> None:
    after = table("b4=Arv c3=Bvv e2=Ag", tops="rbg").play("b4-b3")
    assert scores_of(after) == {"v": 4, "r": 0, "b": 0, "g": 1}


def test_T17_holds_though_neutral_counters_could_be_pushed() -> None:
    position = table("b3=Ar d4=Ab", seats="vr", tops="v")
    assert rule_of(position) == "T17"


def test_T17_neutral_colours_need_nothing_on_the_streets() -> None:
    assert not table("d4=Av", seats="vr").is_over


def test_T18_the_game_ends_when_no_player_can_move(monkeypatch: pytest.MonkeyPatch) -> None:
    position = table("d4=Av b3=Arr")
    assert position.actions()
    monkeypatch.setattr(moves, "WAYS", dict.fromkeys(SQUARES, ()))  # a board without any way
    after = position.play("d4-d1")
    assert (rule_of(after), scores_of(after)) == ("T18", {"v": 0, "r": 2, "b": 0, "g": 0})


def test_T18_the_last_text_is_of_the_first_player_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    position = table("d4=Av")
    assert position.actions()
    monkeypatch.setattr(moves, "WAYS", dict.fromkeys(SQUARES, ()))
    assert str(position.play("d4-d1")).split(" ")[2:] == ["r", "-", "-", "2"]


def test_T19_most_points_win() -> None:
    position = table("b3=Arr c3=Bv", turn=501)
    assert position.result is not None
    assert position.result.winners == ("r",)


def test_T19_equal_points_share_the_win_in_seat_order() -> None:
    position = table("b3=Arr c3=Bvv c2=Cg", seats="grv", turn=501)
    assert position.result is not None
    assert position.result.winners == ("r", "v")


def test_T19_all_share_when_no_player_has_points() -> None:
    position = table("d4=Av", turn=501)
    assert position.result is not None
    assert position.result.winners == ("v", "r", "b", "g")


# Ends at the start of a turn --------------------------------------------------------------------

SIX, FIVE = ["a1", "a2", "a3", "a4", "a5", "a6"], ["d1", "d2", "d3", "d4", "d5"]


def test_T27_the_game_ends_when_for_more_than_60_turns_nothing_was_built() -> None:
    position = table("a1=Av d1=Ar b3=Abr", seats="vr")
    before = shuttle(position, 60, SIX, FIVE)
    assert (before.turn, before.is_over) == (61, False)
    after = shuttle(position, 61, SIX, FIVE)
    assert (after.turn, rule_of(after), scores_of(after)) == (62, "T27", {"v": 0, "r": 2})


@pytest.mark.parametrize("change", ["g4-g1", "e1-e2+pass"])
def test_T27_covering_or_entering_a_symbol_space_begins_the_count_anew(change: str) -> None:
    position = shuttle(table("a1=Av d1=Ar g4=Bv g1=Bg e1=Av", seats="vr"), 10, SIX, FIVE)
    before = shuttle(position.play_turn(change), 59, FIVE, SIX[-1:] + SIX[:-1])
    assert (before.turn, before.is_over) == (71, False)
    after = shuttle(position.play_turn(change), 60, FIVE, SIX[-1:] + SIX[:-1])
    assert (after.turn, rule_of(after)) == (72, "T27")


def test_T27_counts_from_the_position_that_a_text_gives() -> None:
    after = shuttle(table("a1=Av d1=Ar", seats="vr", turn=101), 61, SIX, FIVE)
    assert (after.turn, rule_of(after)) == (162, "T27")


def test_T27_counts_from_the_turn_after_the_skips_of_a_text() -> None:
    assert table(STUCK_GREEN, turn=4, tops="vrb").last_change == 5


def test_T27_counts_from_an_extra_move_that_a_text_shows() -> None:
    assert table("b3=Av d4=Av", turn=5, phase="x").last_change == 5


def test_T27_is_looked_at_before_C3() -> None:
    after = shuttle(table("a1=Ar d1=Av", seats="vr", turn=440), 61, SIX, FIVE)
    assert (after.turn, rule_of(after)) == (501, "T27")


def test_C1_a_position_that_stands_for_the_third_time_ends_the_game() -> None:
    position = table("a1=Av d1=Ar b3=Avv", seats="vr")
    before = shuttle(position, 7, ["a1", "a2"], ["d1", "d2"])
    assert not before.is_over
    after = before.play("d2-d1")
    assert (after.turn, rule_of(after), scores_of(after)) == (9, "C1", {"v": 2, "r": 0})


def test_C1_another_seat_to_move_is_another_position() -> None:
    position = table("a1=Av d1=Ar c1=Cb", seats="vrb")
    after = shuttle(position, 12, ["a1", "a2"], ["d1", "d2"], ["c1", "c4"])
    assert rule_of(after) == "C1"


def test_C1_other_locks_are_another_position() -> None:
    position = table("a1=Ab d1=Ar g1=Ag", seats="vr")
    after = position.play("a1-a2").play("d1-d2").play("a2-a1")
    assert (after.locks, after.is_over) == ({"a1": "v"}, False)


def test_C1_is_looked_at_before_T27() -> None:
    # Violet enters its round with the first move, so that turn 2 comes back on turns 32 and 62.
    position = table("a7=Av d1=Ar", seats="vr").play("a7-a1")
    after = shuttle(position, 60, FIVE, ["a1", "a2", "a3"])
    assert (after.turn, rule_of(after)) == (62, "C1")


def test_C1_is_looked_at_before_C3() -> None:
    position = table("a1=Av d1=Ar", seats="vr", turn=493)
    after = shuttle(position, 8, ["a1", "a2"], ["d1", "d2"])
    assert (after.turn, rule_of(after)) == (501, "C1")


def test_C2_nothing_is_hidden_in_a_text() -> None:
    position = table("b3=Av d4=Ab", seats="vr", phase="x")
    assert set(map(str, read(str(position)).actions())) == set(map(str, position.actions()))


def test_C3_a_turn_above_500_does_not_begin() -> None:
    after = table("d4=Ag b3=Ar", turn=500).play("d4-d1")
    assert (after.turn, rule_of(after)) == (501, "C3")
    assert scores_of(after) == {"v": 0, "r": 1, "b": 0, "g": 0}


def test_C3_turn_500_is_played() -> None:
    assert not table("d4=Ag", turn=500).is_over


def test_C3_is_looked_at_for_the_first_seat_that_can_act() -> None:
    position = table(f"{STUCK_GREEN} d4=Bb", turn=499, tops="vrb")
    after = position.play("d4-d1")
    assert (after.turn, rule_of(after)) == (501, "C3")


def test_C3_an_extra_move_is_played_in_turn_500() -> None:
    assert not table("b4=Ag", turn=500).play("b4-b3").is_over


def test_C3_is_seen_when_a_text_is_read() -> None:
    position = table("d4=Av", turn=777)
    assert (rule_of(position), position.turn) == ("C3", 777)
