"""Clocks as values: what is charged is what has passed, and no seat ever has less than nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tretorri.core.errors import TretorriError
from tretorri.core.records import Record
from tretorri.core.records.draft import rules_version
from tretorri.table.clock import Absence, GameClock, TimeControl
from tretorri.table.events import EventKind, NewEvent
from tretorri.table.record import events_of_record, make_record
from tretorri.table.setup import ENGINE, HERE, LINK, OPEN, GameSetup, SeatPlayer
from tretorri.table.state import GameState
from tretorri.table.timeouts import GRACE_MS, Outage, decide_timeout

SEATS = "abc"
BEGIN = 1_000_000
MINUTE = 60_000
Steps = Sequence[tuple[int, int, bool]]  # who is next, after how long, whether the turn is finished

steps = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 90_000), st.booleans()), max_size=30)


def running(clock: TimeControl, taken: Steps) -> tuple[GameClock, int, int]:
    """Return clocks after steps without a late turn, what has passed, and turns finished."""
    clocks = GameClock.full(clock, SEATS).advance("a", has_finished=False, time=BEGIN)
    time, finished = BEGIN, 0
    for seat, wanted, has_finished in taken:
        time += min(wanted, clocks.time_left_at(time))
        clocks = clocks.advance(SEATS[seat], has_finished, time)
        finished += has_finished
    return clocks, time, finished


@given(steps, st.integers(0, 30))
def test_what_is_charged_is_what_has_passed_and_increments_are_for_finished_turns(
    taken: Steps, increment: int
) -> None:
    clocks, time, finished = running(TimeControl("game", 60, increment), taken)
    stopped = clocks.advance(None, has_finished=False, time=time)
    had = 3 * MINUTE + 1000 * increment * finished
    assert sum(stopped.left.values()) == had - (time - BEGIN)


@given(steps)
def test_a_clock_per_turn_is_full_whenever_a_turn_begins(taken: Steps) -> None:
    clocks = GameClock.full(TimeControl("turn", 60), SEATS).advance(
        "a", has_finished=False, time=BEGIN
    )
    time = BEGIN
    for seat, wait, has_finished in taken:
        before, time = clocks, time + wait
        clocks = before.advance(SEATS[seat], has_finished, time)
        if clocks.running != before.running or has_finished:
            assert clocks.time_left_at(time) == MINUTE
        else:
            assert clocks.time_left_at(time) == before.time_left_at(time)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(-90_000, 900_000)), max_size=30))
def test_nobody_has_less_than_nothing_nor_more_than_before_whatever_the_time(
    taken: Sequence[tuple[int, int]],
) -> None:
    clocks, time = GameClock.full(TimeControl("game", 60), SEATS), BEGIN
    for seat, jump in taken:
        time += jump
        after = clocks.advance(SEATS[seat], has_finished=True, time=time)
        assert all(0 <= after.left[each] <= clocks.left[each] for each in SEATS)
        clocks = after


# Clocks of games -----------------------------------------------------------------------------


def a_game(
    clock: TimeControl | None = None, absence: Absence | None = None, **players: SeatPlayer
) -> GameState:
    """Return a game of Volterra in which dark begins."""
    seats = {seat: players.get(seat, SeatPlayer(HERE)) for seat in ("l", "d")}
    setup = GameSetup(
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
    return GameState.of(setup)


def a_turn(state: GameState, time: int) -> GameState:
    for action in str(next(state.position.turns())).split("+"):
        state = state.step(NewEvent(EventKind.ACTION, state.to_move, {"action": action}), time)
    return state


def left(state: GameState) -> dict[str, int]:
    assert state.clocks is not None
    return dict(state.clocks.left)


def test_only_whole_turns_earn_the_increment() -> None:
    state = a_game(TimeControl("game", 60, 5))
    first = str(next(state.position.turns())).split("+")[0]
    begun = state.step(NewEvent(EventKind.ACTION, "d", {"action": first}), BEGIN + 1000)
    assert left(begun)["d"] == MINUTE
    back = begun.step(NewEvent(EventKind.BACK, "d"), BEGIN + 2000)
    done = a_turn(back, BEGIN + 10_000)
    assert left(done) == {"d": MINUTE - 10_000 + 5000, "l": MINUTE}
    assert done.turns[0].clock == MINUTE - 5000


def test_turns_that_are_taken_back_give_their_time_back() -> None:
    state = a_turn(a_turn(a_game(TimeControl("game", 60)), BEGIN + 10_000), BEGIN + 25_000)
    assert left(state) == {"d": 50_000, "l": 45_000}
    undone = state.step(NewEvent(EventKind.UNDO, "l", {"to": 1}), BEGIN + 40_000)
    assert left(undone) == {"d": 50_000, "l": MINUTE}
    assert undone.flag_at == BEGIN + 40_000 + MINUTE


def test_a_game_lost_on_time_can_be_taken_up_again_by_who_plays_it_alone() -> None:
    state = a_turn(a_game(TimeControl("game", 60)), BEGIN + 10_000)
    (flag,) = decide_timeout(state, BEGIN + 10_000 + MINUTE + GRACE_MS)
    lost = state.step(flag, BEGIN + 10_000 + MINUTE + GRACE_MS)
    assert (lost.is_over, lost.due_at, left(lost)["l"]) == (True, None, 0)
    again = lost.step(NewEvent(EventKind.UNDO, None, {"to": 1}), BEGIN + 100_000)
    assert (again.to_move, left(again)) == ("l", {"d": 50_000, "l": MINUTE})


@pytest.mark.parametrize("per", ["game", "turn"])
def test_who_loses_on_time_has_nothing_left(per: str) -> None:
    state = a_game(TimeControl("game" if per == "game" else "turn", 60))
    (flag,) = decide_timeout(state, BEGIN + MINUTE + GRACE_MS)
    assert left(state.step(flag, BEGIN + MINUTE + GRACE_MS))["d"] == 0


def test_the_flag_of_an_engine_never_falls() -> None:
    state = a_game(TimeControl("game", 60), d=SeatPlayer(ENGINE, 1))
    assert (state.due_at, [*decide_timeout(state, BEGIN + 9 * MINUTE)]) == (None, [])
    late = a_turn(state, BEGIN + 2 * MINUTE)
    assert left(late) == {"d": 0, "l": MINUTE}
    assert late.flag_at == BEGIN + 3 * MINUTE


def test_leaving_does_not_stop_a_clock_and_no_clock_runs_before_the_start() -> None:
    state = a_game(TimeControl("game", 60), d=SeatPlayer(OPEN))
    assert (state.due_at, state.clocks and state.clocks.running) == (None, None)
    joined = NewEvent(EventKind.JOIN, "d", {"kind": LINK, "name": "Ann"})
    state = state.step(joined, BEGIN + 5000).step(NewEvent(EventKind.START), BEGIN + 5000)
    assert state.flag_at == BEGIN + 5000 + MINUTE
    state = state.step(NewEvent(EventKind.LEAVE, "d"), BEGIN + 10_000)
    assert state.flag_at == BEGIN + 5000 + MINUTE
    assert state.step(joined, BEGIN + 20_000).flag_at == BEGIN + 5000 + MINUTE


def test_turns_of_an_imported_record_take_no_time_and_keep_their_clocks() -> None:
    played = a_turn(a_turn(a_game(TimeControl("game", 60, 5)), BEGIN + 10_000), BEGIN + 25_000)
    record = make_record(played)
    assert [turn.clock for turn in record.line.turns] == [55_000, 50_000]
    text = record.to_text()
    assert "<0:00:55>" in text
    state = a_game(TimeControl("game", 60, 5))
    for event in events_of_record(Record.from_text(text)):
        state = state.step(event, BEGIN)
    assert left(state) == {"d": MINUTE, "l": MINUTE}


def test_an_outage_is_given_back_as_far_as_nothing_happened_in_it() -> None:
    absence = Absence(600, "end")
    state = a_turn(a_game(TimeControl("game", 60), absence, l=SeatPlayer(LINK)), BEGIN + 10_000)
    early, late = Outage(BEGIN, BEGIN + 30_000), Outage(BEGIN + 15_000, BEGIN + 30_000)
    assert (early.credit_due(state), late.credit_due(state)) == (20_000, 15_000)
    (credit,) = early.credit(state, 0)
    after = state.step(credit, BEGIN + 30_000)
    assert (after.flag_at, after.absent_at) == (BEGIN + 90_000, BEGIN + 630_000)
    assert early.credit_due(after) == 0
    assert Outage(BEGIN, BEGIN + 30_000).credit_due(a_game()) == 0


kinds = st.sampled_from(
    [EventKind.ACTION] * 8
    + [
        EventKind.BACK,
        EventKind.UNDO,
        EventKind.REDO,
        EventKind.RESIGN,
        EventKind.FLAG,
        EventKind.SEAT,
        EventKind.LEAVE,
        EventKind.JOIN,
    ]
    + [EventKind.CREDIT, EventKind.NAMES]
)


def next_event(state: GameState, kind: EventKind, pick: int) -> NewEvent | None:
    """Return something of a kind that can happen now."""
    seat, actions = "ld"[pick % 2], state.position.actions() if state.to_move else ()
    match kind:
        case EventKind.ACTION if actions:
            return NewEvent(kind, state.to_move, {"action": str(actions[pick % len(actions)])})
        case EventKind.BACK if state.pending_actions:
            return NewEvent(kind, state.to_move)
        case EventKind.UNDO:
            return NewEvent(kind, None, {"to": pick % (len(state.turns) + 1)})
        case EventKind.REDO if state.undone:
            return NewEvent(kind, None, {"turns": 1})
        case EventKind.RESIGN | EventKind.FLAG if state.to_move:
            return NewEvent(kind, state.to_move)
        case EventKind.SEAT | EventKind.JOIN:
            data = {"kind": (HERE, ENGINE)[pick % 3 == 0], "level": 1, "name": ""}
            return NewEvent(kind, seat, data)
        case EventKind.LEAVE:
            return NewEvent(kind, seat)
        case EventKind.CREDIT:
            return NewEvent(kind, None, {"ms": pick})
        case EventKind.NAMES:
            return NewEvent(kind, None, {"names": {}})
    return None


@given(
    st.sampled_from([TimeControl("game", 60, 2), TimeControl("turn", 60)]),
    st.lists(st.tuples(kinds, st.integers(0, 5000), st.integers(-50, 70_000)), max_size=40),
)
def test_whatever_happens_the_clock_of_the_seat_to_move_is_running_and_none_is_below_zero(
    clock: TimeControl, story: Sequence[tuple[EventKind, int, int]]
) -> None:
    state, time = a_game(clock), BEGIN
    for kind, pick, wait in story:
        time += wait
        wanted = next_event(state, kind, pick)
        if wanted is None:
            continue
        try:
            state = state.step(wanted, time)
        except TretorriError:
            continue
        assert state.clocks is not None
        assert state.clocks.running == state.to_move
        assert state.clocks.time_left_at(time) >= 0
        assert all(ms >= 0 for ms in state.clocks.left.values())
