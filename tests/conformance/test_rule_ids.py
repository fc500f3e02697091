"""Every rule id has tests named after it, and the rulebooks of this project state all rules."""

from __future__ import annotations

import re

import pytest

from tests.settings import TESTS
from tretorri.core.registry import games
from tretorri.testing.file_laws import COMMON_RULES, read_rule_ids

TESTED = {
    rule
    for path in TESTS.rglob("test_*.py")
    for rule in re.findall(r"^def test_([A-Z][0-9]+)_", path.read_text(encoding="utf-8"), re.M)
}
RULES = sorted(COMMON_RULES.union(*map(read_rule_ids, games())))


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_tests_named_after_it(rule: str) -> None:
    assert rule in TESTED


def test_no_two_games_have_the_same_rule_ids() -> None:
    letters = [{rule[0] for rule in read_rule_ids(game) - COMMON_RULES} for game in games()]
    assert sum(map(len, letters)) == len(set().union(*letters))
