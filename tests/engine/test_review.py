"""Looking over a game: shares, mistakes, the picture, and the command."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import tretorri
from tests.cli.support import run
from tests.deadlines import deadline
from tretorri.core.records import Record, save
from tretorri.engine.bench import bench, workload
from tretorri.engine.graph import draw_review
from tretorri.engine.review import review


@pytest.fixture(scope="module")
def record() -> Record:
    """Return a short game that dark wins because light gives everything away."""
    start = tretorri.game("volterra").position(
        "dl -,-,-,-,-/-,-,-,-,-/d,-,-,-,-/ddd,d,l,-,- d lc1,da2 - 9"
    )
    found = Record(start)
    while not found.final.is_over:
        turn = next(iter(found.final.turns()))
        for action in turn.actions:
            found = found.play(str(action))
    return found


def test_a_review_ends_with_the_result(record: Record) -> None:
    found = review(record, nodes=500)
    assert [turn.text for turn in found.turns] == [turn.text for turn in record.line.turns]
    result = record.final.result
    assert result is not None
    winners = [seat for seat, share in found.turns[-1].shares.items() if share == 1]
    assert winners == list(result.winners)


def test_a_turn_that_gives_the_win_away_is_marked() -> None:
    # Dark can force a win with a3-c4, but ends the game at once with the lower towers.
    start = tretorri.game("volterra").position(
        "dl -,-,ldldl,-,-/d,ld,-,-,-/-,-,lddl,-,-/-,-,-,lddl,dl d le1,db3 - 35"
    )
    (turn,) = review(Record(start).play("a3-c2").play("Pc2"), nodes=20_000).turns
    assert (turn.seat, turn.mark, turn.shares) == ("d", "??", {"d": 0.0, "l": 1.0})
    assert turn.loss == 1.0
    assert turn.best == "a3-c4+Pc4"


def test_the_best_turn_is_not_marked() -> None:
    start = tretorri.game("volterra").start(seed=1)
    best = review(Record(start, seed=1).play("Pb4").play("a3-a4"), nodes=3000).turns[0].best
    record = Record(start, seed=1)
    for action in best.split("+"):
        record = record.play(action)
    found = review(record, nodes=3000)
    assert (found.turns[0].loss, found.turns[0].mark) == (0.0, "")
    assert found.names == {"d": "Dark", "l": "Light"}


def test_the_picture_shows_every_seat(record: Record) -> None:
    picture = draw_review(review(record, nodes=300))
    shapes = ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}polygon")
    assert len(list(shapes)) == 2


def test_the_command_looks_over_a_file(record: Record, tmp_path: Path) -> None:
    path, picture = tmp_path / "game.tretorri", tmp_path / "game.svg"
    save(path, [record])
    told = run("analyse", "--record", str(path), "--nodes", "300", "--svg", str(picture))
    assert told.stdout.count("\n") == len(record.line.turns)
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    data = json.loads(run("analyse", "--record", str(path), "--nodes", "300", "--json").stdout)
    assert len(data["turns"]) == len(record.line.turns)


def test_the_command_compares_turns_of_a_position() -> None:
    told = run("analyse", "volterra", "--nodes", "2000", "--lines", "3")
    assert told.stdout.count("\n") == 3
    assert "Dark" in told.stdout
    assert "positions" in told.stderr
    data = json.loads(run("analyse", "towers", "--nodes", "300", "--json").stdout)
    assert set(data["lines"][0]["shares"]) == set("vrbg")


def test_the_command_says_that_it_stopped_because_its_memory_was_full() -> None:
    told = run("analyse", "towers", "--seconds", str(deadline(600)))
    assert "memory full" in told.stderr


@pytest.mark.parametrize(
    "line",
    [
        "analyse",
        "analyse volterra --record x",
        "analyse chess",
        "analyse volterra --seconds 0",
        "analyse volterra --lines 0",
    ],
)
def test_bad_input_is_refused_in_one_line(line: str) -> None:
    told = run(*line.split())
    assert (told.exit_code, told.stdout, told.stderr.count("\n")) == (2, "", 1)


def test_a_finished_game_cannot_be_analysed() -> None:
    text = "dl -,-,-,-,-/-,-,d,-,-/-,-,l,-,-/-,-,-,-,- d lc2,dc3 - 9"
    told = run("analyse", "volterra", "--position", text)
    assert (told.exit_code, told.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("game_id", tretorri.all_games())
def test_the_signature_of_the_engine_is_repeatable(game_id: str) -> None:
    assert [str(p) for p in workload(game_id)] == [str(p) for p in workload(game_id)]
    assert bench(game_id, nodes=200).signature == bench(game_id, nodes=200).signature
