"""``tretorri ladder``, and levels wherever an opponent can be named."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.support import Terminal, run
from tretorri.core.records import read_records

SHORT = ("ladder", "volterra", "--levels", "1-2", "--games", "4", "--seed", "3")


def test_scores_and_ratings_are_tables_on_standard_output() -> None:
    result = run(*SHORT)
    assert result.exit_code == 0
    scores, ratings = (table.splitlines() for table in result.stdout.split("\n\n"))
    pairs = [row.split()[:3] for row in scores[1:]]
    assert pairs == [
        ["level:1", "random", "4"],
        ["level:1", "greedy", "4"],
        ["level:2", "level:1", "4"],
    ]
    assert all(re.search(r"[0-9.]+ % \([0-9.]+ … [0-9.]+\)", row) for row in scores[1:])
    assert {row.split()[0] for row in ratings[1:]} == {"level:1", "level:2", "random", "greedy"}
    assert all(re.search(r"[+-]\d+ \([+-]\d+ … [+-]\d+\)", row) for row in ratings[1:])
    assert re.search(r"level:2 +Mortar mixer .* [0-9.]+$", "\n".join(ratings), re.MULTILINE)


def test_json_has_the_same_numbers() -> None:
    data = json.loads(run(*SHORT, "--json").stdout)
    assert (data["game"], data["seed"]) == ("volterra", 3)
    assert [match["games"] for match in data["matches"]] == [4, 4, 4]
    assert {each["player"]: each["name"] for each in data["ratings"]}["level:1"] == "Stone carrier"
    assert all(
        each["elo"]["low"] < each["elo"]["value"] < each["elo"]["high"] for each in data["ratings"]
    )


def matches(*args: str) -> object:
    return json.loads(run(*args, "--json").stdout)["matches"]


def test_one_and_two_processes_give_the_same_scores() -> None:
    assert matches(*SHORT, "--jobs", "2") == matches(*SHORT)


def test_a_ladder_goes_on_with_the_games_of_its_folder(tmp_path: Path) -> None:
    folder = ("--out", str(tmp_path / "ladder"))
    first = matches(*SHORT, *folder)
    files = sorted((tmp_path / "ladder").iterdir())
    assert [len(list(read_records(file))) for file in files] == [4, 4, 4]
    again = run(*SHORT, *folder, "--resume")
    assert again.stderr.count("Games already in the file: 4") == 3
    assert matches(*SHORT, *folder, "--resume") == first
    refused = run(*SHORT, *folder)
    assert refused.exit_code == 2
    assert "--resume continues" in refused.stderr


def test_ctrl_c_shows_what_was_played_and_how_to_go_on(tmp_path: Path) -> None:
    args = ("ladder", "volterra", "--games", "4000", "--out", str(tmp_path))
    with Terminal(*args) as terminal:
        terminal.read("Elo")
        terminal.interrupt()
        assert terminal.ends() == 130
        assert "Traceback" not in terminal.raw
        assert "AGAINST" in terminal.raw
        assert "--resume" in terminal.rest()
    assert sum(1 for file in tmp_path.iterdir() for _ in read_records(file)) > 0


def test_ctrl_c_without_a_folder_says_that_nothing_is_kept() -> None:
    with Terminal("ladder", "volterra", "--games", "4000") as terminal:
        terminal.read("Elo")
        terminal.interrupt()
        assert terminal.ends() == 130
        assert "--out FOLDER saves them" in terminal.raw


def test_a_report_has_one_section_for_each_game(tmp_path: Path) -> None:
    page = tmp_path / "ladder.md"
    for game in ("volterra", "volterra --first light", "volterra"):
        line = f"ladder {game} --levels 1-2 --games 2 --report {page}"
        assert run(*line.split()).exit_code == 0
    text = page.read_text(encoding="utf-8")
    titles = re.findall(r"^##? .*", text, re.MULTILINE)
    sections = ["## Volterra, 2 seats", "## Volterra, 2 seats, first light"]
    assert titles == ["# The ladder of levels", *sections]
    assert len(re.findall(r"^`tretorri.*` on \d{4}-\d\d-\d\d, version ", text, re.MULTILINE)) == 2
    assert text.count("| level:2 | level:1 | 2 |") == 2


@pytest.mark.parametrize(
    "line",
    [
        "ladder",
        "ladder chess",
        "ladder volterra --levels 0-3",
        "ladder volterra --levels 5-3",
        "ladder volterra --levels 1-9",
        "ladder volterra --levels some",
        "ladder volterra --games 0",
        "ladder volterra --jobs 0",
        "ladder volterra --resume",
        "ladder volterra --players 2",
        "ladder volterra --out /dev/null/nowhere",
        "play volterra --seat l=level:9",
        "play volterra --seat l=level",
        "match level:9 random --game volterra",
    ],
)
def test_bad_input_is_one_line_and_status_2(line: str) -> None:
    result = run(*line.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("tretorri: ")
    assert result.stderr.count("\n") == 1


def test_levels_play_at_the_table_and_come_back_with_a_saved_game(tmp_path: Path) -> None:
    file = str(tmp_path / "game")
    seats = ("--seat", "d=level:2", "--seat", "l=level:1")
    result = run("play", "volterra", *seats, "--seed", "4", "--save", file)
    assert result.exit_code == 0
    (record,) = read_records(Path(file))
    assert (record.header("Player.d"), record.header("Player.l")) == ("level:2", "level:1")
    assert record.outcome is not None


def test_levels_play_in_matches_and_by_the_protocol() -> None:
    result = run("match", "level:2", "level:1", "--game", "volterra", "--games", "2", "--json")
    assert [each["forfeits"] for each in json.loads(result.stdout)["players"]] == [0, 0]
    said = run(
        "protocol", "--bot", "level:2", typed="newgame volterra\nposition start\ngo\n"
    ).stdout
    assert re.search(r"^bestturn P?[a-e][1-4]", said, re.MULTILINE), said
