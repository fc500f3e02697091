"""The second stage of tuning: weights that foresee the results of the games best.

What the evaluation gives each seat is a sum of features times weights. The chances of the seats
are taken to be in proportion to ``exp(worth)``; the weights that make the results most likely are
found by Newton's method. A pull towards the old weights, as strong as some positions, keeps weights
in place about which the games say nothing. Positions of one game have one result, so a long game
gives no more than some of them. One game in ten is held out: it only judges.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.tune_games import Moment, PlayedGame
from tretorri import _native

HELD_OUT = 10
PULL = 200.0  # positions
MOST_MOMENTS = 20  # of a game
MOST_STEPS = 30
CLOSE = 1e-5
FEWEST = 200  # positions that a set of weights needs
Weights = dict[str, int]
Row = list[float]


@dataclass(frozen=True, slots=True)
class Entropies:
    """Cross entropy per held-out position: knowing nothing, with old, stretched and new weights.

    *stretched* are the old weights in the best proportion to chances: what is gained beyond it is
    gained by other proportions among the weights.
    """

    positions: int
    nothing: float
    old: float
    stretched: float
    new: float


@dataclass(frozen=True, slots=True)
class Fit:
    """What was found for one set of weights."""

    number: int
    positions: int
    weights: Weights
    held_out: Entropies


class Fitter:
    """Finds the weights of a game."""

    def __init__(self, game_id: str, games: Iterable[PlayedGame], pull: float = PULL) -> None:
        kind = getattr(_native, f"{game_id}_samples")
        self.names: list[str] = kind.names
        self.unit: float = kind.unit
        self.compiled: list[Weights] = getattr(_native, f"{game_id}_search")(2**16, 0).weights()
        self._pull = pull
        self._learnt, self._held_out = kind(), kind()
        position = getattr(_native, game_id)
        for game in games:
            samples = self._learnt if game.number % HELD_OUT else self._held_out
            for moment in thinned(game.moments):
                for text in filter(None, (moment.position, moment.leaf)):
                    samples.add(position(text), game.shares)

    def fit(self, old: Sequence[Weights], start: Sequence[Weights]) -> list[Fit]:
        """Return better weights for the sets that the games tell about, drawn towards *start*."""
        found = []
        for number, (before, first) in enumerate(zip(old, start, strict=True)):
            count = self._learnt.look(self._logits(first), number)[0]
            if count < FEWEST:
                continue
            weights = self._best(number, self._logits(first))
            held_out = self._entropies(number, self._logits(before), self._logits(weights))
            found.append(Fit(number, count, weights, held_out))
        return found

    def _logits(self, weights: Weights) -> Row:
        return [weights[name] / self.unit for name in self.names]

    def _best(self, number: int, start: Row) -> Weights:
        """Return the weights of the least entropy and pull together."""
        count, _, _, curve = self._learnt.look(start, number)
        size = len(start)
        pulls = [self._pull * curve[i * size + i] / count + CLOSE for i in range(size)]
        weights, height = start, math.inf
        for _ in range(MOST_STEPS):
            _, entropy, slope, curve = self._learnt.look(weights, number)
            away = [w - s for w, s in zip(weights, start, strict=True)]
            before, height = (
                height,
                entropy + sum(p * a * a / 2 for p, a in zip(pulls, away, strict=True)),
            )
            if before - height < CLOSE * abs(height):
                break
            slopes = [g + p * a for g, p, a in zip(slope, pulls, away, strict=True)]
            rows = [
                [c + pulls[i] * (i == k) for k, c in enumerate(curve[i * size : (i + 1) * size])]
                for i in range(size)
            ]
            weights = [w - d for w, d in zip(weights, solved(rows, slopes), strict=True)]
        return {n: round(w * self.unit) for n, w in zip(self.names, weights, strict=True)}

    def _entropies(self, number: int, old: Row, new: Row | Weights) -> Entropies:
        new = self._logits(new) if isinstance(new, dict) else new
        stretch = self._best_stretch(number, old)
        tried = ([0.0] * len(old), old, [stretch * w for w in old], new)
        looks = [self._held_out.look(weights, number)[:2] for weights in tried]
        return Entropies(looks[0][0], *(sum_ / max(count, 1) for count, sum_ in looks))

    def _best_stretch(self, number: int, weights: Row) -> float:
        """Return by which factor the weights foresee the results best."""
        stretch, size = 1.0, len(weights)
        for _ in range(MOST_STEPS):
            _, _, slope, curve = self._learnt.look([stretch * w for w in weights], number)
            rise = sum(g * w for g, w in zip(slope, weights, strict=True))
            bend = sum(
                curve[i * size + k] * weights[i] * weights[k]
                for i in range(size)
                for k in range(size)
            )
            if bend <= 0 or abs(rise / bend) < CLOSE:
                break
            stretch -= max(-0.5, min(0.5, rise / bend))
        return stretch


def thinned(moments: Sequence[Moment]) -> Sequence[Moment]:
    """Return the moments of a game or, if there are too many, some at even distances."""
    return moments[:: -(-len(moments) // MOST_MOMENTS) or 1]


def solved(rows: Sequence[Row], right: Row) -> Row:
    """Return the solution of a positive definite system of linear equations.

    >>> solved([[2.0, 1.0], [1.0, 3.0]], [3.0, 5.0])
    [0.8, 1.4]
    """
    size = len(right)
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for at in range(size):
        for below in range(at + 1, size):
            factor = table[below][at] / table[at][at]
            if factor:
                table[below] = [
                    a - factor * b for a, b in zip(table[below], table[at], strict=True)
                ]
    answer = [0.0] * size
    for at in reversed(range(size)):
        known = sum(table[at][k] * answer[k] for k in range(at + 1, size))
        answer[at] = (table[at][size] - known) / table[at][at]
    return answer


# Told shares --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bin:
    """Seats that were told a share within a tenth: how many, the mean told, the mean won."""

    count: int
    told: float
    won: float


def reliability(games: Iterable[PlayedGame]) -> list[Bin]:
    """Return, for each tenth of the shares told at the root, what the seats really won."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    for game in games:
        for moment in thinned(game.moments):
            for told, won in zip(moment.told, game.shares, strict=True):
                bins[min(int(10 * told), 9)].append((told, won))
    return [Bin(len(each), _mean(t for t, _ in each), _mean(w for _, w in each)) for each in bins]


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return math.fsum(listed) / len(listed) if listed else math.nan


def best_power(games: Sequence[PlayedGame]) -> float:
    """Return to which power told shares must be raised to foresee results best; 1 is well told."""
    told = [
        ([math.log(max(share, 1e-4)) for share in moment.told], game.shares)
        for game in games
        for moment in thinned(game.moments)
    ]
    return min((power / 20 for power in range(4, 61)), key=lambda power: _surprise(told, power))


def _surprise(told: Sequence[tuple[Row, Any]], power: float) -> float:
    total = 0.0
    for logs, shares in told:
        weights = [power * log for log in logs]
        norm = math.log(sum(map(math.exp, weights)))
        total += sum(share * (norm - w) for w, share in zip(weights, shares, strict=True) if share)
    return total
