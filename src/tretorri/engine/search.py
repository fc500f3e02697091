"""The engine: the Python interface of the native search, and of the fallback."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from threading import Lock
from typing import Any, Literal, get_args

from tretorri import _native
from tretorri.core.errors import InvalidOption
from tretorri.core.game import Action, Position, Turn
from tretorri.core.words import Reason, Text, excerpt
from tretorri.engine.fallback import FallbackSearch, needs_fallback, play_randomly
from tretorri.engine.native import native, why_unavailable

DEFAULT_MEMORY_BYTES = 64 * 2**20
UCT_MEMORY_BYTES = 512 * 2**20  # plain UCT keeps every action, and VoldéTour has thousands of them
MAX_ENGINE_MEMORY_BYTES = 2**46
MAX_THREADS = 1_024
MAX_SEARCH_DEPTH = 100
DEFAULT_SEARCH_S = 1.0

Clock = Literal["wall", "cpu"]
"""What a second is: one that passes, or one that the thread which answers is at work."""


@dataclass(frozen=True, slots=True)
class SearchLine:
    """A line of play and its value; the first turn may complete an unfinished one.

    *shares* is the expected share of the win for each seat; *points* is the expected score, in
    games that count points.
    """

    turns: tuple[str, ...]
    shares: dict[str, float]
    points: dict[str, float] | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of a search: the best lines, best first; *proven* if the outcome is certain.

    *memory_full* tells that the search ended before its limits because its memory was full.
    """

    lines: tuple[SearchLine, ...]
    depth: int
    nodes: int
    seconds: float
    proven: bool
    memory_full: bool = False

    @property
    def best(self) -> SearchLine:
        """Return the best line."""
        return self.lines[0]

    def to_json(self) -> dict[str, Any]:
        """Return the analysis as plain data."""
        return asdict(self)


Listener = Callable[[Analysis], None]


class Engine:
    """The search engine; it reuses its memory, but every search starts afresh.

    A game without a native twin, or with one that was compiled from another ``material.toml``,
    is searched by the fallback engine, which is slow.

    With one thread, the same position, nodes and seed give the same answer, whatever was searched
    before. *memory* is in bytes; like a number of nodes, it is shared by all *threads*. With the
    *clock* ``"cpu"``, only CPU time of the answering thread counts, so that a busy machine does
    not shorten the search.
    """

    def __init__(
        self,
        game_id: str,
        *,
        memory: int = DEFAULT_MEMORY_BYTES,
        seed: int = 0,
        threads: int = 1,
        clock: Clock = "wall",
    ) -> None:
        self._game_id = game_id
        is_slow = needs_fallback(game_id)
        search = None if is_slow else getattr(_native, f"{game_id}_search")
        _check_memory(memory)
        _check_clock(clock)
        if not 1 <= threads <= MAX_THREADS:
            params: dict[str, str | int | Text] = {"threads": threads, "most": MAX_THREADS}
            raise InvalidOption(Reason("core.bad-threads", params))
        self._search: Any = search(memory, seed) if search else None
        self._fallback = FallbackSearch(memory, seed)
        self._threads, self._clock = threads, clock
        self._one_at_a_time = Lock()

    @property
    def _native_search(self) -> Any:
        if self._search is None:
            game_id = self._game_id
            reason = why_unavailable(game_id) or Reason("core.no-native", {"game": game_id})
            raise InvalidOption(reason)
        return self._search

    def set_weights(self, sets: list[dict[str, int]]) -> None:
        """Evaluate positions with other weights than the built-in ones, as found by tuning."""
        with self._one_at_a_time:
            self._native_search.set_weights(sets)

    def set_option(self, name: str, value: int) -> None:
        """Set what the search of the game lets one choose for measurements."""
        with self._one_at_a_time:
            self._native_search.set_option(name, value)

    def analyse(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        lines: int = 1,
        listener: Listener | None = None,
    ) -> Analysis:
        """Search a running game within *seconds* or *nodes*; *listener* gets interim results."""
        wanted = _limits(nodes, seconds)
        if lines < 1:
            raise InvalidOption(Reason("core.bad-limits"))
        seats = position.game.seats

        def hear(answer: Any) -> None:
            if listener is not None:
                listener(_analysis(answer, seats))

        heard, is_cpu = hear if listener else None, self._clock == "cpu"
        if self._search is None:
            found = self._fallback.search(position, *wanted, lines, heard=heard, cpu_time=is_cpu)
            return _analysis(found, seats)
        twin = native(position)
        with self._one_at_a_time:
            answer = self._search.search(
                twin, *wanted, MAX_SEARCH_DEPTH, lines, heard, self._threads, is_cpu
            )
        return _analysis(answer, seats)


