"""Take the same walk through the Python rules and their native twin, and compare every step."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.settings import AnyGame
from tretorri import Position
from tretorri.engine.native import NativePosition, native

Choice = Callable[[random.Random, list[str]], str]


def anything(chance: random.Random, actions: list[str]) -> str:
    """Choose any action."""
    return chance.choice(actions)


def briefly(chance: random.Random, actions: list[str]) -> str:
    """Prefer actions with short names: Lords' moves, ends of turns, single blocks."""
    return min(chance.sample(actions, min(3, len(actions))), key=len)


def crowded(chance: random.Random, actions: list[str]) -> str:
    """Prefer few target squares, so that towers rise and pieces wall each other in."""
    return min(chance.sample(actions, min(6, len(actions))), key=lambda text: text[::-1])


CHOICES: tuple[Choice, ...] = (anything, briefly, crowded)


def result_of(position: Position) -> Any:
    """Return the result of the Python rules as the native engine tells it."""
    result = position.result
    if result is None:
        return None
    seats = position.game.seats
    scores = [
        [score] if isinstance(score, int) else list(score)
        for score in (result.scores or {}).values()
    ]
    return [seats.index(seat) for seat in result.winners], scores, result.rule


def compare(slow: Position, fast: NativePosition) -> None:
    """Raise *AssertionError* unless both say the same of a position."""
    assert str(fast) == str(slow)
    found = fast.result
    assert (found and (*found[:2], found[2])) == result_of(slow), str(slow)
    assert sorted(fast.actions()) == sorted(map(str, slow.actions())), str(slow)
    if not slow.is_over:
        assert fast.key == type(fast)(str(slow)).key, str(slow)  # type: ignore[call-arg]


def walk(game: AnyGame, seed: int, steps: int) -> int:
    """Go up to so many steps, comparing each; return how many positions were compared."""
    chance = random.Random(f"{game} {seed}")
    choose = chance.choice(CHOICES)
    slow: Position = game.start(seed=seed)
    fast = native(slow)
    for step in range(steps):
        compare(slow, fast)
        if slow.is_over:
            return step + 1
        if chance.random() < 0.02:
            assert fast.unmakes_exactly(), str(slow)
        action = choose(chance, sorted(map(str, slow.actions())))
        slow, fast = slow.play(action), fast.play(action)
        if chance.random() < 0.02:
            fast = native(slow)  # a twin made in mid-game goes on alike
    return steps
