"""Setting up a position of Volterra by hand."""

from __future__ import annotations

from random import Random

import pytest

from tretorri.core.editor import Editor
from tretorri.games.volterra.game import Volterra
from tretorri.games.volterra.position import VolterraPosition


def built(position: VolterraPosition) -> Editor[VolterraPosition]:
    """Build *position* from the empty field, click by click."""
    board = position.game.set_up().on_turn(position.turn)
    for square, tower in position.towers.items():
        for piece in tower:
            board = board.play(f"{piece}@{square}")
    for colour, square in position.pawns.items():
        board = board.play(f"P{colour}@{square}")
    return board if board.draft.done == position.done else board.play(f"done:{position.done}")


@pytest.mark.no_cover
@pytest.mark.parametrize("variant", ["standard", "free"])
def test_every_position_of_a_game_can_be_built_from_the_empty_field(variant: str) -> None:
    random = Random(4)
    position = Volterra(variant=variant).start()
    while not position.is_over:
        board = built(position)
        assert board.position() == position
        assert board.position().game == position.game
        position = position.play(random.choice(position.actions()))
    assert built(position).position() == position


def board(*edits: str) -> Editor[VolterraPosition]:
    found: Editor[VolterraPosition] = Volterra().set_up()
    for edit in edits:
        found = found.play(edit)
    return found


@pytest.mark.parametrize(
    ("edits", "refused", "reason"),
    [
        ((), "Pd@c3", "the dark pawn stands on c3, where there is no tower [V5]"),
        (("l@c3",), "Pd@c3", "the dark pawn stands on c3, on a tower of the other colour [V5]"),
        (
            ("d@c3", "Pd@c3"),
            "l@c3",
            "the dark pawn stands on c3, on a tower of the other colour [V5]",
        ),
        (("d@a1",) * 10, "d@a2", "there are 11 dark pieces, but the box holds 10 [V1]"),
        ((), "-c3", "there is nothing on c3 to remove"),
        ((), "d@f1", '"d@f1" is not an action of this game'),
    ],
)
def test_an_edit_is_refused_with_its_rule(
    edits: tuple[str, ...], refused: str, reason: str
) -> None:
    assert str(board(*edits).why_not(refused)) == reason


def test_a_pawn_is_taken_off_before_the_tower_under_it() -> None:
    assert str(board("d@c3", "Pd@c3", "-c3")) == str(board("d@c3"))
    assert str(board("d@c3", "-c3")) == str(board())


def test_V12_a_part_without_a_pawn_is_named() -> None:
    found = board("d@a1", "l@b1", "Pd@a1", "Pl@b1", "d@e4")
    reason = found.why_not()
    assert reason is not None
    assert reason.rule == "V12"
