"""``tretorri play`` at a real terminal: a whole game, interrupts, crashes and completion."""

from __future__ import annotations

import builtins
import re
import sys
from pathlib import Path

import pytest

import tretorri
from tests.cli.support import DARK, LIGHT, Terminal
from tretorri.cli.output import paint
from tretorri.cli.table import keyboard
from tretorri.cli.table.commands import offers
from tretorri.cli.table.session import Session
from tretorri.cli.table.table import LocalGame
from tretorri.core.records import read_records
from tretorri.engine.levels import level_turn

PEOPLE = {"d": "human", "l": "human"}


def session() -> Session:
    return Session(LocalGame([tretorri.game("volterra").start()], PEOPLE, 1, 1), None)


def test_a_whole_game_is_played_at_the_keyboard(tmp_path: Path) -> None:
    saved = tmp_path / "half.tretorri"
    with Terminal("play", "volterra", "--seed", "1") as terminal:
        terminal.read(f"{DARK}> ")
        terminal.type("why a1-b2")
        terminal.read("[V6]\n")
        terminal.type("Pb4")
        terminal.read(f"1. {DARK}: Pb4 …\n")
        terminal.read(f"{DARK}> ")
        terminal.type("undo")
        terminal.read(tretorri.game("volterra").start().scene().prompt)
        terminal.type("Pb4+a3-a4")
        terminal.read(f"2. {LIGHT}: ")
        terminal.read(f"{DARK}> ")
        terminal.type(f"save {saved}")
        terminal.read("Saved to ")
        terminal.type(f"load {saved}")
        terminal.read(f"2. {LIGHT}: ")
        terminal.read(f"{DARK}> ")
        _follow_hints(terminal)
        assert "[V14]" in _ask(terminal, "Pb4")
        terminal.type("quit")
        assert terminal.ends() == 0
        assert "Traceback" not in terminal.raw
        assert "--resume" not in terminal.rest()
    (record,) = read_records(saved)
    assert record.outcome is None


def _follow_hints(terminal: Terminal) -> None:
    """Play what is hinted until the game is over."""
    for _ in range(200):
        terminal.type("hint")
        hinted = re.search(r"^(\S+) — ", terminal.read("> "), re.MULTILINE)
        if not hinted:
            return
        terminal.type(hinted[1])
        if "ended by rule" in terminal.read("> "):
            return
    pytest.fail("the game does not end")


def _ask(terminal: Terminal, line: str) -> str:
    terminal.type(line)
    return terminal.read("> ")


def test_ctrl_c_leaves_the_table_and_resume_comes_back() -> None:
    with Terminal("play", "volterra", "--seed", "1") as terminal:
        terminal.read(f"{DARK}> ")
        terminal.type("Pb4")
        terminal.read(f"{DARK}> ")
        assert terminal.ends_by_ctrl_c() == 130
        assert "Traceback" not in terminal.raw
        assert terminal.rest().endswith("tretorri play --resume\n")
    with Terminal("play", "--resume") as terminal:
        terminal.read(f"1. {DARK}: Pb4 …\n")


def test_a_crash_loses_nothing() -> None:
    with Terminal("play", "volterra", "--seed", "1") as terminal:
        terminal.read(f"{DARK}> ")
        terminal.type("Pb4")
        terminal.read("Pb4 …")
        terminal.read(f"{DARK}> ")
        terminal.kill()
    with Terminal("play", "--resume") as terminal:
        terminal.read(f"1. {DARK}: Pb4 …\n")


def test_ctrl_d_leaves_the_table() -> None:
    with Terminal("play", "volterra") as terminal:
        terminal.read(f"{DARK}> ")
        terminal.type("", end="\x04")
        assert terminal.ends() == 0
        assert terminal.rest().endswith("tretorri play --resume\n")


def test_keys_that_are_no_text_do_no_harm() -> None:
    with Terminal("play", "volterra", PYTHONUTF8="1") as terminal:
        terminal.read(f"{DARK}> ")
        terminal.press(b"P\xff4\r")
        terminal.read("is not an action or a command")
        terminal.type("quit")
        assert terminal.ends() == 0


def test_a_bot_that_thinks_is_seen_to_do_so() -> None:
    with Terminal("play", "volterra", "--bots", "greedy", "--seed", "1") as terminal:
        assert terminal.ends() == 0
        assert f"{LIGHT} is thinking …\r" in terminal.raw


def test_tab_completes_actions_and_commands() -> None:
    with Terminal("play", "volterra", "--seat", "l=human", "--seat", "d=human") as terminal:
        terminal.read(f"{DARK}> ")
        terminal.type("posi\t")
        terminal.read(" - 1\n")
        terminal.type("Pb4+a3-a\t")
        terminal.read(f"1. {DARK}: Pb4+a3-a4\n")


def test_bots_are_watched_at_a_terminal_without_questions() -> None:
    with Terminal("play", "volterra", "--bots", "greedy", "--seed", "1") as terminal:
        assert terminal.ends() == 0
        assert "ended by rule" in terminal.raw


def test_commands_are_offered_for_the_first_word_only() -> None:
    assert "board " in offers(session(), "b", "b")
    assert offers(session(), "why b", "b") == [
        str(action) for action in session().table.position.actions() if str(action).startswith("b")
    ]


def test_actions_are_offered_after_those_that_are_typed() -> None:
    assert offers(session(), "Pb4+a3-a", "Pb4+a3-a") == ["Pb4+a3-a4"]


@pytest.mark.parametrize("begun", ["Pe1+", "Pb4+a3-a4+"])
def test_nothing_is_offered_after_what_cannot_be(begun: str) -> None:
    assert offers(session(), begun, begun) == []


def test_files_are_offered_where_a_file_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "one.tretorri").touch()
    assert offers(session(), f"load {tmp_path}/o", f"{tmp_path}/o") == [f"{tmp_path}/one.tretorri"]


def test_readline_is_given_the_offers_one_by_one() -> None:
    hand = keyboard.Keyboard()
    hand._complete = lambda _line, word: [f"{word}1", f"{word}2"]
    assert [hand._offer("x", number) for number in range(3)] == ["x1", "x2", None]


def test_it_works_without_readline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    monkeypatch.setattr(builtins, "input", lambda prompt: f"{prompt}typed")
    hand = keyboard.Keyboard()
    assert hand.ask("> ", lambda _line, _word: []) == "> typed"
    assert hand._offer("x", 0) is None


def test_an_unknown_colour_stays_plain() -> None:
    assert paint("x", "mauve") == "x"
    assert paint("x", "dark") != "x"


def test_a_hint_is_what_the_engine_would_play() -> None:
    position = tretorri.game("volterra").start(seed=1)
    with Terminal("play", "volterra", "--seed", "1") as terminal:
        terminal.read(f"{DARK}> ")
        terminal.type("hint")
        terminal.read(f"{level_turn(position, 8, seed=1)} — ")
