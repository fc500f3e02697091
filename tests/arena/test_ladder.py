"""The ladder: who plays whom, and ratings from all matches together."""

from __future__ import annotations

import pytest

from tretorri.arena.ladder import Ladder, LadderMatch, rank
from tretorri.arena.matches import MatchRunner

SHORT = Ladder("volterra", levels=(1, 2, 3))


def played(ladder: Ladder, games: int) -> list[LadderMatch]:
    """Play a ladder in this process."""
    matches = [LadderMatch(each) for each in ladder.matches()]
    for match in matches:
        with MatchRunner(match.match) as runner:
            for pairing in match.match.schedule(games):
                match.add(runner.play(pairing))
    return matches


def test_neighbours_play_each_other_and_the_lowest_level_plays_the_simple_bots() -> None:
    pairs = [tuple(player.name for player in match.players) for match in SHORT.matches()]
    assert pairs == [
        ("level:1", "random"),
        ("level:1", "greedy"),
        ("level:3", "level:2"),
        ("level:2", "level:1"),
    ]


def test_every_player_gets_one_rating_from_all_matches() -> None:
    found = rank(played(SHORT, 20))
    assert {entry.player for entry in found} == {
        "random",
        "greedy",
        "level:1",
        "level:2",
        "level:3",
    }
    assert [entry.rating.value for entry in found] == sorted(
        (entry.rating.value for entry in found), reverse=True
    )
    assert sum(entry.rating.value for entry in found) == pytest.approx(0, abs=1e-6)
    assert all(entry.rating.low < entry.rating.value < entry.rating.high for entry in found)
    assert found[-1].player == "random"


def test_levels_are_timed_and_simple_bots_are_not() -> None:
    times = {entry.player: entry.seconds for entry in rank(played(SHORT, 2))}
    assert times["random"] is times["greedy"] is None
    assert all((times[f"level:{level}"] or 0) > 0 for level in SHORT.levels)


def test_with_four_seats_one_plays_against_three_of_the_level_below() -> None:
    ladder = Ladder("towers", (("players", "4"),), levels=(1, 2))
    *_, last = ladder.matches()
    assert [player.name for player in last.players] == ["level:2", "level:1"]
    assert last.seatings == ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
