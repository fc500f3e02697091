"""The fallback engine: slow, but repeatable, within its limits, and right where it is sure."""

from __future__ import annotations

import time
from itertools import product

import pytest

import tretorri
from tests.deadlines import deadline
from tests.engine.test_search import some_positions
from tests.fourth.registration import register_campanile
from tests.settings import AnyGame, every_setting, name
from tretorri.core.budget import Budget, OverBudget, use_budget
from tretorri.core.records import Record
from tretorri.engine import bot, fallback, levels, search
from tretorri.engine.levels import LEVELS, has_levels, level_mark, level_turn
from tretorri.engine.review import review
from tretorri.engine.search import Analysis, Engine, analyse, best_turn, playouts, uct_turn

HEIGHTS = range(1, 8)
ALL = range(1, LEVELS + 1)
every_game = pytest.mark.parametrize("game", every_setting(), ids=name)


@pytest.fixture(autouse=True)
def _without_native_twins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the fallback engine search every game."""
    register_campanile(monkeypatch)
    for module in (search, levels):
        monkeypatch.setattr(module, "needs_fallback", lambda game_id: True)


def tower(height: int) -> tretorri.Position:
    """Return a bell tower of so many slabs; who is to move wins unless 4 divides its height."""
    return tretorri.game("campanile").position(f"ab {height} a 1")


def test_a_game_without_a_native_twin_needs_it() -> None:
    assert [g for g in tretorri.all_games() if fallback.needs_fallback(g)] == ["campanile"]
    with pytest.raises(tretorri.UnknownGame):
        fallback.needs_fallback("chess")


@every_game
def test_the_best_lines_can_be_played(game: AnyGame) -> None:
    for position in some_positions(game):
        found = analyse(position, nodes=300, lines=3)
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
    first, second = (analyse(position, nodes=200, seed=3, lines=2) for _ in range(2))
    assert (first.lines, first.nodes, first.depth) == (second.lines, second.nodes, second.depth)


def test_another_seed_searches_otherwise() -> None:
    start = tretorri.game("volterra").start()
    assert len({analyse(start, nodes=200, seed=seed).best.turns for seed in range(8)}) > 1


@every_game
def test_a_search_keeps_to_its_nodes(game: AnyGame) -> None:
    found = analyse(game.start(seed=1), nodes=300)
    assert found.nodes <= 300 + fallback.MAX_PLAYOUT_ACTIONS + 2


@pytest.mark.parametrize("clock", ["wall", "cpu"])
def test_a_search_keeps_to_its_time(clock: search.Clock) -> None:
    begun = time.monotonic()
    found = analyse(tretorri.game("volterra").start(), seconds=0.1, clock=clock)
    assert 0.1 <= found.seconds < deadline(5)
    assert time.monotonic() - begun < deadline(10)


@pytest.mark.parametrize(("height", "seed"), [*product(HEIGHTS, range(3))])
def test_what_it_proves_is_so_and_small_games_are_proven(height: int, seed: int) -> None:
    found = analyse(tower(height), nodes=5000, seed=seed)
    winner = "a" if height % 4 else "b"
    assert found.proven
    assert found.best.shares[winner] == 1.0
    assert not height % 4 or found.best.turns[0] == f"t{height % 4}"


def test_a_win_that_is_forced_is_proven() -> None:
    position = tretorri.game("volterra").position(
        "dl -,-,-,-,-/-,-,-,-,-/d,-,-,-,-/ddd,d,l,-,- d lc1,da2 - 9"
    )
    found = analyse(position, nodes=3000)
    assert found.proven
    assert found.best.shares == {"d": 1.0, "l": 0.0}


def test_a_short_search_is_not_sure() -> None:
    assert not analyse(tretorri.game("volterra").start(), nodes=50).proven


def test_what_is_found_is_reported_while_the_search_goes_on() -> None:
    heard: list[Analysis] = []
    last = analyse(tretorri.game("volterra").start(), nodes=5000, listener=heard.append)
    nodes = [found.nodes for found in heard]
    assert len(heard) > 1
    assert nodes == sorted(nodes)
    assert nodes[-1] <= last.nodes


def test_an_error_in_the_listener_ends_the_search() -> None:
    def fail(found: Analysis) -> None:
        raise KeyError(found.depth)

    with pytest.raises(KeyError):
        analyse(tretorri.game("volterra").start(), nodes=5000, listener=fail)


def test_a_search_that_is_not_wanted_any_more_ends() -> None:
    with pytest.raises(OverBudget), use_budget(Budget(0.05)):
        analyse(tretorri.game("volterra").start(), seconds=deadline(600))


def test_a_search_that_ends_because_its_memory_is_full_says_so() -> None:
    start = tretorri.game("volterra").start()
    assert analyse(start, seconds=deadline(600), memory=2**16).memory_full
    assert not analyse(start, nodes=200).memory_full


def test_a_game_that_is_over_is_not_searched() -> None:
    with pytest.raises(tretorri.IllegalAction, match="over"):
        analyse(tower(1).play("t1"), nodes=10)


def test_there_are_no_weights_to_set() -> None:
    with pytest.raises(tretorri.InvalidOption, match="campanile has no native implementation"):
        Engine("campanile").set_weights([])


# Players ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ALL)
@pytest.mark.parametrize("game", every_setting()[::3], ids=name)
def test_every_game_has_levels_that_play_legal_turns(game: AnyGame, level: int) -> None:
    start = game.start(seed=3)
    turn = level_turn(start, min(level, 5), seed=5)
    assert has_levels(game)
    assert start.ends_turn(start.play_turn(turn))
    assert level_turn(start, min(level, 5), seed=5) == turn
    assert level_mark(game, level) == level_mark(game, level)


def test_a_level_has_fewer_nodes_where_there_are_many_actions() -> None:
    few, many = tower(7), tretorri.game("voldetour").start()
    assert levels.levels(few)[-1].nodes > 20 * levels.levels(many)[-1].nodes
    assert levels.levels(many)[0].nodes >= levels.MIN_FALLBACK_NODES


@pytest.mark.parametrize("height", [5, 6, 7])
def test_high_levels_never_miss_the_win(height: int) -> None:
    for level, seed in product((5, 8), range(5)):
        assert str(level_turn(tower(height), level, seed=seed)) == f"t{height % 4}"


@pytest.mark.parametrize("who", ["random", "greedy", "engine", "level:2", "level:8"])
def test_every_bot_plays(who: str) -> None:
    assert tower(7).play_turn(bot(who, seed=1).choose(tower(7))).turn == 2


def test_other_calls_of_the_engine_work_too() -> None:
    assert str(best_turn(tower(7), nodes=500)) == str(uct_turn(tower(7), nodes=500)) == "t3"
    assert str(best_turn(tower(7), level=8)) == "t3"
    played = playouts(tower(7), 50, seed=2)
    assert (played.games, sum(played.wins.values())) == (50, 50)
    assert played == playouts(tower(7), 50, seed=2)
    many = playouts(tretorri.game("towers", players=3).start(seed=1), 1, seed=2)
    assert sum(many.wins.values()) == pytest.approx(1)


def test_a_game_is_reviewed() -> None:
    record = Record.of([tower(7)])
    for turn in ("t1", "t2", "t1", "t3"):
        record = record.play(turn)
    told = review(record, nodes=500)
    assert [turn.mark for turn in told.turns] == ["??", "", "", ""]