def _limits(nodes: int | None, seconds: float | None) -> tuple[int, float]:
    """Return limits as the native engine wants them, where 0 is none."""
    if nodes is None and seconds is None:
        seconds = DEFAULT_SEARCH_S
    if any(limit is not None and not limit > 0 for limit in (nodes, seconds)):
        raise InvalidOption(Reason("core.bad-limits"))
    return nodes or 0, seconds or 0.0


def _check_memory(memory: int) -> None:
    if not 1 <= memory <= MAX_ENGINE_MEMORY_BYTES:
        raise InvalidOption(
            Reason("core.bad-memory", {"memory": memory, "most": MAX_ENGINE_MEMORY_BYTES})
        )


def _check_clock(clock: Clock) -> None:
    if clock not in get_args(Clock):
        clocks = ", ".join(get_args(Clock))
        raise InvalidOption(Reason("core.bad-clock", {"clock": excerpt(clock), "clocks": clocks}))


def _analysis(answer: Any, seats: tuple[str, ...]) -> Analysis:
    """Return what the native engine says, by seat."""
    lines, depth, nodes, seconds, proven, memory_full = answer
    return Analysis(
        tuple(
            SearchLine(
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
        memory_full,
    )


def analyse(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    lines: int = 1,
    threads: int = 1,
    seed: int = 0,
    memory: int = DEFAULT_MEMORY_BYTES,
    clock: Clock = "wall",
    listener: Listener | None = None,
) -> Analysis:
    """Search a position; without a limit, for one second.

    >>> import tretorri
    >>> found = analyse(tretorri.game("volterra").start(), nodes=2000)
    >>> sum(found.best.shares.values())
    1.0
    """
    engine = Engine(position.game.id, memory=memory, seed=seed, threads=threads, clock=clock)
    return engine.analyse(position, seconds=seconds, nodes=nodes, lines=lines, listener=listener)


def best_turn(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    level: int | None = None,
    threads: int = 1,
    seed: int = 0,
    memory: int = DEFAULT_MEMORY_BYTES,
) -> Turn:
    """Return the best turn found, or the best completion of an unfinished turn.

    A *level* from 1 to 8 plays equally strong on every machine and has its own limits.
    """
    if level is not None:
        return _level_turn(position, level, seconds, nodes, seed)
    found = analyse(
        position, seconds=seconds, nodes=nodes, threads=threads, seed=seed, memory=memory
    )
    return position.parse_turn(found.best.turns[0])[0]


def _level_turn(
    position: Position, level: int, seconds: float | None, nodes: int | None, seed: int
) -> Turn:
    if seconds is not None or nodes is not None:
        raise InvalidOption(Reason("core.level-has-limits"))
    from tretorri.engine.levels import level_turn  # noqa: PLC0415 - it needs this module

    return level_turn(position, level, seed=seed)


def best_action(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    level: int | None = None,
    threads: int = 1,
    seed: int = 0,
    memory: int = DEFAULT_MEMORY_BYTES,
) -> Action:
    """Return the first action of the best turn found."""
    turn = best_turn(
        position,
        seconds=seconds,
        nodes=nodes,
        level=level,
        threads=threads,
        seed=seed,
        memory=memory,
    )
    return turn.actions[0]


def uct_turn(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    seed: int = 0,
    memory: int = UCT_MEMORY_BYTES,
    clock: Clock = "wall",
) -> Turn:
    """Return the turn of plain UCT with random playouts, an opponent to compare with.

    Without a native twin, this is the turn of the fallback engine.

    The limits are for the whole turn, or the rest of one, however many actions it has; nodes are
    simulations.

    >>> import tretorri
    >>> position = tretorri.game("volterra").start()
    >>> position.play_turn(uct_turn(position, nodes=100)).to_move
    'l'
    """
    _check_memory(memory)
    _check_clock(clock)
    wanted = _limits(nodes, seconds)
    if needs_fallback(position.game.id):
        return best_turn(position, nodes=nodes, seconds=seconds, seed=seed, memory=memory)
    actions = native(position).uct_turn(*wanted, clock == "cpu", memory, seed)
    return position.parse_turn("+".join(actions))[0]


@dataclass(frozen=True, slots=True)
class Playouts:
    """The result of random games; shared wins and draws are split among the seats."""

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
    if needs_fallback(position.game.id):
        games, actions, wins = play_randomly(position, n, seed)
    else:
        games, actions, wins = native(position).playouts(n, seed)
    return Playouts(games, actions, dict(zip(position.game.seats, wins, strict=True)))
