"""How people are asked: at the keyboard, with completion, or from the lines of a script."""

from __future__ import annotations

from collections.abc import Callable
from glob import glob
from types import ModuleType
from typing import Protocol, TextIO

import click

from tretorri.cli.errors import bad_usage
from tretorri.cli.table.table import follow
from tretorri.core.errors import IllegalAction
from tretorri.core.game import Position

MAX_TYPED_CHARS = 10_000
Completer = Callable[[str, str], list[str]]


class Hand(Protocol):
    """The source of what the people at the table type."""

    def ask(self, prompt: str, complete: Completer) -> str | None:
        """Return the next line, or ``None`` when there will be none."""


class Script:
    """A person whose lines are written down."""

    def __init__(self, lines: TextIO) -> None:
        self._lines = lines

    def ask(self, prompt: str, complete: Completer) -> str | None:
        """Return the next line and print it, so that the output reads like a session."""
        line = self._lines.readline(MAX_TYPED_CHARS + 1)
        if len(line) > MAX_TYPED_CHARS:
            raise bad_usage("line-too-long", most=MAX_TYPED_CHARS)
        if not line:
            return None
        click.echo(prompt + line.rstrip("\n"))
        return line


class Keyboard:
    """A person at a terminal; Tab completes where there is readline."""

    def __init__(self) -> None:
        self._readline = _readline()
        self._offers: list[str] = []
        self._complete: Completer = lambda _line, _word: []
        if self._readline:
            self._readline.set_completer_delims(" ")
            self._readline.set_completer(self._offer)

    def ask(self, prompt: str, complete: Completer) -> str | None:
        """Return the next line, or ``None`` after Ctrl-D."""
        self._complete = complete
        try:
            return input(prompt)
        except EOFError:
            click.echo()
            return None

    def _offer(self, word: str, number: int) -> str | None:
        """Return what Tab offers, one by one, as readline asks for it."""
        if number == 0 and self._readline:
            self._offers = self._complete(self._readline.get_line_buffer(), word)
        return self._offers[number] if number < len(self._offers) else None


def _readline() -> ModuleType | None:
    """Return the module that edits lines, made to complete on Tab; some Pythons have none."""
    try:
        import readline  # noqa: PLC0415
    except ImportError:
        return None
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    return readline


def complete_file(begun: str) -> list[str]:
    """Return the files whose names begin so."""
    return sorted(glob(f"{begun}*"))  # noqa: PTH207 - keeps the name as it was begun


def complete_action(position: Position, begun: str) -> list[str]:
    """Return the legal actions that begin so; after ``+`` those that go on with the turn."""
    head, plus, tail = begun.rpartition("+")
    try:
        here = follow(position, head)[-1] if plus else position
    except IllegalAction:
        return []
    if plus and position.ends_turn(here):
        return []
    fits = (str(action) for action in here.actions() if str(action).startswith(tail))
    return [f"{head}{plus}{action}" for action in fits]
