"""Names of players, and programs that fail in every way they can think of."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tretorri
from tests.arena import opponent
from tests.deadlines import deadline, wait_until
from tretorri.arena import players
from tretorri.arena.matches import Match, MatchRunner, Pairing
from tretorri.arena.players import EnginePlayer, PlayerSpec, TurnLimits, read_player
from tretorri.core.game import Position
from tretorri.core.records import Record
from tretorri.core.words import Reason

TURN_S, SHORT_TURN_S = 30.0, 0.3
LATE = {"hangs", "leaves-a-child", "never-starts"}  # so that the time for a turn passes


def bad(way: str, turn: int = 5, pids: Path | str = "") -> str:
    """Name an opponent that fails in this way."""
    return f"external:{sys.executable} {opponent.__file__} {way} {turn} {pids}"


def against(name: str) -> Match:
    """Return a match of a random player against an external one."""
    is_late = not LATE.isdisjoint(name.split())
    both = (read_player("random"), read_player(name))
    return Match(both, "volterra", deadline=deadline(SHORT_TURN_S if is_late else TURN_S))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("random", PlayerSpec("random", "random")),
        ("engine", PlayerSpec("engine", "engine", TurnLimits(nodes=7))),
        ("engine:nodes=500", PlayerSpec("engine:nodes=500", "engine", TurnLimits(nodes=500))),
        ("engine:seconds=0.5", PlayerSpec("engine:seconds=0.5", "engine", TurnLimits(seconds=0.5))),
    ],
)
def test_a_name_says_who_plays_and_how_long_it_thinks(
    name: str, expected: PlayerSpec, search: list[dict[str, Any]]
) -> None:
    assert read_player(name, TurnLimits(nodes=7)) == expected


@pytest.mark.parametrize(
    "name",
    [
        "",
        "clever",
        "greedy:nodes=3",
        "random:",
        "ra\nndom",
        "engine:nodes=0",
        "engine:nodes=1e9",
        "engine:nodes=99999999999999",
        "engine:seconds=0",
        "engine:seconds=-1",
        "engine:seconds=nan",
        "engine:colour=red",
        "engine:threads=many",
        "level:",
        "level:0",
        "level:9",
        "level",
        "external:",
        "external:'unclosed",
        "external:/nowhere/at/all",
    ],
)
def test_a_bad_name_is_refused(name: str, search: list[dict[str, Any]]) -> None:
    with pytest.raises(tretorri.InvalidOption):
        read_player(name)


class _Line:
    turns = ("Pb4+a3-a4",)


class _Analysis:
    best = _Line()


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Put a search in the place of the real one; return what it is asked."""
    asked: list[dict[str, Any]] = []

    class Search:
        @staticmethod
        def best_turn(position: Position, *, level: int, seed: int) -> str:
            asked.append({"level": level, "seed": seed})
            return "Pb4+a3-a4"

        class Engine:
            def __init__(self, game_id: str, *, seed: int, threads: int = 1) -> None:
                asked.append({"game": game_id, "seed": seed, "threads": threads})

            def analyse(self, position: Position, **wanted: object) -> _Analysis:
                asked.append(wanted)
                return _Analysis()

    monkeypatch.setattr(players, "_search", lambda _: Search)
    return asked


def test_an_engine_is_one_for_a_whole_game(search: list[dict[str, Any]]) -> None:
    start = tretorri.game("volterra").start()
    player = EnginePlayer(read_player("engine:nodes=9,threads=2"))
    player.forget(5)
    assert {player.think(start, player.spec.limits) for _ in range(2)} == {"Pb4+a3-a4"}
    limited = {"nodes": 9, "seconds": None, "listener": None}
    assert search == [{"game": "volterra", "seed": 5, "threads": 2}, limited, limited]


def test_a_level_is_asked_for_by_its_number(search: list[dict[str, Any]]) -> None:
    player = EnginePlayer(read_player("level:3"))
    player.think(tretorri.game("volterra").start(), player.spec.limits)
    assert search == [{"level": 3, "seed": 0}]


