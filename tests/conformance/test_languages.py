"""Every language says all that English says, in its own words and its own typography."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter

import pytest

from tests.fourth.registration import register_campanile
from tretorri.core import words
from tretorri.core.registry import folder, games
from tretorri.core.words import ENGLISH, Entry, catalogue, languages

SCOPES = ("core", *games())
OTHERS = tuple(language for language in languages() if language != ENGLISH)
every_scope = pytest.mark.parametrize("scope", SCOPES)
every_language = pytest.mark.parametrize("language", OTHERS)
SQUARE = re.compile(r"\b[a-n][0-9]{1,2}\b")

# What reads the same as in English: signs and names in every language, and words that two
# languages have in common.
SIGNS = {
    "core": {
        "cli-version",
        "cli-match-column-elo",
        "cli-ladder-column-elo",
        "server-and",
        "client-refused",
        "cli-stored-id",
    },
    "towers": {"then", "short", "short-locked", "nothing-special"},
    "voldetour": {"laid"},
}
MARKS = {
    "core": {
        "between-facts",
        "spoken-seat",
        "cli-play-turn",
        "cli-play-turn-begun",
        "cli-match-progress",
    },
    "voldetour": {"square-label"},
}
COMMON = {
    "de": {
        "core": {"cli-ladder-column-name", "cli-stored-name", "cli-stored-size"},
        "voldetour": {"any-block"},
    },
    "es": {"core": {"cli-stored-size"}},
    "fr": {
        "core": {
            "cli-bench-signature",
            "cli-match-column-score",
            "cli-ladder-column-score",
            "cli-stored-options",
        },
        "towers": {"Violet", "violet", "point", "points"},
    },
}
# Which words a parameter can stand for, where a sentence asks for a form of it.
COLOURS = {
    "volterra": ("light", "dark"),
    "towers": ("violet", "red", "blue", "green"),
    "voldetour": ("black", "red", "white", "yellow"),
}
STANDING = ("counter", "neutral", "tower")
STANDS_FOR = {
    "core": {},
    "volterra": {"colour": COLOURS["volterra"], "other": COLOURS["volterra"]},
    "towers": {
        "colour": COLOURS["towers"],
        "tower": STANDING,
        "standing": STANDING,
        "points": ("no-points", "point", "points"),
    },
    "voldetour": {
        "owner": COLOURS["voldetour"],
        "lord": COLOURS["voldetour"],
        "kind": ("block", "stair"),
        "group": ("any-block", "stair"),
    },
}
# Sentences that quote what is typed or written in files, with the straight marks that belong there.
QUOTING = {"record-foreign", "record-bad-header", "protocol-position"}
CODE = re.compile(r"`[^`]*`|\]\(.*?\)|<h:mm.*?>|[0-9]:[0-9]|\{[a-z]+:[^}]+\}")
FRENCH_MARK = re.compile("(.)(?:[;?»]|:(?=[ *]|$))|«(.)", re.MULTILINE)
NARROW_SPACE = "\u202f"


def forms(entry: Entry) -> dict[str, str]:
    """Return the forms of an entry by name; a plain sentence has one without a name."""
    return {"": entry} if isinstance(entry, str) else dict(entry)


def parameters(sentence: str) -> set[tuple[str, str]]:
    """Return the parameters of a sentence, each with the form that is asked for."""
    return {(p, form or "") for _, p, form, _ in Formatter().parse(sentence) if p is not None}


def names(sentence: str) -> set[str]:
    """Return the names of the parameters of a sentence."""
    return {parameter for parameter, _ in parameters(sentence)}


@every_scope
@every_language
def test_every_language_has_the_sentences_of_english(scope: str, language: str) -> None:
    assert (words._FOLDERS[scope] / f"{language}.json").is_file()
    assert list(catalogue(scope, language)) == list(catalogue(scope))


@every_scope
@every_language
def test_every_sentence_has_the_parameters_of_english(scope: str, language: str) -> None:
    english = catalogue(scope)
    for key, entry in catalogue(scope, language).items():
        plain, *others = forms(entry).values()
        assert names(plain) == names(forms(english[key])[""]), key
        assert all(names(other) <= names(plain) for other in others), key


@every_scope
@every_language
def test_nothing_is_left_in_english(scope: str, language: str) -> None:
    english = catalogue(scope)
    same = {k for k, entry in catalogue(scope, language).items() if forms(entry)[""] == english[k]}
    meant = SIGNS.get(scope, set()) | COMMON.get(language, {}).get(scope, set())
    if language != "fr":  # which has a space before these marks
        meant |= MARKS.get(scope, set())
    assert same == meant


@every_scope
@every_language
def test_every_form_that_is_asked_for_is_there_and_no_other(scope: str, language: str) -> None:
    entries, asked = catalogue(scope, language), dict[str, set[str]]()
    for entry in entries.values():
        for sentence in forms(entry).values():
            for parameter, form in parameters(sentence):
                for key in STANDS_FOR.get(scope, {})[parameter] if form else ():
                    asked.setdefault(key, set()).add(form)
    inflected = {
        key: forms(e).keys() - {""} for key, e in entries.items() if not isinstance(e, str)
    }
    plain = {key for key in asked if isinstance(entries[key], str)}
    assert inflected == {key: wanted for key, wanted in asked.items() if key not in plain}


@every_scope
def test_english_needs_no_forms(scope: str) -> None:
    assert all(isinstance(entry, str) for entry in catalogue(scope).values())


def test_a_game_without_a_language_speaks_english(monkeypatch: pytest.MonkeyPatch) -> None:
    register_campanile(monkeypatch)
    assert "de" in OTHERS
    assert catalogue("campanile", "de") == catalogue("campanile")


# Typography ---------------------------------------------------------------------------------------


def written(language: str) -> Iterator[tuple[str, str]]:
    """Yield all sentences and paragraphs of a language without code, and where they stand."""
    for scope in SCOPES:
        for key, entry in catalogue(scope, language).items():
            if key not in QUOTING:
                yield from ((f"{scope}.{key}", text) for text in forms(entry).values())
    for game in games():
        book = (folder(game) / "rulebook" / f"{language}.md").read_text(encoding="utf-8")
        yield from ((game, paragraph) for paragraph in book.split("\n\n"))


@every_language
def test_quotation_marks_and_apostrophes_are_typographic(language: str) -> None:
    for where, text in written(language):
        assert not set("\"'") & set(CODE.sub("", text)), where


def test_french_has_narrow_spaces_at_its_marks() -> None:
    for where, text in written("fr"):
        for before, after in FRENCH_MARK.findall(CODE.sub("", text)):
            assert (before or after) == NARROW_SPACE, (where, text)
