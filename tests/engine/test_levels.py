"""Levels: repeatable, legal, and the stronger the higher."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import tretorri
from tests.engine.test_search import SETTINGS, every_game, some_positions
from tests.settings import AnyGame, name
from tretorri.arena.matches import Match, MatchRunner
from tretorri.arena.players import read_player
from tretorri.engine.levels import LEVELS, Level, _turn, has_levels, level_name, level_turn, levels
from tretorri.engine.search import best_turn

ALL = range(1, LEVELS + 1)
SEEDS = range(100)
# Of 25 turns one wins at once: Pc3+d4=c2.
WIN_IN_ONE = "dl l,-,l,dd,l/-,ldl,dd,l,d/-,-,l,dl,l/dd,l,-,-,d d lb1,dd4 - 7"


@every_game
def test_every_number_of_seats_has_eight_levels_and_the_last_does_not_err(game: AnyGame) -> None:
    found = levels(game.start(seed=1))
    assert len(found) == LEVELS
    assert all(level.nodes >= 1 <= level.lines and level.looks >= 1 for level in found)
    assert all(0 <= level.overlook <= 1 and level.misjudge >= 0 for level in found)
    assert (found[-1].overlook, found[-1].misjudge, found[-1].lines) == (0, 0, 1)
    assert [level.overlook for level in found] == sorted(
        (level.overlook for level in found), reverse=True
    )


@pytest.mark.parametrize("level", [1, 3, 5, 7])
@every_game
def test_a_level_plays_legal_turns_and_the_rest_of_begun_ones(game: AnyGame, level: int) -> None:
    for position in some_positions(game):
        assert position.play_turn(level_turn(position, level, seed=2)).turn >= position.turn


@pytest.mark.parametrize("level", ALL)
@pytest.mark.parametrize("game", SETTINGS[::3], ids=name)
def test_the_same_position_level_and_seed_give_the_same_turn(game: AnyGame, level: int) -> None:
    start = game.start(seed=3)
    turns = {str(level_turn(start, level, seed=5)) for _ in range(2)}
    assert len(turns) == 1


def test_another_seed_gives_a_low_level_other_turns() -> None:
    start = tretorri.game("volterra").start()
    assert len({str(level_turn(start, 1, seed=seed)) for seed in SEEDS}) > 3


def test_the_engine_takes_a_level_too() -> None:
    start = tretorri.game("volterra").start()
    assert best_turn(start, level=4, seed=9) == level_turn(start, 4, seed=9)


@pytest.mark.parametrize("level", [0, 9, -1])
def test_other_levels_are_refused(level: int) -> None:
    with pytest.raises(tretorri.InvalidOption, match="levels are 1 to 8"):
        level_turn(tretorri.game("volterra").start(), level)
    with pytest.raises(tretorri.InvalidOption, match=f"there is no level {level}"):
        level_name(level)


def test_a_game_without_levels_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tretorri.engine.levels._data", lambda game_id: {})
    start = tretorri.game("volterra").start()
    assert not has_levels(start.game)
    with pytest.raises(tretorri.InvalidOption, match="volterra has no levels for 2 seats"):
        level_turn(start, 1)


def test_every_level_has_a_name_of_its_own() -> None:
    assert len({level_name(level).sentence() for level in ALL}) == LEVELS


def wins_taken(level: int) -> int:
    """Count with how many seeds a level takes a win in one."""
    position = tretorri.game("volterra").position(WIN_IN_ONE)
    after = (position.play_turn(level_turn(position, level, seed=seed)) for seed in SEEDS)
    return sum(p.result is not None and p.result.winners == (position.mover,) for p in after)


@pytest.mark.parametrize("level", [3, 4])
def test_middle_levels_take_a_win_in_one_most_of_the_time(level: int) -> None:
    assert wins_taken(level) > len(SEEDS) / 2


@pytest.mark.parametrize("level", [5, 6, 7, 8])
def test_high_levels_always_take_a_win_in_one(level: int) -> None:
    assert wins_taken(level) == len(SEEDS)


def test_the_lowest_level_overlooks_wins() -> None:
    assert wins_taken(1) < len(SEEDS)


def score(first: str, other: str, games: int = 40) -> float:
    """Return the share of the wins that *first* gets."""
    match = Match((read_player(first), read_player(other)), "volterra", opening_turns=2)
    with MatchRunner(match) as tables:
        played = [tables.play(pairing) for pairing in match.schedule(games)]
    return sum(game.shares[game.seating.index(0)] for game in played) / len(played)


@pytest.mark.parametrize(("first", "other"), [("level:1", "random"), ("level:3", "level:1")])
def test_a_level_beats_who_is_weaker(first: str, other: str) -> None:
    assert score(first, other) > 0.6


def test_the_lowest_level_loses_to_the_greedy_bot() -> None:
    assert score("level:1", "greedy") < 0.4


def test_while_the_field_is_laid_high_levels_look_at_less() -> None:
    start = tretorri.game("volterra", variant="free").start()
    usual = tretorri.game("volterra").start()
    assert levels(start)[-1].nodes < levels(usual)[-1].nodes
    assert levels(start)[0] == levels(usual)[0]


def test_who_overlooks_everything_may_still_notice_a_win_at_once() -> None:
    position = tretorri.game("volterra").position(WIN_IN_ONE)
    blind = Level(nodes=300, lines=1, overlook=1, misjudge=0, looks=1)
    wins = [
        str(_turn(position, replace(blind, notice=notice), Random(seed))) == "Pc3+d4=c2"
        for notice in (0.0, 1.0)
        for seed in range(20)
    ]
    assert sum(wins[:20]) < 5
    assert all(wins[20:])
