"""The fallback engine: UCT in plain Python, for games without a native twin.

It knows nothing of a game but its *Position*: it plays random games from the leaves of a tree of
actions, and goes where each seat wins most. It is slow, but follows the rules exactly; a win that
it proves is one. The same position, nodes and seed give the same answer.

A node is a position that was made, in the tree or in a random game. The tree keeps a share of the
win for each seat, so that two to four seats are searched in the same way.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from operator import add
from random import Random
from typing import Any, TypeAlias

from tretorri.core.errors import IllegalAction
from tretorri.core.game import Action, Position
from tretorri.core.registry import find
from tretorri.core.words import Reason
from tretorri.engine.native import has_search

EXPLORATION = 0.8
WIDENING = 4.0  # a node with n visits has tried at most WIDENING * sqrt(n) of its actions
MAX_PLAYOUT_ACTIONS = 60
MAX_PLAYOUT_LISTED = 2_000  # actions listed in one random game; then the position is estimated
MAX_COMPLETIONS = 50  # actions compared where the tree does not reach the end of a turn
FIRST_REPORT_NODES = 500
NODE_BYTES = 2_000  # about, of a position in the tree
ACTION_BYTES = 250  # about, of each of its listed actions

Shares: TypeAlias = tuple[float, ...]
Answer: TypeAlias = tuple[list[tuple[list[str], Shares, None]], int, int, float, bool, bool]
"""What the native search answers too: lines, depth, nodes, seconds, proven, memory full."""


def needs_fallback(game_id: str) -> bool:
    """Tell whether a game is searched by the fallback engine; *UnknownGame* if there is none.

    >>> needs_fallback("volterra")
    False
    """
    return not has_search(find(game_id).id)


@dataclass(slots=True, eq=False)
class _Node:
    """A position in the tree; it is made when it is visited for the second time."""

    action: Action | None
    total: Shares
    proven: Shares | None = None
    ends_turn: bool = False
    visits: int = 0
    position: Position | None = None
    untried: list[Action] = field(default_factory=list)
    children: list[_Node] = field(default_factory=list)

    @property
    def shares(self) -> Shares:
        """Return the expected share of the win for each seat."""
        return self.proven or tuple(total / self.visits for total in self.total)


class FallbackSearch:
    """The search; it keeps nothing between two calls."""

    def __init__(self, memory: int, seed: int) -> None:
        self._memory, self._seed = memory, seed

    def search(
        self,
        position: Position,
        nodes: int,
        seconds: float,
        lines: int,
        *,
        heard: Callable[[Answer], None] | None,
        cpu_time: bool,
    ) -> Answer:
        """Search within limits, of which 0 is none, on one thread.

        The depth of the answer is that of the tree, in actions. Any exception ends the search:
        one of *heard*, of a signal, or of a budget.
        """
        if position.result is not None:
            raise IllegalAction(Reason("core.game-over", {}, position.result.rule))
        tree = _Tree(position, Random(f"{self._seed} {position}"), self._memory)  # noqa: S311
        clock = time.thread_time if cpu_time else time.monotonic
        begin, report = clock(), FIRST_REPORT_NODES
        while True:
            tree.simulate()
            spent = clock() - begin
            is_over = 0 < nodes <= tree.nodes or 0 < seconds <= spent
            if is_over or tree.is_full or tree.root.proven:
                return tree.answer(lines, spent, is_full=tree.is_full and not is_over)
            if heard is not None and tree.nodes >= report:
                report = 2 * tree.nodes
                heard(tree.answer(lines, spent, is_full=False))


class _Tree:
    """The tree of one search."""

    def __init__(self, position: Position, dice: Random, memory: int) -> None:
        self._dice, self._memory = dice, memory
        self._seats, self._mover = position.game.seats, position.mover
        self._places = {seat: place for place, seat in enumerate(self._seats)}
        self.nodes = self.depth = self._bytes = 0
        self.root = _Node(None, (0.0,) * len(self._seats))
        self._grow(self.root, position)

    @property
    def is_full(self) -> bool:
        """Tell whether the tree takes as much memory as it may."""
        return self._bytes > self._memory

    def simulate(self) -> None:
        """Go down to a leaf, play a random game from there, and note who has won."""
        path, shares = [self.root], self.root.proven
        while shares is None:
            node = path[-1]
            position = node.position or self._make(node, path[-2])
            if node.untried and len(node.children) < WIDENING * math.sqrt(node.visits + 1):
                child, shares = self._try(position, node.untried.pop())
                node.children.append(child)
            else:
                child = self._select(node, self._places[position.mover])
                shares = child.proven
            path.append(child)
        self.nodes += 1  # so that a search ends even if it only looks at what it has proven
        self.depth = max(self.depth, len(path) - 1)
        self._note(path, shares)

    def _try(self, position: Position, action: Action) -> tuple[_Node, Shares]:
        """Return the node after an action, with the outcome of a random game from there."""
        after = position.play(action)
        proven = self._final(after) if after.is_over else None
        child = _Node(action, (0.0,) * len(self._seats), proven, position.ends_turn(after))
        return child, proven or self._play_out(after)

    def _make(self, node: _Node, parent: _Node) -> Position:
        """Make the position of a node that has had one visit."""
        before: Any = parent.position
        self.nodes += 1
        return self._grow(node, before.play(node.action))

    def _grow(self, node: _Node, position: Position) -> Position:
        node.position, node.untried = position, list(position.actions())
        self._dice.shuffle(node.untried)  # the order of a list means something
        self._bytes += NODE_BYTES + ACTION_BYTES * len(node.untried)
        return position

    def _select(self, node: _Node, place: int) -> _Node:
        """Return the child that promises most to the seat at *place*, or is least known."""
        scale = EXPLORATION * math.sqrt(math.log(node.visits + 1))

        def promise(child: _Node) -> float:
            doubt = 0.0 if child.proven else scale / math.sqrt(child.visits)
            return child.shares[place] + doubt

        return max(node.children, key=promise)

    def _note(self, path: Sequence[_Node], shares: Shares) -> None:
        """Add the outcome of a simulation to the nodes on its way, and prove what follows."""
        for node in reversed(path):
            node.proven = node.proven or self._prove(node)
            shares = node.proven or shares
            node.visits += 1
            node.total = tuple(map(add, node.total, shares))

    def _prove(self, node: _Node) -> Shares | None:
        """Return the outcome of a node if it is certain.

        The mover takes a win that is proven. If all actions are proven, the best for the mover is
        certain with two seats; with more, only if all outcomes are the same.
        """
        if node.position is None:
            return None
        place = self._places[node.position.mover]
        known = [child.proven for child in node.children if child.proven]
        best = max(known, key=lambda shares: shares[place], default=None)
        if best is None or best[place] == 1.0:
            return best
        is_whole = not node.untried and len(known) == len(node.children)
        is_certain = len(self._seats) == 2 or len(set(known)) == 1
        return best if is_whole and is_certain else None

    def _play_out(self, position: Position) -> Shares:
        """Return the outcome of a random game; a long one is cut short and estimated."""
        listed = 0
        for _ in range(MAX_PLAYOUT_ACTIONS):
            actions = position.actions()
            listed += len(actions)
            if not actions or listed > MAX_PLAYOUT_LISTED:
                break
            position = position.play(self._dice.choice(actions))
            self.nodes += 1
        return self._final(position) if position.is_over else self._estimate(position)

    def _final(self, position: Position) -> Shares:
        winners = (position.result.winners if position.result else ()) or self._seats
        return tuple((seat in winners) / len(winners) for seat in self._seats)

    def _estimate(self, position: Position) -> Shares:
        worth = [1.0 + position.estimate(seat) for seat in self._seats]
        whole = sum(worth)
        equal = 1 / len(worth)
        return tuple(each / whole if whole else equal for each in worth)

    # What was found ---------------------------------------------------------------------------

    def answer(self, lines: int, seconds: float, *, is_full: bool) -> Answer:
        """Return the best lines, one for each outcome of the turn; *seconds* were spent."""
        found = sorted(self._turns(self.root, []), key=self._rank, reverse=True)
        ways = list(islice(_different(found), lines)) or [_way_down([], self.root)]
        told = [(self._complete(way), way[-1].shares, None) for way in ways]
        proven = self.root.proven is not None and max(self.root.proven) == 1.0
        return told, self.depth, self.nodes, seconds, proven, is_full

    def _turns(self, node: _Node, path: list[_Node]) -> Iterator[list[_Node]]:
        """Yield the ways through the tree from the root to the end of the turn."""
        for child in node.children:
            if child.ends_turn:
                yield [*path, child]
            else:
                yield from self._turns(child, [*path, child])

    def _rank(self, way: Sequence[_Node]) -> tuple[float, list[int], float]:
        """Return what orders turns: proven wins, then what was tried most; proven losses last."""
        last, place = way[-1], self._places[self._mover]
        known = 0.0 if last.proven is None else last.proven[place] - 0.5
        return known, [node.visits for node in way], last.shares[place]

    def _complete(self, way: list[_Node]) -> list[str]:
        """Return the turns along a way, and those that would follow most probably."""
        turns, begun = list[str](), list[str]()
        position: Any = self.root.position
        for node in _way_down(way, way[-1]):
            begun.append(str(node.action))
            position = position.play(begun[-1])
            if node.ends_turn:
                turns, begun = [*turns, "+".join(begun)], []
        while not turns:  # the tree does not reach the end of the first turn
            before, action = position, _best_guess(position, self._mover)
            begun.append(str(action))
            position = before.play(action)
            if before.ends_turn(position):
                turns = ["+".join(begun)]
        return turns


def _different(ways: Iterable[list[_Node]]) -> Iterator[list[_Node]]:
    """Yield the ways that lead to different positions, as far as these have been made."""
    seen = set[str]()
    for way in ways:
        made = way[-1].position
        place = str(made) if made else "+".join(str(node.action) for node in way)
        if place not in seen:
            seen.add(place)
            yield way


def _way_down(way: list[_Node], node: _Node) -> list[_Node]:
    """Return a way prolonged from its last node by what was visited most."""
    while node.children:
        node = max(node.children, key=lambda child: child.visits)
        way = [*way, node]
    return way


def _best_guess(position: Position, seat: str) -> Action:
    """Return the action after which the estimate is best, of some if there are many."""
    actions = position.actions()
    some = actions[:: 1 + len(actions) // MAX_COMPLETIONS]
    return max(some, key=lambda action: position.play(action).estimate(seat))


def play_randomly(position: Position, games: int, seed: int) -> tuple[int, int, list[float]]:
    """Play random games; return the number of games and actions, and the wins of each seat."""
    seats, dice = position.game.seats, Random(f"{seed} {position}")  # noqa: S311
    wins, actions = dict.fromkeys(seats, 0.0), 0
    for _ in range(games):
        after = position
        while not after.is_over:
            after = after.play(dice.choice(after.actions()))
            actions += 1
        winners = (after.result.winners if after.result else ()) or seats
        for seat in winners:
            wins[seat] += 1 / len(winners)
    return games, actions, list(wins.values())
