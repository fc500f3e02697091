"""The line protocol from the inside: a player that other programs drive by lines of text.

``docs/reference/line-protocol.md`` describes it. Lines are read on a separate thread, so that
``stop`` and ``quit`` take effect during a search.
"""

from __future__ import annotations

import _thread
import shlex
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from queue import SimpleQueue
from types import FrameType
from typing import TYPE_CHECKING, Protocol

from tretorri import __version__
from tretorri.arena.players import (
    EnginePlayer,
    PlayerSpec,
    TurnLimits,
    check_engine,
    whole,
    with_limit,
)
from tretorri.core.errors import InvalidOption, TretorriError
from tretorri.core.game import LARGEST_SEED, Game, Position
from tretorri.core.records.draft import DEFAULT_SEED
from tretorri.core.registry import game, games
from tretorri.core.words import Reason, excerpt
from tretorri.engine.bots import BOTS
from tretorri.engine.search import MAX_THREADS

if TYPE_CHECKING:
    from tretorri.engine.search import Analysis

PROTOCOL = 1
MAX_PROTOCOL_LINE_CHARS = 1 << 20
MAX_SKIPPED_LINE_CHARS = 1 << 24  # of a line that is too long
BRIEF_LIMITS = TurnLimits(nodes=1_000)
WAKE_SIGNAL = signal.SIGUSR1


class Source(Protocol):
    """What is needed of a stream to read from."""

    def readline(self, limit: int, /) -> str:
        """Return the next line, or the next *limit* characters of it."""


class SearchStopped(Exception):
    """The host no longer wants to wait for a turn."""


class ProtocolSession:
    """A conversation: what was chosen so far, and the answers to each line."""

    def __init__(self, spec: PlayerSpec, say: Callable[[str], object]) -> None:
        self._player, self._say = EnginePlayer(spec), say
        self._seed = 0
        self._game: Game[Position] | None = None
        self._position: Position | None = None
        self._is_thinking = False
        self.stop = threading.Event()
        self.leave = threading.Event()
        self._commands: dict[str, Callable[[Sequence[str]], None]] = {
            "tretorri": self._greet,
            "isready": self._ready,
            "setoption": self._set_option,
            "newgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": self._nothing,
        }

    def answer(self, line: str) -> None:
        """Do what a line asks; whatever is wrong with it is said in one line."""
        try:
            word, *rest = _words(line) or [""]
            if word not in self._commands:
                known = ", ".join((*self._commands, "quit"))
                raise _wrong("unknown", text=excerpt(word), known=known)
            self._commands[word](rest)
        except TretorriError as error:
            self._say(f"error {' '.join(str(error).split())}")
        except Exception as error:  # a mistake of ours; the host must hear of it
            self._say(f"error {excerpt(f'{type(error).__name__}: {error}')}")

    def interrupt(self, _: int, __: FrameType | None) -> None:
        """Break off the thought, if there is one."""
        if self._is_thinking:
            raise SearchStopped

    def _greet(self, _: Sequence[str]) -> None:
        spec = self._player.spec
        self._say(f"id name Tretorri {spec.name}")
        self._say(f"id version {__version__}")
        self._say(f"id protocol {PROTOCOL}")
        self._say(f"id games {' '.join(games())}")
        self._say(f"option seed {self._seed}")
        self._say(f"option threads {spec.threads}")
        self._say("ok")

    def _ready(self, _: Sequence[str]) -> None:
        self._say("readyok")

    def _nothing(self, _: Sequence[str]) -> None:
        """Do nothing: ``stop`` has been heard already, and nothing is being thought about now."""

    def _set_option(self, words: Sequence[str]) -> None:
        match words:
            case ["seed", text]:
                self._seed = _seed(text)
                self._player.forget(self._seed)
            case ["threads", text]:
                self._set_threads(whole(text, MAX_THREADS))
            case _:
                raise _wrong("option", text=excerpt(" ".join(words)))

    def _set_threads(self, threads: int) -> None:
        spec = replace(self._player.spec, threads=threads)
        check_engine(spec)
        self._player = EnginePlayer(spec)
        self._player.forget(self._seed)

    def _new_game(self, words: Sequence[str]) -> None:
        if not words or not all("=" in word for word in words[1:]):
            raise _wrong("newgame", text=excerpt(" ".join(words)))
        options = dict(word.split("=", 1) for word in words[1:])
        self._game, self._position = game(words[0], **options), None
        self._player.forget(self._seed)

    def _set_position(self, words: Sequence[str]) -> None:
        if self._game is None:
            raise _wrong("no-game")
        match words:
            case ["start", *moves] if not moves or moves[0] == "moves":
                start = self._game.start(DEFAULT_SEED)
            case ["start", seed, *moves]:
                start = self._game.start(_seed(seed))
            case ["text", text, *moves]:
                start = self._game.position(text)
            case _:
                raise _wrong("position")
        if moves and moves[0] != "moves":
            raise _wrong("position")
        self._position = None  # a position that cannot be reached must not leave the old one
        self._position = _after(start, moves[1:])

    def _go(self, words: Sequence[str]) -> None:
        position = self._position
        if position is None or position.is_over:
            raise _wrong("no-position" if position is None else "over")
        limits = TurnLimits()
        for name, value in _in_twos(words):
            limits = with_limit(limits, name, value)
        check_engine(replace(self._player.spec, limits=limits))
        if self.leave.is_set():
            return
        turn = self._choose(position, limits.or_else(self._player.spec.limits))
        if not self.leave.is_set():
            self._say(f"bestturn {turn}")

    def _choose(self, position: Position, limits: TurnLimits) -> str:
        """Return the turn after a full thought or, when stopped, the best so far."""
        found: list[str] = []

        def hear(analysis: Analysis) -> None:
            found[:] = analysis.best.turns[:1]
            self._say(info(analysis))

        try:
            self._is_thinking = True  # before the look at stop, lest one be missed in between
            if not self.stop.is_set():
                return self._player.think(position, limits, hear)
        except SearchStopped:
            pass
        finally:
            self._is_thinking = False
        return found[0] if found else self._brief().think(position, BRIEF_LIMITS)

    def _brief(self) -> EnginePlayer:
        """Return who answers at once: the engine, with few nodes, or chance."""
        spec = self._player.spec
        return EnginePlayer(PlayerSpec("random", "random") if spec.kind in BOTS else spec)


