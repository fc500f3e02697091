"""Players of a match: simple bots, the engine with its settings, and external programs.

A player is named on the command line and in records by a text such as ``greedy``,
``engine:nodes=10000``, ``level:3`` or ``external:./program --option``.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from typing import Any, Literal, Protocol

from tretorri.core.errors import InvalidOption, TretorriError
from tretorri.core.game import Position
from tretorri.core.words import Reason, Text, excerpt
from tretorri.engine.bots import BOTS, bot
from tretorri.engine.levels import LEVELS
from tretorri.engine.search import MAX_THREADS

SEARCH_MODULE = "tretorri.engine.search"
UCT = "uct"
EXTERNAL = "external"
KINDS = (*BOTS, "engine", "level", UCT, EXTERNAL)
DEFAULT_NODES = 10_000
MAX_TURN_S = 86_400.0
MAX_NODES = 10**12
_WHOLE = re.compile(r"[1-9][0-9]{0,18}")
_DECIMAL = re.compile(r"[0-9]{1,5}(\.[0-9]{1,9})?")


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """The limits of a turn: nodes, seconds, a level, or several of them."""

    nodes: int | None = None
    seconds: float | None = None
    level: int | None = None

    def or_else(self, fallback: TurnLimits) -> TurnLimits:
        """Return these limits or, if there are none, *fallback*."""
        return fallback if self == TurnLimits() else self

    def __str__(self) -> str:
        named = (("nodes", self.nodes), ("seconds", self.seconds), ("level", self.level))
        return " ".join(f"{name} {value}" for name, value in named if value is not None)


DEFAULT_LIMITS = TurnLimits(nodes=DEFAULT_NODES)


@dataclass(slots=True)
class GameLine:
    """A game as far as it has come; *seed* is ``None`` if it began with a position text."""

    start: Position
    seed: int | None
    position: Position
    turns: list[str] = field(default_factory=list)

    def play(self, turn: str) -> None:
        """Play a whole turn, or raise *IllegalAction*."""
        self.position = self.position.play_turn(turn)
        self.turns.append(turn)


class PlayerFailed(TretorriError):
    """A player cannot go on and has lost; *way* is how a record says it."""

    code = "player-failed"

    def __init__(self, why: Reason, way: Literal["time", "abandoned"] = "abandoned") -> None:
        super().__init__(why)
        self.way = way


class MatchPlayer(Protocol):
    """Chooses turns in a match."""

    def begin(self, game_line: GameLine, seed: int) -> None:
        """Get ready for a game; *seed* is for what the player leaves to chance."""

    def choose(self, game_line: GameLine) -> str:
        """Return a whole turn, or the rest of one that has begun; or raise *PlayerFailed*."""

    def close(self) -> None:
        """Give back whatever the player holds."""


Listener = Callable[[Any], None]
"""Gets what a search has found so far, as *tretorri.engine.search.Analysis*."""


class EnginePlayer:
    """A player inside this process; it has one engine per game, so that games can be repeated."""

    def __init__(self, spec: PlayerSpec) -> None:
        self.spec = spec
        self._seed = 0
        self._engine: Any = None

    def begin(self, game_line: GameLine, seed: int) -> None:
        """Get ready for a game."""
        self.forget(seed)

    def forget(self, seed: int) -> None:
        """Forget all that was thought before; *seed* is for what is left to chance."""
        self._seed, self._engine = seed, None

    def choose(self, game_line: GameLine) -> str:
        """Return a whole turn, or the rest of one that has begun.

        A mistake inside the engine costs it the game, as it would cost any other player.
        """
        try:
            return self.think(game_line.position, self.spec.limits)
        except TretorriError:
            raise
        except Exception as error:
            text = excerpt(f"{type(error).__name__}: {error}")
            raise PlayerFailed(Reason("core.player-crashed", {"text": text})) from error

    def think(
        self, position: Position, limits: TurnLimits, listener: Listener | None = None
    ) -> str:
        """Return a turn for *position* within other limits than usual; only engines heed them."""
        kind, seed = self.spec.kind, self._seed
        if kind in BOTS:
            return str(bot(kind, seed).choose(position))
        search = _search(self.spec.name)
        if limits.level is not None:
            return str(search.best_turn(position, level=limits.level, seed=seed))
        wanted = {"nodes": limits.nodes, "seconds": limits.seconds}
        if kind == UCT:
            return str(search.uct_turn(position, seed=seed, **wanted))
        if self._engine is None:
            threads = {"threads": self.spec.threads} if self.spec.threads > 1 else {}
            self._engine = search.Engine(position.game.id, seed=seed, **threads)
        turn: str = self._engine.analyse(position, listener=listener, **wanted).best.turns[0]
        return turn

    def close(self) -> None:
        """Forget the engine, which holds much memory."""
        self._engine = None


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player as described by its name: kind, limits, and the command of an external one."""

    name: str
    kind: str
    limits: TurnLimits = TurnLimits()
    threads: int = 1
    command: tuple[str, ...] = ()

    def player(self, deadline: float) -> MatchPlayer:
        """Return the player; an external one must answer within *deadline* seconds."""
        if self.kind != EXTERNAL:
            return EnginePlayer(self)
        from tretorri.arena.external import ExternalPlayer  # noqa: PLC0415 - it needs this module

        return ExternalPlayer(self, deadline)


