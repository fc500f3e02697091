"""The native games under sanitizers, with assertions, and fuzzed: in short.

``make sanitize fuzz`` and ``make campaign-twins`` take longer.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.native import checks
from tests.native.corpus import GAMES

RUNS = 50_000
SELF_PLAYED = 100


def test_perft_games_and_searches_are_free_of_memory_errors(tmp_path: Path) -> None:
    said = checks.walks(tmp_path, most_leaves=3_000, games=1)
    assert all(f"{game}: " in said for game in GAMES)


def test_threads_are_free_of_races(tmp_path: Path) -> None:
    assert "3 threads" in checks.threads(tmp_path, number=3, rounds=15)


def test_the_engine_plays_itself_with_every_assertion_and_by_the_rules() -> None:
    turns, refused = checks.self_play(SELF_PLAYED)
    assert turns > SELF_PLAYED
    assert refused == 0


def test_winning_turns_are_those_found_by_trying_all() -> None:
    assert "differences 0" in checks.winning_turns(seconds=2)


@pytest.mark.parametrize("game_id", GAMES)
def test_any_bytes_are_a_position_or_refused(game_id: str, tmp_path: Path) -> None:
    tried, accepted = checks.fuzz(tmp_path, game_id, RUNS, actions=4)
    assert tried >= RUNS
    assert 0 < accepted < tried
