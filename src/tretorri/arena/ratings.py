"""Strength from results: scores with their error, Elo, and a test that stops early.

Games of one opening are not independent of each other, for an opening can favour a seat; so the
unit of all errors here is the *round*: all games of one opening. The formulas are in
``docs/reference/matches.md``.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

QUANTILE = 1.959964  # of the normal distribution: 95 % lie within
ELO_SCALE = 400 / math.log(10)
ERROR_RATE = 0.05  # how often the test may err, either way
UNSEEN_COUNT = 1e-3  # what an outcome counts that was never seen: its chance is small, not zero
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
PRIOR = 1.0  # drawn games against an average player that every player has to begin with
CONVERGENCE = 1e-10
Row = Sequence[float]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and between which it lies with 95 % probability; ends may be infinite."""

    value: float
    low: float
    high: float


def elo(score: float) -> float:
    """Return how much stronger in Elo a player is who scores *score* (0 to 1) in two seats.

    >>> round(elo(0.75), 1), elo(1.0)
    (190.8, inf)
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return ELO_SCALE * math.log(score / (1 - score))


def expect_score(difference: float) -> float:
    """Return the score to expect in two seats of a player stronger by *difference* in Elo.

    >>> round(expect_score(100), 3)
    0.64
    """
    return 1 / (1 + math.exp(-difference / ELO_SCALE))


def score(rounds: Row) -> Estimate:
    """Return the mean of the scores per round (0 to 1) with Wilson's interval.

    The interval takes the number of independent games that would vary as much as the rounds do;
    where they do not vary at all, it is the number of rounds.
    """
    count = len(rounds)
    if not count:
        return Estimate(0.5, 0.0, 1.0)
    mean = math.fsum(rounds) / count
    squares = math.fsum((each - mean) ** 2 for each in rounds)
    games = (
        mean * (1 - mean) * count * (count - 1) / squares if squares > CONVERGENCE else float(count)
    )
    return _wilson(mean, games)


def _wilson(mean: float, games: float) -> Estimate:
    square = QUANTILE**2
    centre = (mean + square / (2 * games)) / (1 + square / games)
    inside = mean * (1 - mean) / games + square / (4 * games**2)
    half = QUANTILE * math.sqrt(inside) / (1 + square / games)
    # The ends are exact where nothing else was ever seen; sums of fractions are not.
    low, high = centre - half if mean > 0 else 0.0, centre + half if mean < 1 else 1.0
    return Estimate(mean, low, high)


def elo_of_pairs(pairs: Row) -> Estimate:
    """Return the Elo difference that the scores of pairs of games with swapped seats show."""
    found = score(pairs)
    return Estimate(elo(found.value), elo(found.low), elo(found.high))


# The test -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of *elo1* against *elo0* that may stop as soon as it knows.

    >>> Sprt(0, 10).bound
    2.9444389791664403
    """

    elo0: float
    elo1: float

    @property
    def bound(self) -> float:
        """Return how large the ratio must get to accept *elo1*; its negative accepts *elo0*."""
        return math.log((1 - ERROR_RATE) / ERROR_RATE)

    def ratio(self, pairs: Mapping[float, int]) -> float:
        """Return the logarithm of how much more likely *pairs*, by score, are with *elo1*."""
        counts = {score: pairs.get(score, 0) + UNSEEN_COUNT for score in PAIR_SCORES}
        total = math.fsum(counts.values())
        weights = {value: count / total for value, count in counts.items()}
        with0, with1 = (_likeliest(weights, expect_score(each)) for each in (self.elo0, self.elo1))
        return total * math.fsum(
            weight * math.log(with1[value] / with0[value]) for value, weight in weights.items()
        )

    def decide(self, pairs: Mapping[float, int]) -> float | None:
        """Return the Elo that is accepted, or ``None`` while neither is."""
        ratio = self.ratio(pairs)
        if abs(ratio) < self.bound:
            return None
        return self.elo1 if ratio > 0 else self.elo0


def _likeliest(weights: Mapping[float, float], mean: float) -> dict[float, float]:
    """Return the distribution of this *mean* under which *weights* are the least surprise.

    It is ``weight / (1 + x (value - mean))``; halving finds the *x* that gives the mean.
    """
    low, high = -1 / (max(weights) - mean), 1 / (mean - min(weights))
    while high - low > CONVERGENCE:
        x = (low + high) / 2
        slope = math.fsum(w * (v - mean) / (1 + x * (v - mean)) for v, w in weights.items())
        low, high = (x, high) if slope > 0 else (low, x)
    return {v: w / (1 + low * (v - mean)) for v, w in weights.items()}