def test_a_mistake_inside_the_engine_costs_it_the_game(
    search: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match((read_player("engine"), read_player("random")), "volterra")

    def think(*_: object) -> str:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(EnginePlayer, "think", think)
    with MatchRunner(match) as runner:
        record = Record.from_text(runner.play(Pairing(0, 0)).text)
    assert str(record.outcome) == "l abandoned"
    assert record.header("Forfeit") == "d: the player crashed: ZeroDivisionError: oh"


def test_an_engine_that_does_not_know_the_game_is_no_player_of_it(
    search: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def think(*_: object) -> str:
        raise tretorri.InvalidOption(Reason("core.no-native", {"game": "chess"}))

    monkeypatch.setattr(EnginePlayer, "think", think)
    match = Match((read_player("engine"), read_player("random")), "volterra")
    with (
        MatchRunner(match) as runner,
        pytest.raises(tretorri.InvalidOption, match="no native implementation"),
    ):
        runner.play(Pairing(0, 0))


def test_without_an_engine_no_player_plays_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "SEARCH_MODULE", "tretorri.engine.nowhere")
    for name in ("engine", "level:3", "uct"):
        with pytest.raises(tretorri.InvalidOption, match="this build has no engine"):
            read_player(name)


def test_plain_tree_search_plays_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    class Search:
        @staticmethod
        def best_turn(position: Position) -> str:
            return "never asked"

        @staticmethod
        def uct_turn(position: Position, *, nodes: int, seconds: float | None, seed: int) -> str:
            return f"{nodes} {seconds} {seed}"

        Engine = object

    monkeypatch.setattr(players, "_search", lambda _: Search)
    player = EnginePlayer(read_player("uct:nodes=5"))
    start = tretorri.game("volterra").start()
    assert player.think(start, player.spec.limits) == "5 None 0"


def test_what_the_search_cannot_do_is_refused_by_name(search: list[dict[str, Any]]) -> None:
    with pytest.raises(tretorri.InvalidOption, match="uct"):
        read_player("uct:nodes=5")


@pytest.mark.parametrize(
    ("way", "result", "note"),
    [
        ("crashes", "abandoned", "exited with status 3"),
        ("closes", "abandoned", "exited"),
        ("hangs", "time", "did not answer in time"),
        ("floods", "abandoned", "sent too much output"),
        ("never-ends-a-line", "abandoned", "sent too much output"),
        ("plays-illegally", "abandoned", "a1"),
        ("plays-nonsense", "abandoned", "is not an action of this game"),
        ("plays-nothing", "abandoned", "is not an action of this game"),
        ("plays-half-a-turn", "abandoned", ""),
        ("talks-garbage", "abandoned", "which is not a valid answer"),
        ("talks-bytes", "abandoned", "which is not a valid answer"),
        ("complains", "abandoned", "I do not like this"),
    ],
)
def test_a_player_who_fails_has_lost(
    way: str, result: str, note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tretorri.arena.external.MAX_PROGRAM_LINES", 100)  # a flood takes its time
    with MatchRunner(against(bad(way))) as runner:
        game = runner.play(Pairing(0, 0))
    record = Record.from_text(game.text)
    assert str(record.outcome) == f"d {result}"
    assert (game.shares, game.forfeit) == ((1.0, 0.0), 1)
    assert (record.header("Forfeit") or "").startswith("l: ")
    assert note in (record.header("Forfeit") or "")
    assert len(record.line.turns) >= 5


def test_a_player_who_does_not_start_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tretorri.arena.external.START_TIMEOUT_S", 1.0)
    with MatchRunner(against(bad("never-starts"))) as runner:
        record = Record.from_text(runner.play(Pairing(0, 1)).text)
    assert str(record.outcome) == "l time"


def test_a_program_that_is_none_has_lost(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_bytes(b"\x00\x01 not a program")
    program.chmod(0o755)
    with MatchRunner(against(f"external:{program}")) as runner:
        record = Record.from_text(runner.play(Pairing(0, 0)).text)
    assert "could not be started" in (record.header("Forfeit") or "")


def test_a_program_that_does_not_read_runs_out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tretorri.arena.external.START_TIMEOUT_S", 1.0)
    monkeypatch.setattr("tretorri.arena.external.newgame", lambda _: "x" * 1_000_000)
    code = "import time; print('ok', flush=True); time.sleep(60)"
    match = against(f'external:{sys.executable} -c "{code}"')
    with MatchRunner(replace(match, deadline=SHORT_TURN_S)) as runner:
        assert "d time" in runner.play(Pairing(0, 0)).text


def test_the_next_game_is_played_by_a_new_process(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with MatchRunner(against(bad("crashes", 5, pids))) as runner:
        games = [runner.play(Pairing(0, 0)), runner.play(Pairing(0, 1))]
    assert [game.forfeit for game in games] == [1, 0]
    assert len(set(pids.read_text().split())) == 2


def test_a_player_who_behaves_stays_for_the_next_game(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with MatchRunner(against(bad("stays", 1000, pids))) as runner:
        games = [runner.play(Pairing(0, n)) for n in range(2)]
    assert [game.forfeit for game in games] == [None, None]
    assert all_gone(pids) == 1


@pytest.mark.parametrize("way", ["leaves-a-child", "hangs", "stays"])
def test_no_program_is_left_running(way: str, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with MatchRunner(against(bad(way, 5, pids))) as runner:
        runner.play(Pairing(0, 0))
    assert all_gone(pids)


def all_gone(pids: Path) -> int:
    """Return how many processes were noted in a file, after the last of them has ended."""
    noted = [int(pid) for pid in pids.read_text().split()]
    wait_until(lambda: not any(_runs(pid) for pid in noted), "the end of all players")
    return len(noted)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
