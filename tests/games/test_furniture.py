"""Every game of the package has the same files, so that a reader of one knows the others."""

from __future__ import annotations

from pathlib import Path

import pytest

GAMES = Path(__file__).parents[2] / "src/tretorri/games"
FILES = {
    "__init__.py",
    "board.py",
    "editor.py",
    "estimate.py",
    "game.py",
    "levels.toml",
    "material.toml",
    "notation.py",
    "position.py",
    "reading.py",
    "refusals.py",
    "scene.py",
    "words.py",
}
FOLDERS = {"lesson", "native", "rulebook", "rules", "words"}


@pytest.mark.parametrize("game", sorted(p.parent.name for p in GAMES.glob("*/__init__.py")))
def test_a_game_has_the_files_that_every_game_has(game: str) -> None:
    entries = [entry for entry in (GAMES / game).iterdir() if entry.name != "__pycache__"]
    assert {entry.name for entry in entries if entry.is_file()} == FILES
    assert {entry.name for entry in entries if entry.is_dir()} == FOLDERS


def test_the_guide_for_authors_lists_the_files_of_a_game() -> None:
    guide = (GAMES.parents[2] / "docs/how-to/add-a-game.md").read_text(encoding="utf-8")
    missing = {name for name in FILES | {f"{folder}/" for folder in FOLDERS} if name not in guide}
    assert missing == set()