def has_engine() -> bool:
    """Tell whether this version has the engine."""
    return find_spec(SEARCH_MODULE) is not None


def _search(name: str) -> Any:
    """Return the module that searches; it is imported only when it is asked for."""
    if not has_engine():
        raise InvalidOption(Reason("core.no-engine", {"name": excerpt(name)}))
    return import_module(SEARCH_MODULE)


def check_engine(spec: PlayerSpec) -> None:
    """Refuse an engine, a level or threads that this version does not have."""
    if spec.kind in BOTS:
        return
    search = _search(spec.name)
    has_level = "level" in signature(search.best_turn).parameters
    has_threads = "threads" in signature(search.Engine).parameters
    if (
        (spec.kind == UCT and not hasattr(search, "uct_turn"))
        or (spec.limits.level is not None and not has_level)
        or (spec.threads > 1 and not has_threads)
    ):
        raise InvalidOption(Reason("core.no-engine", {"name": excerpt(spec.name)}))


def read_player(name: str, common: TurnLimits = DEFAULT_LIMITS) -> PlayerSpec:
    """Return the player of this name; *common* applies if the name has no limits.

    >>> read_player("engine:nodes=500").limits
    TurnLimits(nodes=500, seconds=None, level=None)
    """
    kind, colon, rest = name.partition(":")
    if kind not in KINDS or not name.isprintable():
        kinds = ", ".join(KINDS)
        raise InvalidOption(Reason("core.unknown-player", {"name": excerpt(name), "kinds": kinds}))
    if kind == EXTERNAL:
        return PlayerSpec(name, kind, common, command=_command(name, rest))
    if kind in BOTS and not colon:
        return PlayerSpec(name, kind)
    text = f"level={rest}" if kind == "level" else rest
    spec = _with_settings(PlayerSpec(name, kind), text)
    check_engine(spec)
    return replace(spec, limits=spec.limits.or_else(common))


def _with_settings(spec: PlayerSpec, text: str) -> PlayerSpec:
    """Return *spec* with what stands behind its kind, such as ``nodes=500,threads=2``."""
    if spec.kind in BOTS:
        raise _bad_spec(spec.name, text)
    for part in filter(None, text.split(",")):
        key, _, value = part.partition("=")
        if key == "threads":
            spec = replace(spec, threads=whole(value, MAX_THREADS))
        else:
            spec = replace(spec, limits=with_limit(spec.limits, key, value))
    return spec


def _bad_spec(name: str, text: str) -> InvalidOption:
    return InvalidOption(Reason("core.bad-player", {"name": excerpt(name), "text": excerpt(text)}))


def with_limit(limits: TurnLimits, key: str, value: str) -> TurnLimits:
    """Return *limits* with one more, written as text."""
    match key:
        case "nodes":
            return replace(limits, nodes=whole(value, MAX_NODES))
        case "seconds":
            return replace(limits, seconds=seconds(value))
        case "level":
            return replace(limits, level=whole(value, LEVELS))
        case _:
            raise InvalidOption(Reason("core.no-limit", {"name": excerpt(key)}))


def whole(text: str, most: int) -> int:
    """Return a number from 1 to *most*, written in plain digits."""
    if not _WHOLE.fullmatch(text) or int(text) > most:
        raise InvalidOption(Reason("core.bad-whole", {"value": excerpt(text), "most": most}))
    return int(text)


def seconds(text: str) -> float:
    """Return a time above 0, in seconds."""
    if not _DECIMAL.fullmatch(text) or not 0 < float(text) <= MAX_TURN_S:
        params: dict[str, str | int | Text] = {"value": excerpt(text), "most": int(MAX_TURN_S)}
        raise InvalidOption(Reason("core.bad-seconds", params))
    return float(text)


def _command(name: str, text: str) -> tuple[str, ...]:
    """Return the words of a command whose program can be run."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise _bad_spec(name, text) from error
    if not words or shutil.which(words[0]) is None:
        program = excerpt(words[0] if words else "")
        raise InvalidOption(Reason("core.no-program", {"program": program}))
    return words
