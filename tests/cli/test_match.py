"""``tretorri match``: tables, interrupts, crashes and bad input."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.test_players import all_gone, bad
from tests.cli.support import COMMAND, Terminal, run
from tests.deadlines import wait_until
from tretorri.core.records import read_records

PAIR = ("match", "greedy", "random", "--game", "volterra", "--seed", "3")


def test_the_result_is_a_table_on_standard_output() -> None:
    result = run(*PAIR, "--games", "6")
    assert result.exit_code == 0
    heading, *rows = result.stdout.splitlines()
    assert heading.split()[:6] == ["PLAYER", "GAMES", "WINS", "DRAWS", "LOSSES", "FORFEITS"]
    assert [row.split()[:2] for row in rows] == [["greedy", "6"], ["random", "6"]]
    assert all(re.search(r"[0-9.]+ % \([0-9.]+ … [0-9.]+\)", row) for row in rows)


def test_progress_is_on_standard_error() -> None:
    assert re.search(r"^6/6  greedy: .* Elo ", run(*PAIR, "--games", "6").stderr, re.MULTILINE)


def test_json_has_the_same_numbers() -> None:
    data = json.loads(run(*PAIR, "--games", "6", "--json").stdout)
    assert (data["game"], data["seed"], data["games"], data["sprt"]) == ("volterra", 3, 6, None)
    first, second = data["players"]
    assert first["wins"] + first["draws"] + first["losses"] == first["games"] == 6
    assert first["score"]["value"] + second["score"]["value"] == pytest.approx(1)


def test_one_and_two_processes_give_the_same_result() -> None:
    one, two = (run(*PAIR, "--games", "8", "--processes", n, "--json") for n in "12")
    assert one.exit_code == two.exit_code == 0
    assert one.stdout == two.stdout


def test_all_openings_are_played_once_unless_the_games_are_counted() -> None:
    data = json.loads(run(*PAIR, "--openings", "3", "--json").stdout)
    assert data["games"] == 6


def test_the_test_stops_the_match_as_soon_as_it_knows() -> None:
    runs = [
        run(*PAIR, "--games", "400", "--sprt", "0,300", "--processes", n, "--json") for n in "12"
    ]
    data = json.loads(runs[0].stdout)
    assert data["games"] < 100
    assert data["sprt"]["accepted"] == 300
    assert "the test accepts Elo 300" in runs[0].stderr
    assert runs[0].stdout == runs[1].stdout


def test_one_against_three_is_rated_too() -> None:
    line = "match greedy random --game towers --games 4 --opening-turns 30 --json"
    first, second = json.loads(run(*line.split()).stdout)["players"]
    assert (first["games"], second["games"]) == (4, 12)


def test_an_external_player_that_fails_is_noted_in_the_table() -> None:
    result = run("match", "random", bad("crashes"), "--game", "volterra", "--games", "2", "--json")
    assert [each["forfeits"] for each in json.loads(result.stdout)["players"]] == [0, 2]


def test_our_own_protocol_is_understood() -> None:
    ours = f"external:{sys.executable} -m tretorri protocol --bot random"
    result = run("match", "random", ours, "--game", "voldetour", "--games", "2", "--json")
    assert [each["forfeits"] for each in json.loads(result.stdout)["players"]] == [0, 0]


def test_ctrl_c_stops_cleanly_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "match.tretorri"
    args = (*PAIR, "--games", "400", "--save", str(path))
    with Terminal(*args, "--processes", "2") as terminal:
        terminal.read("Elo")
        terminal.interrupt()
        assert terminal.ends() == 130
        assert "Traceback" not in terminal.raw
        assert "PLAYER" in terminal.raw
        assert "--processes 2 --resume" in terminal.rest().replace("\n", " ")
    kept = len(list(read_records(path)))
    assert kept > 0
    result = run(*args[:-3], str(kept + 4), *args[-2:], "--resume")
    assert f"Games already in the file: {kept}" in result.stderr
    assert len(list(read_records(path))) in (kept + 4, kept + 5)


def test_ctrl_c_without_a_file_says_that_nothing_is_kept() -> None:
    with Terminal(*PAIR, "--games", "400") as terminal:
        terminal.read("Elo")
        terminal.interrupt()
        assert terminal.ends() == 130
        assert "--save FILE saves them" in terminal.raw


def _has(path: Path, size: int) -> bool:
    return path.exists() and path.stat().st_size >= size


def _noted(pids: Path) -> int:
    """Count the opponents that have started: one for each worker, sooner or later."""
    return len(pids.read_text().split())


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_match_that_was_killed_leaves_no_process_running_and_goes_on(
    tmp_path: Path, processes: str
) -> None:
    path, pids = tmp_path / "match.tretorri", tmp_path / "pids"
    players = ("match", "random", bad("stays", 1000, pids), "--game", "volterra")
    args = (*players, "--save", str(path), "--processes", processes)
    with subprocess.Popen([*COMMAND, *args], stderr=subprocess.DEVNULL) as program:
        wait_until(
            lambda: _has(path, 2000) and _has(pids, 1) and _noted(pids) == int(processes),
            "a match in full swing",
        )
        program.send_signal(signal.SIGKILL)
    assert all_gone(pids) == int(processes)
    result = run(*args, "--resume", "--games", "12", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == json.loads(run(*players, "--games", "12", "--json").stdout)


def test_a_file_that_exists_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "match"
    path.write_text("mine")
    result = run(*PAIR, "--save", str(path))
    assert (result.exit_code, path.read_text()) == (2, "mine")
    assert "--resume continues" in result.stderr


def test_a_damaged_game_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "match"
    args = (*PAIR, "--games", "4", "--save", str(path))
    first = run(*args)
    path.write_bytes(path.read_bytes()[:-30])
    again = run(*args, "--resume")
    assert again.stdout == first.stdout
    assert "Damaged games skipped: 1" in again.stderr


@pytest.mark.parametrize(
    "line",
    [
        "match",
        "match random --game volterra",
        "match random greedy",
        "match random greedy --game chess",
        "match random nobody --game volterra",
        "match random external:/nowhere/at/all --game volterra",
        "match random greedy --game volterra --games 0",
        "match random greedy --game volterra --games many",
        "match random greedy --game volterra --openings 0",
        "match random greedy --game volterra --opening-turns -1",
        "match random greedy --game volterra --opening-turns 600 --games 2",
        "match random greedy --game volterra --opening-turns 600 --games 2 --processes 2",
        "match random greedy --game volterra --processes 0",
        "match random greedy --game volterra --nodes 0",
        "match random greedy --game volterra --seconds never",
        "match random greedy --game volterra --deadline 0",
        "match random greedy --game volterra --sprt 5",
        "match random greedy --game volterra --sprt 5,0",
        "match random greedy --game volterra --sprt nan,1",
        "match random greedy random --game volterra --sprt 0,5",
        "match random greedy --game towers --players 4 --sprt 0,5",
        "match random greedy --game volterra --players 2",
        "match random greedy --game volterra --position nonsense",
        "match random greedy --game volterra --position x --first dark",
        "match random greedy --game volterra --resume",
        "match random greedy --game volterra --save /nowhere/at/all",
        "match random greedy --game volterra --seed -1",
        "protocol --bot nobody",
        "protocol extra",
    ],
)
def test_bad_input_is_one_line_and_status_2(line: str) -> None:
    result = run(*line.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("tretorri: ")
    assert result.stderr.count("\n") == 1
