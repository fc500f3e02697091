"""Setting up a position of VoldéTour by hand."""

from __future__ import annotations

from random import Random

import pytest

from tretorri import InvalidPosition
from tretorri.core.editor import Editor
from tretorri.games.voldetour.board import OUT
from tretorri.games.voldetour.game import VoldeTour
from tretorri.games.voldetour.position import VoldeTourPosition

Board = Editor[VoldeTourPosition]


def built(position: VoldeTourPosition) -> Board:
    """Build *position* from the board with nothing but Towers, click by click."""
    board: Board = position.game.set_up().on_turn(position.turn)
    for square in position.game.setup.towers.values():
        board = board.play(f"-{square}")  # the Lords are put down last
    for piece in sorted(position.pieces, key=lambda piece: (piece.level, piece.nested)):
        board = board.play(f"{piece.owner}{piece.kind}@{piece.anchor}{piece.orientation}")
    for seat, square in position.lords.items():
        if square != OUT:
            board = board.play(f"{seat}L@{square}")
    return board.play(f"done:{position.done}") if position.done else board


@pytest.mark.no_cover
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 6), (4, 3)])
def test_positions_of_a_game_can_be_built_from_the_empty_board(players: int, seed: int) -> None:
    random = Random(seed)
    position = VoldeTour(players).start()
    for number in range(60):
        if position.is_over:
            break
        if number % 20 == 7:
            assert built(position).position() == position
        position = position.play(random.choice(position.actions()))
    assert built(position).position() == position


def board(*edits: str, players: int = 2) -> Board:
    found: Board = VoldeTour(players).set_up()
    for edit in edits:
        found = found.play(edit)
    return found


@pytest.mark.parametrize(
    ("edits", "refused", "rule"),
    [
        (("bB3@a1x",), "bB3@a2x", "D2"),
        ((), "bB1@c3", "D12"),
        (("bLe5",), "bB1@c3", "D12"),
        ((), "bS@a1^", "D10"),
        (("bS@a1n",), "bB1@a1", "D11"),
        (("bB1@a1",), "bB2@a1x", "D11"),
        (("bB3@a1z",), "bB1@a1", "D12"),
        ((), "bL@h8", "D17"),
        (("wS@e5n",), "bL@e5", "D16"),
        (("bB2@a1x", "wB1@b1"), "-a1", "D13"),
    ],
)
def test_an_edit_is_refused_with_its_rule(edits: tuple[str, ...], refused: str, rule: str) -> None:
    reason = board(*(edit for edit in edits if "@" in edit)).why_not(refused)
    assert reason is not None
    assert reason.rule == rule


def test_D18_no_lord_stands_on_a_lateral_tower() -> None:
    reason = board("-b9", players=4).why_not("bL@b9")
    assert reason is not None
    assert reason.rule == "D18"


def test_D12_nothing_is_put_under_a_lord() -> None:
    reason = board("bL@e5").why_not("bB1@e5")
    assert reason is not None
    assert str(reason) == "you cannot build on e5: a Lord stands there [D12]"


def test_a_piece_is_turned_where_it_stands() -> None:
    assert [str(p) for p in board("bS@e5n", "~e5").draft.pieces] == ["bSe@e5.0"]
    assert [str(p) for p in board("bB2@e5x", "~f5").draft.pieces] == ["bB2y@e5.0"]
    assert [str(p) for p in board("bB2@j10z", "bS@a1w", "~a1").draft.pieces] == [
        "bSn@a1.0",
        "bB2z@j10.0",
    ]
    for edits in ((), ("bB1@e5",), ("bB2@j10z",)):
        square = edits[0].split("@")[1].rstrip("z") if edits else "e5"
        reason = board(*edits).why_not(f"~{square}")
        assert str(reason) == f"there is no piece on {square} that can be rotated"


def test_a_lord_that_was_taken_off_comes_back_from_beside_the_board() -> None:
    found = board("-c3")
    assert found.draft.lords == {"b": OUT, "w": "h8"}
    picks = {edit.picks for edit in found.actions()}
    assert ("reserve:bL", "e5") in picks
    assert ("lord:w", "e5") in picks
    reason = found.why_not()
    assert reason is not None
    assert reason.rule == "D19"
    counts = {reserve.id: reserve.count for reserve in found.scene().reserves}
    assert (counts["reserve:bL"], counts["reserve:wL"]) == (1, 0)


def test_D5_two_winners_are_a_draft_but_no_position() -> None:
    reason = board("bL@e5", "wL@c3", "bL@h8").why_not()
    assert reason is not None
    assert reason.rule == "D5"


def test_a_draft_must_be_written_exactly() -> None:
    with pytest.raises(InvalidPosition):
        VoldeTour().set_up("bw wB1@d4.0;bB1@a1.0 b bc3,wh8 - 1")
