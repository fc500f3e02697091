"""Sentences as message keys with parameters, rendered from one words file per language.

Nothing that a player reads is written in code: code names a key such as
``volterra.no-free-side`` with its parameters, and ``words/<language>.json`` in the folder of that
game (``i18n/<language>.json`` for the scope ``core``) holds the sentence.

A language whose words change with their place in the sentence gives a word in several *forms*:
``"red": {"": "rot", "e": "rote", "en": "roten"}``. A sentence asks for one behind a colon, as in
``den {colour:en} Turm``. Each language names its forms as it likes; the empty name is the word as
it stands alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

ENGLISH = "en"
Entry: TypeAlias = str | Mapping[str, str]
"""A sentence or word, or its forms by their names."""
_FOLDERS: dict[str, Path] = {"core": Path(__file__).parent.parent / "i18n"}


def add_words(scope: str, folder: Path) -> None:
    """Register the folder with the words files of *scope*; the registry does so for every game."""
    _FOLDERS[scope] = folder


@cache
def catalogue(scope: str, language: str = ENGLISH) -> Mapping[str, Entry]:
    """Return the sentences of *scope* in *language*, by key.

    A third-party game may have fewer languages than the library; it falls back to English.
    """
    if scope not in _FOLDERS:  # a game whose package was imported without the registry
        import_module("tretorri.core.registry").games()
    path = in_language(_FOLDERS[scope], language, ".json")
    words: dict[str, Entry] = json.loads(path.read_text(encoding="utf-8"))
    return words


def in_language(folder: Path, language: str, ending: str) -> Path:
    """Return the file of *language* in *folder*, or the English one where there is none."""
    path = folder / f"{language}{ending}"
    return path if path.exists() else folder / f"{ENGLISH}{ending}"


@cache
def languages() -> tuple[str, ...]:
    """Return the available languages.

    >>> languages()
    ('de', 'en', 'es', 'fr', 'it')
    """
    return tuple(sorted(path.stem for path in _FOLDERS["core"].glob("*.json")))


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence or word in any language: a key and its parameters.

    A parameter is a plain string or number, or a *Text* that is rendered in the same language.

    >>> Text("core.not-understood", {"text": "e2e4"}).sentence()
    '"e2e4" is not an action of this game'
    """

    key: str
    params: Mapping[str, str | int | Text] = field(default_factory=dict)

    def sentence(self, language: str = ENGLISH, form: str = "") -> str:
        """Return the sentence in *language*, without the rule id."""
        scope, _, name = self.key.partition(".")
        entry = catalogue(scope, language)[name]
        words = {
            k: _Inflected(v, language) if isinstance(v, Text) else v for k, v in self.params.items()
        }
        return (entry if isinstance(entry, str) else entry[form]).format(**words)

    def __str__(self) -> str:
        return self.sentence()


@dataclass(frozen=True, slots=True)
class _Inflected:
    """A text inside a sentence, which asks for the form that it needs."""

    text: Text
    language: str

    def __format__(self, form: str) -> str:
        return self.text.sentence(self.language, form)


@dataclass(frozen=True, slots=True)
class Reason(Text):
    """Why something is rejected: a sentence, and the rule behind it."""

    rule: str | None = None

    def with_rule(self, language: str = ENGLISH) -> str:
        """Return the sentence in *language*, followed by the rule id."""
        said = self.sentence(language)
        return f"{said} [{self.rule}]" if self.rule else said

    def __str__(self) -> str:
        return self.with_rule()


def between_facts(language: str) -> str:
    """Return the separator of listed facts: a semicolon, spaced as usual in *language*."""
    return Text("core.between-facts").sentence(language)


MAX_EXCERPT_CHARS = 40


def excerpt(text: object) -> str:
    """Return *text* cut to what fits into a one-line message, control characters made visible.

    >>> excerpt("a" * 100)
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'
    """
    plain = str(text)
    cut = plain if len(plain) <= MAX_EXCERPT_CHARS else plain[: MAX_EXCERPT_CHARS - 1] + "…"
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in cut)
