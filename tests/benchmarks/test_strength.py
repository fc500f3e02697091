"""The trials of strength count and judge rightly; they are not run here."""

from pathlib import Path

import pytest

import tretorri
from benchmarks.strength_matches import TRIALS, run
from benchmarks.strength_players import contestant, read_times
from benchmarks.strength_turns import Case, Findings, ask
from benchmarks.strength_wins import SORTS, Tally
from tretorri.arena.players import GameLine

# White stands beside the Tower, as high as it is: nothing can stop the Lord.
LOST = "bw wB3z@d3.0 b bj1,wd3 - 81"
# White can put a Block between its Lord and the Tower, unless black's Lord stands there.
HELD = "bw bB3z@e3.0 b bd4,we3 - 81"
# Black cannot act, so Red is to move when it would be their turn [D8].
WALLED_IN = (
    "brwy "
    "yB2z@b1.0;rB1@d1.0;wB2z@c2.0;wB1@d2.0;wSw@e2.0;wS^@e2.0;rB2z@i3.0;rB1@i4.0;rSs@i4.1;"
    "rSs@i5.0;bSe@h8.0;bS^@h8.0;rB2z@h8.1;rB3z@i8.0;yB1@j8.0;wB2z@j8.1;bB3x@c9.0;"
    "yB1@c9.1;bB2z@h9.0;ySs@h9.2;rS^@h9.2;bSw@j9.0;yS^@j9.0;ySs@j9.1;wS^@j9.1;wB1@g10.0;"
    "bSs@h10.0;bS^@h10.0;bB1@h10.1;ySn@h10.2;rSn@i10.0;yS^@i10.0;wSe@i10.1;rS^@i10.1;"
    "bB2z@j10.0;bB1@j10.2 r bj10,ri6,we1,yc9 - 186"
)


def case(kind: str, source: str, seats: int, missed: list[str]) -> Case:
    return Case(kind, source, seats, "-", {}, missed)


def test_every_trial_has_files_of_its_own() -> None:
    assert len({trial.label for trial in TRIALS}) == len(TRIALS) == 12


def test_a_turn_is_noted_with_its_time(tmp_path: Path) -> None:
    times = tmp_path / "times"
    player = contestant("greedy", 0.05, times).player(deadline=1)
    start = tretorri.game("volterra").start()
    game_line = GameLine(start, 1, start)
    player.begin(game_line, seed=1)
    assert start.play_turn(player.choose(game_line)).turn == 2
    assert read_times(times)["greedy"].mean > 0


def test_a_trial_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    trial = next(each for each in TRIALS if each.label == "greedy-volterra")
    assert run(trial, tmp_path, 0, jobs=1) is None
    first = run(trial, tmp_path, 2 / trial.games, jobs=1)
    kept = (tmp_path / "greedy-volterra.tretorri").read_text()
    again, so_far = run(trial, tmp_path, 2 / trial.games, jobs=1), run(trial, tmp_path, 0, jobs=1)
    assert first is not None
    assert again is not None
    assert so_far is not None
    assert first.row == again.row == so_far.row
    assert first.row.games == 2
    assert (tmp_path / "greedy-volterra.tretorri").read_text() == kept


def test_a_tally_is_whole_when_there_is_enough_of_every_sort() -> None:
    tally = Tally(wanted=1)
    for sort in SORTS:
        assert not tally.is_whole
        tally.add(Findings(0, [case(*sort, [])]))
    assert tally.is_reached


def test_a_missed_position_counts_even_if_there_are_enough() -> None:
    tally = Tally(wanted=1)
    for sort in SORTS:
        tally.add(Findings(0, [case(*sort, [])]))
    tally.add(Findings(1, [case(*SORTS[0], ["1 node"])]))
    assert tally.is_whole
    assert not tally.is_reached


def test_findings_read_back() -> None:
    findings = Findings(3, [case("win", "play", 2, ["0.05 s"])], not_won=2)
    assert Findings.from_json(findings.to_json()) == findings


def to_white(text: str) -> str:
    return text.replace(" b b", " w b").replace("81", "82")


@pytest.mark.parametrize("text", [LOST, HELD])
def test_the_brute_force_finds_a_win(text: str) -> None:
    won = ask("win", to_white(text))
    result = tretorri.game("voldetour").position(to_white(text)).play_turn(won).result
    assert result is not None
    assert result.winners == ("w",)
    assert ask("threats", "w", text) == "w"


def test_the_brute_force_tells_what_stops_a_win() -> None:
    assert ask("stop", "w", LOST) == "none"
    stop = ask("stop", "w", HELD)
    after = tretorri.game("voldetour").position(HELD).play_turn(stop)
    assert ask("threats", "w", str(after)) == "none"
    assert ask("win", str(after)) == "none"


def test_the_brute_force_knows_that_who_cannot_act_does_not_win_either() -> None:
    assert ask("threats", "b", WALLED_IN) == "none"
    assert ask("threats", "brw", WALLED_IN) == "r"
