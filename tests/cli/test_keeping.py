"""Games in files: save, load, and what is kept for ``--resume``."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import tretorri
from tests.cli.support import DARK, run
from tests.cli.test_play import NEARLY_OVER, START, TWO_PEOPLE, play, position_after
from tretorri.cli.table import storage
from tretorri.cli.table.table import LocalGame
from tretorri.core.records import Record, read_records, save

AFTER_ONE_TURN = "dl ld,d,l,d,l/-,l,d,l,d/l,d,l,d,l/d,l,d,l,d l lc2,db4 - 2"


def table(*actions: str) -> LocalGame:
    positions: list[tretorri.Position] = [tretorri.game("volterra").start(seed=3)]
    for action in actions:
        positions.append(positions[-1].play(action))
    return LocalGame(positions, {"d": "human", "l": "greedy"}, 3, 8)


def kept(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.tretorri"))


def test_save_writes_a_record_of_the_game_and_its_players(tmp_path: Path) -> None:
    path = tmp_path / "game.tretorri"
    play("Pb4+a3-a4", "Pb1", f"save {path}")
    (record,) = read_records(path)
    assert [turn.text for turn in record.line.turns] == ["Pb4+a3-a4", "Pb1+"]
    assert [record.header(f"Player.{seat}") for seat in "dl"] == ["human", "human"]


def test_save_without_a_name_takes_one_that_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    play("save")
    play("save")
    assert len(list(tmp_path.glob("volterra-*.tretorri"))) == 2


def test_save_without_a_name_saves_again_where_it_saved_before(tmp_path: Path) -> None:
    path = tmp_path / "game.tretorri"
    play(f"save {path}", "Pb4", "save")
    (record,) = read_records(path)
    assert record.actions() == ("Pb4",)


def test_save_never_writes_over_a_file_it_does_not_know(tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_text("precious", encoding="utf-8")
    result = play(f"save {path}")
    assert "already exists" in result.stderr
    assert path.read_text(encoding="utf-8") == "precious"


def test_save_with_a_bang_writes_over_it(tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_text("precious", encoding="utf-8")
    play(f"save! {path}")
    assert len(list(read_records(path))) == 1


@pytest.mark.parametrize("line", ["save!", "load"])
def test_a_file_must_be_named(line: str) -> None:
    assert "name a file" in play(line).stderr


def test_a_place_where_nothing_can_be_written_is_one_line(tmp_path: Path) -> None:
    result = play(f"save {tmp_path}/no/such/place", "position")
    assert "No such file or directory" in result.stderr
    assert result.stdout.splitlines()[-1] == START


def test_load_goes_on_with_a_saved_game(tmp_path: Path) -> None:
    path = tmp_path / "game"
    play("Pb4+a3-a4", f"save {path}")
    result = play(f"load {path}", "position")
    assert f"1. {DARK}: Pb4+a3-a4\n" in result.stdout
    assert result.stdout.splitlines()[-1] == AFTER_ONE_TURN


def test_what_was_loaded_is_not_written_over_without_being_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "game"
    play(f"save {path}")
    before = path.read_text(encoding="utf-8")
    play(f"load {path}", "Pb4", "save")
    assert path.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("content", ["", "nonsense", '[Tretorri "99"]\n[End]\n'])
def test_a_damaged_file_is_refused_and_the_game_stays(tmp_path: Path, content: str) -> None:
    path = tmp_path / "damaged"
    path.write_text(content, encoding="utf-8")
    result = play("Pb4", f"load {path}", "undo", "position")
    assert len(result.stderr.splitlines()) == 3
    assert result.stdout.splitlines()[-1] == START
    assert run("play", "--load", str(path)).exit_code == 2


def test_load_and_save_on_the_command_line(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    play("Pb4+a3-a4", args=("volterra", *TWO_PEOPLE, "--save", str(one)))
    play("Pb1", args=("--load", str(one), "--save", str(two)))
    (record,) = read_records(two)
    assert record.actions() == ("Pb4", "a3-a4", "Pb1")


def test_save_on_the_command_line_refuses_a_file_that_exists(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.touch()
    result = run("play", "volterra", "--bots", "random", "--save", str(path))
    assert result.exit_code == 2
    assert "already exists" in result.stderr


def test_a_loaded_game_must_be_the_one_that_is_named(tmp_path: Path) -> None:
    path = tmp_path / "game"
    play(f"save {path}")
    assert position_after(args=("volterra", "--load", str(path))) == START
    result = run("play", "towers", "--load", str(path))
    assert result.exit_code == 2
    assert "contains a game of volterra" in result.stderr


def test_players_of_a_file_keep_their_seats_and_names(tmp_path: Path) -> None:
    path = tmp_path / "game"
    headers = {"Player.d": "Anna", "Player.l": "random", "Event": "club night"}
    save(path, [Record.of([tretorri.game("volterra").start(seed=1)], seed=1, headers=headers)])
    found = storage.read(path)
    assert found.players == {"d": "human", "l": "random"}
    storage.write(found, path)
    (record,) = read_records(path)
    assert {name: record.header(name) for name in headers} == headers


def test_a_bot_that_takes_the_seat_of_a_person_takes_the_name_too(tmp_path: Path) -> None:
    path = tmp_path / "game"
    game = table("Pb4")
    game.headers, game.players = {"Player.d": "Anna"}, {"d": "greedy", "l": "human"}
    storage.write(game, path)
    assert storage.read(path).players == game.players


def test_bots_go_on_by_the_same_seed(tmp_path: Path) -> None:
    storage.write(table(), tmp_path / "game")
    assert storage.read(tmp_path / "game").bot_seed == 8


def test_without_a_noted_seed_bots_go_by_that_of_the_start(tmp_path: Path) -> None:
    path = tmp_path / "game"
    save(path, [Record.of([tretorri.game("volterra").start(seed=6)], seed=6)])
    assert storage.read(path).bot_seed == 6


def test_every_action_is_kept_and_resume_goes_on(state: Path) -> None:
    play("Pb4+a3-a4", "Pb1")
    (path,) = kept(state)
    (record,) = read_records(path)
    assert record.actions() == ("Pb4", "a3-a4", "Pb1")
    assert position_after(args=("--resume",)) == position_after("Pb4+a3-a4", "Pb1")


def test_resume_keeps_the_game_in_the_same_file(state: Path) -> None:
    play("Pb4")
    play("a3-a4", args=("--resume",))
    (path,) = kept(state)
    (record,) = read_records(path)
    assert record.actions() == ("Pb4", "a3-a4")


def test_undo_is_kept_too() -> None:
    play("Pb4", "undo")
    assert position_after(args=("--resume",)) == START


def test_resume_takes_the_last_game_that_is_not_over() -> None:
    play("Pb4")
    play("a1-c1+Pc1", args=("volterra", "--position", NEARLY_OVER, *TWO_PEOPLE))
    assert position_after(args=("--resume",)) == position_after("Pb4")


def test_resume_takes_the_last_game_of_the_one_named() -> None:
    play("Pb4")
    play(args=("towers", "--seed", "1"))
    assert position_after(args=("volterra", "--resume")) == position_after("Pb4")


def test_resume_passes_over_a_damaged_file_and_says_so(state: Path) -> None:
    play("Pb4")
    (state / "zzz.tretorri").write_text("damaged", encoding="utf-8")
    result = run("play", "--resume", "--script", "-", typed="position\n")
    assert re.search("Skipped .*zzz.tretorri: ", result.stderr)
    assert result.exit_code == 0


def test_loading_another_game_leaves_the_kept_one_alone(tmp_path: Path, state: Path) -> None:
    path = tmp_path / "game"
    play("Pb4+a3-a4", f"save {path}")
    play("Pd4", f"load {path}", "Pb1")
    found = {record.actions() for file in kept(state) for record in read_records(file)}
    assert found == {("Pb4", "a3-a4"), ("Pd4",), ("Pb4", "a3-a4", "Pb1")}


def test_games_of_bots_are_not_kept(state: Path) -> None:
    run("play", "volterra", "--bots", "random", "--seed", "1")
    assert not state.exists()


def test_bots_that_end_a_persons_game_leave_what_was_kept(state: Path) -> None:
    play("Pb4")
    before = [path.read_text(encoding="utf-8") for path in kept(state)]
    assert run("play", "--resume").exit_code == 0
    assert [path.read_text(encoding="utf-8") for path in kept(state)] == before


def test_only_the_last_games_are_kept(state: Path) -> None:
    state.mkdir()
    for number in range(30):
        old = state / f"old{number:02}.tretorri"
        old.touch()
        os.utime(old, (number, number))
        old.with_name(f"{old.name}~").touch()
    play("Pb4")
    assert len(kept(state)) == storage.MAX_AUTOSAVES
    assert not (state / "old10.tretorri~").exists()
    assert (state / "old11.tretorri~").exists()


def test_a_game_that_cannot_be_kept_goes_on_and_says_so_once(state: Path) -> None:
    state.write_text("a file where the folder should be", encoding="utf-8")
    result = play("Pb4", "a3-a4", "position")
    assert result.stderr.count("cannot be saved") == 1
    assert "tretorri play --resume" not in result.stderr
    assert result.stdout.splitlines()[-1] == AFTER_ONE_TURN


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"TRETORRI_STATE": "/a", "XDG_STATE_HOME": "/b"}, "/a"),
        ({"XDG_STATE_HOME": "/b"}, "/b/tretorri"),
        ({"HOME": "/c"}, "/c/.local/state/tretorri"),
    ],
)
def test_where_games_are_kept(
    environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TRETORRI_STATE", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert storage.folder() == Path(expected)
