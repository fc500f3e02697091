"""The engine: limits, repeatable answers, lines that can be played."""

from __future__ import annotations

import random
import threading
import time

import pytest

import tretorri
from tests.deadlines import deadline, wait_until
from tests.settings import AnyGame, every_setting, name, walk
from tretorri.engine.native import has_native
from tretorri.engine.search import Analysis, Engine, analyse, best_action, best_turn, playouts

SETTINGS = [game for game in every_setting() if has_native(game.id)]
every_game = pytest.mark.parametrize("game", SETTINGS, ids=name)


def some_positions(game: AnyGame) -> list[tretorri.Position]:
    """Return running positions of a random game, in mid-turn too."""
    chance = random.Random(name(game))
    positions = walk(game, [chance.randrange(10_000) for _ in range(40)])
    return [position for position in positions[::9] if not position.is_over]


@every_game
def test_the_best_lines_can_be_played(game: AnyGame) -> None:
    for position in some_positions(game):
        found = analyse(position, nodes=600, lines=3)
        firsts = [line.turns[0] for line in found.lines]
        assert 1 <= len(set(firsts)) == len(firsts) <= 3
        for line in found.lines:
            assert sum(line.shares.values()) == pytest.approx(1)
            assert tuple(line.shares) == game.seats
            after = position
            for turn in line.turns:
                after = after.play_turn(turn)


@every_game
def test_the_same_nodes_and_seed_give_the_same_answer(game: AnyGame) -> None:
    position = some_positions(game)[-1]
    answers = [analyse(position, nodes=500, seed=3) for _ in range(2)]
    assert answers[0].lines == answers[1].lines
    assert answers[0].nodes == answers[1].nodes


@every_game
def test_a_search_keeps_to_its_nodes(game: AnyGame) -> None:
    found = analyse(game.start(seed=1), nodes=1000)
    assert found.nodes <= 1500


def test_what_is_found_is_reported_while_the_search_goes_on() -> None:
    heard: list[Analysis] = []
    position = tretorri.game("volterra").start()
    last = analyse(position, nodes=5000, listener=heard.append)
    assert len(heard) > 1
    nodes = [found.nodes for found in heard]
    assert nodes == sorted(nodes)
    assert nodes[-1] <= last.nodes


def test_an_error_in_the_listener_ends_the_search() -> None:
    def fail(found: Analysis) -> None:
        raise KeyError(found.depth)

    with pytest.raises(KeyError):
        analyse(tretorri.game("volterra").start(), nodes=5000, listener=fail)


def test_the_best_turn_and_the_best_action_agree() -> None:
    position = tretorri.game("volterra").start()
    turn = best_turn(position, nodes=2000)
    assert best_action(position, nodes=2000) == turn.actions[0]
    assert position.play_turn(turn).to_move == "l"


def test_a_win_that_is_forced_is_proven() -> None:
    # Dark takes the last light tower beside the light pawn: light is stuck and has the lower one.
    position = tretorri.game("volterra").position(
        "dl -,-,-,-,-/-,-,-,-,-/d,-,-,-,-/ddd,d,l,-,- d lc1,da2 - 9"
    )
    found = analyse(position, seconds=5)
    assert found.proven
    assert found.best.shares == {"d": 1.0, "l": 0.0}


def test_a_lord_without_a_way_stays_where_it_is() -> None:
    position = tretorri.game("voldetour").position(
        "bw wB1@c2.0;wB2x@d3.0;wB2z@d3.1;wB1@f3.0;bB3y@h5.0;bB2z@e6.0;bB1@e6.2;bSn@g6.0;wSe@d7.0;"
        "bSn@f7.0;wB3z@g7.0;wSn@h7.1;wSn@g8.0;bS^@g8.0;wSn@g8.1;bB2z@i8.0;bB1@h9.0;wSn@h9.1;"
        "bSn@c10.0;bS^@c10.0 w bd3,wg7 - 60"
    )
    assert position.play_turn(best_turn(position, nodes=300)).to_move == "b"


def test_other_threads_go_on_while_the_engine_thinks() -> None:
    wait_until(lambda: turns_beside_a_search() > 20, "turns of another thread", pause=0)


def turns_beside_a_search() -> int:
    """Return how many turns another thread had during one search."""
    turns, is_over = list[None](), threading.Event()

    def tick() -> None:
        while not is_over.is_set():
            turns.append(None)
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    analyse(tretorri.game("volterra").start(), seconds=0.3)
    is_over.set()
    thread.join()
    return len(turns)


@pytest.mark.parametrize("limits", [{"nodes": 0}, {"seconds": 0.0}, {"lines": 0}, {"nodes": -1}])
def test_bad_limits_are_refused(limits: dict[str, int]) -> None:
    with pytest.raises(tretorri.InvalidOption, match="greater than 0"):
        analyse(tretorri.game("volterra").start(), **limits)  # type: ignore[arg-type]


def test_a_game_that_is_not_there_has_no_engine() -> None:
    with pytest.raises(tretorri.UnknownGame, match="unknown game"):
        Engine("campanile")


def test_random_games_share_out_the_wins() -> None:
    played = playouts(tretorri.game("towers", players=3).start(seed=1), 30, seed=2)
    assert sum(played.wins.values()) == pytest.approx(30)
    assert list(played.wins) == ["v", "r", "b"]


def test_two_threads_can_share_an_engine() -> None:
    engine, position = Engine("volterra"), tretorri.game("volterra").start()
    found: list[Analysis] = []

    def think() -> None:
        found.append(engine.analyse(position, nodes=3000))

    threads = [threading.Thread(target=think) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({analysis.best.turns for analysis in found}) == 1


def test_a_search_that_ends_because_its_memory_is_full_says_so() -> None:
    position = tretorri.game("towers", players=4).start(1)
    for threads in (1, 2):
        found = analyse(position, seconds=deadline(600), memory=2**20, threads=threads)
        assert found.memory_full
        assert found.to_json()["memory_full"]
    assert not analyse(position, nodes=1000).memory_full
    assert not analyse(tretorri.game("volterra").start(), nodes=20_000, memory=1).memory_full
