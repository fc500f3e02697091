"""A game that the command line has never heard of: every command works with it."""

from __future__ import annotations

import re

import pytest

from tests.cli.support import run
from tests.fourth.registration import register_campanile


@pytest.fixture(autouse=True)
def _with_campanile(monkeypatch: pytest.MonkeyPatch) -> None:
    register_campanile(monkeypatch)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("games", r"^campanile +Campanile +2 +1 +Anonymous"),
        ("--version", r"^Campanile is by Anonymous"),
        ("rules campanile --rule P2", r"\*\*\[P2\]\*\*"),
        ("show campanile", r"Anna takes one to 3 slabs$"),
        ("legal campanile", r"\At1\nt2\nt3\n\Z"),
        ("perft campanile --depth 2", r"\A1 3\n2 9\n\Z"),
        ("play campanile --bots random --seed 1", r"^Game ended by rule P3$"),
        ("play campanile --bots greedy --seed 1", r"^Game ended by rule P3$"),
        ("play campanile --bots level:3,engine --seed 1", r"^Game ended by rule P3$"),
        ("analyse campanile --nodes 300", r"^1\. +Anna 100%, Bruno 0% +t3"),
        ("match level:8 random --game campanile --games 4 --seed 1", r"^level:8 +4"),
    ],
)
def test_commands_work_with_a_game_they_do_not_know(line: str, expected: str) -> None:
    result = run(*line.split())
    assert result.exit_code == 0, result.stderr
    assert re.search(expected, result.stdout, re.MULTILINE)


def test_it_refuses_options_that_only_other_games_have() -> None:
    result = run("legal", "campanile", "--players", "2")
    assert result.exit_code == 2
    assert "campanile has no option players" in result.stderr


def test_it_is_played_by_people() -> None:
    result = run("play", "campanile", "--seat", "a=human", "--script", "-", typed="t9\nt3\n")
    assert "[P2]" in result.stderr
    assert "1. Anna: t3\n2. Bruno: t" in result.stdout
