"""Rulebooks as a page shows them: sections of blocks, and blocks of spans.

The books are Markdown of a few kinds only: headings, paragraphs, lists, tables and pictures; bold,
emphasis and code; ``**[V7]**`` where a rule is stated and ``[V7]`` or ``V7`` where it is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field

from tretorri.core.registry import folder
from tretorri.core.words import in_language
from tretorri.server.api.library import find_picture

_HEADING = re.compile(r"^(#{1,6}) +(.+)$", re.MULTILINE)
_STATED = re.compile(r"\*\*\[([A-Z]+[0-9]+)\]\*\*\s*")
_PICTURE = re.compile(r"^!\[(?P<caption>.+)\]\(\.\./pictures/[a-z]+-(?P<name>[a-z-]+)\.svg\)$")
_ITEM = re.compile(r"^- ", re.MULTILINE)
_SPAN = re.compile(
    r"\*\*(?P<strong>.+?)\*\*|\*(?P<emphasis>.+?)\*|`(?P<code>.+?)`|\[?\b(?P<rule>[A-Z][0-9]+)\b\]?"
)
_SIZE = re.compile(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"')

SpanKind = Literal["text", "strong", "emphasis", "code", "rule"]


class Span(BaseModel):
    """A piece of text; one of kind ``rule`` refers to a rule of this rulebook."""

    kind: SpanKind
    text: str


Spans: TypeAlias = list[Span]


class Paragraph(BaseModel):
    """A paragraph; *rule* is the id of the rule that it states, if any."""

    kind: Literal["paragraph"] = "paragraph"
    rule: str | None
    spans: Spans


class ListBlock(BaseModel):
    """A list."""

    kind: Literal["list"] = "list"
    items: list[Paragraph]


class TableBlock(BaseModel):
    """A table with its column headings and its rows of cells."""

    kind: Literal["table"] = "table"
    head: list[Spans]
    rows: list[list[Spans]]


class PictureBlock(BaseModel):
    """A picture with its caption; width and height let a page reserve the space."""

    kind: Literal["picture"] = "picture"
    name: str
    caption: str
    width: float
    height: float


Block = Annotated[Paragraph | ListBlock | TableBlock | PictureBlock, Field(discriminator="kind")]


class Section(BaseModel):
    """A section of a rulebook; *id* is its anchor, *rules* are the ids of its rules."""

    id: str
    level: int
    title: str
    rules: list[str]
    blocks: list[Block]


class Rulebook(BaseModel):
    """The rulebook of a game in one language."""

    game: str
    language: str
    title: str
    sections: list[Section]


@cache
def read_rulebook(game_id: str, language: str) -> Rulebook:
    """Return the rulebook of a game, cut at its headings; one of others may be English only."""
    path = in_language(folder(game_id) / "rulebook", language, ".md")
    sections = list(_Reader(game_id, path.read_text(encoding="utf-8")).sections())
    return Rulebook(game=game_id, language=path.stem, title=sections[0].title, sections=sections)


class _Reader:
    """Reads one book."""

    def __init__(self, game_id: str, text: str) -> None:
        self.game_id = game_id
        self.text = text
        self.rules = set(_STATED.findall(text))

    def sections(self) -> Iterator[Section]:
        """Yield the parts; the anchor of each is its number, alike in every language."""
        headings = list(_HEADING.finditer(self.text))
        ends = [heading.start() for heading in headings[1:]] + [len(self.text)]
        for nth, (heading, end) in enumerate(zip(headings, ends, strict=True)):
            markdown = self.text[heading.end() : end].strip()
            yield Section(
                id=f"section-{nth}",
                level=len(heading[1]),
                title=heading[2].strip(),
                rules=_STATED.findall(markdown),
                blocks=[self.block(part) for part in markdown.split("\n\n") if part],
            )

    def block(self, part: str) -> Block:
        if found := _PICTURE.match(part):
            return self.picture(found["name"], found["caption"])
        if part.startswith("|"):
            return self.table(part)
        if part.startswith("- "):
            items = _ITEM.split(part)[1:]
            return ListBlock(items=[self.paragraph(item) for item in items])
        return self.paragraph(part)

    def picture(self, name: str, caption: str) -> PictureBlock:
        width, height = _picture_size(self.game_id, name)
        return PictureBlock(name=name, caption=caption, width=width, height=height)

    def table(self, part: str) -> TableBlock:
        head, _, *rows = [
            [self.spans(cell.strip()) for cell in line.strip("|").split("|")]
            for line in part.splitlines()
        ]
        return TableBlock(head=head, rows=rows)

    def paragraph(self, part: str) -> Paragraph:
        text = " ".join(part.split())
        stated = _STATED.match(text)
        rest = text[stated.end() :] if stated else text
        return Paragraph(rule=stated[1] if stated else None, spans=self.spans(rest))

    def spans(self, text: str) -> Spans:
        """Cut *text* into spans; what only looks like a rule stays text."""
        spans, at = Spans(), 0
        for found in _SPAN.finditer(text):
            kind = found.lastgroup
            if kind == "rule" and found["rule"] not in self.rules:
                continue
            spans += _span("text", text[at : found.start()])
            spans += _span(kind, found[kind])  # type: ignore[arg-type,index]
            at = found.end()
        return spans + _span("text", text[at:])


@cache
def _picture_size(game_id: str, name: str) -> tuple[float, float]:
    """Return how wide and high a picture is; it is the same in every language."""
    found = _SIZE.search(find_picture(game_id, name).svg(has_legend=False))
    return (float(found[1]), float(found[2])) if found else (1.0, 1.0)


def _span(kind: SpanKind, text: str) -> Spans:
    return [Span(kind=kind, text=text)] if text else []
