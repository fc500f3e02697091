"""``tretorri rules``: the rulebook in the terminal."""

from __future__ import annotations

import re
import sys

import click

from tretorri.cli.errors import bad_usage
from tretorri.cli.language import spoken_language
from tretorri.cli.options import PlainCommand, game_argument
from tretorri.cli.output import is_coloured
from tretorri.core.pictures import picture
from tretorri.core.registry import folder
from tretorri.core.words import excerpt, in_language

_ITEM = re.compile(r"\n\s*\n|\n(?=\s*[-*] )")
_PICTURE = re.compile(r"^!\[(?P<caption>.*)\]\(.*/[a-z]+-(?P<name>.*)\.svg\)$", re.MULTILINE)


@click.command(
    cls=PlainCommand,
    examples=("tretorri rules GAME", "tretorri rules GAME --language fr"),
    see=("games", "play"),
)
@game_argument()
@click.option("--rule", metavar="ID", help="Print only the rule with this id, as in messages.")
def rules(game_id: str, rule: str | None) -> None:
    """Print the rulebook of GAME, or one rule."""
    book = rulebook(game_id, spoken_language())
    print_markdown(game_id, book if rule is None else one_rule(game_id, book, rule))


def rulebook(game_id: str, language: str) -> str:
    """Return the rulebook of a game as Markdown."""
    path = in_language(folder(game_id) / "rulebook", language, ".md")
    return path.read_text(encoding="utf-8").rstrip()


def one_rule(game_id: str, book: str, rule: str) -> str:
    """Return the paragraph or list item that states a rule, such as ``**[X7]**``."""
    wanted = f"**[{rule.strip('[]').upper()}]**"
    for paragraph in _ITEM.split(book):
        if wanted in paragraph:
            return paragraph.strip()
    raise bad_usage("no-rule", game=game_id, rule=excerpt(rule))


def print_markdown(game_id: str, text: str) -> None:
    """Print part of a rulebook: formatted on a terminal, as plain Markdown elsewhere."""
    if not sys.stdout.isatty():
        click.echo(text)
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import, and seldom needed
    from rich.markdown import Markdown  # noqa: PLC0415

    page = Markdown(with_boards(game_id, text), code_theme="ansi_dark")
    Console(no_color=not is_coloured()).print(page)


def with_boards(game_id: str, text: str) -> str:
    """Return part of a rulebook with its pictures drawn as text."""
    return _PICTURE.sub(
        lambda found: f"```text\n{_board(game_id, found['name'])}\n```\n*{found['caption']}*", text
    )


def _board(game_id: str, name: str) -> str:
    """Return the board of a picture in the rulebook, after the action that the picture marks."""
    return picture(game_id, name).position.text_board().partition("\n\n")[0]
