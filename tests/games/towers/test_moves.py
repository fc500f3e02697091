"""What may be moved and where to, when all colours are played [T6–T13, T26]."""

from __future__ import annotations

from tests.games.towers.table import rule_against, squares, table, targets


def test_T6_only_what_the_seat_to_move_owns_can_move() -> None:
    position = table("d4=Av d5=Ar")
    assert {str(action)[:2] for action in position.actions()} & {"d4", "d5"} == {"d4"}


def test_T6_the_top_counter_says_who_owns_a_tower() -> None:
    assert targets(table("d4=Arv"), "d4")
    assert not targets(table("d4=Avr"), "d4")


def test_T6_what_belongs_to_another_player_is_refused() -> None:
    reason = table("d4=Arb d5=Dv").why_not("d4-d1")
    assert str(reason) == (
        "you can move only your own counters and towers;"
        " the blue sun (A) tower of 2 on d4 belongs to another player [T6]"
    )


def test_T6_an_empty_square_is_refused() -> None:
    assert str(table("d4=Av").why_not("d5-d1")) == "there is nothing on d5 [T6]"


def test_T6_a_player_who_can_move_must() -> None:
    assert "pass" not in map(str, table("d4=Av").actions())


def test_T1_a_square_beside_the_board_is_refused() -> None:
    position = table("d4=Av")
    assert str(position.why_not("d4-d9")) == "the board has no square d9 [T1]"
    assert str(position.why_not("o1-d4")) == "the board has no square o1 [T1]"


def test_T7_a_counter_moves_any_distance_along_row_and_column() -> None:
    expected = squares("abcefghijklmn", "4") | squares("d", "123567")
    assert targets(table("d4=Av"), "d4") == expected


def test_T7_a_slanting_way_is_refused() -> None:
    reason = table("d4=Av").why_not("d4-e5")
    assert str(reason) == (
        "the violet sun (A) counter on d4 moves in a straight line along its row or column,"
        " which does not lead to e5 [T7]"
    )


def test_T7_staying_is_refused() -> None:
    assert rule_against(table("d4=Av"), "d4-d4") == "T7"


def test_T8_a_counter_passes_over_its_own_colour_whatever_the_symbol() -> None:
    assert {"c4", "d4", "f4"} <= targets(table("a4=Av b4=Bv e4=Crv"), "a4")


def test_T8_a_counter_passes_over_its_own_colour_on_a_symbol_space() -> None:
    assert "b1" in targets(table("b4=Dv b3=Av"), "b4")


def test_T8_a_counter_passes_over_empty_symbol_spaces_of_other_symbols() -> None:
    assert targets(table("b4=Dv"), "b4") >= {"b1", "b5"}


def test_T8_a_counter_never_passes_over_another_colour() -> None:
    assert targets(table("a4=Av d4=Br"), "a4") & squares("abcdefgh", "4") == {"b4", "c4"}


def test_T8_another_colour_of_the_same_symbol_is_not_passed_either() -> None:
    position = table("a4=Av d4=Ar")
    assert targets(position, "a4") & squares("abcdefgh", "4") == {"b4", "c4", "d4"}
    assert rule_against(position, "a4-e4") == "T8"


def test_T8_another_colour_on_a_symbol_space_blocks_the_way() -> None:
    reason = table("b4=Dv b3=Ar").why_not("b4-b2")
    assert str(reason) == (
        "the violet bell (D) counter cannot pass over the red sun (A) counter on b3:"
        " it can pass only over its own colour [T8]"
    )


def test_T8_the_first_in_the_way_is_named() -> None:
    reason = table("a4=Av c4=Bv d4=Br e4=Bg").why_not("a4-g4")
    assert reason is not None
    assert reason.params["at"] == "d4"


def test_T9_a_counter_ends_on_the_same_symbol_of_any_colour() -> None:
    assert {"d4", "a2"} <= targets(table("a4=Av d4=Ar a2=Av"), "a4")


def test_T9_a_counter_never_ends_on_a_different_symbol() -> None:
    position = table("a4=Av d4=Br a2=Cv")
    assert not {"d4", "a2"} & targets(position, "a4")
    assert rule_against(position, "a4-a2") == "T9"


def test_T9_the_refusal_names_both_symbols() -> None:
    assert str(table("a4=Av d4=Bgr").why_not("a4-d4")) == (
        "the violet sun (A) counter cannot move onto the red key (B) tower of 2 on d4:"
        " the symbols differ [T9]"
    )


def test_T10_a_counter_ends_on_a_symbol_space_of_its_own_symbol_only() -> None:
    assert targets(table("b4=Av"), "b4") & {"b2", "b3", "b6", "b7"} == {"b3", "b7"}


def test_T10_a_symbol_space_of_another_symbol_is_refused() -> None:
    assert str(table("b4=Av").why_not("b4-b2")) == (
        "the violet sun (A) counter cannot stop on b2, a symbol space for bell (D) [T10]"
    )


def test_T11_a_tower_moves_whole() -> None:
    after = table("d4=Arbv").play("d4-d1")
    assert after.towers["d1"] == "Arbv"
    assert "d4" not in after.towers


def test_T11_a_tower_is_stacked_whole_on_another() -> None:
    assert table("d4=Arv d1=Abg").play("d4-d1").towers["d1"] == "Abgrv"


def test_T11_the_owner_of_the_upper_tower_owns_both() -> None:
    assert targets(table("d4=Arv d1=Abg", turn=1).play("d4-d1"), "d1") == set()
    assert table("d4=Arv d1=Abg").play("d4-d1").scene().squares[3].text == "Abgrv"


def test_T12_a_tower_of_five_can_be_made() -> None:
    assert "d1" in targets(table("d4=Arv d1=Abgg"), "d4")


def test_T12_a_tower_of_six_cannot() -> None:
    position = table("d4=Arv d1=Abggr")
    assert "d1" not in targets(position, "d4")
    assert str(position.why_not("d4-d1")) == (
        "the violet sun (A) tower of 2 and the red sun (A) tower of 4 on d1 together"
        " would be higher than 5 [T12]"
    )


def test_T12_a_tower_of_five_is_safe() -> None:
    assert rule_against(table("d4=Av d1=Arbggr"), "d4-d1") == "T12"


def test_T13_what_stands_on_a_symbol_space_never_moves() -> None:
    position = table("b3=Av d4=Av")
    assert not targets(position, "b3")
    assert str(position.why_not("b3-a3")) == (
        "the violet sun (A) counter on b3 stands on a symbol space and can never move again [T13]"
    )


def test_T13_anyone_can_cover_what_stands_on_a_symbol_space() -> None:
    assert "b3" in targets(table("b3=Ar a3=Av"), "a3")


def test_T13_the_owner_can_cover_it_too() -> None:
    assert table("b3=Av a3=Av").play("a3-b3").towers["b3"] == "Avv"


def test_T13_a_tower_of_five_on_a_symbol_space_cannot_be_covered() -> None:
    assert rule_against(table("b3=Arrggr a3=Av"), "a3-b3") == "T12"


def test_T26_towers_grow_to_any_height() -> None:
    position = table("d4=Arrv d1=Abggr", seats="vrbg^")
    assert position.play("d4-d1").towers["d1"] == "Abggrrrv"


def test_T26_no_tower_is_ever_safe() -> None:
    assert "b3" in targets(table("b3=Arrggrbb a3=Av", seats="vrbg^"), "a3")


def test_what_is_no_move_is_not_understood() -> None:
    reason = table("d4=Av").why_not("d4+d5")
    assert str(reason) == '"d4+d5" is not an action of this game'
