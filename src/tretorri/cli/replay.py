"""``tretorri replay``: step through a recorded game."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from itertools import islice
from typing import IO, Any

import click

from tretorri.cli.errors import BadUsage
from tretorri.cli.language import spoken_language
from tretorri.cli.options import PlainCommand, json_option
from tretorri.cli.output import board
from tretorri.core.errors import InvalidRecord
from tretorri.core.records import Record, RecordedTurn, line_text, read_records, turn_text
from tretorri.core.words import Reason, Text, excerpt

NEXT_KEYS = ("\r", "\n", " ", "n", "\x1b[C", "\x1bOC")
BACK_KEYS = ("b", "\x1b[D", "\x1bOD")
GO_KEY, VARIATIONS_KEY = "g", "v"
QUIT_KEY = "q"
MAX_GAMES = 10**9


@click.command(
    cls=PlainCommand,
    examples=(
        "tretorri replay game.tretorri",
        "tretorri replay games.tretorri --game 2 --at 10",
        "tretorri replay games.tretorri --json",
    ),
    see=("analyse", "check", "show"),
)
@click.argument("file", metavar="FILE")
@click.option(
    "--game",
    "nth",
    type=click.IntRange(1, MAX_GAMES),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of the game in the file.",
)
@click.option("--at", type=click.IntRange(min=1), metavar="TURN", help="Start after this turn.")
@json_option
def replay(file: str, nth: int, at: int | None, as_json: bool) -> None:
    """Step through a recorded game.

    In a terminal, press Enter, Space, n or Right for the next turn, b or Left for the previous
    one, g to go to a turn, v to list the variations and q to quit. Otherwise all turns are printed
    with their boards, or with --json as one object per position. FILE can be - for standard input.
    """
    book = Book(nth_record(file, nth))
    page = 0 if at is None else book.find(at)
    if page is None:
        raise BadUsage(Reason("core.replay-no-turn", {"turn": excerpt(at)}))
    if not as_json and sys.stdin.isatty() and sys.stdout.isatty():
        leaf_through(book, page)
        return
    for number in range(page, len(book)):
        click.echo(json.dumps(book.data(number), ensure_ascii=False) if as_json else book[number])


def nth_record(file: str, nth: int) -> Record:
    """Return the *nth* game of the file; games before it may be damaged."""
    with click.open_file(file, "rb") as stream:
        found = next(islice(_each(stream), nth - 1, None), None)
    if found is None:
        raise BadUsage(Reason("core.replay-no-game", {"number": nth}))
    if isinstance(found, InvalidRecord):
        raise found
    return found


def _each(stream: IO[bytes]) -> Iterator[Record | InvalidRecord]:
    """Yield the records of a file, and for each damaged one its error."""
    errors: list[InvalidRecord] = []
    for record in read_records(stream, strict=False, on_error=errors.append):
        yield from errors
        errors.clear()
        yield record
    yield from errors


class Book:
    """A record as pages: the start, and one page for each turn, with the board after it."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.positions = list(record.positions())
        self._data = record.to_json()

    def __len__(self) -> int:
        return len(self.positions)

    def __getitem__(self, page: int) -> str:
        """Return a page as text."""
        lines = [*self._notes(page), board(self.positions[page].scene(spoken_language()))]
        if page == len(self) - 1 and self.record.outcome:
            lines.append(_sentence("result", result=str(self.record.outcome)))
        return "\n".join((*lines, ""))

    def _notes(self, page: int) -> Iterator[str]:
        """Yield the headers, comments and variations of a page."""
        turn = self.turn(page)
        if turn is None:
            yield from (f"{header.name}: {header.value}" for header in self.record.headers)
        else:
            yield turn_text(turn)
        comment = turn.comment if turn else self.record.line.comment
        if comment:
            yield comment
        if turn and turn.variations:
            yield _sentence("variations", count=len(turn.variations))

    def turn(self, page: int) -> RecordedTurn | None:
        """Return the turn of a page; the first page has none."""
        return self.record.line.turns[page - 1] if page else None

    def find(self, number: int) -> int | None:
        """Return the page of a turn, if it was played."""
        turns = enumerate(self.record.line.turns, 1)
        return next((page for page, turn in turns if turn.number == number), None)

    def variations(self, page: int) -> list[str]:
        """Return the variations of the turn of a page."""
        turn = self.turn(page)
        return [f"({line_text(line)})" for line in turn.variations] if turn else []

    def data(self, page: int) -> dict[str, Any]:
        """Return a page as plain data."""
        position, is_last = self.positions[page], page == len(self) - 1
        return {
            **(self._data["turns"][page - 1] if page else {"turn": None, "text": None}),
            "position": str(position),
            "to_move": position.to_move,
            "result": self._data["result"] if is_last else None,
        }


def _sentence(key: str, **params: str | int) -> str:
    return Text(f"core.replay-{key}", params).sentence(spoken_language())


def leaf_through(book: Book, page: int) -> None:
    """Show pages, following the keys that are pressed, until the user quits."""
    message = ""
    while True:
        click.clear()
        click.echo(book[page])
        click.echo(message or _sentence("keys", page=page, pages=len(book) - 1))
        key = _read_key()
        message = ""
        if key == QUIT_KEY:
            return
        if key in NEXT_KEYS:
            page = min(page + 1, len(book) - 1)
        elif key in BACK_KEYS:
            page = max(page - 1, 0)
        elif key == VARIATIONS_KEY:
            message = "\n".join(book.variations(page)) or _sentence("no-variations")
        elif key == GO_KEY:
            page, message = _go(book, page)


def _read_key() -> str:
    try:
        return click.getchar()
    except EOFError:
        return QUIT_KEY


def _go(book: Book, page: int) -> tuple[int, str]:
    """Ask for a turn; return its page, or this page and an error message."""
    typed = click.prompt(_sentence("which-turn"), default="", show_default=False)
    found = book.find(int(typed)) if re.fullmatch(r"[0-9]{1,6}", typed) else None
    if found is None:
        return page, _sentence("no-turn", turn=excerpt(typed))
    return found, ""
