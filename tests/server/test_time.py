"""Time on a real database: flags at the edge, absence, what is given back, who knows the time."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from tests.deadlines import deadline, wait_until_async
from tests.server.support import begun, request_id
from tests.services.places import Place
from tretorri.server.background.flag_timer import ALIVE, Timekeeper
from tretorri.server.background.server_clock import Timepiece
from tretorri.server.bus import LocalBus
from tretorri.server.errors import StorageDown
from tretorri.server.service import Answer, GameMovedOn, Service
from tretorri.server.store import Store
from tretorri.server.store.database import url_in
from tretorri.table.clock import Absence, Clock
from tretorri.table.commands import PlayTurn
from tretorri.table.errors import error
from tretorri.table.events import Kind
from tretorri.table.seats import joining
from tretorri.table.setup import ENGINE, LINK, OPEN, Player
from tretorri.table.state import Fold
from tretorri.table.timeouts import GRACE, Outage, TimeIsUp

AT_THE_EDGE = 167  # games, three times
HOUR = 3_600_000
BEGIN = 1_800_000_000_000
MINUTE = Clock("game", 60)


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


async def log_of(service: Service, fold: Fold) -> list[tuple[Kind, str | None]]:
    """Return what is stored of a game: kinds and seats."""
    return [(event.kind, event.seat) for event in await service.store.events(fold.opening.id)]


async def plays(service: Service, fold: Fold, secret: str) -> Answer | Exception:
    """Play the first turn that there is, or return why that cannot be done."""
    turn = PlayTurn(str(next(fold.position.turns())))
    try:
        return await service.submit(fold.opening.id, [secret], request_id(), fold.version, turn)
    except (TimeIsUp, GameMovedOn) as refusal:
        return refusal


# At the edge ---------------------------------------------------------------------------------


@pytest.mark.parametrize("early", [1, 0, -1])
def test_at_the_edge_there_is_a_move_or_a_flag_never_both_and_never_the_wrong_one(
    tmp_path: Path, early: int
) -> None:
    async def play(one: Service, other: Service, hand: Hand) -> None:
        games = await asyncio.gather(*(begun(one, clock=MINUTE) for _ in range(AT_THE_EDGE)))
        await asyncio.gather(*(other.game(fold.opening.id) for fold, _ in games))
        hand.time = BEGIN + 60_000 - early
        answers = await asyncio.gather(*(plays(one, fold, secret) for fold, secret in games))
        hand.time = BEGIN + 60_000 + GRACE - 1
        await call(games, one, other)
        for fold, _ in games:
            assert not (await other.game(fold.opening.id)).is_over
        hand.time += 1
        await call(games, one, other)
        for (fold, _), answer in zip(games, answers, strict=True):
            log = await log_of(one, fold)
            if early > 0:
                assert isinstance(answer, Answer)
                assert {each for each, _ in log} == {Kind.ACTION}
            else:
                assert isinstance(answer, TimeIsUp)
                assert log == [(Kind.FLAG, fold.to_move)]

    async def call(games: Sequence[tuple[Fold, str]], *callers: Service) -> None:
        await asyncio.gather(
            *(each.call_time(fold.opening.id) for fold, _ in games for each in callers)
        )

    async def test() -> None:
        async with services(url_in(tmp_path), 2) as (hand, (one, other)):
            await play(one, other, hand)

    asyncio.run(test())


def test_a_turn_and_a_call_for_time_at_one_moment_in_two_processes_are_decided_once(
    place: Place,
) -> None:
    async def test() -> None:
        async with services(place.url, 2) as (hand, (one, other)):
            games = [await begun(one, clock=MINUTE) for _ in range(60)]
            late = Service(other.store, LocalBus(), lambda: BEGIN + 60_000 + GRACE)
            hand.time = BEGIN + 59_999
            for fold, secret in games:
                answer, _ = await asyncio.gather(
                    plays(one, fold, secret), late.call_time(fold.opening.id)
                )
                kinds = {kind for kind, _ in await log_of(one, fold)}
                won = {Kind.ACTION} if isinstance(answer, Answer) else {Kind.FLAG}
                assert kinds == won

    asyncio.run(test())


def test_time_does_not_go_back_when_a_server_that_is_behind_stores_a_turn(tmp_path: Path) -> None:
    async def test() -> None:
        async with services(url_in(tmp_path), 2) as (hand, (one, other)):
            fold, secret = await begun(one, clock=Clock("game", 600))
            behind = Service(other.store, LocalBus(), lambda: hand.time - 300_000)
            for service in (one, behind, one):
                hand.time += 1000
                fold = await service.game(fold.opening.id, at_least=fold.version)
                answer = await plays(service, fold, secret)
                assert isinstance(answer, Answer)
                fold = answer.fold
            assert fold.clocks is not None
            assert sum(fold.clocks.left.values()) == 1_200_000 - 3_000
            times = [event.time for event in await one.store.events(fold.opening.id)]
            assert times == sorted(times)

    asyncio.run(test())


# Who does not come back ----------------------------------------------------------------------


@pytest.mark.parametrize("then", ["engine", "end"])
def test_who_does_not_come_back_is_replaced_or_has_lost(tmp_path: Path, then: str) -> None:
    absence = Absence(60, "engine" if then == "engine" else "end")
    open_seats = {"l": Player(OPEN), "d": Player(OPEN)}

    async def test() -> None:
        async with services(url_in(tmp_path)) as (hand, (service,)):
            fold, _ = await begun(service, absence=absence, players=open_seats)
            assert fold.due_at is None
            for seat in open_seats:
                join = partial(joining, seat=seat, kind=LINK, name="Ann")
                game_id, version = fold.opening.id, fold.version
                fold = (await service.append(game_id, request_id(), version, join)).fold
            mover = fold.to_move
            assert mover is not None
            hand.time += 60_000
            await service.call_time(fold.opening.id)
            assert (await service.game(fold.opening.id)).version == fold.version
            hand.time += GRACE
            await service.call_time(fold.opening.id)
            after = await service.game(fold.opening.id)
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
            fold, secret = await begun(both[0], clock=MINUTE)
            hand.time += HOUR
            outage = Outage(BEGIN + 10_000, hand.time)
            await asyncio.gather(*(each.credit(fold.opening.id, outage) for each in both))
            assert await log_of(both[0], fold) == [(Kind.CREDIT, None)]
            after = await both[1].game(fold.opening.id, at_least=1)
            assert after.flag_at == hand.time + 50_000
            other, secret = await begun(both[0], clock=MINUTE)
            hand.time += HOUR
            both[0].outage = Outage(hand.time - HOUR, hand.time)
            answer = await plays(both[0], other, secret)  # at a version before the credit
            assert isinstance(answer, GameMovedOn)
            answer = await plays(both[0], answer.fold, secret)
            assert isinstance(answer, Answer)

    asyncio.run(test())


@contextlib.asynccontextmanager
async def keeping(folder: Path, hand: Hand, boot: str) -> AsyncIterator[Service]:
    """Lend a service whose time is kept, on a machine whose ticks are turned by hand."""
    store = await Store.open(url_in(folder))
    timepiece = Timepiece(store, boot, hand)
    timepiece.found = await timepiece.agree()
    service = Service(store, LocalBus(), timepiece.now)
    keeper = Timekeeper(service, timepiece)
    keeper.start()
    try:
        yield service
    finally:
        await keeper.close()
        await store.close()


async def until(service: Service, fold: Fold, kind: Kind) -> Fold:
    """Wait until something of a kind has happened in a game."""
    async with asyncio.timeout(deadline()):
        while kind not in {each for each, _ in await log_of(service, fold)}:
            await asyncio.sleep(0.02)
    return await service.game(fold.opening.id, at_least=len(await log_of(service, fold)))


def test_the_timekeeper_gives_back_a_stop_then_lets_the_flag_fall(tmp_path: Path) -> None:
    async def test() -> None:
        hand = Hand()
        async with keeping(tmp_path, hand, "boot") as service:
            fold, _ = await begun(service, clock=Clock("game", 3))
        hand.time += HOUR
        async with keeping(tmp_path, hand, "boot") as one, keeping(tmp_path, hand, "boot") as other:
            fold = await until(one, fold, Kind.CREDIT)
            started = service.now()
            assert fold.flag_at is not None
            assert started + 2_000 <= fold.flag_at <= started + 3_000
            hand.time += 3_000 + GRACE  # not so much that nobody seems to be alive
            await until(other, fold, Kind.FLAG)
            log = await log_of(one, fold)
            assert [kind for kind, _ in log].count(Kind.CREDIT) == 1
            assert log[-1] == (Kind.FLAG, fold.to_move)

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
    monkeypatch.setattr("tretorri.server.background.flag_timer.LOOKING", 0.05)

    async def test() -> None:
        hand = Hand()
        async with keeping(tmp_path, hand, "boot") as one:
            fold, _ = await begun(one, clock=MINUTE)
            await until_seen_again(one, hand)
            async with keeping(tmp_path, hand, "boot") as other:
                await until_seen_again(one, hand)
                await until_seen_again(one, hand)
                assert other.outage is None
            assert await log_of(one, fold) == []

    asyncio.run(test())


def test_a_server_that_could_not_store_gives_that_time_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tretorri.server.background.flag_timer.LOOKING", 0.05)
    asked = list[bool]()

    async def test() -> None:
        hand = Hand()
        async with keeping(tmp_path, hand, "boot") as service:
            fold, _ = await begun(service, clock=MINUTE)
            await until_seen_again(service, hand)
            with monkeypatch.context() as broken:
                broken.setattr(service.store, "last_seen", down)
                hand.time += 10 * ALIVE
                await wait_until_async(lambda: asked, "a look that fails")
            fold = await until(service, fold, Kind.CREDIT)
            assert fold.flag_at is not None
            assert fold.flag_at >= service.now() + 50_000

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
        store = await Store.open(url_in(tmp_path))
        one, twin = Timepiece(store, "first", first), Timepiece(store, "first", first)
        await one.agree()
        for jump in (HOUR, -2 * HOUR, -5_000):
            wall.time += jump
            first.time += 1_000
            await twin.agree(is_alive=True)
            assert one.now() == twin.now() == BEGIN + first.time - 5_000
        other = Timepiece(store, "second", second)
        await other.agree()  # the wall clock is behind, but time does not go back
        assert other.now() == one.now()
        second.time += HOUR  # while the first machine sleeps
        await other.agree(is_alive=True)
        assert await one.agree(is_alive=True) == other.now()
        assert one.now() == other.now() == BEGIN + 3_000 + HOUR
        await twin.agree()
        assert twin.now() == one.now()
        await store.close()

    asyncio.run(test())


def test_several_processes_that_start_together_agree_upon_one_base(place: Place) -> None:
    async def test() -> None:
        hand = Hand()
        stores = [await Store.open(place.url) for _ in range(4)]
        pieces = [Timepiece(store, "boot", hand) for store in stores]
        await asyncio.gather(*(piece.agree() for piece in pieces))
        assert len({piece.now() for piece in pieces}) == 1
        for store in stores:
            await store.close()

    asyncio.run(test())


def test_a_wall_clock_far_ahead_is_followed_and_nobody_loses_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Hand()
    monkeypatch.setattr("time.time_ns", lambda: wall.time * 1_000_000)
    monkeypatch.setattr("tretorri.server.background.flag_timer.LOOKING", 0.05)

    async def test() -> None:
        hand = Hand()
        async with (
            keeping(tmp_path, hand, "boot") as one,
            keeping(tmp_path, hand, "boot") as other,
        ):
            fold, secret = await begun(one, clock=MINUTE)
            await until_seen_again(one, hand)
            wall.time += 6 * 365 * 24 * HOUR
            async with asyncio.timeout(deadline()):
                while min(one.now(), other.now()) < wall.time:
                    hand.time += 100
                    await asyncio.sleep(0.05)
            fold = await until(one, fold, Kind.CREDIT)
            for service in (one, other):
                await service.call_time(fold.opening.id)
                after = await service.game(fold.opening.id)
                assert not after.is_over
            answer = await plays(other, await other.game(fold.opening.id), secret)
            assert isinstance(answer, Answer)
            assert abs(answer.events[-1].time - one.now()) < HOUR

    asyncio.run(test())


def test_an_idle_server_asks_for_the_time_and_says_that_it_is_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tretorri.server.background.flag_timer.LOOKING", 0.05)

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