def info(analysis: Analysis) -> str:
    """Return the line that tells what a search has found so far."""
    best = analysis.best
    shares = (f"{seat}={share:.4f}" for seat, share in best.shares.items())
    points = (f"{seat}={number:.1f}" for seat, number in (best.points or {}).items())
    return " ".join(
        (
            f"info depth {analysis.depth} nodes {analysis.nodes} seconds {analysis.seconds:.3f}",
            *(["proven"] if analysis.proven else []),
            *(["memoryfull"] if analysis.memory_full else []),
            *("shares", *shares),
            *(("points", *points) if best.points else ()),
            *("line", *best.turns),
        )
    )


def _words(line: str) -> list[str]:
    if len(line) > MAX_PROTOCOL_LINE_CHARS:
        raise _wrong("long", most=MAX_PROTOCOL_LINE_CHARS)
    try:
        return shlex.split(line)
    except ValueError as error:
        raise _wrong("quotes") from error


def _seed(text: str) -> int:
    return 0 if text == "0" else whole(text, LARGEST_SEED)


def _in_twos(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    if len(words) % 2:
        raise _wrong("go", text=excerpt(" ".join(words)))
    return zip(words[::2], words[1::2], strict=True)


def _after(position: Position, turns: Sequence[str]) -> Position:
    """Return the position after whole turns; the last may be unfinished, with ``+`` behind."""
    for turn in turns[:-1]:
        position = position.play_turn(turn)
    for turn in turns[-1:]:
        if not turn.endswith("+"):
            return position.play_turn(turn)
        for action in turn.removesuffix("+").split("+"):
            position = position.play(action)
    return position


def _wrong(key: str, **params: str | int) -> InvalidOption:
    return InvalidOption(Reason(f"core.protocol-{key}", params))


def converse(spec: PlayerSpec, source: Source, say: Callable[[str], object]) -> None:
    """Answer the lines of *source* until it ends or says ``quit``, which breaks searches off.

    It must be called on the main thread, the only one that hears when it is to stop thinking.
    """
    session, lines = ProtocolSession(spec, say), SimpleQueue[str]()
    with _interruptible(session):
        threading.Thread(target=_listen, args=(source, lines, session), daemon=True).start()
        while line := lines.get():
            if line.strip():
                session.answer(line)


@contextmanager
def _interruptible(session: ProtocolSession) -> Iterator[None]:
    """Let the session hear when it is to break off a thought."""
    before = signal.signal(WAKE_SIGNAL, session.interrupt)
    try:
        yield
    finally:
        signal.signal(WAKE_SIGNAL, before)


def _listen(source: Source, lines: SimpleQueue[str], session: ProtocolSession) -> None:
    """Pass lines on; what cannot wait for its turn is said at once. An empty line is the end."""
    for line in _lines(source):
        word = line.strip()
        if word == "quit":
            session.leave.set()
            session.stop.set()
            break
        if word.startswith("go"):
            session.stop.clear()
        if word == "stop":
            session.stop.set()
            _thread.interrupt_main(WAKE_SIGNAL)
        lines.put(line)
    lines.put("")
    if session.leave.is_set():
        _thread.interrupt_main(WAKE_SIGNAL)


def _lines(source: Source) -> Iterator[str]:
    """Yield the lines; of one that is far too long, the beginning; one without end is the last."""
    while line := source.readline(MAX_PROTOCOL_LINE_CHARS + 1):
        yield line
        skipped, piece = 0, line
        while len(piece) > MAX_PROTOCOL_LINE_CHARS and not piece.endswith("\n"):
            piece = source.readline(MAX_PROTOCOL_LINE_CHARS + 1)
            skipped += len(piece)
            if skipped > MAX_SKIPPED_LINE_CHARS:
                return
