"""``tretorri check``: faults on standard output, a summary at the end, an honest status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.support import Terminal, process, run
from tests.core.records.games import PLAIN, RICH
from tretorri.core.records import Record

DAMAGED = PLAIN.replace("a3-a4", "b3-a4")
BY_HAND = PLAIN.replace("2. ", "")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file with two games that are right and a wrong one between them."""
    monkeypatch.chdir(tmp_path)
    path = Path("games.tretorri")
    path.write_text(f"{PLAIN}\n{DAMAGED}\n{RICH}", encoding="utf-8")
    return path


def test_a_file_in_order_has_status_0(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_text(PLAIN, encoding="utf-8")
    result = run("check", str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "Valid games: 1, errors: 0\n"


def test_a_fault_is_a_line_with_file_line_and_column(file: Path) -> None:
    result = run("check", str(file))
    assert result.exit_code == 1
    assert result.stdout.startswith('games.tretorri:16:4: in turn 1, "b3-a4" is illegal: ')
    assert result.stdout.endswith(" [V6]\n")
    assert result.stdout.count("\n") == 1
    assert result.stderr == "Valid games: 2, errors: 1\n"


def test_json_is_one_object_for_each_fault_and_a_last_one(file: Path) -> None:
    fault, summary = map(json.loads, run("check", "--json", str(file)).stdout.splitlines())
    assert (fault["file"], fault["line"], fault["column"]) == ("games.tretorri", 16, 4)
    assert (fault["rule"], summary) == ("V6", {"games": 2, "faults": 1})


def test_several_files_are_checked_one_after_the_other(file: Path) -> None:
    Path("more.jsonl").write_text(Record.from_text(RICH).to_json_line(), encoding="utf-8")
    result = run("check", str(file), "more.jsonl")
    assert result.stderr == "Valid games: 3, errors: 1\n"


def test_what_was_written_by_hand_is_accepted_if_asked(file: Path) -> None:
    file.write_text(BY_HAND, encoding="utf-8")
    assert [run("check", *extra, str(file)).exit_code for extra in ((), ("--lenient",))] == [1, 0]


def test_a_file_without_games_is_at_fault(file: Path) -> None:
    file.write_text("\n", encoding="utf-8")
    result = run("check", str(file))
    assert (result.exit_code, result.stdout) == (
        1,
        "games.tretorri:1:1: no record found\n",
    )


def test_a_missing_file_is_one_line_and_status_2() -> None:
    done = process("check", "nowhere.tretorri")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("tretorri: ")


def test_standard_input_is_checked_in_a_real_process() -> None:
    done = process("check", "-", typed=RICH)
    assert (done.returncode, done.stderr) == (0, "Valid games: 1, errors: 0\n")


def test_a_terminal_shows_how_far_it_is(file: Path) -> None:
    with Terminal("check", str(file)) as terminal:
        assert terminal.ends() == 1
        seen = terminal.rest()
    assert "100%" in seen
    assert '\ngames.tretorri:16:4: in turn 1, "b3-a4" is illegal' in seen.replace("\r", "\n")
