"""Printing: data on standard output, messages on standard error, colour on terminals."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from tretorri.cli.language import spoken_language
from tretorri.core.scene import Scene
from tretorri.core.words import Text

Style = Callable[[str, str], str]

# Foreground and background by colour role, from the 256 colours that terminals know. Both are
# set, so that a square reads the same on a dark and on a light terminal.
CLEAR_LINE = "\r\x1b[K"
COLOURS = {
    "dark": (230, 94),
    "light": (58, 223),
    "black": (255, 237),
    "white": (235, 253),
    "violet": (255, 91),
    "red": (255, 124),
    "blue": (255, 25),
    "green": (255, 22),
    "yellow": (52, 220),
}


def is_coloured() -> bool:
    """Tell whether standard output is a terminal and colour is not turned off."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and sys.stdout.isatty()


def paint(text: str, role: str) -> str:
    """Return *text* in the colours of a colour role; an unknown role stays plain."""
    if role not in COLOURS:
        return text
    ink, ground = COLOURS[role]
    return click.style(text, fg=ink, bg=ground)


def board(scene: Scene) -> str:
    """Return the board as text, in colour on a terminal."""
    from tretorri.core.text_board import draw  # noqa: PLC0415 - slow to import

    return draw(scene, paint if is_coloured() else None)


def spoken(scene: Scene) -> str:
    """Return the board in words, for screen readers."""
    from tretorri.core import text_board  # noqa: PLC0415

    return text_board.spoken(scene)


def say(key: str, **params: str | int | Text) -> None:
    """Print a message on standard error."""
    click.echo(sentence(key, **params), err=True)


def sentence(key: str, **params: str | int | Text) -> str:
    """Return the sentence ``core.cli-<key>`` in the language of the output."""
    return Text(f"core.cli-{key}", params).sentence(spoken_language())


@contextmanager
def waiting(message: str) -> Iterator[None]:
    """Show a message on the terminal while the body runs."""
    is_seen = sys.stderr.isatty()
    if is_seen:
        click.echo(message, err=True, nl=False)
    try:
        yield
    finally:
        if is_seen:
            click.echo(f"\r{' ' * len(message)}\r", err=True, nl=False)


def print_json(value: Any) -> None:
    """Print plain data as JSON."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows in columns as wide as their longest entry."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())
