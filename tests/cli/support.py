"""Run the program: inside this process, as a real one, or at a terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping
from types import TracebackType
from typing import Self

from click.testing import CliRunner, Result

import tretorri
from tests.deadlines import Deadline, deadline
from tretorri.cli.main import program

COMMAND = [sys.executable, "-m", "tretorri"]
DARK, LIGHT = (str(tretorri.game("volterra").seat_name(seat)) for seat in "dl")
TAKE_TERMINAL = """
import fcntl, os, signal, sys, termios
signal.signal(signal.SIGINT, signal.SIG_DFL)  # a parent in the background may ignore it
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C reaches the program
os.execv(sys.argv[1], sys.argv[1:])
"""
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def run(*args: str, typed: str | None = None) -> Result:
    """Run the program inside this process."""
    return CliRunner().invoke(program, args, input=typed)


def process(*args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program as a process of its own."""
    return subprocess.run(
        [*COMMAND, *args],
        input=typed,
        capture_output=True,
        text=True,
        timeout=deadline(),
        check=False,
    )


def examples(name: str) -> list[list[str]]:
    """Return the words of each example in the help page of a command, after ``tretorri``."""
    page = run(name, "--help").stdout
    lines = page.partition("Examples:\n")[2].partition("\n\n")[0].splitlines()
    commands = (re.sub(r".*\||[<>].*", "", line) for line in lines)
    return [shlex.split(command)[1:] for command in commands if "tretorri" in command]


class Terminal:
    """The program at a terminal, and a user who reads and types."""

    def __init__(self, *args: str, **environment: str) -> None:
        ours, theirs = pty.openpty()
        env: Mapping[str, str] = {**os.environ, "TERM": "xterm-256color", **environment}
        self._process = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, *COMMAND, *args],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=env,
            start_new_session=True,
        )
        os.close(theirs)
        self._terminal = ours
        self._bytes = b""
        self._read = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._terminal)

    def read(self, wanted: str) -> str:
        """Return what appears up to and with *wanted*; colours are left out."""
        end_of_wait = Deadline()
        while wanted not in self._new():
            assert not end_of_wait.has_passed, f"no {wanted!r} in {self._new()!r}"
            self._receive()
        text = self._new()
        end = text.index(wanted) + len(wanted)
        self._read += end
        return text[:end]

    def type(self, line: str, end: str = "\r") -> None:
        """Type a line."""
        self.press((line + end).encode())

    def press(self, keys: bytes) -> None:
        """Press any keys."""
        os.write(self._terminal, keys)

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self.press(b"\x03")

    def kill(self) -> None:
        """Let the program crash."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def ends(self) -> int:
        """Return the exit status, after reading what is still printed."""
        assert self._ends_within(Deadline()), f"still running after {self._new()!r}"
        self._receive()
        return self._process.returncode

    def ends_by_ctrl_c(self) -> int:
        """Press Ctrl-C, and again if that goes unheard; return the exit status.

        Python's line editor misses a signal that comes between its prompt and its first wait for
        a key: only another key wakes it.
        """
        for _ in range(5):
            self.interrupt()
            if self._ends_within(Deadline(3)):
                break
        return self.ends()

    def _ends_within(self, deadline: Deadline) -> bool:
        while self._process.poll() is None and not deadline.has_passed:
            self._receive()
        return self._process.poll() is not None

    def rest(self) -> str:
        """Return what was printed and not yet read."""
        return self._new()

    @property
    def raw(self) -> str:
        """Return all that was printed, colours and all."""
        return self._bytes.decode(errors="replace")

    def _new(self) -> str:
        return _ESCAPES.sub("", self.raw).replace("\r\n", "\n")[self._read :]

    def _receive(self) -> None:
        if select.select([self._terminal], [], [], 0.1)[0]:
            try:
                self._bytes += os.read(self._terminal, 65536)
            except OSError:  # Linux says so when the other side has gone
                return
