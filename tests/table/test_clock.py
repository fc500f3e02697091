"""Clocks as values: what is charged is what has passed, and nobody ever has less than nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tretorri.core.errors import TretorriError
from tretorri.core.records import Record
from tretorri.core.records.draft import rules_version
from tretorri.table.clock import Absence, Clock, Clocks
from tretorri.table.events import Happening, Kind
from tretorri.table.record import happenings_of, record_of
from tretorri.table.setup import ENGINE, HERE, LINK, OPEN, Opening, Player
from tretorri.table.state import Fold
from tretorri.table.timeouts import GRACE, Outage, due

SEATS = "abc"
BEGIN = 1_000_000
MINUTE = 60_000
Steps = Sequence[tuple[int, int, bool]]  # who is next, after how long, whether the turn is finished

steps = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 90_000), st.booleans()), max_size=30)


def running(clock: Clock, taken: Steps) -> tuple[Clocks, int, int]:
    """Return clocks after steps in which nobody was late, what has passed, and turns finished."""
    clocks = Clocks.wound(clock, SEATS).turned("a", has_finished=False, time=BEGIN)
    time, finished = BEGIN, 0
    for seat, wanted, has_finished in taken:
        time += min(wanted, clocks.left_at(time))
        clocks = clocks.turned(SEATS[seat], has_finished, time)
        finished += has_finished
    return clocks, time, finished


@given(steps, st.integers(0, 30))
def test_what_is_charged_is_what_has_passed_and_increments_are_for_finished_turns(
    taken: Steps, increment: int
) -> None:
    clocks, time, finished = running(Clock("game", 60, increment), taken)
    stopped = clocks.turned(None, has_finished=False, time=time)
    had = 3 * MINUTE + 1000 * increment * finished
    assert sum(stopped.left.values()) == had - (time - BEGIN)


@given(steps)
def test_a_clock_per_turn_is_full_whenever_a_turn_begins(taken: Steps) -> None:
    clocks = Clocks.wound(Clock("turn", 60), SEATS).turned("a", has_finished=False, time=BEGIN)
    time = BEGIN
    for seat, wait, has_finished in taken:
        before, time = clocks, time + wait
        clocks = before.turned(SEATS[seat], has_finished, time)
        if clocks.running != before.running or has_finished:
            assert clocks.left_at(time) == MINUTE
        else:
            assert clocks.left_at(time) == before.left_at(time)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(-90_000, 900_000)), max_size=30))
def test_nobody_has_less_than_nothing_nor_more_than_before_whatever_the_time(
    taken: Sequence[tuple[int, int]],
) -> None:
    clocks, time = Clocks.wound(Clock("game", 60), SEATS), BEGIN
    for seat, jump in taken:
        time += jump
        after = clocks.turned(SEATS[seat], has_finished=True, time=time)
        assert all(0 <= after.left[each] <= clocks.left[each] for each in SEATS)
        clocks = after


# Clocks of games -----------------------------------------------------------------------------


def a_game(clock: Clock | None = None, absence: Absence | None = None, **players: Player) -> Fold:
    """Return a game of Volterra in which dark begins."""
    seats = {seat: players.get(seat, Player(HERE)) for seat in ("l", "d")}
    opening = Opening(
        "g" * 22,
        "volterra",
        {"first": "dark"},
        1,
        None,
        rules_version("volterra"),
        seats,
        BEGIN,
        clock=clock,
        absence=absence,
    )
    return Fold.of(opening)


def a_turn(fold: Fold, time: int) -> Fold:
    for action in str(next(fold.position.turns())).split("+"):
        fold = fold.step(Happening(Kind.ACTION, fold.to_move, {"action": action}), time)
    return fold


def left(fold: Fold) -> dict[str, int]:
    assert fold.clocks is not None
    return dict(fold.clocks.left)


def test_only_whole_turns_earn_the_increment() -> None:
    fold = a_game(Clock("game", 60, 5))
    first = str(next(fold.position.turns())).split("+")[0]
    begun = fold.step(Happening(Kind.ACTION, "d", {"action": first}), BEGIN + 1000)
    assert left(begun)["d"] == MINUTE
    back = begun.step(Happening(Kind.BACK, "d"), BEGIN + 2000)
    done = a_turn(back, BEGIN + 10_000)
    assert left(done) == {"d": MINUTE - 10_000 + 5000, "l": MINUTE}
    assert done.turns[0].clock == MINUTE - 5000


def test_turns_that_are_taken_back_give_their_time_back() -> None:
    fold = a_turn(a_turn(a_game(Clock("game", 60)), BEGIN + 10_000), BEGIN + 25_000)
    assert left(fold) == {"d": 50_000, "l": 45_000}
    undone = fold.step(Happening(Kind.UNDO, "l", {"to": 1}), BEGIN + 40_000)
    assert left(undone) == {"d": 50_000, "l": MINUTE}
    assert undone.flag_at == BEGIN + 40_000 + MINUTE


def test_a_game_lost_on_time_can_be_taken_up_again_by_who_plays_it_alone() -> None:
    fold = a_turn(a_game(Clock("game", 60)), BEGIN + 10_000)
    (flag,) = due(fold, BEGIN + 10_000 + MINUTE + GRACE)
    lost = fold.step(flag, BEGIN + 10_000 + MINUTE + GRACE)
    assert (lost.is_over, lost.due_at, left(lost)["l"]) == (True, None, 0)
    again = lost.step(Happening(Kind.UNDO, None, {"to": 1}), BEGIN + 100_000)
    assert (again.to_move, left(again)) == ("l", {"d": 50_000, "l": MINUTE})


@pytest.mark.parametrize("per", ["game", "turn"])
def test_who_loses_on_time_has_nothing_left(per: str) -> None:
    fold = a_game(Clock("game" if per == "game" else "turn", 60))
    (flag,) = due(fold, BEGIN + MINUTE + GRACE)
    assert left(fold.step(flag, BEGIN + MINUTE + GRACE))["d"] == 0


def test_the_flag_of_an_engine_never_falls() -> None:
    fold = a_game(Clock("game", 60), d=Player(ENGINE, 1))
    assert (fold.due_at, [*due(fold, BEGIN + 9 * MINUTE)]) == (None, [])
    late = a_turn(fold, BEGIN + 2 * MINUTE)
    assert left(late) == {"d": 0, "l": MINUTE}
    assert late.flag_at == BEGIN + 3 * MINUTE


def test_leaving_does_not_stop_a_clock_and_no_clock_runs_before_the_start() -> None:
    fold = a_game(Clock("game", 60), d=Player(OPEN))
    assert (fold.due_at, fold.clocks and fold.clocks.running) == (None, None)
    joined = Happening(Kind.JOIN, "d", {"kind": LINK, "name": "Ann"})
    fold = fold.step(joined, BEGIN + 5000).step(Happening(Kind.START), BEGIN + 5000)
    assert fold.flag_at == BEGIN + 5000 + MINUTE
    fold = fold.step(Happening(Kind.LEAVE, "d"), BEGIN + 10_000)
    assert fold.flag_at == BEGIN + 5000 + MINUTE
    assert fold.step(joined, BEGIN + 20_000).flag_at == BEGIN + 5000 + MINUTE


def test_turns_of_an_imported_record_take_no_time_and_keep_their_clocks() -> None:
    played = a_turn(a_turn(a_game(Clock("game", 60, 5)), BEGIN + 10_000), BEGIN + 25_000)
    record = record_of(played)
    assert [turn.clock for turn in record.line.turns] == [55_000, 50_000]
    text = record.to_text()
    assert "<0:00:55>" in text
    fold = a_game(Clock("game", 60, 5))
    for happening in happenings_of(Record.from_text(text)):
        fold = fold.step(happening, BEGIN)
    assert left(fold) == {"d": MINUTE, "l": MINUTE}


def test_an_outage_is_given_back_as_far_as_nothing_happened_in_it() -> None:
    absence = Absence(600, "end")
    fold = a_turn(a_game(Clock("game", 60), absence, l=Player(LINK)), BEGIN + 10_000)
    early, late = Outage(BEGIN, BEGIN + 30_000), Outage(BEGIN + 15_000, BEGIN + 30_000)
    assert (early.owed(fold), late.owed(fold)) == (20_000, 15_000)
    (credit,) = early.credit(fold, 0)
    after = fold.step(credit, BEGIN + 30_000)
    assert (after.flag_at, after.absent_at) == (BEGIN + 90_000, BEGIN + 630_000)
    assert early.owed(after) == 0
    assert Outage(BEGIN, BEGIN + 30_000).owed(a_game()) == 0


kinds = st.sampled_from(
    [Kind.ACTION] * 8
    + [Kind.BACK, Kind.UNDO, Kind.REDO, Kind.RESIGN, Kind.FLAG, Kind.SEAT, Kind.LEAVE, Kind.JOIN]
    + [Kind.CREDIT, Kind.NAMES]
)


def happening(fold: Fold, kind: Kind, pick: int) -> Happening | None:
    """Return something of a kind that can happen now."""
    seat, actions = "ld"[pick % 2], fold.position.actions() if fold.to_move else ()
    match kind:
        case Kind.ACTION if actions:
            return Happening(kind, fold.to_move, {"action": str(actions[pick % len(actions)])})
        case Kind.BACK if fold.begun:
            return Happening(kind, fold.to_move)
        case Kind.UNDO:
            return Happening(kind, None, {"to": pick % (len(fold.turns) + 1)})
        case Kind.REDO if fold.undone:
            return Happening(kind, None, {"turns": 1})
        case Kind.RESIGN | Kind.FLAG if fold.to_move:
            return Happening(kind, fold.to_move)
        case Kind.SEAT | Kind.JOIN:
            data = {"kind": (HERE, ENGINE)[pick % 3 == 0], "level": 1, "name": ""}
            return Happening(kind, seat, data)
        case Kind.LEAVE:
            return Happening(kind, seat)
        case Kind.CREDIT:
            return Happening(kind, None, {"ms": pick})
        case Kind.NAMES:
            return Happening(kind, None, {"names": {}})
    return None


@given(
    st.sampled_from([Clock("game", 60, 2), Clock("turn", 60)]),
    st.lists(st.tuples(kinds, st.integers(0, 5000), st.integers(-50, 70_000)), max_size=40),
)
def test_whatever_happens_the_clock_of_the_seat_to_move_is_running_and_none_is_below_zero(
    clock: Clock, story: Sequence[tuple[Kind, int, int]]
) -> None:
    fold, time = a_game(clock), BEGIN
    for kind, pick, wait in story:
        time += wait
        wanted = happening(fold, kind, pick)
        if wanted is None:
            continue
        try:
            fold = fold.step(wanted, time)
        except TretorriError:
            continue
        assert fold.clocks is not None
        assert fold.clocks.running == fold.to_move
        assert fold.clocks.left_at(time) >= 0
        assert all(ms >= 0 for ms in fold.clocks.left.values())
