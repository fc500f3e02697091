"""The commands that print data: games, legal, perft, show, rules and completion."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import tretorri
from tests.cli.support import Terminal, run
from tretorri.cli.options import GameCommand
from tretorri.cli.perft import perft
from tretorri.cli.rules import rulebook, with_boards
from tretorri.core.registry import folder, games

VOLTERRA = "dl l,d,l,d,l/d,l,d,l,d/l,d,l,d,l/d,l,d,l,d d lc2,dc3 - 1"
FINISHED = "dl -,-,-,-,-/-,-,-,-,-/-,-,-,-,-/l,-,-,-,d d la1,de1 - 1"
EVERY_GAME = list(games())


def test_games_lists_every_game_in_aligned_columns() -> None:
    lines = run("games").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["GAME", *EVERY_GAME]
    column = lines[0].index("TITLE")
    titles = [game.title for game in games().values()]
    assert [line[column:].split("  ")[0] for line in lines[1:]] == titles


def test_games_as_json_has_the_same() -> None:
    found = json.loads(run("games", "--json").stdout)
    assert [entry["id"] for entry in found] == EVERY_GAME
    assert set(found[0]) == {"id", "title", "players", "minutes", "author", "publisher"}


@pytest.mark.parametrize("game_id", EVERY_GAME)
def test_legal_prints_the_actions_of_the_start_by_seed_1(game_id: str) -> None:
    legal = [str(action) for action in tretorri.game(game_id).start(seed=1).actions()]
    assert run("legal", game_id).stdout.splitlines() == legal
    assert json.loads(run("legal", game_id, "--json").stdout) == legal


def test_legal_takes_options_and_seed() -> None:
    start = tretorri.game("towers", seats="gr", variant="unlimited").start(seed=5)
    lines = run("legal", "towers", "--seats", "gr", "--variant", "unlimited", "--seed", "5").stdout
    assert lines.splitlines() == [str(action) for action in start.actions()]


def test_legal_of_a_finished_game_prints_nothing() -> None:
    result = run("legal", "volterra", "--position", FINISHED)
    assert (result.exit_code, result.stdout) == (0, "")


def test_perft_prints_a_line_for_each_depth() -> None:
    assert run("perft", "volterra", "--depth", "3").stdout == "1 16\n2 86\n3 1646\n"
    assert run("perft", "volterra", "--depth", "0").stdout == ""


def test_perft_takes_a_position_and_the_backend_that_there_is() -> None:
    args = ("--position", VOLTERRA, "--backend", "python")
    assert run("perft", "volterra", "--depth", "2", *args).stdout == "1 16\n2 86\n"


def test_perft_as_json_has_the_same() -> None:
    found = json.loads(run("perft", "volterra", "--depth", "2", "--json").stdout)
    assert found == [{"depth": 1, "count": 16}, {"depth": 2, "count": 86}]


@pytest.mark.parametrize("game_id", EVERY_GAME)
def test_both_backends_list_and_count_the_same(game_id: str) -> None:
    slow, fast = (run("legal", game_id, "--backend", each) for each in ("python", "native"))
    assert sorted(slow.stdout.split("\n")) == sorted(fast.stdout.split("\n"))
    slow, fast = (
        run("perft", game_id, "--depth", "1", "--backend", each) for each in ("python", "native")
    )
    assert slow.stdout == fast.stdout


def test_commands_take_the_options_of_all_games_and_no_others() -> None:
    assert isinstance(perft, GameCommand)
    announced = {option.name for game in games().values() for option in game.OPTIONS}
    page = run("perft", "--help").stdout
    assert [name for name in announced if f"--{name}" not in page] == []


@pytest.mark.parametrize("game_id", EVERY_GAME)
def test_show_draws_the_board_without_colours_where_there_is_no_terminal(game_id: str) -> None:
    result = run("show", game_id)
    assert result.exit_code == 0
    assert result.stdout == tretorri.game(game_id).start(seed=1).text_board() + "\n"
    assert "\x1b" not in result.stdout


def test_show_colours_the_board_on_a_terminal() -> None:
    with Terminal("show", "volterra") as terminal:
        assert terminal.ends() == 0
        assert "\x1b[" in terminal.raw


@pytest.mark.parametrize("setting", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_show_draws_without_colours_where_they_are_not_wanted(setting: dict[str, str]) -> None:
    with Terminal("show", "volterra", **setting) as terminal:
        assert terminal.ends() == 0
        assert "\x1b" not in terminal.raw


@pytest.mark.parametrize("game_id", EVERY_GAME)
def test_show_svg_prints_a_picture(game_id: str) -> None:
    ElementTree.fromstring(run("show", game_id, "--svg").stdout)


def test_show_svg_writes_a_picture_into_a_file(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    result = run("show", "volterra", "--svg", str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    ElementTree.parse(path)


@pytest.mark.parametrize("game_id", EVERY_GAME)
def test_show_spoken_says_the_board_in_words(game_id: str) -> None:
    scene = tretorri.game(game_id).start(seed=1).scene()
    spoken = run("show", game_id, "--spoken").stdout
    assert scene.prompt in spoken


@pytest.mark.parametrize("game_id", EVERY_GAME)
def test_show_json_prints_the_scene(game_id: str) -> None:
    scene = tretorri.game(game_id).start(seed=1).scene()
    assert json.loads(run("show", game_id, "--json").stdout)["prompt"] == scene.prompt


@pytest.mark.parametrize("game_id", EVERY_GAME)
def test_rules_prints_the_rulebook_as_it_is_where_there_is_no_terminal(game_id: str) -> None:
    book = (folder(game_id) / "rulebook" / "en.md").read_text(encoding="utf-8")
    assert run("rules", game_id).stdout == book.rstrip() + "\n"


@pytest.mark.parametrize("game_id", EVERY_GAME)
def test_the_pictures_of_a_rulebook_become_boards_on_a_terminal(game_id: str) -> None:
    book = rulebook(game_id, "en")
    drawn = with_boards(game_id, book)
    assert "![" not in drawn
    assert drawn.count("```text") >= book.count("![") > 0


def test_a_board_in_a_rulebook_shows_what_its_picture_marks() -> None:
    after = "4  ld dD l  d  l\n3  ·  l  d  l  d\n"
    assert after in with_boards("volterra", "![Built](../pictures/volterra-tower.svg)")


def test_rules_lays_the_rulebook_out_on_a_terminal() -> None:
    with Terminal("rules", "volterra") as terminal:
        assert terminal.ends() == 0
        assert "Volterra" in terminal.raw
        assert "\n# " not in terminal.raw
        assert "3  d  l  dD l  d" in terminal.raw


@pytest.mark.parametrize("rule", ["V7", "v7", "[V7]"])
def test_rules_prints_one_rule(rule: str) -> None:
    text = run("rules", "volterra", "--rule", rule).stdout
    assert "**[V7]**" in text
    assert "\n\n" not in text


@pytest.mark.parametrize("rule", ["V14", "C1", "C3"])
def test_rules_finds_the_rules_that_end_a_game(rule: str) -> None:
    assert run("rules", "volterra", "--rule", rule).exit_code == 0


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_for_the_shell(shell: str) -> None:
    assert "_TRETORRI_COMPLETE" in run("completion", shell).stdout


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("tretorri per", {"perft"}),
        ("tretorri legal vol", {"voldetour", "volterra"}),
        ("tretorri legal volterra --variant ", {"standard", "free"}),
        ("tretorri legal --variant un", {"unlimited"}),
        ("tretorri legal volterra --players ", {"2", "3", "4"}),
    ],
)
def test_the_shell_completes(
    words: str, expected: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_TRETORRI_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
    offered = {line.split(",")[1] for line in run().stdout.splitlines()}
    assert offered == expected
