"""How Volterra ends, by rule id."""

from __future__ import annotations

import tretorri

START = "dl l,d,l,d,l/d,l,d,l,d/l,d,l,d,l/d,l,d,l,d d lc2,dc3 - 1"
ROW = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/d,d,d,l,- d ld1,db1 - 1"
CIRCLE = "dl -,-,-,-,-/-,-,-,-,-/d,d,-,l,l/d,dd,-,l,ll d ld1,da1 - 1"
ROUND_TRIP = ("Pa2+b1-b2", "Pd2+e1-e2", "Pa1+b2-b1", "Pd1+e2-e1")


def volterra(text: str) -> tretorri.Position:
    return tretorri.game("volterra").position(text)


def result(text: str) -> tretorri.Result | None:
    return volterra(text).result


def winners(text: str) -> tuple[str, ...] | None:
    ended = result(text)
    return ended.winners if ended else None


def test_V14_the_game_ends_when_the_mover_cannot_move_a_tower() -> None:
    ended = result("dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/d,d,-,l,- d ld1,db1 - 1")
    assert ended is not None
    assert ended.rule == "V14"


def test_V14_the_game_ends_when_the_mover_cannot_move_the_pawn() -> None:
    ended = result("dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/-,d,l,l,- d ld1,db1 - 1")
    assert ended is not None
    assert ended.rule == "V14"


def test_V14_only_the_player_whose_turn_it_is_counts() -> None:
    assert not volterra(ROW).is_over
    assert volterra(ROW.replace("dl ", "ld ").replace(" d ", " l ")).is_over


def test_V14_the_last_text_names_the_turn_that_would_begin() -> None:
    after = volterra(ROW).play_turn("c1-a1+Pa1")
    assert str(after) == "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/dd,d,-,l,- l ld1,da1 - 2"
    assert (after.is_over, after.to_move, after.actions()) == (True, None, ())


def test_V14_being_stuck_is_not_losing() -> None:
    after = volterra(ROW.replace("d,l,-", "d,lll,-")).play_turn("c1-a1+Pa1")
    assert after.result == tretorri.Result(("l",), {"d": (2, 1), "l": (3,)}, "V14")


def test_V14_does_not_end_a_turn_half_done() -> None:
    assert not volterra(START).play("Pb4").is_over


def test_V15_the_owner_of_the_highest_tower_wins() -> None:
    assert winners("dl -,-,-,-,-/-,-,-,-,-/d,-,-,-,-/dd,-,-,l,- d ld1,da1 - 1") == ("d",)


def test_V15_one_high_tower_beats_many_low_ones() -> None:
    assert winners("dl -,-,-,-,-/-,-,-,-,-/dd,-,-,-,-/dd,-,-,lll,- d ld1,da1 - 1") == ("l",)


def test_V15_a_tie_is_broken_by_the_next_tower() -> None:
    assert winners("dl -,-,-,-,-/-,-,-,-,-/d,-,-,ll,-/dd,-,-,ll,- d ld1,da1 - 1") == ("l",)


def test_V15_a_missing_tower_counts_as_none() -> None:
    assert winners("dl -,-,-,-,-/-,-,-,-,-/d,-,-,-,-/dd,-,-,ll,- d ld1,da1 - 1") == ("d",)


def test_V15_level_towers_are_a_draw() -> None:
    assert winners("dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/dd,-,-,ll,- d ld1,da1 - 1") == ()


def test_V15_towers_count_on_the_part_of_the_opponent_too() -> None:
    assert winners("dl -,-,-,-,-/-,-,-,-,-/lll,-,-,-,-/d,-,-,l,- d ld1,da1 - 1") == ("l",)


def test_V15_a_tower_belongs_to_the_colour_of_its_top() -> None:
    ended = result("dl -,-,-,-,-/-,-,-,-,-/ddl,-,-,-,-/lld,-,-,l,- d ld1,da1 - 1")
    assert ended == tretorri.Result(("l",), {"d": (3,), "l": (3, 1)}, "V14")


def test_V15_scores_stand_in_seat_order() -> None:
    ended = result("ld -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/d,-,-,ll,- l ld1,da1 - 1")
    assert ended is not None
    assert ended.scores is not None
    assert list(ended.scores.items()) == [("l", (2,)), ("d", (1,))]


def test_C1_the_third_time_at_the_start_of_a_turn_ends_the_game() -> None:
    position = volterra(CIRCLE)
    for turn in ROUND_TRIP * 2:
        assert not position.is_over
        position = position.play_turn(turn)
    assert position.result == tretorri.Result((), {"d": (2, 1, 1, 1), "l": (2, 1, 1, 1)}, "C1")


def test_C1_the_last_text_names_the_turn_that_would_begin_and_reads_as_running() -> None:
    position = volterra(CIRCLE)
    for turn in ROUND_TRIP * 2:
        position = position.play_turn(turn)
    assert str(position) == CIRCLE[:-1] + "9"
    assert not volterra(str(position)).is_over


def test_C1_a_position_read_from_text_counts_as_its_first_occurrence() -> None:
    position = volterra(CIRCLE)
    for turn in ROUND_TRIP:
        position = position.play_turn(turn)
    again = volterra(str(position))
    for turn in ROUND_TRIP:
        again = again.play_turn(turn)
    assert not again.is_over


def test_C1_a_position_in_the_middle_of_a_turn_does_not_count() -> None:
    position = volterra(CIRCLE).play("Pa2")
    for turn in ("b1-b2", *ROUND_TRIP[1:], *ROUND_TRIP):
        position = position.play(turn) if turn == "b1-b2" else position.play_turn(turn)
    assert position.turn == 9
    assert position.is_over


def test_C1_a_turn_begun_before_the_text_was_read_is_not_counted() -> None:
    position = volterra(str(volterra(CIRCLE).play("Pa2"))).play("b1-b2")
    for turn in (*ROUND_TRIP[1:], *ROUND_TRIP):
        position = position.play_turn(turn)
    assert not position.is_over


def test_C3_a_game_still_running_when_turn_501_would_begin_is_over() -> None:
    position = volterra(START.replace("dl ", "ld ").replace(" - 1", " - 500"))
    assert not position.is_over
    ended = position.play_turn("Pb4+a3-a4")
    assert ended.result is not None
    assert (ended.result.rule, ended.turn) == ("C3", 501)


def test_C3_is_scored_as_it_stands() -> None:
    assert winners(CIRCLE.replace("dd,-,l,ll", "ddd,-,l,ll")[:-1] + "501") == ("d",)


def test_C3_comes_after_V14() -> None:
    ended = result("dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/d,d,-,l,- d ld1,db1 - 501")
    assert ended is not None
    assert ended.rule == "V14"
