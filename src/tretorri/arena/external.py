"""An external program as a player: it speaks the protocol of ``docs/reference/line-protocol.md``.

Whatever it does, it cannot harm the match: it has a deadline for every answer, what it says is
bounded, and it is killed with all its children when it fails and in the end.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from contextlib import suppress
from typing import IO, Literal, cast

from tretorri.arena.players import GameLine, PlayerFailed, PlayerSpec
from tretorri.core.game import Game, Position
from tretorri.core.words import Reason, excerpt
from tretorri.engine.processes import die_with_parent

MAX_PROGRAM_LINE_BYTES = 1 << 16
MAX_PROGRAM_LINES = 100_000
START_TIMEOUT_S = 30.0
"""Seconds to start in, at least: a program may have tables to load."""
EXIT_TIMEOUT_S = 0.5


class ExternalPlayer:
    """A program that is started for its first game, and again whenever it has failed."""

    def __init__(self, spec: PlayerSpec, deadline: float) -> None:
        self._spec = spec
        self._deadline = deadline
        self._program: ExternalProcess | None = None

    def begin(self, game_line: GameLine, seed: int) -> None:
        """Start the program unless it runs, and tell it about the game."""
        limit = time.monotonic() + max(self._deadline, START_TIMEOUT_S)
        program = self._program = self._program or _start(self._spec, limit)
        if program.takes_seed:
            program.send(f"setoption seed {seed}", limit)
        program.send(newgame(game_line.start.game), limit)
        program.send("isready", limit)
        program.expect("readyok", limit)

    def choose(self, game_line: GameLine) -> str:
        """Return the turn that the program answers, legal or not."""
        program = cast("ExternalProcess", self._program)  # begin() has raised otherwise
        thinking = self._spec.limits.seconds or 0.0
        limit = time.monotonic() + self._deadline + thinking
        program.send(position_line(game_line), limit)
        program.send(f"go {self._spec.limits}", limit)
        return program.expect("bestturn", limit)

    def close(self) -> None:
        """End the program; the next game starts it anew."""
        if self._program is not None:
            self._program.end()
        self._program = None


def newgame(game: Game[Position]) -> str:
    """Return the line that chooses a game."""
    return " ".join(("newgame", game.id, *(f"{k}={v}" for k, v in game.options.items())))


def position_line(game_line: GameLine) -> str:
    """Return the line that tells a position with all that led to it."""
    start = f'text "{game_line.start}"' if game_line.seed is None else f"start {game_line.seed}"
    return " ".join(
        (f"position {start}", *(["moves"] if game_line.turns else []), *game_line.turns)
    )


def _start(spec: PlayerSpec, limit: float) -> ExternalProcess:
    program = ExternalProcess(spec.command)
    try:
        program.greet(limit)
    except PlayerFailed:
        program.end()
        raise
    return program


class ExternalProcess:
    """A running program with lines going in and out, none of which is waited for too long."""

    def __init__(self, command: tuple[str, ...]) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - running it is what the user wants
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,  # Ctrl-C is for the match; children can be killed with it
                preexec_fn=die_with_parent,  # noqa: PLW1509 - it only asks the system
            )
        except OSError as error:
            raise _failure("not-started", str(error.strerror)) from error
        self._input = cast("IO[bytes]", self._process.stdin)
        self._output = cast("IO[bytes]", self._process.stdout)
        os.set_blocking(self._input.fileno(), False)
        self._heard = b""
        self.takes_seed = False

    def greet(self, limit: float) -> None:
        """Exchange greetings; whatever it says before them is not listened to."""
        self.send("tretorri", limit)
        for _ in range(MAX_PROGRAM_LINES):
            words = self._line(limit).split()
            if words == ["ok"]:
                return
            if words[:2] == ["option", "seed"]:
                self.takes_seed = True
        raise _failure("talks-too-much")

    def expect(self, word: str, limit: float) -> str:
        """Return what stands behind *word* on the next line that is not ``info``."""
        for _ in range(MAX_PROGRAM_LINES):
            line = self._line(limit)
            first, _, rest = line.partition(" ")
            if first == word:
                return rest.strip()
            if first not in ("info", ""):
                raise _failure("says", line)
        raise _failure("talks-too-much")

    def send(self, line: str, limit: float) -> None:
        """Write a line; a program that does not read runs out of time."""
        data = f"{line}\n".encode()
        while data:
            _wait([], [self._input], limit)
            try:
                data = data[os.write(self._input.fileno(), data) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise self._gone() from error

    def _line(self, limit: float) -> str:
        """Return the next line that the program says."""
        while b"\n" not in self._heard:
            if len(self._heard) > MAX_PROGRAM_LINE_BYTES:
                raise _failure("talks-too-much")
            _wait([self._output], [], limit)
            data = os.read(self._output.fileno(), MAX_PROGRAM_LINE_BYTES)
            if not data:
                raise self._gone()
            self._heard += data
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode(errors="replace").strip()

    def _gone(self) -> PlayerFailed:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_TIMEOUT_S)
        status = self._process.returncode
        return _failure("gone", "" if status is None else str(status))

    def end(self) -> None:
        """Ask the program to leave, then kill it with all its children."""
        with suppress(OSError):
            os.write(self._input.fileno(), b"quit\n")
        self._input.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_TIMEOUT_S)
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._output.close()


def _wait(reading: list[IO[bytes]], writing: list[IO[bytes]], limit: float) -> None:
    """Wait until a stream is ready; fail when the time is over."""
    left = limit - time.monotonic()
    ready = select.select(reading, writing, [], max(0.0, left)) if left > 0 else ([], [], [])
    if not any(ready):
        raise _failure("silent", way="time")


def _failure(
    key: str, text: str = "", way: Literal["time", "abandoned"] = "abandoned"
) -> PlayerFailed:
    return PlayerFailed(Reason(f"core.player-{key}", {"text": excerpt(text)}), way)
