"""Draw the pictures of the rulebooks, and lay the rulebooks beside them in ``docs/rules``.

Run by ``make pictures``; with ``--check`` it only tells whether everything is up to date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import tretorri
from tretorri.core.pictures import picture, picture_names
from tretorri.core.registry import folder

DOCS = Path(__file__).parent
MADE_BY = "<!-- made by: make pictures -->\n"
PICTURE = re.compile(r"^!\[(.+)\](\(.+\.svg\))$", re.MULTILINE)


def pictures(game_id: str) -> Iterator[tuple[Path, str]]:
    """Yield each picture that a game's rulebook wants: where it goes, and what it shows."""
    for name in picture_names(game_id):
        drawn = picture(game_id, name).svg()
        yield DOCS / "pictures" / f"{game_id}-{name}.svg", MADE_BY + drawn


def captioned(book: str) -> str:
    """Return a rulebook with the caption of each picture below it, where all can read it."""
    return PICTURE.sub(r"![\1]\2\n\n*\1*", book)


def files() -> Iterator[tuple[Path, str]]:
    """Yield every file that this program makes, with its content."""
    for game_id in tretorri.all_games():
        yield from pictures(game_id)
        for path in sorted((folder(game_id) / "rulebook").glob("*.md")):
            name = game_id if path.stem == "en" else f"{game_id}.{path.stem}"
            yield DOCS / "rules" / f"{name}.md", MADE_BY + captioned(path.read_text("utf-8"))


def main() -> None:
    """Write the files, or with ``--check`` name those that are out of date."""
    for path, content in files():
        if path.is_file() and path.read_text("utf-8") == content:
            continue
        if "--check" in sys.argv:
            sys.exit(f"{path} is out of date: run make pictures")
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
        print(path.relative_to(DOCS.parent))


if __name__ == "__main__":
    main()
