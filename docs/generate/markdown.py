"""Small pieces of Markdown that the generated pages share."""

from __future__ import annotations

import html
import re
import textwrap
from collections.abc import Iterable, Sequence

INDENT = "    "


def code(text: str) -> str:
    """Return *text* as a code span that may stand in a table, pipes included."""
    if "|" in text or "`" in text:
        return f"<code>{html.escape(text, quote=False).replace('|', '&#124;')}</code>"
    return f"`{text}`"


def cell(text: str) -> str:
    """Return *text* on one line, with nothing in it that would end a table cell."""
    return re.sub(r"\s+", " ", text).strip().replace("|", "&#124;")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; the cells are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def fenced(text: str, language: str) -> str:
    """Return a block of code."""
    return f"```{language}\n{text.rstrip()}\n```\n"


def prose(docstring: str) -> str:
    """Return a docstring as Markdown: code spans, indented blocks and doctests become code."""
    text = re.sub(r"``(.+?)``", r"`\1`", textwrap.dedent(docstring).strip())
    return "\n\n".join(_part(part) for part in _paragraphs(text)) + "\n"


def _paragraphs(text: str) -> list[str]:
    """Split text at its empty lines, except within indented code."""
    found = list[str]()
    for part in re.split(r"\n{2,}", text):
        if found and found[-1].startswith(INDENT) and part.startswith(INDENT):
            found[-1] += f"\n\n{part}"
        else:
            found.append(part)
    return found


def _part(part: str) -> str:
    if part.lstrip().startswith(">>>"):
        return fenced(textwrap.dedent(part), "python").rstrip()
    if part.startswith(INDENT):
        return fenced(textwrap.dedent(part), "python").rstrip()
    head, doctest, rest = part.partition("\n>>>")
    if doctest:
        return f"{head}\n\n{_part('>>>' + rest)}"
    return part.removesuffix("::") + (":" if part.endswith("::") else "")
