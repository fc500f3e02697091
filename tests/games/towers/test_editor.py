"""Setting up a position of Spiel der Türme by hand."""

from __future__ import annotations

from random import Random

import pytest

from tretorri import InvalidPosition
from tretorri.core.editor import Editor
from tretorri.games.towers.editor import TowersEditor
from tretorri.games.towers.game import Towers
from tretorri.games.towers.position import TowersPosition


def built(position: TowersPosition) -> Editor[TowersPosition]:
    """Build *position* from the empty board, click by click."""
    board: Editor[TowersPosition] = position.game.set_up().on_turn(position.turn)
    for square, tower in position.towers.items():
        for colour in tower[1:]:
            board = board.play(f"{tower[0]}{colour}@{square}")
    for square, seat in position.locks.items():
        board = board.play(f"lock:{seat}@{square}")
    return board.play("extra:x") if position.extra else board


@pytest.mark.no_cover
@pytest.mark.parametrize("game", [Towers(), Towers(("g", "r"), "unlimited")], ids=["four", "two"])
def test_positions_of_a_game_can_be_built_from_the_empty_board(game: Towers) -> None:
    random = Random(2)
    position = game.start(seed=5)
    extra = locked = False
    for number in range(120):
        # A whole board is many clicks: look at the last position, and once at each rare kind.
        rare = (position.extra and not extra) or (bool(position.locks) and not locked)
        if number == 119 or rare:
            board = built(position)
            assert board.position() == position
            extra, locked = extra or position.extra, locked or bool(position.locks)
        if position.is_over:
            break
        position = position.play(random.choice(position.actions()))
    assert extra


def board(*edits: str, seats: str = "vrbg") -> Editor[TowersPosition]:
    found: Editor[TowersPosition] = TowersEditor(TowersPosition(Towers(tuple(seats)), {}))
    for edit in edits:
        found = found.play(edit)
    return found


@pytest.mark.parametrize(
    ("edits", "refused", "rule"),
    [
        (("Av@a1",) * 5, "Av@a2", "T3"),
        (("Av@a1",), "Bv@a1", "T9"),
        ((), "Av@c2", "T10"),
        (("Av@a1",) * 5, "Ar@a1", "T12"),
        ((), "-a1", None),
    ],
)
def test_an_edit_is_refused_with_its_rule(
    edits: tuple[str, ...], refused: str, rule: str | None
) -> None:
    reason = board(*edits).why_not(refused)
    assert reason is not None
    assert reason.rule == rule


def test_T22_a_neutral_counter_is_never_on_top() -> None:
    start = Towers(("v", "r")).start(seed=1)
    own, neutral = (next(s for s, t in start.towers.items() if t == kind) for kind in ("Av", "Ab"))
    found = start.game.set_up(str(start)).play(f"-{neutral}").play(f"Ab@{own}")
    reason = found.why_not()
    assert reason is not None
    assert reason.rule == "T22"


def test_T23_a_lock_is_set_and_opened_by_the_same_picks() -> None:
    found = board("Ab@a1", "Av@b1", "Ab@b3", seats="vr")
    locked = found.play("lock:r@a1")
    assert locked.draft.locks == {"a1": "r"}
    assert locked.play("unlock@a1").draft.locks == {}
    assert ("lock:r", "a1") in {edit.picks for edit in locked.actions()}
    assert locked.play("-a1").draft.locks == {}
    assert locked.play("Ar@a1").draft.locks == {}
    assert locked.play("to-move:r").draft.locks == {}
    for refused in ("lock:v@a1", "lock:r@b3"):
        reason = found.why_not(refused)
        assert reason is not None
        assert reason.rule == "T23"


def test_T3_a_missing_counter_is_named() -> None:
    assert str(board().why_not()) == "there must be 5 counters Av, not 0 [T3]"


def test_counters_are_taken_off_one_by_one() -> None:
    assert board("Av@a1", "Ar@a1", "-a1").draft.towers == {"a1": "Av"}
    assert board("Av@a1", "-a1").draft.towers == {}
    assert board("extra:x", "extra:-").draft.extra is False


def test_T3_a_draft_with_too_many_counters_is_refused() -> None:
    text = str(board(*["Av@a1"] * 5)).replace("Avvvvv", "Avvvvvv").replace("vrbg ", "vrbg^ ")
    with pytest.raises(InvalidPosition, match="T3"):
        Towers().set_up(text)
