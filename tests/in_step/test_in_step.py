"""The native twins say what the Python rules say."""

from __future__ import annotations

import pytest

import tretorri
from tests.conformance.test_perft import CASES, Case
from tests.in_step.walks import walk
from tests.settings import AnyGame, every_setting, name
from tretorri._native import Refused
from tretorri.engine.native import has_native, native

SETTINGS = [game for game in every_setting() if has_native(game.id)]
# A twentieth of the campaign, spread over the settings of each game.
POSITIONS = 15_000
FEWER_POSITIONS = {"voldetour": 5_000}  # where each takes long


@pytest.mark.parametrize("game", SETTINGS, ids=name)
def test_native_follows_the_rules_along_any_game(game: AnyGame) -> None:
    shares = sum(setting.id == game.id for setting in SETTINGS)
    compared, seed = 0, 0
    while compared < FEWER_POSITIONS.get(game.id, POSITIONS) / shares:
        seed += 1
        compared += walk(game, seed, steps=400)


@pytest.mark.parametrize("every_leaf", [False, True], ids=["counted", "every leaf made"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}: {case.id}")
def test_native_perft(case: Case, every_leaf: bool) -> None:
    position = native(case.start())
    for depth, count in case.counts:
        assert position.perft(depth, every_leaf) == count


def test_every_game_of_ours_has_a_native_twin() -> None:
    assert all(map(has_native, tretorri.all_games()))


def test_a_game_without_a_twin_is_refused() -> None:
    others = [game for game in every_setting() if not has_native(game.id)]
    for game in others:
        with pytest.raises(tretorri.InvalidOption, match="no native implementation"):
            native(game.start(seed=1))
    assert others


@pytest.mark.parametrize("game", SETTINGS, ids=name)
def test_bad_text_is_an_error_and_never_a_crash(game: AnyGame) -> None:
    twin = type(native(game.start(seed=1)))
    for text in ("", " ", "x" * 10_000, "bw - b", "é", "\x00", str(game.start(seed=1)) + " 1"):
        with pytest.raises(Refused):
            twin(text)  # type: ignore[call-arg]
    with pytest.raises(Refused):
        native(game.start(seed=1)).play("nothing")
    with pytest.raises(Refused):
        native(game.start(seed=1)).perft(-1)


@pytest.mark.parametrize("game", SETTINGS, ids=name)
def test_playouts_are_repeatable_and_share_out_every_game(game: AnyGame) -> None:
    twin = native(game.start(seed=1))
    games, actions, shares = twin.playouts(40, seed=7)
    assert (games, actions, shares) == twin.playouts(40, seed=7)
    assert games == 40
    assert sum(shares) == pytest.approx(40)
    assert actions > 40
