"""The first stage of tuning: games of the engine with itself, kept with their results.

A game begins with a few random turns; later one turn in twelve is random too, so that positions
are seen which good play avoids. Of every turn whose result is not proven, the position and the last
position of the line that was found are kept, and the shares that the engine told.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tretorri
from tretorri import _native

MEMORY = 16 * 2**20
DEEPEST = 100
RANDOM_TURNS = 1 / 12
SURE = 0.99  # a proven share beyond it is the result
Shares = list[float]


@dataclass(frozen=True, slots=True)
class Plan:
    """What games are played; with the same plan every game is the same."""

    game_id: str
    options: tuple[tuple[str, str], ...]
    games: int
    nodes: int
    seed: int

    def chance(self, number: int) -> random.Random:
        """Return what chance decides in a game."""
        return random.Random(f"{self.game_id} {self.options} {self.seed} {number}")


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn of a game: position, last position of the line found if it is running, shares."""

    position: str
    leaf: str | None
    told: Shares


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with the share of the win that each seat got."""

    number: int
    shares: Shares
    moments: list[Moment]

    def to_json(self) -> str:
        """Return the game as one line."""
        moments = [[each.position, each.leaf, each.told] for each in self.moments]
        return json.dumps([self.number, self.shares, moments], separators=(",", ":"))

    @staticmethod
    def from_json(line: str) -> PlayedGame:
        """Read a line."""
        number, shares, moments = json.loads(line)
        return PlayedGame(number, shares, [Moment(*each) for each in moments])


class Table:
    """Plays the games of a plan, one after the other."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._game = tretorri.game(plan.game_id, **dict(plan.options))

    def play(self, number: int) -> PlayedGame:
        """Play a game to its end, or until its result is proven."""
        chance = self.plan.chance(number)
        position = self._opening(chance)
        search = getattr(_native, f"{self.plan.game_id}_search")(MEMORY, number)
        moments: list[Moment] = []
        while position.result is None:
            turns, told, is_proven = _found(search, position, self.plan.nodes)
            if is_proven and max(told) > SURE:
                return PlayedGame(number, [float(round(share)) for share in told], moments)
            if not is_proven:
                moments.append(Moment(str(position), _leaf(position, turns), told))
            position = self._next(position, turns[0], chance)
        return PlayedGame(number, _shares(position, len(self._game.seats)), moments)

    def _opening(self, chance: random.Random) -> Any:
        """Return a running position after a few random turns."""
        while True:
            start = self._game.start(chance.randrange(2**32))
            position = getattr(_native, self.plan.game_id)(str(start))
            for _ in range(chance.randint(1, 2 * len(self._game.seats))):
                if position.result is None:
                    position = _random_turn(position, chance)
            if position.result is None:
                return position

    @staticmethod
    def _next(position: Any, turn: str, chance: random.Random) -> Any:
        """Play the turn, or now and then a random one that does not end the game."""
        if chance.random() < RANDOM_TURNS:
            after = _random_turn(position, chance)
            if after.result is None:
                return after
        return _after(position, turn)


def _found(search: Any, position: Any, nodes: int) -> tuple[list[str], Shares, bool]:
    """Return the best line, the shares it promises, and whether they are proven."""
    lines, _, _, _, is_proven, _ = search.search(position, nodes, 0.0, DEEPEST, 1, None)
    turns, shares, _ = lines[0]
    return turns, [round(share, 4) for share in shares], is_proven


def _after(position: Any, turn: str) -> Any:
    for action in turn.split("+"):
        position = position.play(action)
    return position


def _random_turn(position: Any, chance: random.Random) -> Any:
    turn = position.turn
    while position.result is None and position.turn == turn:
        position = position.play(chance.choice(position.actions()))
    return position


def _leaf(position: Any, turns: list[str]) -> str | None:
    for turn in turns:
        position = _after(position, turn)
    return str(position) if position.result is None else None


def _shares(position: Any, seats: int) -> Shares:
    """Return what each seat has won; in a draw all share it."""
    winners = position.result[0] or range(seats)
    return [(seat in winners) / len(winners) for seat in range(seats)]


def read_games(path: Path) -> Iterator[PlayedGame]:
    """Yield the games of a file; a line that an interruption cut off is left out."""
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.endswith("\n"):
            yield PlayedGame.from_json(line)


def play_missing(plan: Plan, path: Path) -> Iterator[PlayedGame]:
    """Play the games that the file does not have yet, add each to it, and yield it."""
    known = list(read_games(path))
    path.write_text("".join(game.to_json() + "\n" for game in known), encoding="utf-8")
    missing = sorted(set(range(plan.games)) - {game.number for game in known})
    table = Table(plan)
    with path.open("a", encoding="utf-8") as file:
        for number in missing:
            game = table.play(number)
            file.write(game.to_json() + "\n")
            file.flush()
            yield game
