"""Simple bots for any game: one plays at random, one looks to the end of its own turn.

A bot has no memory: what it chooses depends on the position and its seed alone, so that a game
can be taken up again at any point, and the same seeds play the same game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, Protocol

from tretorri.core.errors import InvalidOption
from tretorri.core.game import Action, Position
from tretorri.core.words import Reason, shown

LOOKED_AT = 4_000
"""About how many positions the greedy bot looks at, besides those after its next action."""
WON = 1.0


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
    """An action looked at: what it is worth, by lot among equals, and how the turn began."""

    worth: float
    lot: float
    position: Position
    first: Action


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """Choose the first action of the turn after which the estimate is best for the mover.

    All turns are looked at when there are few; otherwise only the best beginnings are followed,
    fewer the longer the turn gets. A win within the turn is taken as soon as it is seen.
    """

    seed: int

    def choose(self, position: Position) -> Action:
        """Return a legal action."""
        actions = position.actions()
        return actions[0] if len(actions) == 1 else self._best_turn(position).first

    def _best_turn(self, position: Position) -> _Step:
        """Return the last step of the best whole turn found."""
        dice = _dice(self.seed, position)
        whole, begun, allowance = list[_Step](), list(_steps(position, None, dice)), LOOKED_AT
        while begun:
            whole += [step for step in begun if position.ends_turn(step.position)]
            if any(step.position.is_over and step.worth == WON for step in whole):
                break
            begun = [step for step in begun if not position.ends_turn(step.position)]
            allowance //= 2
            begun = _followed(sorted(begun, key=_order, reverse=True), allowance, dice)
        return max(whole, key=_order)


def _followed(begun: Iterable[_Step], allowance: int, dice: Random) -> list[_Step]:
    """Return the steps after the best beginnings: about *allowance*, and those after the best."""
    further: list[_Step] = []
    for step in begun:
        further += _steps(step.position, step.first, dice)
        if len(further) >= allowance:
            break
    return further


def _steps(position: Position, first: Action | None, dice: Random) -> Iterator[_Step]:
    """Yield each action of *position*, judged for the mover."""
    for action in position.actions():
        after = position.play(action)
        yield _Step(after.estimate(position.mover), dice.random(), after, first or action)


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
