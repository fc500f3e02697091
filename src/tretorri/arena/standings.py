"""The standings of a match: the results of each player, and the strength they show."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from tretorri.arena import ratings
from tretorri.arena.matches import GameResult, Match
from tretorri.arena.ratings import Estimate, Sprt


@dataclass(frozen=True, slots=True)
class Row:
    """The results of one player: games by seat, wins, draws and losses, and strength.

    *draws* are games that the player neither won alone nor lost. *score* is its mean share of the
    win; *elo* is relative to the mean of all players or, between two, to the other one.
    """

    player: str
    games: int
    wins: int
    draws: int
    losses: int
    forfeits: int
    score: Estimate
    elo: Estimate


class Standings:
    """Counts games in the order of the schedule; strength uses whole rounds only."""

    def __init__(self, match: Match, sprt: Sprt | None = None) -> None:
        self.match, self.sprt = match, sprt
        self.games = 0
        self._shares = defaultdict[int, list[float]](list)
        self._forfeits = defaultdict[int, int](int)
        self._begun: list[ratings.RatedGame] = []
        self._outcomes: list[ratings.RatedGame] = []
        self._rounds = [list[float]() for _ in match.players]
        self._pairs = Counter[float]()

    def add(self, game: GameResult) -> None:
        """Count a game."""
        self.games += 1
        for who, share in zip(game.seating, game.shares, strict=True):
            self._shares[who].append(share)
        if game.forfeit is not None:
            self._forfeits[game.seating[game.forfeit]] += 1
        self._begun.append(game.outcome)
        if len(self._begun) == len(self.match.seatings):
            self._end_round()

    def _end_round(self) -> None:
        for who, scores in enumerate(self._rounds):
            got = [
                share
                for game in self._begun
                for seat, share in zip(game.seating, game.shares, strict=True)
                if seat == who
            ]
            scores.append(sum(got) / len(got))
        self._pairs[self._rounds[0][-1]] += 1
        self._outcomes += self._begun
        self._begun = []

    @property
    def ratio(self) -> float | None:
        """Return the current ratio of the sequential test, if there is one."""
        return self.sprt.ratio(self._pairs) if self.sprt else None

    @property
    def accepted(self) -> float | None:
        """Return the Elo that the test has accepted, if any."""
        return self.sprt.decide(self._pairs) if self.sprt else None

    def rows(self) -> list[Row]:
        """Return a row for each player, in the order in which they were named."""
        elos = self._elos()
        return [self._row(who, elos[who]) for who in range(len(self.match.players))]

    def _elos(self) -> list[Estimate]:
        if self.match.are_pairs:
            return [ratings.elo_of_pairs(rounds) for rounds in self._rounds]
        return ratings.bradley_terry(self._outcomes, len(self.match.players))

    def _row(self, who: int, elo: Estimate) -> Row:
        got = self._shares[who]
        wins, losses = got.count(1.0), got.count(0.0)
        return Row(
            self.match.labels[who],
            len(got),
            wins,
            len(got) - wins - losses,
            losses,
            self._forfeits[who],
            ratings.score(self._rounds[who]),
            elo,
        )
