"""The tuning of the evaluations: its stages on small runs, and the weights it works with."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import tretorri
from benchmarks import towers_tree, tune
from benchmarks.tune_fit import Bin, Fitter, best_power, reliability
from benchmarks.tune_games import Moment, Plan, PlayedGame, Table, play_missing, read_games
from benchmarks.tune_header import header
from benchmarks.tune_match import weighted
from tretorri import _native
from tretorri.arena.players import GameLine, TurnLimits
from tretorri.engine.search import Engine

GAMES = Path(__file__).parents[2] / "src" / "tretorri" / "games"
SETTINGS = [("towers", "2"), ("towers", "3"), ("towers", "4"), ("voldetour", "2"), ("volterra", "")]
NAMES = ("towers", "voldetour", "volterra")


def options(players: str) -> tuple[tuple[str, str], ...]:
    return (("players", players),) if players else ()


def compiled(game_id: str) -> list[dict[str, int]]:
    sets: list[dict[str, int]] = getattr(_native, f"{game_id}_search")(2**16, 0).weights()
    return sets


@pytest.fixture(scope="module", params=SETTINGS, ids=" ".join)
def played(request: pytest.FixtureRequest) -> tuple[str, list[PlayedGame]]:
    game_id, players = request.param
    table = Table(Plan(game_id, options(players), 4, 60, 1))
    return game_id, [table.play(number) for number in range(4)]


def test_worths_are_features_times_weights(played: tuple[str, list[PlayedGame]]) -> None:
    game_id, games = played
    samples, chance = getattr(_native, f"{game_id}_samples"), random.Random(1)
    moments = [moment for game in games for moment in game.moments][:10]
    assert moments
    for moment in moments:
        position = getattr(_native, game_id)(moment.position)
        weights = {name: chance.randint(-99, 99) for name in samples.names}
        summed = [
            sum(weights[name] * feature for name, feature in zip(samples.names, row, strict=True))
            for row in samples.features(position)
        ]
        assert samples.worths(position, weights) == summed


def test_a_game_is_the_same_every_time(played: tuple[str, list[PlayedGame]]) -> None:
    game_id, games = played
    seats = tretorri.game(game_id).position(games[0].moments[0].position).game.seats
    again = Table(
        Plan(game_id, options(str(len(seats)) if game_id != "volterra" else ""), 4, 60, 1)
    )
    assert again.play(0) == games[0]
    assert sum(games[0].shares) == 1


@pytest.mark.parametrize("game_id", NAMES)
def test_the_header_in_the_tree_is_what_the_compiled_weights_write(game_id: str) -> None:
    names = getattr(_native, f"{game_id}_samples").names
    path = GAMES / game_id / "native" / f"{game_id}_weights.hpp"
    assert header(game_id, compiled(game_id), names) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game_id", NAMES)
def test_weights_that_are_set_can_be_read_and_others_are_refused(game_id: str) -> None:
    search = getattr(_native, f"{game_id}_search")(2**16, 0)
    sets = search.weights()
    first = next(iter(sets[0]))
    sets[0][first] += 7
    search.set_weights(sets)
    assert search.weights() == sets
    empty: list[dict[str, int]] = [{}] * len(sets)
    for wrong in (sets[1:], empty, [*sets[1:], {**sets[0], first: 2**40}]):
        with pytest.raises((_native.Refused, TypeError)):
            search.set_weights(wrong)
    del sets[0][first]
    sets[0]["nonsense"] = 1
    with pytest.raises(_native.Refused):
        search.set_weights(sets)
    assert first in search.weights()[0]


@pytest.mark.parametrize("game_id", NAMES)
def test_the_usual_weights_change_nothing_and_others_do(game_id: str) -> None:
    position = tretorri.game(game_id).start(seed=1)
    usual, same, other = Engine(game_id), Engine(game_id), Engine(game_id)
    same.set_weights(compiled(game_id))
    other.set_weights([dict.fromkeys(each, 0) for each in compiled(game_id)])
    shares = [engine.analyse(position, nodes=2000).best.shares for engine in (usual, same, other)]
    assert shares[0] == shares[1]
    assert shares[0] != shares[2]


def test_a_weighted_player_plays_by_its_weights() -> None:
    position = tretorri.game("towers", players="2").start(seed=3)
    game_line = GameLine(position, 3, position)
    blind = [dict.fromkeys(each, 0) for each in compiled("towers")]
    player = weighted("blind", blind, TurnLimits(nodes=500)).player(1.0)
    player.begin(game_line, 1)
    engine = Engine("towers", seed=1)
    engine.set_weights(blind)
    assert player.choose(game_line) == engine.analyse(position, nodes=500).best.turns[0]


def test_games_that_are_kept_are_not_played_again(tmp_path: Path) -> None:
    path, plan = tmp_path / "games.jsonl", Plan("volterra", (), 5, 50, 1)
    games = list(play_missing(plan, path))
    text = path.read_text(encoding="utf-8")
    assert list(read_games(path)) == games
    assert list(play_missing(plan, path)) == []
    path.write_text(text[:-10], encoding="utf-8")
    assert list(play_missing(plan, path)) == games[-1:]
    assert path.read_text(encoding="utf-8") == text


def test_fitted_weights_foresee_the_results_better_than_none() -> None:
    table = Table(Plan("volterra", (), 60, 50, 1))
    games = [table.play(number) for number in range(60)]
    fitter = Fitter("volterra", games, pull=20)
    nothing = [dict.fromkeys(each, 0) for each in fitter.compiled]
    fits = fitter.fit(fitter.compiled, nothing)
    assert fits
    assert any(each.held_out.new < each.held_out.nothing for each in fits)
    assert all(each.held_out.nothing == pytest.approx(0.6931, abs=1e-4) for each in fits)


def test_reliability_compares_told_and_won_shares() -> None:
    moments = [Moment("", None, [0.75, 0.25])]
    games = [PlayedGame(n, [1.0, 0.0] if n < 3 else [0.0, 1.0], moments) for n in range(4)]
    bins = reliability(games)
    assert bins[7] == Bin(4, 0.75, 0.75)
    assert bins[2] == Bin(4, 0.25, 0.25)
    assert sum(each.count for each in bins) == 8
    assert best_power(games) == pytest.approx(1.0)


def test_the_command_goes_through_all_stages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["towers", "--players", "2", "--games", "40", "--nodes", "40", "--out", str(tmp_path)]
    tune.main([*words, "--match-games", "4"])
    first = capsys.readouterr()
    assert "old, stretched" in first.out
    assert "new: 4 games" in first.out
    new: Any = json.loads((tmp_path / "towers2" / "weights.json").read_text(encoding="utf-8"))
    assert new[0] != compiled("towers")[0]
    assert new[1:] == compiled("towers")[1:]
    tune.main([*words, "--match-games", "4"])
    again = capsys.readouterr()
    assert again.out == first.out
    assert "0 games played, 40 known" in again.err


def test_tree_and_alpha_beta_play_each_other_and_search_differently(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--players", "3", "--games", "3", "--nodes", "200", "--out", str(tmp_path)]
    towers_tree.main(words)
    assert "alpha-beta: 3 games" in capsys.readouterr().out
    position = tretorri.game("towers", players="3").start(seed=1)
    tree, other = Engine("towers"), Engine("towers")
    other.set_option("tree_from_seats", towers_tree.NEVER)
    shares = [engine.analyse(position, nodes=2000).best.shares for engine in (tree, other)]
    assert shares[0] != shares[1]
