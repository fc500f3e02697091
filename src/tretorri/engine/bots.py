"""Simple bots for any game: one plays at random, one looks to the end of its own turn.

A bot has no memory: what it chooses depends on the position and its seed alone, so that a game
can be taken up again at any point, and the same seeds play the same game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import nlargest
from random import Random
from typing import NamedTuple, Protocol

from tretorri.core.errors import InvalidOption
from tretorri.core.game import Action, Position
from tretorri.core.words import Reason, shown

LOOKED_AT = 6_000
"""About how many positions the greedy bot looks at after each action of its turn."""


class Bot(Protocol):
    """Whoever chooses an action of a running game."""

    def choose(self, position: Position) -> Action:
        """Return a legal action."""


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Choose any legal action, each as likely as the others.

    >>> import tretorri
    >>> start = tretorri.game("volterra").start()
    >>> RandomBot(seed=1).choose(start) in start.actions()
    True
    """

    seed: int

    def choose(self, position: Position) -> Action:
        """Return a legal action."""
        return _dice(self.seed, position).choice(position.actions())


class _Step(NamedTuple):
    """An action looked at: what it is worth, the position after it, how the turn began."""

    worth: float
    lot: float
    position: Position
    first: Action


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """Choose the first action of the turn after which the estimate is best for the mover.

    All turns are looked at when there are few; otherwise only the best beginnings are followed.
    """

    seed: int

    def choose(self, position: Position) -> Action:
        """Return a legal action."""
        actions = position.actions()
        if len(actions) == 1:
            return actions[0]
        return self._best_turn(position, max(1, LOOKED_AT // len(actions))).first

    def _best_turn(self, position: Position, width: int) -> _Step:
        """Return the last step of the best turn found, following *width* beginnings at a time."""
        dice = _dice(self.seed, position)
        whole, begun = list[_Step](), list(_steps(position, position, None, dice))
        while begun:
            whole += [step for step in begun if position.ends_turn(step.position)]
            unfinished = [step for step in begun if not position.ends_turn(step.position)]
            if any(step.position.is_over and step.worth == 1 for step in whole):
                break
            begun = [
                further
                for step in nlargest(width, unfinished, key=_order)
                for further in _steps(position, step.position, step.first, dice)
            ]
        return max(whole, key=_order)


def _steps(
    start: Position, position: Position, first: Action | None, dice: Random
) -> Iterator[_Step]:
    """Yield each action of *position*, judged for the mover of *start*."""
    for action in position.actions():
        after = position.play(action)
        yield _Step(after.estimate(start.mover), dice.random(), after, first or action)


def _order(step: _Step) -> tuple[float, float]:
    return step.worth, step.lot


def _dice(seed: int, position: Position) -> Random:
    return Random(f"{seed} {position}")  # noqa: S311 - repeatable play is meant, not secrets


BOTS: Mapping[str, type[RandomBot] | type[GreedyBot]] = {"random": RandomBot, "greedy": GreedyBot}


def bot(name: str, seed: int) -> Bot:
    """Return the bot of this name.

    >>> bot("greedy", seed=7)
    GreedyBot(seed=7)
    """
    if name not in BOTS:
        names = ", ".join(BOTS)
        raise InvalidOption(Reason("core.unknown-bot", {"name": shown(name), "names": names}))
    return BOTS[name](seed)