# Several players ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RatedGame:
    """One game: who sat in each seat, what share of the win it got, and the game's round."""

    round: int
    seating: tuple[int, ...]
    shares: tuple[float, ...]


def bradley_terry(games: Sequence[RatedGame], players: int, prior: float = PRIOR) -> list[Estimate]:
    """Return each player's Elo above the average of all.

    The chance of a seat to win is its player's strength divided by the sum over all seats, which
    is the model of Bradley and Terry with two seats and that of Luce with more. Errors come from
    how much the rounds differ.
    """
    strengths = [0.0] * players
    while True:
        slope, curve = _derivatives(games, strengths, prior)
        step = _solve(curve, slope)
        longest = max(map(abs, step))
        shorter = min(1.0, 1.0 / longest) if longest else 1.0
        strengths = [s + shorter * d for s, d in zip(strengths, step, strict=True)]
        if longest < 1e-9:
            return _estimates(games, strengths, curve, prior)


def _surprise(game: RatedGame, strengths: Row) -> tuple[list[float], list[float]]:
    """Return each player's expected share in *game*, and how much more it got."""
    weights = [math.exp(strengths[player]) for player in game.seating]
    total = math.fsum(weights)
    chances, more = [0.0] * len(strengths), [0.0] * len(strengths)
    for player, weight, share in zip(game.seating, weights, game.shares, strict=True):
        chances[player] += weight / total
        more[player] += share - weight / total
    return chances, more


def _derivatives(
    games: Sequence[RatedGame], strengths: Row, prior: float
) -> tuple[list[float], list[list[float]]]:
    """Return slope and negative curvature of the logarithm of the likelihood."""
    players = range(len(strengths))
    # The faint pull to zero makes the average definite where no prior does.
    known = [1 / (1 + math.exp(-s)) for s in strengths]
    slope = [prior * (0.5 - k) - 1e-9 * s for k, s in zip(known, strengths, strict=True)]
    curve = [
        [(prior * known[i] * (1 - known[i]) + 1e-9) * (i == j) for j in players] for i in players
    ]
    for game in games:
        chances, more = _surprise(game, strengths)
        for i in set(game.seating):
            slope[i] += more[i]
            curve[i][i] += chances[i]
            for j in set(game.seating):
                curve[i][j] -= chances[i] * chances[j]
    return slope, curve


def _estimates(
    games: Sequence[RatedGame], strengths: Row, curve: Sequence[Row], prior: float
) -> list[Estimate]:
    """Return strengths as Elo above the average, with errors from the differences of rounds."""
    count = len(strengths)
    rounds = defaultdict[int, list[float]](lambda: [0.0] * count)
    for game in games:
        for player, more in enumerate(_surprise(game, strengths)[1]):
            rounds[game.round][player] += more
    effects = [
        _centre(_solve(curve, each)) for each in (*rounds.values(), *_pulls(strengths, prior))
    ]
    return [
        _around(value, _error([effect[player] for effect in effects], len(rounds)))
        for player, value in enumerate(_centre(strengths))
    ]


def _error(effects: Row, rounds: int) -> float:
    """Return how uncertain a strength is; one round says nothing about that."""
    if rounds < 2:
        return math.inf
    return math.sqrt(rounds / (rounds - 1) * math.fsum(effect**2 for effect in effects))


def _pulls(strengths: Row, prior: float) -> Iterator[list[float]]:
    """Yield what the prior does to each player, as if it were a round.

    Without it, a player who always wins would be known exactly.
    """
    for player, strength in enumerate(strengths):
        pull = prior * (0.5 - 1 / (1 + math.exp(-strength)))
        yield [pull * (player == other) for other in range(len(strengths))]


def _around(value: float, error: float) -> Estimate:
    half = ELO_SCALE * QUANTILE * error
    return Estimate(ELO_SCALE * value, ELO_SCALE * value - half, ELO_SCALE * value + half)


def _centre(values: Row) -> list[float]:
    mean = math.fsum(values) / len(values)
    return [value - mean for value in values]


def _solve(matrix: Sequence[Row], right: Row) -> list[float]:
    """Return the solution of a system of linear equations that has one.

    >>> _solve([[2, 1], [1, 3]], [3, 5])
    [0.8, 1.4]
    """
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = [each / rows[column][column] for each in rows[column]]
        rows = [
            lead if at == column else [a - row[column] * b for a, b in zip(row, lead, strict=True)]
            for at, row in enumerate(rows)
        ]
    return [row[-1] for row in rows]
