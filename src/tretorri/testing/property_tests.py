"""The laws as tests for pytest, with walks that Hypothesis finds and makes as short as it can.

In a test module of a game::

    from tretorri.testing.property_tests import make_tests
    from my_game import GAME

    test_laws, test_files = make_tests(GAME)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

try:
    import pytest
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st
except ImportError as missing:
    raise ImportError(
        f"the tests of tretorri.testing.property_tests need {missing.name}: "
        "pip install pytest hypothesis; check_game of tretorri.testing needs neither"
    ) from missing

from tretorri.testing.checks import LAWS
from tretorri.testing.file_laws import FILE_LAWS, FileLaw, register
from tretorri.testing.laws import Law
from tretorri.testing.walks import (
    MAX_PICK,
    MAX_WALK_ACTIONS,
    AnyGame,
    variant_name,
    variants,
)

PICKS = st.lists(st.integers(0, MAX_PICK), max_size=MAX_WALK_ACTIONS)
DEFAULT_EXAMPLES = 12


def make_tests(
    *games: type[AnyGame], examples: int = DEFAULT_EXAMPLES
) -> tuple[Callable[..., None], Callable[..., None]]:
    """Return two tests: of all laws along walks, and of the files of these games."""
    for game in games:
        register(game)
    return make_law_test([each for game in games for each in variants(game)], examples), (
        _make_file_test(games)
    )


def make_law_test(
    games: Sequence[AnyGame], examples: int = DEFAULT_EXAMPLES
) -> Callable[..., None]:
    """Return a test of all laws for these games with their options."""

    @pytest.mark.parametrize("law", LAWS, ids=_name)
    @pytest.mark.parametrize("game", games, ids=variant_name)
    @settings(max_examples=examples, deadline=None, suppress_health_check=[*HealthCheck])
    @given(picks=PICKS)
    def test_laws(game: AnyGame, law: Law, picks: list[int]) -> None:
        law(game, picks)

    test: Callable[..., None] = test_laws
    return test


def _make_file_test(games: Sequence[type[AnyGame]]) -> Callable[..., None]:
    @pytest.mark.parametrize("law", FILE_LAWS, ids=_name)
    @pytest.mark.parametrize("game", games, ids=lambda game: game.id)
    def test_files(game: type[AnyGame], law: FileLaw) -> None:
        law(game)

    return test_files


def _name(law: Law | FileLaw) -> str:
    return law.__name__.removeprefix("check_")
