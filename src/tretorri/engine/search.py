"""The strong engine: the Python face of the native search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from threading import Lock
from typing import Any

from tretorri import _native
from tretorri.core.errors import InvalidOption
from tretorri.core.game import Action, Position, Turn
from tretorri.core.words import Reason
from tretorri.engine.native import native

MEMORY = 64 * 2**20
DEEPEST = 100
USUAL_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play: whole turns (the first may be the rest of one), and what it is worth.

    *shares* is the share of the win that each seat may expect; *points* what it may expect to
    score, in games that count points.
    """

    turns: tuple[str, ...]
    shares: dict[str, float]
    points: dict[str, float] | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search has found: the best lines, best first; *proven* if the result is certain."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float
    proven: bool

    @property
    def best(self) -> Line:
        """Return the best line."""
        return self.lines[0]

    def to_json(self) -> dict[str, Any]:
        """Return the analysis as plain data."""
        return asdict(self)


Listener = Callable[[Analysis], None]


class Engine:
    """A player that thinks; what it has learnt about a game serves its next turns.

    With one engine per game, the same positions, nodes and seed give the same answers.
    """

    def __init__(self, game_id: str, *, memory: int = MEMORY, seed: int = 0) -> None:
        search = getattr(_native, f"{game_id}_search", None)
        if search is None:
            raise InvalidOption(Reason("core.no-native", {"game": game_id}))
        self._search = search(memory, seed)
        self._one_at_a_time = Lock()

    def set_weights(self, sets: list[dict[str, int]]) -> None:
        """Judge positions by other weights than the usual ones; ``benchmarks.tune`` finds them."""
        with self._one_at_a_time:
            self._search.set_weights(sets)

    def use_tree_from(self, seats: int) -> None:
        """Let Towers be searched as a tree from so many seats on, and by alpha-beta below."""
        with self._one_at_a_time:
            self._search.use_tree_from(seats)

    def analyse(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        lines: int = 1,
        listener: Listener | None = None,
    ) -> Analysis:
        """Search a running game within *seconds* or *nodes*; *listener* hears what is found."""
        if nodes is None and seconds is None:
            seconds = USUAL_SECONDS
        if any(limit is not None and not limit > 0 for limit in (nodes, seconds, lines)):
            raise InvalidOption(Reason("core.bad-limits"))
        seats = position.game.seats

        def hear(answer: Any) -> None:
            if listener is not None:
                listener(_analysis(answer, seats))

        twin, heard = native(position), hear if listener else None
        with self._one_at_a_time:
            answer = self._search.search(twin, nodes or 0, seconds or 0.0, DEEPEST, lines, heard)
        return _analysis(answer, seats)


def _analysis(answer: Any, seats: tuple[str, ...]) -> Analysis:
    """Return what the native engine says, by seat."""
    lines, depth, nodes, seconds, proven = answer
    return Analysis(
        tuple(
            Line(
                tuple(turns),
                dict(zip(seats, shares, strict=True)),
                dict(zip(seats, points, strict=True)) if points else None,
            )
            for turns, shares, points in lines
        ),
        depth,
        nodes,
        seconds,
        proven,
    )


def analyse(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    lines: int = 1,
    seed: int = 0,
    memory: int = MEMORY,
    listener: Listener | None = None,
) -> Analysis:
    """Search a position; without a limit for one second.

    >>> import tretorri
    >>> found = analyse(tretorri.game("volterra").start(), nodes=2000)
    >>> sum(found.best.shares.values())
    1.0
    """
    engine = Engine(position.game.id, memory=memory, seed=seed)
    return engine.analyse(position, seconds=seconds, nodes=nodes, lines=lines, listener=listener)


def best_turn(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    seed: int = 0,
    memory: int = MEMORY,
) -> Turn:
    """Return the best turn found, or the best rest of a turn that has begun."""
    found = analyse(position, seconds=seconds, nodes=nodes, seed=seed, memory=memory)
    return position.parse_turn(found.best.turns[0])[0]


def best_action(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    seed: int = 0,
    memory: int = MEMORY,
) -> Action:
    """Return the first action of the best turn found."""
    turn = best_turn(position, seconds=seconds, nodes=nodes, seed=seed, memory=memory)
    return turn.actions[0]


@dataclass(frozen=True, slots=True)
class Playouts:
    """What random games came to; a shared win and a draw are split among the seats."""

    games: int
    actions: int
    wins: dict[str, float]


def playouts(position: Position, n: int, seed: int = 0) -> Playouts:
    """Play *n* random games from *position*.

    >>> import tretorri
    >>> played = playouts(tretorri.game("volterra").start(), 100, seed=1)
    >>> played.games, sum(played.wins.values())
    (100, 100.0)
    """
    games, actions, wins = native(position).playouts(n, seed)
    return Playouts(games, actions, dict(zip(position.game.seats, wins, strict=True)))
