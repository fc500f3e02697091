"""Whole turns of the native Volterra are those of the Python rules, each position counted once."""

from __future__ import annotations

import random

import pytest

import tretorri
from tests.in_step.walks import CHOICES
from tests.settings import AnyGame
from tretorri import _native

GAMES = [
    tretorri.game("volterra"),
    tretorri.game("volterra", first="light"),
    tretorri.game("volterra", variant="free"),
]
SEPARATED = "dl -,-,-,-,-/dl,ld,-,-,dl/l,d,-,-,l/d,-,-,l,ddl d le2,db3 - 9"


def reached(position: tretorri.Position) -> set[str]:
    """Return the texts of all positions that one turn leads to."""
    return {str(position.play_turn(turn)) for turn in position.turns()}


def starts_of_turns(game: AnyGame, seed: int) -> list[tretorri.Position]:
    """Go through a random game; return where turns of pawn and tower begin, and its end."""
    chance = random.Random(seed)
    choose = chance.choice(CHOICES)
    position, starts = game.start(seed=seed), list[tretorri.Position]()
    while True:
        if str(position).split()[4] == "-":
            starts.append(position)
        if position.is_over:
            return starts
        position = position.play(choose(chance, sorted(map(str, position.actions()))))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_turn_perft_counts_the_positions_that_one_turn_reaches(game: AnyGame) -> None:
    for seed in range(6):
        for position in starts_of_turns(game, seed):
            if position.is_over and position.result and position.result.rule == "C1":
                continue  # a text does not tell of repetition
            expected = len(reached(position))
            assert _native.volterra(str(position)).turn_perft(1) == expected, str(position)


def test_turn_perft_counts_two_turns_like_the_rules() -> None:
    for text in (str(GAMES[0].start()), SEPARATED):
        position = GAMES[0].position(text)
        expected = sum(len(reached(position.game.position(after))) for after in reached(position))
        assert _native.volterra(text).turn_perft(2) == expected > 0


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 86), (2, 7718), (3, 477_174)])
def test_turn_perft_from_the_start(depth: int, count: int) -> None:
    assert _native.volterra(str(GAMES[0].start())).turn_perft(depth) == count
