"""The laws of ``tretorri.testing`` hold for every game; a game that breaks one is told where."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeVar

import pytest
from hypothesis import is_hypothesis_test

from tests.examples import examples
from tests.fourth import campanile
from tests.fourth.campanile.rules import Campanile, Take, Tower
from tests.fourth.registration import register_campanile
from tests.settings import AnyGame, every_class, every_setting, name
from tretorri.core import registry, words
from tretorri.core.words import Reason, Text
from tretorri.testing import FILE_LAWS, BrokenLaw, check_game, check_law, file_laws
from tretorri.testing.checks import LAWS
from tretorri.testing.file_laws import FileLaw, register
from tretorri.testing.laws import check_positions_never_change, check_texts_read_back
from tretorri.testing.property_tests import make_law_test, make_tests

L = TypeVar("L")
WALKS = 12

test_laws = make_law_test(every_setting(), examples(WALKS))


@pytest.fixture(autouse=True)
def _with_campanile(monkeypatch: pytest.MonkeyPatch) -> None:
    register_campanile(monkeypatch)


@pytest.mark.parametrize("law", FILE_LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("game", every_class(), ids=lambda game: game.id)
def test_files(game: type[AnyGame], law: FileLaw) -> None:
    law(game)


@pytest.mark.parametrize("game", every_setting(), ids=name)
def test_C2_two_starts_with_one_seed_hide_nothing(game: AnyGame) -> None:
    position = game.start(seed=5)
    assert game.position(str(position)) == position
    assert {*map(str, game.position(str(position)).actions())} == {*map(str, position.actions())}


# Authors of games call these ----------------------------------------------------------------------


def test_a_game_is_checked_as_a_class_and_with_its_options() -> None:
    check_game(Campanile, walks=3)
    check_game(Campanile(), walks=3, seed=7)


def test_tests_for_pytest_are_made_from_a_class() -> None:
    of_laws, of_files = make_tests(Campanile)
    assert is_hypothesis_test(of_laws)
    assert not is_hypothesis_test(of_files)


def test_checking_needs_neither_pytest_nor_hypothesis() -> None:
    program = """
import sys
sys.modules["pytest"] = sys.modules["hypothesis"] = None
import tretorri
from tretorri.testing import check_game
check_game(tretorri.game("volterra"), walks=1)
try:
    import tretorri.testing.property_tests
except ImportError as missing:
    print(missing)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert b"need pytest: pip install pytest hypothesis" in done.stdout


# Games that break laws ----------------------------------------------------------------------------


class Forgetful(Tower):
    """A position whose text does not say who is to move."""

    def __str__(self) -> str:
        return "ab 7 a 1"


class Lenient(Tower):
    """A position that refuses without a rule."""

    def _refusal(self, text: str) -> Reason:
        return Reason("core.not-understood", {"text": text})


class Silent(Tower):
    """A position whose actions nobody has described."""

    def describe(self, action: Take) -> Text:
        return Text("campanile.no-such-sentence")


class Unclickable(Tower):
    """A position whose actions cannot be told apart by clicks."""

    def picks(self, action: Take) -> tuple[str, ...]:
        return ("a1",)


class Unruled(Tower):
    """A position that cites a rule which no rulebook has."""

    def _refusal(self, text: str) -> Reason:
        return Reason("core.not-understood", {"text": text}, "P9")


def check_all(laws: Iterable[L], check: Callable[[L], None]) -> None:
    """Check one law after the other."""
    for law in laws:
        check(law)


def broken_game(position: type[Tower]) -> Campanile:
    """Return a game with such positions."""

    @dataclass(frozen=True)
    class Broken(Campanile):
        def _start(self, seed: int) -> Tower:
            return position(self, 7, 1, None, None)

        def position(self, text: str) -> Tower:
            read = super().position(text)
            return position(self, read.height, read.turn, read.result, read.last)

    return Broken()


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (Forgetful, 'campanile: "ab 7 a 1"'),
        (Lenient, "no rule is given why not"),
        (Silent, "KeyError: 'no-such-sentence'"),
        (Unclickable, r"\('a1',\) also begins \('a1',\)"),
        (Unruled, "P9 is cited, but not stated in the rulebook"),
    ],
)
def test_a_broken_law_is_told_with_the_position(position: type[Tower], said: str) -> None:
    game = broken_game(position)
    with pytest.raises(BrokenLaw, match=said) as broken:
        check_all(LAWS, lambda law: check_law(game, law))
    assert re.search(r"\n  law: .+\n  after: ", str(broken.value))


def test_a_position_that_can_be_changed_breaks_a_law(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tower, "__setattr__", object.__setattr__)
    with pytest.raises(BrokenLaw, match="has to be frozen"):
        check_law(Campanile(), check_positions_never_change, walks=1)


def test_a_crash_is_told_like_a_broken_law(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(self: Campanile, text: str) -> Tower:
        raise ZeroDivisionError("of no use")

    monkeypatch.setattr(Campanile, "position", crash)
    with pytest.raises(BrokenLaw, match="ZeroDivisionError: of no use"):
        check_law(Campanile(), check_texts_read_back, walks=1)


def test_a_game_that_no_package_exports_is_refused() -> None:
    class Homeless(Campanile):
        id: ClassVar[str] = "homeless"

    with pytest.raises(BrokenLaw, match="has Homeless as its GAME"):
        register(Homeless)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("material.toml", "[about]\ntitle='Campanile'\n", "lacks author, publisher"),
        ("words/en.json", '{"about": "It.", "unheard": "never"}', "names the sentences unheard"),
        ("words/en.json", '{"take": "{count}"}', 'has no "about"'),
        ("words/de.json", '{"about": "Es."}', "has not the sentences of en.json"),
        ("rulebook/en.md", "**[P1]** One. **[P3]** Three.", "not one letter with 1, 2, 3"),
        ("rulebook/de.md", "**[P1]** Eins.", "states other rules than the English"),
    ],
)
def test_a_file_that_is_wrong_is_named(
    name: str, content: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = shutil.copytree(registry.folder("campanile"), tmp_path / "campanile")
    (copy / name).write_text(content, encoding="utf-8")
    monkeypatch.setitem(registry._FOLDERS, "campanile", copy)
    monkeypatch.setitem(words._FOLDERS, "campanile", copy / "words")
    monkeypatch.setattr(file_laws, "catalogue", words.catalogue.__wrapped__)
    with pytest.raises(BrokenLaw, match=said):
        check_all(FILE_LAWS, lambda law: law(campanile.GAME))
