"""The native Volterra reads the texts that the Python rules read, and refuses the others."""

from __future__ import annotations

import random
from collections import Counter

import tretorri
from tests.reference.texts import TEXTS
from tretorri import _native

GAME = tretorri.game("volterra")
TRIED = 6000


def refusal(text: str) -> str | None:
    """Return the rule by which the Python rules refuse *text*, "" for its form, None if not."""
    try:
        GAME.position(text)
    except tretorri.InvalidPosition as refused:
        return refused.rule or ""
    return None


def native_reads(text: str) -> bool:
    """Tell whether the native twin reads *text*."""
    try:
        _native.volterra(text)
    except _native.Refused:
        return False
    return True


def test_both_readers_refuse_the_same_texts() -> None:
    chance, seen = random.Random(1), Counter[str | None]()
    for _ in range(TRIED):
        text = TEXTS["volterra"](chance)
        rule = refusal(text)
        seen[rule] += 1
        assert native_reads(text) == (rule is None), (rule, text)
    for rule in (None, "V5", "V11", "V12", "V16", "C3"):
        assert seen[rule] >= 10, (rule, seen)
