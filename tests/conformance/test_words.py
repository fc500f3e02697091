"""Words files: nothing unused. ``tretorri.testing`` says the same of the words of a game."""

from __future__ import annotations

from pathlib import Path

import tretorri
from tretorri.core.words import catalogue
from tretorri.testing.file_laws import is_named

PACKAGE = Path(tretorri.__file__).parent


def test_every_sentence_of_the_core_is_used() -> None:
    files = (path for path in PACKAGE.rglob("*") if path.suffix in {".py", ".toml"})
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    assert [key for key in catalogue("core") if not is_named(key, text)] == []
