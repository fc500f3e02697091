"""Why an action cannot be played, by the rule that forbids it."""

from __future__ import annotations

import tretorri

START = "dl l,d,l,d,l/d,l,d,l,d/l,d,l,d,l/d,l,d,l,d d lc2,dc3 - 1"
ROW = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/d,d,d,l,- d ld1,db1 - 1"
HOLE = "dl l,-,l,d,l/d,l,d,l,d/l,d,l,d,l/d,l,d,l,d d lc2,dc3 - 1"
LAYING = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/d,l,-,-,- d l-,d- B 3"
PLACING = "dl d,d,d,d,d/d,d,d,l,l/l,l,l,l,d/d,l,l,l,l d l-,d- B 21"


def why_not(text: str, *actions: str) -> str:
    """Return why the last of the actions cannot be played after the others."""
    position = tretorri.game("volterra").position(text)
    for action in actions[:-1]:
        position = position.play(action)
    return str(position.why_not(actions[-1]))


def test_V4_the_pawn_moves_once_in_a_turn() -> None:
    why = why_not(START, "Pb4", "Pc3")
    assert why == "your pawn has already moved this turn [V4]"


def test_V4_a_tower_moves_once_in_a_turn() -> None:
    why = why_not(START, "b4-c4", "d4-c4")
    assert why == "you have already moved a tower this turn [V4]"


def test_V5_the_pawn_may_not_stay() -> None:
    assert why_not(START, "Pc3") == "your pawn already stands on c3 [V5]"


def test_V5_the_pawn_may_not_go_far() -> None:
    assert why_not(START, "Pa1") == "a1 is not next to your pawn on c3 [V5]"


def test_V5_the_pawn_needs_a_tower() -> None:
    why = why_not(HOLE, "Pb4")
    assert why == "there is no tower on b4 for your pawn to step onto [V5]"


def test_V5_the_pawn_may_not_join_the_other_pawn() -> None:
    assert why_not(START, "Pc2") == "the light pawn stands on c2 [V5]"


def test_V5_the_pawn_may_not_step_on_an_enemy_tower() -> None:
    why = why_not(START, "Pc4")
    assert why == "the tower on c4 is light; your pawn can step only onto dark towers [V5]"


def test_V6_there_must_be_a_tower_to_move() -> None:
    assert why_not(HOLE, "b4-c4") == "there is no tower on b4 [V6]"


def test_V6_an_enemy_tower_is_not_yours_to_move() -> None:
    why = why_not(START, "c4-b4")
    assert why == "the tower on c4 is light; you can move only dark towers [V6]"


def test_V6_the_tower_under_the_other_pawn_is_an_enemy_tower() -> None:
    why = why_not(START, "c2-b2")
    assert why == "the tower on c2 is light; you can move only dark towers [V6]"


def test_V6_the_source_must_be_next_to_the_pawn() -> None:
    assert why_not(START, "a1-b2") == "the tower on a1 is not next to your pawn on c3 [V6]"


def test_V6_the_target_must_be_next_to_the_pawn() -> None:
    assert why_not(START, "b4-a4") == "a4 is not next to your pawn on c3 [V6]"


def test_V6_the_target_must_be_another_tower() -> None:
    assert why_not(START, "b4-b4") == "pieces from b4 must go to a different tower [V6]"


def test_V7_the_source_needs_a_free_side() -> None:
    assert why_not(START, "b2-b3") == "the tower on b2 has no free side [V7]"


def test_V8_the_tower_under_your_pawn_cannot_be_taken_from() -> None:
    why = why_not(ROW, "b1-a1")
    assert why == "your pawn stands on the tower on b1, so you cannot take from it [V8]"


def test_V8_nothing_goes_onto_the_other_pawn() -> None:
    assert why_not(START, "b4-c2") == "a pawn stands on c2, so nothing can be moved there [V8]"


def test_V8_nothing_goes_onto_your_own_pawn() -> None:
    assert why_not(START, "b4-c3") == "a pawn stands on c3, so nothing can be moved there [V8]"


def test_V8_nothing_goes_onto_an_empty_square() -> None:
    assert why_not(HOLE, "d4-b4") == "there is no tower on b4 to build on [V8]"


def test_V9_two_pieces_need_a_tower_of_two() -> None:
    why = why_not(START, "b4=c4")
    assert why == "the tower on b4 has only one piece, so two cannot be lifted [V9]"


def test_V9_three_pieces_are_never_lifted() -> None:
    assert why_not(START, "b4≡c4") == "no more than two pieces are ever lifted together [V9]"


def test_V11_a_pawn_move_that_leaves_no_tower_move_is_refused() -> None:
    why = why_not(ROW, "Pa1")
    assert why == (
        "with your pawn on a1 you could not move a tower, and a turn needs both moves [V11]"
    )


def test_V14_nothing_can_be_played_when_the_game_is_over() -> None:
    assert why_not(ROW, "c1-a1", "Pa1", "Pd1") == "the game is over [V14]"


def test_V16_nothing_is_laid_on_a_field_that_is_laid_out() -> None:
    assert why_not(START, "@a1") == "the field is already laid out [V16]"


def test_V16_no_pawn_is_put_on_a_field_that_is_laid_out() -> None:
    assert why_not(START, "P@a1") == "the field is already laid out [V16]"


def test_V16_a_square_takes_one_piece() -> None:
    assert why_not(LAYING, "@b1") == "b1 is already occupied [V16]"


def test_V16_pawns_wait_for_the_last_piece() -> None:
    assert why_not(LAYING, "P@a1") == "pawns are placed after all pieces are laid [V16]"


def test_V16_no_pawn_moves_during_the_layout() -> None:
    assert why_not(LAYING, "Pa1") == "the field is still being laid out [V16]"


def test_V16_no_tower_moves_during_the_layout() -> None:
    assert why_not(PLACING, "a1-a2") == "the field is still being laid out [V16]"


def test_V16_a_laid_out_field_takes_no_piece() -> None:
    assert why_not(PLACING, "@a1") == "all pieces are laid; place your pawn on a dark tower [V16]"


def test_V16_a_pawn_is_not_put_on_an_enemy_tower() -> None:
    why = why_not(PLACING, "P@b1")
    assert why == "the tower on b1 is light; your pawn must go on a dark one [V16]"


def test_what_is_no_action_is_not_understood() -> None:
    assert why_not(START, "pb4") == '"pb4" is not an action of this game'


def test_a_square_beside_the_field_is_not_understood() -> None:
    assert why_not(START, "Pf5") == '"Pf5" is not an action of this game'
