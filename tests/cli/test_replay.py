"""``tretorri replay``: at a terminal page by page, otherwise all at once."""

from __future__ import annotations

import json
import termios
from pathlib import Path

import pytest

from tests.cli.support import Terminal, process, run
from tests.core.records.games import PLAIN, RICH
from tests.deadlines import wait_until
from tretorri.core.records import Record

DAMAGED = PLAIN.replace("a3-a4", "b3-a4")
BY_HAND = PLAIN.replace("2. ", "")


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Return a file of three games, the second of them damaged."""
    path = tmp_path / "games.tretorri"
    path.write_text(f"{BY_HAND}\n{DAMAGED}\n{RICH}", encoding="utf-8")
    return str(path)


def test_all_turns_are_printed_with_their_boards(file: str) -> None:
    pages = run("replay", file).stdout
    record = Record.from_text(PLAIN)
    assert [pages.count(text) for text in ("1. Pb4+a3-a4\n", "2. Pb1+\n")] == [1, 1]
    for position in record.positions():
        assert position.text_board() in pages


def test_headers_comments_clocks_variations_and_result_are_printed(file: str) -> None:
    pages = run("replay", file, "--game", "3").stdout
    for text in (
        'Player.l: Anna "the Tower" B.\n',
        "before\nthe first turn\n",
        "1. Pb1+a2-b2 !? <0:04:58.2>\nso } and \\\nVariations: 2\n",
        "Result: d resign\n",
    ):
        assert text in pages


def test_json_is_one_object_for_each_position(file: str) -> None:
    pages = [json.loads(line) for line in run("replay", file, "--json").stdout.splitlines()]
    assert [page["text"] for page in pages] == [None, "Pb4+a3-a4", "Pb1+"]
    assert [page["position"] for page in pages] == [
        str(position) for position in Record.from_text(PLAIN).positions()
    ]


def test_only_the_last_position_has_the_result(file: str) -> None:
    pages = run("replay", file, "--json", "--game", "3").stdout.splitlines()
    results = [json.loads(page)["result"] for page in pages]
    assert results == [None, None, {"winners": ["d"], "reason": "resign"}]


def test_it_can_begin_at_a_later_turn(file: str) -> None:
    pages = run("replay", file, "--json", "--at", "2").stdout.splitlines()
    assert [json.loads(page)["turn"] for page in pages] == [2]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--at", "3"), "the game has no turn 3"),
        (("--game", "4"), "the file has no game 4"),
        (("--game", "2"), 'line 16, column 4: in turn 1, "b3-a4" is illegal: '),
        (("--game", "0"), "invalid value for '--game'"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    file: str, args: tuple[str, ...], sentence: str
) -> None:
    result = run("replay", file, *args)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr.startswith(f"tretorri: {sentence}")


def test_a_real_process_reads_standard_input() -> None:
    done = process("replay", "-", "--json", typed=PLAIN)
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (0, 3, "")


class Keyboard(Terminal):
    """A terminal at which single keys are tapped."""

    def tap(self, key: str) -> None:
        """Tap a key as soon as the program waits for one; before, it would throw it away."""
        wait_until(
            lambda: not termios.tcgetattr(self._terminal)[3] & termios.ICANON,
            "a program that waits for a key",
        )
        self.type(key, end="")


def test_keys_at_a_terminal_leaf_through_the_game(file: str) -> None:
    with Keyboard("replay", file, "--game", "3") as terminal:
        terminal.read("0/2 — Enter: next")
        for key, wanted in (
            ("\r", "1/2 — Enter: next"),
            ("v", "(1. Pd1+)"),
            ("n", "2/2 — Enter: next"),
            ("\x1b[C", "2/2 — Enter: next"),
            ("\x1b[D", "1/2 — Enter: next"),
            ("b", "0/2 — Enter: next"),
            ("b", "0/2 — Enter: next"),
            ("v", "No variations here"),
            ("?", "0/2 — Enter: next"),
        ):
            terminal.tap(key)
            terminal.read(wanted)
        terminal.tap("q")
        assert terminal.ends() == 0


def test_a_turn_is_found_by_its_number(file: str) -> None:
    with Keyboard("replay", file) as terminal:
        for typed, wanted in (("2", "2/2"), ("3", "the game has no turn 3"), ("x", "no turn x")):
            terminal.tap("g")
            terminal.read("Go to turn: ")
            terminal.type(typed)
            terminal.read(wanted)


def test_the_end_of_input_at_a_terminal_quits(file: str) -> None:
    with Keyboard("replay", file) as terminal:
        terminal.read("0/2")
        terminal.tap("\x04")
        assert terminal.ends() == 0


def test_an_interrupt_has_its_usual_status(file: str) -> None:
    with Keyboard("replay", file) as terminal:
        terminal.read("0/2")
        terminal.tap("\x03")
        assert terminal.ends() == 130
