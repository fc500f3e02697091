"""The pages of the documentation as they are written, and the examples in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.docs.site import DOCS, PROJECT

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
OURS = [
    *sorted(PROJECT.glob("*.md")),
    *sorted(path for path in DOCS.rglob("*.md") if path.parent.name != "rules"),
    *sorted(PROJECT.glob("benchmarks/*.md")),
    *sorted(PROJECT.glob("deploy/*.md")),
]


def name(page: Path) -> str:
    """Return what to call a page in a test."""
    return str(page.relative_to(PROJECT))


def blocks(page: Path, *languages: str) -> Iterator[str]:
    """Yield the blocks of code of a page that are in one of the languages, in order."""
    for language, text in BLOCK.findall(page.read_text("utf-8")):
        if language in languages:
            yield text


def shell_lines(text: str) -> list[str]:
    """Return the commands of a block, one a line, without comments and empty lines."""
    lines = text.replace("\\\n", " ").splitlines()
    return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
