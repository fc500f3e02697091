"""Ratings against values that are known: by formula, by hand, or because they were made so."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest

from tretorri.arena.ratings import (
    Estimate,
    RatedGame,
    Sprt,
    bradley_terry,
    elo,
    elo_of_pairs,
    expect_score,
    score,
)

EVENLY = {0.0: 20, 0.25: 210, 0.5: 540, 0.75: 230, 1.0: 25}


@pytest.mark.parametrize(
    ("share", "difference"), [(0.5, 0.0), (0.64, 99.95), (0.75, 190.85), (0.909090, 399.998)]
)
def test_elo_of_a_score_is_the_logistic_one(share: float, difference: float) -> None:
    assert elo(share) == pytest.approx(difference, abs=0.01)
    assert expect_score(difference) == pytest.approx(share, abs=1e-4)


def test_who_always_wins_is_infinitely_stronger_but_no_more_than_that_is_known() -> None:
    found = elo_of_pairs([1.0] * 50)
    assert found.value == found.high == math.inf
    # Wilson's bound for 50 of 50 is 50 / (50 + 1.96 ** 2).
    assert found.low == pytest.approx(elo(50 / (50 + 1.959964**2)), abs=0.01)


def test_errors_come_from_the_variance_of_pairs() -> None:
    pairs = [value for value, count in EVENLY.items() for _ in range(count)]
    mean = sum(pairs) / len(pairs)
    variance = sum((pair - mean) ** 2 for pair in pairs) / (len(pairs) - 1)
    half = 1.96 * math.sqrt(variance / len(pairs))
    found = score(pairs)
    assert found.value == pytest.approx(mean)
    assert found.low == pytest.approx(mean - half, abs=2e-4)
    assert found.high == pytest.approx(mean + half, abs=2e-4)


def test_pairs_that_are_always_shared_know_more_than_single_games() -> None:
    wide, narrow = score([0.0, 1.0] * 50), score([0.25, 0.75] * 50)
    assert wide.value == narrow.value == 0.5
    assert wide.high - wide.low > 1.9 * (narrow.high - narrow.low)


def test_nothing_is_known_before_the_first_round() -> None:
    assert score([]) == Estimate(0.5, 0.0, 1.0)


def test_95_of_100_intervals_hold_the_truth() -> None:
    chance, held = random.Random(1), 0
    for _ in range(1_000):
        games = [chance.random() < 0.8 for _ in range(200)]
        found = score([(a + b) / 2 for a, b in pairwise(games)][::2])
        held += found.low <= 0.8 <= found.high
    assert 930 <= held <= 970


def test_the_ratio_agrees_with_its_normal_approximation() -> None:
    total = sum(EVENLY.values())
    mean = sum(v * n for v, n in EVENLY.items()) / total
    variance = sum(n * (v - mean) ** 2 for v, n in EVENLY.items()) / total
    low, high = expect_score(0), expect_score(5)
    normal = total * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert Sprt(0, 5).ratio(EVENLY) == pytest.approx(normal, rel=0.01)


def test_the_ratio_is_the_exact_one_where_outcomes_are_two() -> None:
    # Only won and lost pairs: the distributions of both means are known without any search.
    pairs, low, high = {0.0: 4_000, 1.0: 6_000}, expect_score(0), expect_score(100)
    exact = 6_000 * math.log(high / low) + 4_000 * math.log((1 - high) / (1 - low))
    assert Sprt(0, 100).ratio(pairs) == pytest.approx(exact, rel=1e-3)


def test_the_test_accepts_what_is_true_and_errs_seldom() -> None:
    chance, wrong = random.Random(2), 0
    for _ in range(200):
        pairs, sprt = dict.fromkeys(EVENLY, 0), Sprt(0, 100)
        while (accepted := sprt.decide(pairs)) is None:
            share = (chance.random() < expect_score(0)) + (chance.random() < expect_score(0))
            pairs[share / 2] += 1
        wrong += accepted != 0
    assert wrong <= 20


def test_the_test_does_not_decide_on_nothing() -> None:
    assert Sprt(0, 10).decide({}) is None
    assert Sprt(-5, 5).ratio({0.5: 10}) == pytest.approx(0)


def test_bradley_terry_of_two_is_the_elo_of_their_score() -> None:
    games = [RatedGame(n, (0, 1), (float(n % 4 != 0), float(n % 4 == 0))) for n in range(40)]
    first, second = bradley_terry(games, 2, prior=0)
    assert first.value - second.value == pytest.approx(elo(0.75), abs=1e-3)
    assert first.value == pytest.approx(-second.value)


@pytest.mark.parametrize("seatings", [((0, 1), (1, 2), (0, 2)), ((0, 1, 2),), ((0, 1, 2, 2),)])
def test_strengths_that_made_the_shares_are_found_again(
    seatings: tuple[tuple[int, ...], ...],
) -> None:
    weights = (4.0, 2.0, 1.0)
    games = []
    for nth, seating in enumerate(seatings * 10):
        total = sum(weights[who] for who in seating)
        shares = tuple(weights[who] / total for who in seating)
        games.append(RatedGame(nth // len(seatings), seating, shares))
    found = [estimate.value for estimate in bradley_terry(games, 3, prior=0)]
    double = 400 * math.log10(2)
    assert found == pytest.approx([double, 0, -double], abs=0.01)


def test_the_error_of_bradley_terry_is_that_of_the_pairs() -> None:
    chance, games, pairs = random.Random(3), list[RatedGame](), list[float]()
    for number in range(1_000):
        won = [float(chance.random() < 0.7) for _ in range(2)]
        games += [
            RatedGame(number, (0, 1), (won[0], 1 - won[0])),
            RatedGame(number, (1, 0), (1 - won[1], won[1])),
        ]
        pairs.append(sum(won) / 2)
    first, second = bradley_terry(games, 2)
    known = elo_of_pairs(pairs)
    assert first.value - second.value == pytest.approx(known.value, abs=1)
    # Both stand as far from their average as half of what lies between them.
    assert 2 * (first.high - first.low) == pytest.approx(known.high - known.low, rel=0.02)


def test_who_always_loses_is_weaker_by_something_finite() -> None:
    games = [RatedGame(n, (0, 1, 2), (float(n % 2), float(1 - n % 2), 0.0)) for n in range(20)]
    strong, alike, weak = bradley_terry(games, 3)
    assert strong.value == pytest.approx(alike.value, abs=1e-6)
    assert -2_000 < weak.value < strong.value - 300


def test_one_round_says_nothing_about_errors() -> None:
    assert bradley_terry([RatedGame(0, (0, 1), (1.0, 0.0))], 2)[0].high == math.inf
