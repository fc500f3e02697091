"""Time on a real database: flags at the edge, absence, what is given back, who knows the time."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from tests.deadlines import deadline, wait_until_async
from tests.server.support import begin_game, request_id
from tests.services.places import Place
from tretorri.server.background.flag_timer import ALIVE_TIMEOUT_MS, FlagTimer
from tretorri.server.background.server_clock import ServerClock
from tretorri.server.bus import LocalBus
from tretorri.server.errors import StorageDown
from tretorri.server.service import CommandResult, GameMovedOn, Service
from tretorri.server.store import Store
from tretorri.server.store.database import sqlite_url_in
from tretorri.table.clock import Absence, TimeControl
from tretorri.table.commands import PlayTurn
from tretorri.table.errors import error
from tretorri.table.events import EventKind
from tretorri.table.seats import join_seat
from tretorri.table.setup import ENGINE, LINK, OPEN, SeatPlayer
from tretorri.table.state import GameState
from tretorri.table.timeouts import GRACE_MS, Outage, TimeIsUp

AT_THE_EDGE = 167  # games, three times
HOUR = 3_600_000
BEGIN = 1_800_000_000_000
MINUTE = TimeControl("game", 60)


class Hand:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.time = BEGIN

    def __call__(self) -> int:
        return self.time


@contextlib.asynccontextmanager
async def services(url: str, count: int = 1) -> AsyncIterator[tuple[Hand, list[Service]]]:
    """Lend services on one database, as in so many processes, that go by one hand."""
    hand = Hand()
    stores = [await Store.open(url) for _ in range(count)]
    try:
        yield hand, [Service(store, LocalBus(), hand) for store in stores]
    finally:
        for store in stores:
            await store.close()


async def log_of(service: Service, state: GameState) -> list[tuple[EventKind, str | None]]:
    """Return what is stored of a game: kinds and seats."""
    return [(event.kind, event.seat) for event in await service.store.events(state.setup.id)]


async def plays(service: Service, state: GameState, secret: str) -> CommandResult | Exception:
    """Play the first turn that there is, or return why that cannot be done."""
    turn = PlayTurn(str(next(state.position.turns())))
    try:
        return await service.submit(state.setup.id, [secret], request_id(), state.version, turn)
    except (TimeIsUp, GameMovedOn) as refusal:
        return refusal


# At the edge ---------------------------------------------------------------------------------


@pytest.mark.parametrize("early", [1, 0, -1])
def test_at_the_edge_there_is_a_move_or_a_flag_never_both_and_never_the_wrong_one(
    tmp_path: Path, early: int
) -> None:
    async def play(one: Service, other: Service, hand: Hand) -> None:
        games = await asyncio.gather(*(begin_game(one, clock=MINUTE) for _ in range(AT_THE_EDGE)))
        await asyncio.gather(*(other.game(state.setup.id) for state, _ in games))
        hand.time = BEGIN + 60_000 - early
        answers = await asyncio.gather(*(plays(one, state, secret) for state, secret in games))
        hand.time = BEGIN + 60_000 + GRACE_MS - 1
        await call(games, one, other)
        for state, _ in games:
            assert not (await other.game(state.setup.id)).is_over
        hand.time += 1
        await call(games, one, other)
        for (state, _), answer in zip(games, answers, strict=True):
            log = await log_of(one, state)
            if early > 0:
                assert isinstance(answer, CommandResult)
                assert {each for each, _ in log} == {EventKind.ACTION}
            else:
                assert isinstance(answer, TimeIsUp)
                assert log == [(EventKind.FLAG, state.to_move)]

    async def call(games: Sequence[tuple[GameState, str]], *callers: Service) -> None:
        await asyncio.gather(
            *(each.apply_timeouts(state.setup.id) for state, _ in games for each in callers)
        )

    async def test() -> None:
        async with services(sqlite_url_in(tmp_path), 2) as (hand, (one, other)):
            await play(one, other, hand)

    asyncio.run(test())


def test_a_turn_and_a_call_for_time_at_one_moment_in_two_processes_are_decided_once(
    place: Place,
) -> None:
    async def test() -> None:
        async with services(place.url, 2) as (hand, (one, other)):
            games = [await begin_game(one, clock=MINUTE) for _ in range(60)]
            late = Service(other.store, LocalBus(), lambda: BEGIN + 60_000 + GRACE_MS)
            hand.time = BEGIN + 59_999
            for state, secret in games:
                answer, _ = await asyncio.gather(
                    plays(one, state, secret), late.apply_timeouts(state.setup.id)
                )
                kinds = {kind for kind, _ in await log_of(one, state)}
                won = {EventKind.ACTION} if isinstance(answer, CommandResult) else {EventKind.FLAG}
                assert kinds == won

    asyncio.run(test())


def test_time_does_not_go_back_when_a_server_that_is_behind_stores_a_turn(tmp_path: Path) -> None:
    async def test() -> None:
        async with services(sqlite_url_in(tmp_path), 2) as (hand, (one, other)):
            state, secret = await begin_game(one, clock=TimeControl("game", 600))
            behind = Service(other.store, LocalBus(), lambda: hand.time - 300_000)
            for service in (one, behind, one):
                hand.time += 1000
                state = await service.game(state.setup.id, at_least=state.version)
                answer = await plays(service, state, secret)
                assert isinstance(answer, CommandResult)
                state = answer.state
            assert state.clocks is not None
            assert sum(state.clocks.left.values()) == 1_200_000 - 3_000
            times = [event.time for event in await one.store.events(state.setup.id)]
            assert times == sorted(times)

    asyncio.run(test())


# Who does not come back ----------------------------------------------------------------------


@pytest.mark.parametrize("then", ["engine", "end"])
def test_who_does_not_come_back_is_replaced_or_has_lost(tmp_path: Path, then: str) -> None:
    absence = Absence(60, "engine" if then == "engine" else "end")
    open_seats = {"l": SeatPlayer(OPEN), "d": SeatPlayer(OPEN)}

    async def test() -> None:
        async with services(sqlite_url_in(tmp_path)) as (hand, (service,)):
            state, _ = await begin_game(service, absence=absence, players=open_seats)
            assert state.due_at is None
            for seat in open_seats:
                join = partial(join_seat, seat=seat, kind=LINK, name="Ann")
                game_id, version = state.setup.id, state.version
                state = (await service.append(game_id, request_id(), version, join)).state
            mover = state.to_move
            assert mover is not None
            hand.time += 60_000
            await service.apply_timeouts(state.setup.id)
            assert (await service.game(state.setup.id)).version == state.version
            hand.time += GRACE_MS
            await service.apply_timeouts(state.setup.id)
            after = await service.game(state.setup.id)
            if then == "engine":
                assert (after.players[mover].kind, after.players[mover].name) == (ENGINE, "Ann")
                assert after.to_move == mover
            else:
                assert after.outcome is not None
                assert after.outcome.reason == "abandoned"
                assert mover not in after.outcome.winners

    asyncio.run(test())


# What is given back --------------------------------------------------------------------------


def test_an_outage_is_given_back_once_before_anybody_is_judged(place: Place) -> None:
    async def test() -> None:
        async with services(place.url, 2) as (hand, both):
            state, secret = await begin_game(both[0], clock=MINUTE)
            hand.time += HOUR
            outage = Outage(BEGIN + 10_000, hand.time)
            await asyncio.gather(*(each.credit(state.setup.id, outage) for each in both))
            assert await log_of(both[0], state) == [(EventKind.CREDIT, None)]
            after = await both[1].game(state.setup.id, at_least=1)
            assert after.flag_at == hand.time + 50_000
            other, secret = await begin_game(both[0], clock=MINUTE)
            hand.time += HOUR
            both[0].outage = Outage(hand.time - HOUR, hand.time)
            answer = await plays(both[0], other, secret)  # at a version before the credit
            assert isinstance(answer, GameMovedOn)
            answer = await plays(both[0], answer.state, secret)
            assert isinstance(answer, CommandResult)

    asyncio.run(test())


@contextlib.asynccontextmanager
async def keeping(folder: Path, hand: Hand, boot: str) -> AsyncIterator[Service]:
    """Lend a service whose time is kept, on a machine whose ticks are turned by hand."""
    store = await Store.open(sqlite_url_in(folder))
    timepiece = ServerClock(store, boot, hand)
    timepiece.found = await timepiece.synchronise()
    service = Service(store, LocalBus(), timepiece.now)
    keeper = FlagTimer(service, timepiece)
    keeper.start()
    try:
        yield service
    finally:
        await keeper.close()
        await store.close()


async def until(service: Service, state: GameState, kind: EventKind) -> GameState:
    """Wait until something of a kind has happened in a game."""
    async with asyncio.timeout(deadline()):
        while kind not in {each for each, _ in await log_of(service, state)}:
            await asyncio.sleep(0.02)
    return await service.game(state.setup.id, at_least=len(await log_of(service, state)))


def test_the_timekeeper_gives_back_a_stop_then_lets_the_flag_fall(tmp_path: Path) -> None:
    async def test() -> None:
        hand = Hand()
        async with keeping(tmp_path, hand, "boot") as service:
            state, _ = await begin_game(service, clock=TimeControl("game", 3))
        hand.time += HOUR
        async with keeping(tmp_path, hand, "boot") as one, keeping(tmp_path, hand, "boot") as other:
            state = await until(one, state, EventKind.CREDIT)
            started = service.now()
            assert state.flag_at is not None
            assert started + 2_000 <= state.flag_at <= started + 3_000
            hand.time += 3_000 + GRACE_MS  # not so much that no server seems to be alive
            await until(other, state, EventKind.FLAG)
            log = await log_of(one, state)
            assert [kind for kind, _ in log].count(EventKind.CREDIT) == 1
            assert log[-1] == (EventKind.FLAG, state.to_move)

    asyncio.run(test())


async def until_seen_again(service: Service, hand: Hand) -> None:
    """Turn the hand until a server has said that it is alive."""
    before = await service.store.last_seen()
    async with asyncio.timeout(deadline()):
        while await service.store.last_seen() == before:
            hand.time += 100
            await asyncio.sleep(0.1)


def test_while_another_server_is_alive_a_new_one_gives_nothing_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tretorri.server.background.flag_timer.CHECK_INTERVAL_S", 0.05)

    async def test() -> None:
        hand = Hand()
        async with keeping(tmp_path, hand, "boot") as one:
            state, _ = await begin_game(one, clock=MINUTE)
            await until_seen_again(one, hand)
            async with keeping(tmp_path, hand, "boot") as other:
                await until_seen_again(one, hand)
                await until_seen_again(one, hand)
                assert other.outage is None
            assert await log_of(one, state) == []

    asyncio.run(test())


def test_a_server_that_could_not_store_gives_that_time_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tretorri.server.background.flag_timer.CHECK_INTERVAL_S", 0.05)
    asked = list[bool]()

    async def test() -> None:
        hand = Hand()
        async with keeping(tmp_path, hand, "boot") as service:
            state, _ = await begin_game(service, clock=MINUTE)
            await until_seen_again(service, hand)
            with monkeypatch.context() as broken:
                broken.setattr(service.store, "last_seen", down)
                hand.time += 10 * ALIVE_TIMEOUT_MS
                await wait_until_async(lambda: asked, "a look that fails")
            state = await until(service, state, EventKind.CREDIT)
            assert state.flag_at is not None
            assert state.flag_at >= service.now() + 50_000

    async def down() -> int:
        asked.append(True)
        raise error(StorageDown, "storage-down")

    asyncio.run(test())


# Who knows the time --------------------------------------------------------------------------


def test_processes_of_a_machine_agree_and_those_of_others_follow_the_most_advanced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall, first, second = Hand(), Hand(), Hand()
    first.time, second.time = 5_000, 77_000  # since each machine was started
    monkeypatch.setattr("time.time_ns", lambda: wall.time * 1_000_000)

    async def test() -> None:
        store = await Store.open(sqlite_url_in(tmp_path))
        one, twin = ServerClock(store, "first", first), ServerClock(store, "first", first)
        await one.synchronise()
        for jump in (HOUR, -2 * HOUR, -5_000):
            wall.time += jump
            first.time += 1_000
            await twin.synchronise(is_alive=True)
            assert one.now() == twin.now() == BEGIN + first.time - 5_000
        other = ServerClock(store, "second", second)
        await other.synchronise()  # the wall clock is behind, but time does not go back
        assert other.now() == one.now()
        second.time += HOUR  # while the first machine sleeps
        await other.synchronise(is_alive=True)
        assert await one.synchronise(is_alive=True) == other.now()
        assert one.now() == other.now() == BEGIN + 3_000 + HOUR
        await twin.synchronise()
        assert twin.now() == one.now()
        await store.close()

    asyncio.run(test())


def test_several_processes_that_start_together_agree_upon_one_base(place: Place) -> None:
    async def test() -> None:
        hand = Hand()
        stores = [await Store.open(place.url) for _ in range(4)]
        pieces = [ServerClock(store, "boot", hand) for store in stores]
        await asyncio.gather(*(piece.synchronise() for piece in pieces))
        assert len({piece.now() for piece in pieces}) == 1
        for store in stores:
            await store.close()

    asyncio.run(test())


def test_a_wall_clock_far_ahead_is_followed_and_nobody_loses_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Hand()
    monkeypatch.setattr("time.time_ns", lambda: wall.time * 1_000_000)
    monkeypatch.setattr("tretorri.server.background.flag_timer.CHECK_INTERVAL_S", 0.05)

    async def test() -> None:
        hand = Hand()
        async with (
            keeping(tmp_path, hand, "boot") as one,
            keeping(tmp_path, hand, "boot") as other,
        ):
            state, secret = await begin_game(one, clock=MINUTE)
            await until_seen_again(one, hand)
            wall.time += 6 * 365 * 24 * HOUR
            async with asyncio.timeout(deadline()):
                while min(one.now(), other.now()) < wall.time:
                    hand.time += 100
                    await asyncio.sleep(0.05)
            state = await until(one, state, EventKind.CREDIT)
            for service in (one, other):
                await service.apply_timeouts(state.setup.id)
                after = await service.game(state.setup.id)
                assert not after.is_over
            answer = await plays(other, await other.game(state.setup.id), secret)
            assert isinstance(answer, CommandResult)
            assert abs(answer.events[-1].time - one.now()) < HOUR

    asyncio.run(test())


@pytest.mark.parametrize("boot", ["first", "second"])
def test_a_wall_clock_that_is_set_right_changes_dates_but_never_turns_time_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, boot: str
) -> None:
    wall, hand, years = Hand(), Hand(), 2 * 365 * 24 * HOUR
    monkeypatch.setattr("time.time_ns", lambda: wall.time * 1_000_000)

    async def test() -> None:
        store = await Store.open(sqlite_url_in(tmp_path))
        wall.time += years
        ahead = ServerClock(store, "first", hand)
        await ahead.synchronise(is_alive=True)
        service = Service(store, LocalBus(), ahead.now)
        state, secret = await begin_game(service, clock=MINUTE)
        last = ahead.now()
        for passed, is_right in ((1_000, True), (2_000, True), (3_000, False), (4_000, True)):
            hand.time, wall.time = BEGIN + passed, BEGIN + passed + (0 if is_right else years)
            clock = ServerClock(store, boot, hand)
            await clock.synchronise(is_alive=True)
            assert last <= clock.now() <= BEGIN + years + passed
            last = clock.now()
            later = Service(store, LocalBus(), clock.now, ahead=partial(getattr, clock, "ahead"))
            assert abs((await begin_game(later))[0].setup.date - wall.time) < HOUR
        answer = await plays(later, state, secret)
        assert isinstance(answer, CommandResult)
        assert answer.state.clocks is not None
        assert 2 * 60_000 - 4_000 <= sum(answer.state.clocks.left.values()) <= 2 * 60_000
        await store.close()

    asyncio.run(test())


def test_an_idle_server_asks_for_the_time_and_says_that_it_is_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tretorri.server.background.flag_timer.CHECK_INTERVAL_S", 0.05)

    async def test() -> None:
        hand = Hand()
        async with keeping(tmp_path, hand, "boot") as service:
            for _ in range(2):
                before = await service.store.last_seen()
                hand.time += HOUR
                async with asyncio.timeout(deadline()):
                    while await service.store.last_seen() < before + HOUR:
                        await asyncio.sleep(0.05)

    asyncio.run(test())
