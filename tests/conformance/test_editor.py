"""Setting up a position by hand holds to the same laws in every game that offers it."""

from __future__ import annotations

import gc
import time
import weakref

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tests.fourth import campanile
from tests.settings import AnyGame, every_setting, name, walk
from tretorri.core.errors import IllegalAction, NoSetUp
from tretorri.core.words import languages

SETTINGS = [game for game in every_setting() if game.id != campanile.GAME.id]
ONE_OF_EACH = list({game.id: game for game in SETTINGS}.values())
one_of_each = pytest.mark.parametrize("game", ONE_OF_EACH, ids=name)
every_game = pytest.mark.parametrize("game", SETTINGS, ids=name)
walks = st.lists(st.integers(0, 10_000), max_size=40)
few = settings(max_examples=examples(3), deadline=None, suppress_health_check=list(HealthCheck))


def test_a_game_without_it_says_so() -> None:
    with pytest.raises(NoSetUp) as refused:
        campanile.GAME().set_up()
    assert str(refused.value) == "positions of campanile cannot be edited"


@every_game
@few
@given(picks=walks)
def test_every_position_is_a_draft_of_itself(game: AnyGame, picks: list[int]) -> None:
    position = walk(game, picks)[-1]
    board = game.set_up(str(position))
    assert str(board) == str(position)
    assert board.why_not() is None
    assert board.position() == position


@every_game
@few
@given(edits=walks)
def test_what_edits_lead_to_reads_back(game: AnyGame, edits: list[int]) -> None:
    board = game.set_up()
    for edit in edits[:8]:
        actions = board.actions()
        board = board.play(actions[edit % len(actions)])
        again = game.set_up(str(board))
        assert str(again) == str(board)
        assert again.draft.game.seats == game.seats
        reason = board.why_not()
        assert reason is None or reason.sentence()
        assert reason is not None or str(board.position())


@every_game
@few
@given(picks=walks)
def test_a_draft_can_be_seen_and_clicked(game: AnyGame, picks: list[int]) -> None:
    board = game.set_up(str(walk(game, picks)[-1]))
    for language in languages():
        scene = board.scene(language)
        assert all(reserve.count >= 0 and reserve.label for reserve in scene.reserves)
        assert all(scene.buttons.values())
    known = {square.id for square in scene.squares} | {solid.id for solid in scene.solids}
    known |= {reserve.id for reserve in scene.reserves}
    actions = board.actions()
    assert len({edit.text for edit in actions}) == len(actions)
    assert len({board.picks(edit) for edit in actions}) == len(actions)
    for edit in actions[::5]:
        assert set(board.picks(edit)) <= known | scene.buttons.keys()
        assert board.describe(edit).sentence()
        assert board.why_not(edit) is None


@every_game
def test_an_edit_that_is_none_is_refused(game: AnyGame) -> None:
    board = game.set_up()
    for text in ("", "zz", "-z9", "to-move:q", "+"):
        with pytest.raises(IllegalAction):
            board.play(text)


@one_of_each
def test_a_board_can_be_cleared_piece_by_piece(game: AnyGame) -> None:
    board, left = game.set_up(str(walk(game, [1, 5, 3, 8, 2, 9], seed=3)[-1])), 1
    while left:
        removals = [edit for edit in board.actions() if edit.text.startswith("-")]
        left = len(removals)
        if removals:
            board = board.play(removals[0])
    towers = {solid.shape for solid in board.scene().solids}
    assert towers <= {"tower"}


@every_game
def test_another_turn_is_another_mover(game: AnyGame) -> None:
    board = game.set_up().on_turn(7)
    assert board.draft.mover == game.seats[6 % len(game.seats)]
    first = board.play(f"to-move:{game.seats[-1]}")
    assert first.draft.mover == game.seats[-1]
    assert (first.draft.turn - 1) // len(game.seats) == 6 // len(game.seats)


@every_game
def test_a_set_up_that_was_dropped_leaves_nothing_behind(game: AnyGame) -> None:
    gc.collect()
    gc.disable()
    try:
        board = game.set_up()
        edit = board.actions()[0]
        after = board.play(edit)
        scene = (after.actions(), after.scene(), after.why_not(), after.why_not("zz"))
        dropped = [weakref.ref(board), weakref.ref(after)]
        del board, edit, after, scene
        assert [found() for found in dropped] == [None, None]
    finally:
        gc.enable()


@every_game
def test_an_edit_costs_nothing_for_all_the_others(game: AnyGame) -> None:
    board = game.set_up()
    edits = [edit.text for edit in board.actions() if edit.text.startswith("to-move:")][:1] * 200
    begun = time.process_time()
    board.actions()
    listing = time.process_time() - begun
    begun = time.process_time()
    for turn, edit in enumerate(edits):
        board.on_turn(1 + turn * len(game.seats)).play(edit)
    assert time.process_time() - begun < 20 * listing
