"""Matches: who sits where, from which openings, on how many processes, and after a crash."""

from __future__ import annotations

import json
import os
import signal
from contextlib import closing
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

import tretorri
from tests.arena.test_players import all_gone, bad
from tretorri.arena import workers
from tretorri.arena.matches import GameResult, Match, MatchRunner, Pairing, read_result
from tretorri.arena.players import GameLine, MatchPlayer, PlayerSpec, TurnLimits, read_player
from tretorri.arena.ratings import Sprt
from tretorri.arena.standings import Standings
from tretorri.arena.workers import MatchFile, WorkerDied, results
from tretorri.core.records import Record, read_records
from tretorri.engine import levels

RANDOM, GREEDY = read_player("random"), read_player("greedy")
PAIR = Match((GREEDY, RANDOM), "volterra", seed=3)


def play(match: Match, games: int, processes: int = 1) -> list[GameResult]:
    """Play a match from its beginning to its end."""
    with closing(results(match, games, {}, processes, lambda _: None)) as found:
        return list(found)


def test_two_players_swap_two_seats() -> None:
    assert PAIR.seatings == ((0, 1), (1, 0))


def test_more_players_than_seats_meet_in_all_pairs() -> None:
    three = replace(PAIR, players=(GREEDY, RANDOM, RANDOM))
    assert three.seatings == ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))
    assert three.labels == ("greedy", "random", "random #2")


def test_the_last_player_takes_the_seats_that_are_left() -> None:
    four = replace(PAIR, game_id="towers")
    assert four.seatings == ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
    assert not four.are_pairs


def test_a_schedule_has_whole_rounds_only() -> None:
    assert len(list(PAIR.schedule(5))) == 6


def test_every_game_of_a_round_has_the_same_opening_and_every_round_another_one() -> None:
    games = [Record.from_text(game.text) for game in play(PAIR, 6)]
    begun = [(g.seed, *(t.text for t in g.line.turns[:4])) for g in games]
    assert begun[0::2] == begun[1::2]
    assert len(set(begun)) == 3


def test_layouts_that_are_shuffled_differ_from_round_to_round() -> None:
    towers = replace(PAIR, game_id="towers", options=(("players", "2"),))
    assert towers.opening(0).start != towers.opening(1).start


def test_openings_come_again_when_all_have_been_played() -> None:
    few = replace(PAIR, openings=2)
    turns = [few.opening(number).turns for number in range(4)]
    assert turns[:2] == turns[2:]
    assert turns[0] != turns[1]


def test_an_opening_is_never_the_end_of_a_game() -> None:
    long = replace(PAIR, opening_turns=13)
    assert not any(long.opening(number).position.is_over for number in range(30))


def test_an_opening_that_cannot_be_is_refused() -> None:
    with pytest.raises(tretorri.InvalidOption, match="no opening of 600 turns"):
        replace(PAIR, opening_turns=600).opening(0)


def test_a_match_can_begin_in_any_position_even_within_a_turn() -> None:
    text = str(tretorri.game("volterra").start().play("Pb4"))
    game = play(replace(PAIR, start=text, opening_turns=1), 2)[0]
    record = Record.from_text(game.text)
    assert (record.seed, str(record.start)) == (None, text)


def test_the_same_seed_plays_the_same_games_and_another_seed_others() -> None:
    assert play(PAIR, 4) == play(PAIR, 4)
    assert play(PAIR, 4) != play(replace(PAIR, seed=4), 4)


def test_two_processes_play_the_same_games_as_one() -> None:
    assert play(PAIR, 12, processes=2) == play(PAIR, 12)


def test_external_players_play_the_same_games_on_two_processes_as_on_one() -> None:
    match = replace(PAIR, players=(RANDOM, read_player(bad("stays", 1000))))
    assert play(match, 4, processes=2) == play(match, 4)


def test_a_process_that_crashes_ends_the_match_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = results(PAIR, 100, {}, 2, lambda _: None)
    hired, found = workers._start_worker, list[int]()

    def hire(match: Match) -> object:
        line, worker = hired(match)
        found.append(worker.pid or 0)
        return line, worker

    monkeypatch.setattr(workers, "_start_worker", hire)
    next(games)
    os.kill(found[0], signal.SIGKILL)
    with pytest.raises(WorkerDied, match="crashed"):
        list(games)


def test_an_error_in_a_worker_is_raised_in_the_match() -> None:
    with pytest.raises(tretorri.InvalidOption, match="no opening"):
        play(replace(PAIR, opening_turns=600), 2, processes=2)


