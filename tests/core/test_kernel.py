"""What all games share: options, errors, words, reading."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import pytest

import tretorri
from tests.fourth.campanile import GAME as CAMPANILE
from tests.settings import TESTS
from tretorri.core import registry
from tretorri.core.errors import InvalidOption, InvalidPosition, TretorriError, UnknownGame
from tretorri.core.game import configure
from tretorri.core.reading import check_exact, read_turn, split_fields
from tretorri.core.registry import folder
from tretorri.core.words import Reason, Text, add_words, excerpt


def test_an_unknown_game_is_refused_by_name() -> None:
    with pytest.raises(UnknownGame, match="chess") as refused:
        tretorri.game("chess")
    assert refused.value.code == "unknown-game"
    assert refused.value.rule is None


def test_a_game_that_is_not_even_text_is_refused() -> None:
    with pytest.raises(UnknownGame):
        tretorri.game(7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("volterra", {"players": 2}),
        ("volterra", {"first": "red"}),
        ("volterra", {"variant": True}),
        ("towers", {"players": 5}),
        ("towers", {"players": 2.0}),
        ("towers", {"seats": "xy"}),
        ("towers", {"seats": "vv"}),
        ("towers", {"seats": "v"}),
        ("towers", {"seats": ""}),
        ("towers", {"seats": "gr", "players": 3}),
        ("voldetour", {"players": 3}),
        ("voldetour", {"variant": "standard2"}),
    ],
)
def test_an_option_that_the_game_does_not_have_is_refused(
    game: str, options: dict[str, str | int]
) -> None:
    with pytest.raises(InvalidOption):
        tretorri.game(game, **options)


def test_an_option_of_none_is_the_default() -> None:
    assert tretorri.game("volterra", first=None) == tretorri.game("volterra")


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(InvalidOption, match="campanile has no option x"):
        configure(CAMPANILE, {"x": 1})


def test_errors_are_value_errors_and_travel_between_processes() -> None:
    with pytest.raises(ValueError, match="bishop") as refused:
        tretorri.game("bishop")
    again = pickle.loads(pickle.dumps(refused.value))
    assert isinstance(again, TretorriError)
    assert (type(again), str(again), again.why) == (UnknownGame, str(refused.value), again.why)


def test_a_reason_names_its_rule() -> None:
    assert str(Reason("core.game-over", {}, "V14")) == "the game is over [V14]"
    assert str(Reason("core.game-over")) == "the game is over"


def test_a_parameter_can_be_a_text() -> None:
    inner = Text("core.game-over")
    assert "the game is over" in str(Text("core.not-understood", {"text": inner}))


def test_what_is_shown_is_one_short_visible_line() -> None:
    assert excerpt("a\nb\x00c") == "a\\x0ab\\x00c"
    assert len(excerpt("a" * 1000)) == 40


@pytest.mark.parametrize("text", ["", "a", "a  b c", " a b", "a b ", None, 7])
def test_fields_are_separated_by_one_space(text: object) -> None:
    with pytest.raises(InvalidPosition, match="the fields A B"):
        split_fields(text, ("A", "B"))


@pytest.mark.parametrize("turn", ["0", "01", "1000000", "-1", "1.0", "x", "²", "１"])
def test_a_turn_is_a_plain_number(turn: str) -> None:
    with pytest.raises(InvalidPosition, match="turn must be a number"):
        read_turn(turn, "ab", "a")


def test_the_mover_fits_the_turn() -> None:
    assert read_turn("999999", "ab", "a") == 999999
    with pytest.raises(InvalidPosition, match="on turn 2 the seat to move is b, not a"):
        read_turn("2", "ab", "a")


def test_a_text_must_be_exact() -> None:
    check_exact("a b", "a b")
    with pytest.raises(InvalidPosition, match="from character 3"):
        check_exact("a c", "a b")
    with pytest.raises(InvalidPosition, match="from character 4"):
        check_exact("a bc", "a b")


def test_a_game_knows_its_folder() -> None:
    assert (folder("volterra") / "material.toml").is_file()


def test_words_of_a_game_that_is_not_yet_registered_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = TESTS / "fourth" / "campanile" / "words"
    monkeypatch.setattr(registry, "games", lambda: add_words("elsewhere", words))
    assert Text("elsewhere.seat-a").sentence() == "Anna"


@pytest.mark.parametrize("source", ["import no_such_module", "GAME = int", "GAME = 3", ""])
def test_a_third_party_game_that_does_not_work_is_left_out(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, facts = tmp_path / "broken_game", tmp_path / "broken_game-1.dist-info"
    for made in (package, facts):
        made.mkdir()
    (package / "__init__.py").write_text(source)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-game\nVersion: 1\n")
    (facts / "entry_points.txt").write_text("[tretorri.games]\nbroken = broken_game\n")
    monkeypatch.setattr(registry, "_BROKEN", {})
    monkeypatch.delitem(sys.modules, "broken_game", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    before = registry.games()
    with pytest.warns(registry.BrokenGame, match='"broken"'):
        registry._discover.__wrapped__()
    assert registry.games() == before
    assert list(registry.broken_games()) == ["broken"]
    sys.modules.pop("broken_game", None)
