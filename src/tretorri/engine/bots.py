"""Bots: one plays at random, one looks to the end of its own turn, others ask the engine.

A bot has no memory: what it chooses depends on the position and its seed alone, so that a game
can be taken up again at any point, and the same seeds play the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import NamedTuple, Protocol

from tretorri.core.errors import InvalidOption
from tretorri.core.game import Action, Position, Turn
from tretorri.core.words import Reason, excerpt
from tretorri.engine.fallback import needs_fallback
from tretorri.engine.levels import LEVELS, level_turn, levels
from tretorri.engine.search import best_turn

GREEDY_POSITIONS = 4_000
"""About how many positions the greedy bot looks at, besides those after its next action."""
WIN_ESTIMATE = 1.0
ENGINE_NODES = 50_000


class Bot(Protocol):
    """A player that chooses turns in a running game."""

    def choose(self, position: Position) -> Turn:
        """Return a whole turn, or the rest of one that has begun."""


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Choose each action at random, all with equal probability.

    >>> import tretorri
    >>> start = tretorri.game("volterra").start()
    >>> start.play_turn(RandomBot(seed=1).choose(start)).to_move
    'l'
    """

    seed: int

    def choose(self, position: Position) -> Turn:
        """Return a whole turn, or the rest of one that has begun."""
        dice, actions, after = _dice(self.seed, position), list[Action](), position
        while not actions or not position.ends_turn(after):
            actions.append(dice.choice(after.actions()))
            after = after.play(actions[-1])
        return Turn(tuple(actions))


class _Step(NamedTuple):
    """A begun turn looked at: what it is worth, by lot among equals, and its actions so far."""

    worth: float
    lot: float
    position: Position
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """Choose the turn with the best estimate for the seat to move.

    If there are few turns, all are compared; otherwise only the most promising first actions are
    extended, fewer with each further action. A win within the turn is played when found.
    """

    seed: int

    def choose(self, position: Position) -> Turn:
        """Return a whole turn, or the rest of one that has begun."""
        dice = _dice(self.seed, position)
        whole, begun, allowance = list[_Step](), list(_steps(position, (), dice)), GREEDY_POSITIONS
        while begun:
            whole += [step for step in begun if position.ends_turn(step.position)]
            if any(step.position.is_over and step.worth == WIN_ESTIMATE for step in whole):
                break
            begun = [step for step in begun if not position.ends_turn(step.position)]
            allowance //= 2
            begun = _extend(sorted(begun, key=_order, reverse=True), allowance, dice)
        return Turn(max(whole, key=_order).actions)


def _extend(begun: Iterable[_Step], allowance: int, dice: Random) -> list[_Step]:
    """Return the steps after the best beginnings: about *allowance*, and those after the best."""
    further: list[_Step] = []
    for step in begun:
        further += _steps(step.position, step.actions, dice)
        if len(further) >= allowance:
            break
    return further


def _steps(position: Position, begun: tuple[Action, ...], dice: Random) -> Iterator[_Step]:
    """Yield a step for each action of *position*, judged for the mover."""
    for action in position.actions():
        after = position.play(action)
        yield _Step(after.estimate(position.mover), dice.random(), after, (*begun, action))


def _order(step: _Step) -> tuple[float, float]:
    return step.worth, step.lot


def _dice(seed: int, position: Position) -> Random:
    return Random(f"{seed} {position}")  # noqa: S311 - repeatable play is meant, not secrets


@dataclass(frozen=True, slots=True)
class EngineBot:
    """The engine with a fixed number of nodes, which plays the same on every machine."""

    seed: int

    def choose(self, position: Position) -> Turn:
        """Return a whole turn, or the rest of one that has begun."""
        is_slow = needs_fallback(position.game.id)
        nodes = levels(position)[-1].nodes if is_slow else ENGINE_NODES
        return best_turn(position, nodes=nodes, seed=self.seed)


@dataclass(frozen=True, slots=True)
class LevelBot:
    """Play as one of the engine's levels."""

    level: int
    seed: int

    def choose(self, position: Position) -> Turn:
        """Return a whole turn, or the rest of one that has begun."""
        return level_turn(position, self.level, seed=self.seed)


BOTS: Mapping[str, type[RandomBot] | type[GreedyBot]] = {"random": RandomBot, "greedy": GreedyBot}
OPPONENTS: Mapping[str, Callable[[int], Bot]] = {
    **BOTS,
    "engine": EngineBot,
    **{f"level:{level}": partial(LevelBot, level) for level in range(1, LEVELS + 1)},
}


def bot(name: str, seed: int) -> Bot:
    """Return the bot of this name.

    >>> bot("greedy", seed=7)
    GreedyBot(seed=7)
    """
    if name not in OPPONENTS:
        names = ", ".join(OPPONENTS)
        raise InvalidOption(Reason("core.unknown-bot", {"name": excerpt(name), "names": names}))
    return OPPONENTS[name](seed)
