"""The documentation as it is written: links lead to files, pictures and rulebooks are current."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest

from tests.docs.pages import BLOCK, OURS, name
from tests.docs.site import DOCS, PROJECT

LINK = re.compile(r'(?:\]\(|src=")([^)"#:]+)[)"#]')
PAGES = [*OURS, *sorted((DOCS / "rules").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    targets = LINK.findall(BLOCK.sub("", page.read_text(encoding="utf-8")))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_pictures_and_rulebooks_are_up_to_date() -> None:
    program = runpy.run_path(str(DOCS / "draw_pictures.py"))
    made = dict(program["files"]())
    assert made
    stale = [path.name for path, text in made.items() if path.read_text("utf-8") != text]
    assert stale == [], "run make pictures"
    there = {*(DOCS / "pictures").iterdir(), *(DOCS / "rules").iterdir()}
    assert there == set(made), "a picture that nothing makes"


@pytest.mark.parametrize("kind", ["tutorials", "how-to", "reference", "explanation", "decisions"])
def test_people_are_named_by_their_role(kind: str) -> None:
    """A player, a spectator, a caller, a host: never somebody or whoever."""
    vague = re.compile(r"\b(?:some|any|every|no)body\b|\bwhoever\b", re.IGNORECASE)
    texts = {path.name: path.read_text("utf-8") for path in (DOCS / kind).glob("*.md")}
    found = {page: vague.findall(BLOCK.sub("", text)) for page, text in texts.items()}
    assert {page: words for page, words in found.items() if words} == {}


@pytest.mark.parametrize(
    "page", ["tutorials/first-game.md", "tutorials/first-bot.md", "how-to/analyse-a-game.md"]
)
def test_what_a_reader_is_to_click_is_on_the_page(page: str) -> None:
    """Words in bold are those of the page in English."""
    words = json.loads((PROJECT / "web" / "src" / "i18n" / "en.json").read_text("utf-8"))
    labels = {text for area in words.values() for text in area.values()}
    bold = set(re.findall(r"\*\*([A-Z][^*]+)\*\*", (DOCS / page).read_text("utf-8")))
    assert bold - labels == set()


def test_what_the_code_says_about_pages_is_true() -> None:
    """Comments and docstrings that name a page of the documentation name one that exists."""
    named = set[str]()
    for folder in ("src", "tests", "benchmarks", "examples", "native", "tools", "deploy"):
        for path in (PROJECT / folder).rglob("*"):
            if path.suffix in {".py", ".hpp", ".cpp", ".toml", ".md", ".env", ".yaml"}:
                named |= set(re.findall(r"\bdocs/[\w/-]+\.md", path.read_text("utf-8")))
    assert [page for page in named if not (PROJECT / page).exists()] == []
