"""Every rule id is stated in a rulebook, explained in words, and has tests named after it."""

from __future__ import annotations

import re

import pytest

from tests.settings import TESTS
from tretorri.core.registry import folder, games

LAST_RULE = {"volterra": "V16", "towers": "T27", "voldetour": "D19"}
COMMON = ("C1", "C2", "C3")
STATED = re.compile(r"\*\*\[([A-Z][0-9]+)\]\*\*")
TESTED = {
    rule
    for path in TESTS.rglob("test_*.py")
    for rule in re.findall(r"^def test_([A-Z][0-9]+)_", path.read_text(encoding="utf-8"), re.M)
}


def rule_ids(game: str) -> list[str]:
    """Return all ids of a game's rules, from the first to the last."""
    letter, count = LAST_RULE[game][0], int(LAST_RULE[game][1:])
    return [f"{letter}{number}" for number in range(1, count + 1)]


def test_every_game_tells_its_last_rule() -> None:
    assert set(LAST_RULE) == set(games())


@pytest.mark.parametrize("rule", [*COMMON, *(r for game in LAST_RULE for r in rule_ids(game))])
def test_every_rule_has_tests_named_after_it(rule: str) -> None:
    assert rule in TESTED


@pytest.mark.parametrize("game", LAST_RULE)
def test_every_rulebook_states_every_rule_once(game: str) -> None:
    for path in (folder(game) / "rulebook").glob("*.md"):
        stated = STATED.findall(path.read_text(encoding="utf-8"))
        assert sorted(stated) == sorted({*stated}), "a rule is stated twice"
        assert set(rule_ids(game)) <= set(stated) <= {*rule_ids(game), *COMMON}
