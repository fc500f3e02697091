"""The engine on several threads, by CPU time, and plain UCT."""

from __future__ import annotations

import threading
from itertools import pairwise

import pytest

import tretorri
from tests.engine.test_search import SETTINGS, every_game, some_positions
from tests.settings import AnyGame
from tretorri.engine.search import Analysis, Clock, Engine, analyse, best_turn, uct_turn

ENGINES = 100
ONE_OF_EACH = {game.id: game for game in reversed(SETTINGS)}.values()
one_of_each_game = pytest.mark.parametrize("game", ONE_OF_EACH, ids=lambda game: game.id)


@every_game
def test_several_threads_find_lines_that_can_be_played(game: AnyGame) -> None:
    for position in some_positions(game):
        found = analyse(position, nodes=2000, lines=3, threads=3)
        firsts = [line.turns[0] for line in found.lines]
        assert 1 <= len(set(firsts)) == len(firsts) <= 3
        for line in found.lines:
            assert sum(line.shares.values()) == pytest.approx(1)
            after = position
            for turn in line.turns:
                after = after.play_turn(turn)


@every_game
def test_nodes_are_for_all_threads_together(game: AnyGame) -> None:
    found = analyse(game.start(seed=1), nodes=3000, threads=3)
    assert found.nodes <= 4500


@one_of_each_game
def test_the_listener_hears_from_one_thread_only(game: AnyGame) -> None:
    heard = list[tuple[int, Analysis]]()

    def hear(found: Analysis) -> None:
        heard.append((threading.get_ident(), found))

    analyse(game.start(seed=1), nodes=30_000, threads=3, listener=hear)
    assert heard
    assert len({thread for thread, _ in heard}) == 1
    assert all(one.nodes <= later.nodes for (_, one), (_, later) in pairwise(heard))


@one_of_each_game
def test_an_error_in_the_listener_ends_all_threads(game: AnyGame) -> None:
    def fail(found: Analysis) -> None:
        raise KeyError(found.depth)

    before = threading.active_count()
    with pytest.raises(KeyError):
        analyse(game.start(seed=1), seconds=60, threads=3, listener=fail)
    assert threading.active_count() == before


@one_of_each_game
def test_engines_with_threads_come_and_go(game: AnyGame) -> None:
    position = game.start(seed=1)
    for number in range(ENGINES):
        engine = Engine(game.id, memory=2**20, seed=number, threads=1 + number % 4)
        assert engine.analyse(position, nodes=50).lines


def test_a_forced_win_is_proven_by_several_threads() -> None:
    position = tretorri.game("volterra").position(
        "dl -,-,-,-,-/-,-,-,-,-/d,-,-,-,-/ddd,d,l,-,- d lc1,da2 - 9"
    )
    found = analyse(position, seconds=5, threads=2)
    assert found.proven
    assert found.best.shares == {"d": 1.0, "l": 0.0}


def test_an_engine_that_was_used_often_answers_as_a_new_one() -> None:
    engine, position = Engine("volterra", memory=2**16), tretorri.game("volterra").start()
    new = analyse(position, nodes=400, memory=2**16).best
    assert all(engine.analyse(position, nodes=400).best == new for _ in range(150))


@one_of_each_game
@pytest.mark.parametrize("threads", [1, 2])
def test_cpu_time_ends_a_search(game: AnyGame, threads: int) -> None:
    position = game.start(seed=1)
    found = analyse(position, seconds=0.02, threads=threads, clock="cpu")
    assert position.play_turn(found.best.turns[0]) != position


@pytest.mark.parametrize("threads", [0, -1, 1025])
def test_a_strange_number_of_threads_is_refused(threads: int) -> None:
    with pytest.raises(tretorri.InvalidOption, match="threads must be between 1 and 1024"):
        Engine("volterra", threads=threads)


@pytest.mark.parametrize("memory", [0, -1, 2**80])
def test_a_strange_memory_is_refused(memory: int) -> None:
    with pytest.raises(tretorri.InvalidOption, match="memory must be between 1"):
        Engine("volterra", memory=memory)
    with pytest.raises(tretorri.InvalidOption, match="memory must be between 1"):
        uct_turn(tretorri.game("volterra").start(), nodes=1, memory=memory)


def test_an_unknown_clock_is_refused() -> None:
    clock: Clock = "sun"  # type: ignore[assignment]
    with pytest.raises(
        tretorri.InvalidOption, match='unknown clock "sun"; the clocks are wall, cpu'
    ):
        Engine("volterra", clock=clock)


@pytest.mark.parametrize("limits", [{"nodes": 10}, {"seconds": 0.1}])
def test_a_level_has_limits_of_its_own(limits: dict[str, int]) -> None:
    with pytest.raises(tretorri.InvalidOption, match="a level sets its own limits"):
        best_turn(tretorri.game("volterra").start(), level=3, **limits)


@every_game
def test_plain_uct_plays_whole_turns(game: AnyGame) -> None:
    for position in some_positions(game):
        for nodes in (1, 300):
            turn = uct_turn(position, nodes=nodes, seed=5)
            assert turn == uct_turn(position, nodes=nodes, seed=5)
            after = position.play_turn(turn)
            assert after.is_over or after.turn != position.turn


@one_of_each_game
def test_plain_uct_ends_by_either_clock_and_in_little_memory(game: AnyGame) -> None:
    position = game.start(seed=1)
    for turn in (
        uct_turn(position, seconds=0.01),
        uct_turn(position, seconds=0.01, clock="cpu"),
        uct_turn(position, nodes=200, memory=1),
    ):
        assert position.play_turn(turn) != position


def test_plain_uct_with_bad_limits_is_refused() -> None:
    with pytest.raises(tretorri.InvalidOption, match="greater than 0"):
        uct_turn(tretorri.game("volterra").start(), nodes=0)
