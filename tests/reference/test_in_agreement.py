"""The games and their references agree on texts, legal actions and results, wherever one goes."""

from __future__ import annotations

import random

import pytest

from tests.conformance.test_perft import CASES, Case
from tests.reference import ReferenceState
from tests.reference.walks import (
    OPTIONS,
    REFERENCES,
    Choice,
    anything,
    eagerly,
    play_from_a_text,
    read_a_damaged_text,
    started,
    walk,
)

GAMES = sorted(OPTIONS)
STARTS = [(game, index) for game in GAMES for index in range(len(OPTIONS[game]))]
STEPS = {"towers": 250, "voldetour": 40, "volterra": 200}
SEEDS = {  # of texts; VoldéTour is slow, so those that reach a seldom end are named
    "towers": [*range(60)],
    "voldetour": [*range(16), 45, 59, 84, 110, 125, 128, 145, 157, 207],
    "volterra": [*range(250)],
}
DAMAGED = {"towers": 600, "voldetour": 800, "volterra": 1500}
MOST_COUNTED = 3000  # of a perft number: the references are slow
ENDS = {
    "towers": {"C1", "C3", "T16", "T17", "T27"},
    "voldetour": {"C1", "C3", "D5", "D8", "D19"},
    "volterra": {"C1", "C3", "V14"},
}


@pytest.mark.parametrize("choose", [anything, eagerly], ids=["anything", "eagerly"])
@pytest.mark.parametrize(("game", "index"), STARTS)
def test_a_game_and_its_reference_agree_from_the_start(
    game: str, index: int, choose: Choice
) -> None:
    rng = random.Random(index)
    walk(rng, started(game, OPTIONS[game][index], seed=index), choose, STEPS[game])


@pytest.mark.parametrize("game", GAMES)
def test_a_game_and_its_reference_agree_from_any_text_to_every_end(game: str) -> None:
    ends = set()
    for seed in SEEDS[game]:
        pair = play_from_a_text(game, random.Random(seed), STEPS[game])
        if pair and pair.theirs.over:
            ends.add(pair.theirs.over[2])
    assert ends == ENDS[game]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_and_its_reference_refuse_the_same_texts(game: str) -> None:
    pairs = [read_a_damaged_text(game, random.Random(seed)) for seed in range(DAMAGED[game])]
    assert len({pair is None for pair in pairs}) == 2


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}: {case.id}")
def test_the_reference_confirms_the_small_perft_numbers(case: Case) -> None:
    options = dict(case.options)
    seed = int(options.pop("seed", "1"))
    reference = REFERENCES[case.game]
    state = reference.read(case.position) if case.position else reference.start(seed, **options)
    for depth, count in case.counts:
        if count <= MOST_COUNTED:
            assert perft(state, depth) == count


def perft(state: ReferenceState, depth: int) -> int:
    """Count the sequences of *depth* legal actions."""
    actions = state.actions()
    if depth == 1:
        return len(actions)
    return sum(perft(state.play(action), depth - 1) for action in actions)
