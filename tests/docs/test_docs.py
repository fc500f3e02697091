"""The documentation: links lead somewhere, pictures and rulebooks are the newest."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from tests.settings import TESTS

PROJECT = TESTS.parent
PAGES = [*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md"), *PROJECT.glob("benchmarks/*.md")]
LINK = re.compile(r'(?:\]\(|src=")([^)"#:]+)[)"#]')


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_pictures_and_rulebooks_are_up_to_date() -> None:
    program = runpy.run_path(str(PROJECT / "docs" / "draw_pictures.py"))
    made = dict(program["files"]())
    assert made
    stale = [path.name for path, text in made.items() if path.read_text("utf-8") != text]
    assert stale == [], "run make pictures"
    there = {*(PROJECT / "docs/pictures").iterdir(), *(PROJECT / "docs/rules").iterdir()}
    assert there == set(made), "a picture that nothing makes"
