"""The host's view of the stored games: list, show, remove, block; and how much is played."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from tests.cli.support import run
from tests.upkeep.support import logs, query, some_games
from tests.upkeep.test_tidy import aged

NO_SUCH_ID = "A" * 22


def listed(folder: Path, *options: str) -> list[dict[str, Any]]:
    done = run("games", "list", "--json", "--data", str(folder), *options)
    assert done.exit_code == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def ids(folder: Path, *options: str) -> list[str]:
    return [game["id"] for game in listed(folder, *options)]


def test_games_are_listed_by_age_game_and_state(tmp_path: Path) -> None:
    first, second, third, unplayed, renamed, over, towers, voldetour = some_games(tmp_path)
    aged(tmp_path, first, 100)
    aged(tmp_path, second, 10)
    run("games", "block", third, "--data", str(tmp_path))
    query(tmp_path, "UPDATE event SET number = 7 WHERE game_id = ? AND number = 2", renamed)
    assert set(ids(tmp_path)) == set(some_games(tmp_path / "same")) | {first}
    assert ids(tmp_path)[-2:] == [second, first]
    assert ids(tmp_path, "--inactive-days", "90") == [first]
    assert ids(tmp_path, "--inactive-days", "5") == [second, first]
    assert first not in ids(tmp_path, "--since", "2020-01-01", "--limit", "7")
    assert ids(tmp_path, "--since", "2999-01-01") == []
    assert ids(tmp_path, "--game", "towers") == [towers]
    assert ids(tmp_path, "--status", "over") == [over]
    assert ids(tmp_path, "--status", "blocked") == [third]
    assert ids(tmp_path, "--status", "damaged") == [renamed]
    assert set(ids(tmp_path, "--status", "running", "--game", "volterra")) == {
        *(first, second, unplayed)
    }
    assert len(ids(tmp_path, "--limit", "2")) == 2
    assert ids(tmp_path, "--sort", "created")[-1] == first
    events = [game["events"] for game in listed(tmp_path, "--sort", "events")]
    assert events == sorted(events, reverse=True)
    (game,) = listed(tmp_path, "--game", "voldetour")
    assert (game["id"], game["players"]) == (voldetour, ["engine:1", "here"])


def test_the_list_is_a_table_without_secrets(tmp_path: Path) -> None:
    secrets = some_games(tmp_path)
    digests = [row[0] for row in query(tmp_path, "SELECT digest FROM access_key")]
    done = run("games", "list", "--data", str(tmp_path))
    head, *rows = done.stdout.splitlines()
    assert head.split()[:3] == ["ID", "GAME", "STATUS"]
    assert {row.split()[0] for row in rows} == set(secrets)
    shown = [run("games", "show", game, "--json", "--data", str(tmp_path)) for game in secrets]
    shown += [run("games", "show", game, "--data", str(tmp_path)) for game in secrets]
    text = done.stdout + "".join(each.stdout for each in shown)
    assert [each.exit_code for each in shown] == [0] * len(shown)
    assert [word for word in (*secrets.values(), *map(str, digests)) if word in text] == []
    assert "\u202e" not in text


def test_one_game_is_shown(tmp_path: Path) -> None:
    *_, renamed, over, towers, _ = some_games(tmp_path)
    game = json.loads(run("games", "show", over, "--json", "--data", str(tmp_path)).stdout)
    assert (game["status"], game["turns"], game["events"]) == ("over", 1, 3)
    assert game["size"] > 500
    assert {seat["kind"] for seat in game["seats"].values()} == {"here"}
    three = json.loads(run("games", "show", towers, "--json", "--data", str(tmp_path)).stdout)
    assert (three["options"], len(three["seats"])) == ({"players": "3"}, 3)
    assert "Zoë" in run("games", "show", renamed, "--data", str(tmp_path)).stdout
    done = run("games", "show", NO_SUCH_ID, "--data", str(tmp_path))
    assert (done.exit_code, done.stderr) == (2, f"tretorri: there is no game {NO_SUCH_ID}\n")


def test_removed_games_can_be_brought_back(tmp_path: Path) -> None:
    one, two, *_ = some_games(tmp_path)
    before, keys = logs(tmp_path), query(tmp_path, "SELECT * FROM access_key ORDER BY digest")
    done = run("games", "remove", one, two, "--yes", "--data", str(tmp_path))
    assert done.exit_code == 0, done.stderr
    assert {one, two}.isdisjoint(ids(tmp_path))
    (archive,) = tmp_path.glob("removed-*.jsonl")
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    assert f"tretorri import {archive} --data {tmp_path}" in done.stderr
    command = done.stderr.rpartition("tretorri ")[2].split()
    assert run(*command).exit_code == 0
    assert logs(tmp_path) == before
    assert query(tmp_path, "SELECT * FROM access_key ORDER BY digest") == keys


def test_nothing_is_removed_without_a_yes(tmp_path: Path) -> None:
    one, *_ = some_games(tmp_path)
    before = logs(tmp_path)
    for typed in ("n\n", "", "\n"):
        done = run("games", "remove", one, "--data", str(tmp_path), typed=typed)
        assert done.exit_code == 1
        assert "No game was removed" in done.stderr
    assert list(tmp_path.glob("removed-*")) == []
    assert run("games", "remove", one, "--data", str(tmp_path), typed="y\n").exit_code == 0
    assert set(logs(tmp_path)) == set(before) - {one}


def test_all_games_are_removed_or_none(tmp_path: Path) -> None:
    one, *_ = some_games(tmp_path)
    taken = tmp_path / "taken.jsonl"
    taken.write_text("mine")
    for line in ([one, NO_SUCH_ID], [one, "--archive", str(taken)]):
        done = run("games", "remove", *line, "--yes", "--data", str(tmp_path))
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert one in ids(tmp_path)
    assert taken.read_text() == "mine"
    assert list(tmp_path.glob("removed-*")) == []


def test_games_that_cannot_be_saved_are_not_removed(tmp_path: Path) -> None:
    one, *_ = some_games(tmp_path)
    nowhere = tmp_path / "no" / "folder.jsonl"
    done = run("games", "remove", one, "--yes", "--archive", str(nowhere), "--data", str(tmp_path))
    assert done.exit_code == 2
    assert one in ids(tmp_path)


def test_a_blocked_game_is_neither_damaged_nor_released(tmp_path: Path) -> None:
    one, *_ = some_games(tmp_path)
    place = ("--data", str(tmp_path))
    assert run("games", "block", one, *place).exit_code == 0
    assert run("verify", *place).exit_code == 0
    refused = run("verify", "--release", one, *place)
    assert (refused.exit_code, "is blocked" in refused.stderr) == (2, True)
    assert run("export", str(tmp_path / "all.jsonl"), "--with-keys", *place).exit_code == 0
    copy = tmp_path / "copy"
    imported = run("import", str(tmp_path / "all.jsonl"), "--data", str(copy))
    assert (imported.exit_code, imported.stdout) == (0, "")
    assert ids(copy, "--status", "blocked") == [one]
    assert run("games", "unblock", one, *place).exit_code == 0
    assert ids(tmp_path, "--status", "blocked") == []
    again = run("games", "unblock", one, *place)
    assert again.stderr == f"tretorri: game {one} is not blocked\n"


@pytest.mark.parametrize(
    ("line", "status"), [("list", 0), (f"show {NO_SUCH_ID}", 2), (f"remove {NO_SUCH_ID} --yes", 2)]
)
def test_a_place_without_games_is_not_made(line: str, status: int, tmp_path: Path) -> None:
    done = run("games", *line.split(), "--data", str(tmp_path / "none"))
    assert (done.exit_code, done.stderr.count("\n")) == (status, 1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["show", "remove --yes", "block", "unblock"])
def test_an_id_that_begins_with_a_hyphen_is_no_option(command: str, tmp_path: Path) -> None:
    some_games(tmp_path)
    unknown = f"-{NO_SUCH_ID[1:]}"
    done = run("games", *command.split(), unknown, "--data", str(tmp_path))
    assert done.exit_code == 2
    assert unknown in done.stderr
    assert "option" not in done.stderr


# Statistics -----------------------------------------------------------------------------------


def test_statistics_count_by_day_and_game(tmp_path: Path) -> None:
    first, second, third, *_ = some_games(tmp_path)
    aged(tmp_path, first, 3)
    aged(tmp_path, second, 10)
    aged(tmp_path, third, 50)
    run("games", "block", third, "--data", str(tmp_path))
    done = run("stats", "--days", "7", "--json", "--data", str(tmp_path))
    stats = json.loads(done.stdout)
    assert len(stats["by_day"]) == 7
    day = next(name for name, counts in stats["by_day"].items() if counts["moves"] == 2)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", day)
    assert stats["by_day"][day] == {"created": 1, "finished": 0, "moves": 2}
    assert stats["by_game"]["volterra"] == {"created": 4, "finished": 1, "moves": 6}
    assert stats["by_game"]["towers"] == {"created": 1, "finished": 0, "moves": 0}
    assert stats["active_seats"] == {"1": 2, "7": 3, "30": 4}
    assert stats["stored"] == {"towers": 1, "voldetour": 1, "volterra": 6}
    assert (stats["blocked"], stats["damaged"]) == (1, 0)


def test_statistics_are_printed_as_tables(tmp_path: Path) -> None:
    some_games(tmp_path)
    done = run("stats", "--data", str(tmp_path))
    assert (done.exit_code, done.stderr) == (0, "")
    first, *rest = done.stdout.splitlines()
    assert first.split() == ["DAY", "CREATED", "FINISHED", "MOVES"]
    assert rest[0].split()[1:] == ["8", "1", "10"]
    assert "Database size: " in rest[-1]