def test_a_match_that_is_left_early_leaves_no_process(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    match = replace(PAIR, players=(RANDOM, read_player(bad("hangs", 5, pids))))
    with closing(results(replace(match, deadline=1.0), 40, {}, 2, lambda _: None)) as games:
        next(games)
    assert all_gone(pids) >= 1


class Stubborn:
    """A player who does not know the rules."""

    def begin(self, game_line: GameLine, seed: int) -> None:
        pass

    def choose(self, game_line: GameLine) -> str:
        return "x" * 5_000

    def close(self) -> None:
        pass


def test_a_turn_without_end_is_an_illegal_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def player(*_: object) -> MatchPlayer:
        return Stubborn()

    monkeypatch.setattr(PlayerSpec, "player", player)
    with MatchRunner(PAIR) as runner:
        assert "xxx…" in runner.play(Pairing(0, 0)).text


# Files ---------------------------------------------------------------------------------------


def keep(path: Path, match: Match, games: int, processes: int = 1) -> list[GameResult]:
    """Play a match into a file, or go on with it."""
    with MatchFile(path, match) as match_file:
        known = match_file.load()
        with closing(results(match, games, known, processes, match_file.keep)) as found:
            return list(found)


@pytest.mark.parametrize("name", ["match.tretorri", "match.jsonl"])
def test_games_are_kept_as_records(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    found = keep(path, PAIR, 4)
    records = list(read_records(path))
    assert [read_result(PAIR, record) for record in records] == found
    assert [record.header("Player.d") for record in records] == ["greedy", "random"] * 2
    if path.suffix == ".jsonl":
        assert all(json.loads(line) for line in path.read_text().splitlines())


def test_a_match_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    path, whole = tmp_path / "match", play(PAIR, 8)
    keep(path, PAIR, 4)
    begun = path.read_text()
    assert keep(path, PAIR, 8) == whole
    assert path.read_text().startswith(begun)
    assert len(list(read_records(path))) == 8


def test_a_match_that_is_whole_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "match"
    keep(path, PAIR, 4)
    before = path.read_text()
    assert keep(path, PAIR, 4) == play(PAIR, 4)
    assert path.read_text() == before


@pytest.mark.parametrize("lost", [1, 40, 300])
def test_a_game_that_was_cut_off_is_played_again(tmp_path: Path, lost: int) -> None:
    path = tmp_path / "match"
    keep(path, PAIR, 4)
    whole = path.read_bytes()
    path.write_bytes(whole[:-lost])
    with MatchFile(path, PAIR) as match_file:
        assert (len(match_file.load()), match_file.dropped) == (3, 1)
    assert keep(path, PAIR, 4) == play(PAIR, 4)
    assert len(list(read_records(path))) == 4


@pytest.mark.parametrize(
    "other",
    [
        replace(PAIR, seed=4),
        replace(PAIR, players=(RANDOM, GREEDY)),
        replace(PAIR, opening_turns=3),
        replace(PAIR, options=(("first", "light"),)),
        replace(PAIR, game_id="voldetour"),
        replace(PAIR, players=(GREEDY, replace(RANDOM, limits=TurnLimits(nodes=3)))),
    ],
)
def test_a_file_of_another_match_is_refused_and_stays(tmp_path: Path, other: Match) -> None:
    path = tmp_path / "match"
    keep(path, PAIR, 2)
    before = path.read_bytes()
    with pytest.raises(tretorri.InvalidOption, match="a different match"):
        keep(path, other, 2)
    assert path.read_bytes() == before


def test_a_file_of_levels_that_have_changed_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, match = tmp_path / "match", replace(PAIR, players=(read_player("level:1"), RANDOM))
    keep(path, match, 2)
    data = deepcopy(levels._data("volterra"))
    data["seats"]["2"]["looks"][0] += 1
    monkeypatch.setattr(levels, "_data", lambda _: data)
    with pytest.raises(tretorri.InvalidOption, match="levels have changed"):
        keep(path, replace(match), 2)


def test_a_record_that_is_no_game_of_a_match_is_refused() -> None:
    record = Record(tretorri.game("volterra").start(seed=1), seed=1)
    with pytest.raises(tretorri.InvalidOption, match="a different match"):
        read_result(PAIR, record)


def test_two_matches_do_not_write_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "match"
    with (
        MatchFile(path, PAIR),
        pytest.raises(tretorri.InvalidOption, match="another match"),
        MatchFile(path, PAIR),
    ):
        pass
    assert keep(path, PAIR, 2)


def test_forfeits_are_read_back_from_the_file(tmp_path: Path) -> None:
    match = replace(PAIR, players=(RANDOM, read_player(bad("crashes"))))
    path = tmp_path / "match"
    found = keep(path, match, 2)
    with MatchFile(path, match) as match_file:
        assert list(match_file.load().values()) == found
    assert [game.forfeit for game in found] == [1, 0]


# Standings -----------------------------------------------------------------------------------


def result(number: int, rotation: int, *shares: float, forfeit: int | None = None) -> GameResult:
    pairing = Pairing(number, rotation)
    return GameResult(pairing, PAIR.seatings[rotation], shares, forfeit, "")


def test_standings_count_wins_draws_losses_and_forfeits() -> None:
    standings = Standings(PAIR)
    for game in (
        result(0, 0, 1.0, 0.0),
        result(0, 1, 0.5, 0.5),
        result(1, 0, 0.0, 1.0, forfeit=0),
        result(1, 1, 0.0, 1.0),
    ):
        standings.add(game)
    first, second = standings.rows()
    assert (first.games, first.wins, first.draws, first.losses) == (4, 2, 1, 1)
    assert (second.wins, second.draws, second.losses) == (1, 1, 2)
    assert (first.forfeits, second.forfeits) == (1, 0)
    assert first.score.value == pytest.approx(0.625)
    assert second.elo.value == pytest.approx(-first.elo.value)


def test_a_round_that_is_not_finished_says_nothing_about_strength() -> None:
    standings = Standings(PAIR)
    standings.add(result(0, 0, 1.0, 0.0))
    row = standings.rows()[0]
    assert (row.games, row.score.value) == (1, 0.5)


def test_the_test_looks_at_whole_pairs() -> None:
    standings = Standings(PAIR, Sprt(0, 200))
    for number in range(30):
        standings.add(result(number, 0, 1.0, 0.0))
        standings.add(result(number, 1, 0.25 + 0.25 * (number % 2), 0.0))
    assert standings.ratio is not None


def test_several_players_are_rated_above_their_average() -> None:
    match = replace(PAIR, players=(GREEDY, RANDOM, RANDOM))
    standings = Standings(match)
    for game in play(match, 24, processes=2):
        standings.add(game)
    rows = standings.rows()
    assert [row.games for row in rows] == [16, 16, 16]
    assert sum(row.elo.value for row in rows) == pytest.approx(0, abs=1e-6)
    assert rows[0].elo.value > max(rows[1].elo.value, rows[2].elo.value)
