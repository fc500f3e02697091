"""The bus and who is there: hints and notes between processes, lossy, never trusted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
import redis.asyncio

from tests.deadlines import deadline
from tests.services.servers import Redis
from tretorri.server.background.presence import ANNOUNCE_INTERVAL_S, PROCESS_TIMEOUT_S, Presence
from tretorri.server.bus import InvalidBusUrl, LocalBus, make_bus
from tretorri.server.bus.redis_bus import CHANNEL, MAX_QUEUED_HINTS, RedisBus
from tretorri.server.bus.subscriptions import MAX_UNREAD_NOTES, SPECTATORS
from tretorri.server.capacity.limits import GAMES, LOOKUPS, REQUESTS, Limits, RateLimit
from tretorri.server.errors import TooMany


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(deadline()):
        while not is_so():
            await asyncio.sleep(0.01)


def with_two(server: Redis, test: Callable[[RedisBus, RedisBus], Awaitable[None]]) -> None:
    """Run a test with two buses that are linked."""

    async def run() -> None:
        one, other = RedisBus(server.url), RedisBus(server.url)
        for bus in (one, other):
            bus.start()
        try:
            await until(lambda: one.is_linked and other.is_linked)
            await test(one, other)
        finally:
            for bus in (one, other):
                await bus.stop()

    asyncio.run(run())


def test_an_ear_hears_what_is_new_and_only_that() -> None:
    async def test() -> None:
        bus = LocalBus()
        with bus.subscribe("game") as ear:
            bus.publish("another", 9)
            bus.publish("game", 3)
            await ear.wait(2, deadline())
            assert (ear.take_version(), ear.take_version()) == (3, 0)
            await ear.wait(3, 0)
            bus.publish("game", 3)  # it is known by now
            await ear.wait(3, 0)
            assert ear.take_version() == 0
            for number in range(2 * MAX_UNREAD_NOTES):
                bus.publish_note("game", {"kind": "reaction", "number": number})
            await ear.wait(3, deadline())
            notes = [ear.take_note() for _ in range(MAX_UNREAD_NOTES + 1)]
            assert [note["number"] for note in notes if note][:2] == [
                MAX_UNREAD_NOTES,
                MAX_UNREAD_NOTES + 1,
            ]
            assert notes[-1] is None
            assert bus.watched == ["game"]
            bus.close()
            await ear.wait(3, deadline())
        assert bus.watched == []

    asyncio.run(test())


def test_hints_and_notes_reach_other_processes(redis: Redis) -> None:
    async def test(one: RedisBus, other: RedisBus) -> None:
        with other.subscribe("game") as ear:
            one.publish("game", 5)
            one.publish_note("game", {"kind": "reaction", "seat": "l", "reaction": "hello"})
            note = None
            while note is None:
                await ear.wait(0, deadline())
                note = ear.take_note()
            assert note == {"kind": "reaction", "seat": "l", "reaction": "hello"}
            assert ear.take_version() == 5

    with_two(redis, test)


def test_a_bus_that_comes_back_is_found_again(redis: Redis) -> None:
    async def test(one: RedisBus, other: RedisBus) -> None:
        await asyncio.to_thread(redis.kill)
        await until(lambda: not (one.is_linked or other.is_linked))
        for number in range(MAX_QUEUED_HINTS + 10):
            one.publish(f"game-{number}", 1)
        await asyncio.to_thread(redis.start)
        await until(lambda: one.is_linked and other.is_linked)
        with other.subscribe("game") as ear:
            one.publish("game", 2)
            await ear.wait(0, deadline())
            assert ear.take_version() == 2

    with_two(redis, test)


def test_what_was_spent_while_nobody_heard_is_not_told_later(redis: Redis) -> None:
    async def run() -> None:
        heard = list[tuple[str, str, float]]()
        one, late = RedisBus(redis.url), RedisBus(redis.url)
        one.on_spending = lambda *spent: heard.append(spent)
        one.start()
        await until(lambda: one.is_linked)
        late.spend(GAMES.name, "long ago", 1)
        late.start()
        await until(lambda: late.is_linked)
        late.spend(GAMES.name, "now", 1)
        await until(lambda: bool(heard))
        for bus in (one, late):
            await bus.stop()
        assert heard == [(GAMES.name, "now", 1)]

    asyncio.run(run())


def test_what_is_shared_is_counted_in_all_processes(redis: Redis) -> None:
    async def test(one: RedisBus, other: RedisBus) -> None:
        here, there = (Limits(share=bus.spend) for bus in (one, other))
        one.on_spending, other.on_spending = here.receive_cost, there.receive_cost
        for limits in (here, there):
            for _ in range(LOOKUPS.most // 2):
                limits.take(LOOKUPS, "guesser")
                limits.take(REQUESTS, "guesser")
        here.take(GAMES, "host", GAMES.room)
        await until(lambda: is_refused(here, LOOKUPS, "guesser"))
        await until(lambda: is_refused(there, LOOKUPS, "guesser"))
        await until(lambda: is_refused(there, GAMES, "host"))
        assert not is_refused(there, LOOKUPS, "somebody else")
        there.receive_cost(
            LOOKUPS.name, "guesser", float("-inf")
        )  # a negative cost gives nothing back
        assert is_refused(there, LOOKUPS, "guesser")
        here.need(REQUESTS, "guesser", REQUESTS.most - LOOKUPS.most // 2)

    with_two(redis, test)


def is_refused(limits: Limits, limit: RateLimit, who: str) -> bool:
    """Tell whether a caller has spent all."""
    try:
        limits.need(limit, who)
    except TooMany:
        return True
    return False


def test_strange_messages_do_no_harm(redis: Redis) -> None:
    async def test(one: RedisBus, other: RedisBus) -> None:
        other.on_spending = Limits().receive_cost
        client = redis_client(redis)
        for message in (
            *("", "{", "[]", "1", '{"from": "x", "versions": []}', '{"from": "x", "notes": 1}'),
            *('{"from": "x", "versions": {"game": "y"}}', '{"from": "x", "crowds": [[1, 2]]}'),
            *('{"from": "x", "spent": 1}', '{"from": "x", "spent": [["lookups", "me", "y"]]}'),
            *('{"from": "x", "spent": [["what", "me", 1]]}', '{"from": "x", "spent": [1]}'),
            *('{"from": "x", "crowds": {"g": 1}}', '{"from": "x", "crowds": {"g": {"d": "y"}}}'),
            b"\xff\xfe",
        ):
            await client.publish(CHANNEL, message)
        with other.subscribe("game") as ear:
            one.publish("game", 2)
            await ear.wait(0, deadline())
            assert ear.take_version() == 2
        await client.aclose()

    with_two(redis, test)


def redis_client(server: Redis) -> redis.asyncio.Redis:
    """Return a stranger on the bus."""
    return redis.asyncio.Redis.from_url(server.url)


def test_the_address_of_a_bus() -> None:
    assert isinstance(make_bus(None), LocalBus)
    with pytest.raises(InvalidBusUrl):
        make_bus("http://example.org")


def test_seats_are_taken_and_left_by_sockets() -> None:
    async def test() -> None:
        bus = LocalBus()
        presence = Presence(bus)
        with bus.subscribe("game") as ear:
            leave = presence.enter("game", {"d"})
            again = presence.enter("game", {"d", "l"})
            assert presence.seats("game") == {"d", "l"}
            leave()
            assert presence.seats("game") == {"d", "l"}
            again()
            assert presence.seats("game") == frozenset()
            presence.enter("game", ())()  # a spectator comes and goes
            told = [ear.take_note() for _ in range(3)]
            assert [note and note["present"] for note in told] == [["d"], ["d", "l"], []]
            assert [note and note["watchers"] for note in (ear.take_note(), ear.take_note())] == [
                1,
                0,
            ]
            assert ear.take_note() is None

    asyncio.run(test())


def test_who_is_there_is_known_in_all_processes(redis: Redis) -> None:
    async def test(one: RedisBus, other: RedisBus) -> None:
        here, there = Presence(one), Presence(other)
        leave = here.enter("game", {"d"})
        there.enter("game", {"l"})
        for presence in (here, there):
            await until(lambda seen=presence: seen.seats("game") == {"d", "l"})  # type: ignore[misc]
        leave()
        await until(lambda: there.seats("game") == {"l"})
        watchers = [here.enter("game", ()), here.enter("game", ()), there.enter("game", ())]
        for presence in (here, there):
            await until(lambda seen=presence: seen.watchers("game") == 3)  # type: ignore[misc]
        watchers[0]()
        await until(lambda: there.watchers("game") == 2)
        here.enter("other", {"d"})
        late = Presence(RedisBus(redis.url))  # a process that starts later is told everything
        late._bus.start()
        await until(lambda: bool(late.seats("game") and late.seats("other")))
        assert late.watchers("game") == 2
        await here.close()
        await until(lambda: not late.seats("other") and late.watchers("game") == 1)
        await late._bus.stop()

    with_two(redis, test)


def test_a_silent_process_fades() -> None:
    time = 0.0
    presence = Presence(LocalBus(), lambda: time)
    presence.hear("gone", {"game": {"d": 1}}, True)
    presence.hear("alive", {"game": {"l": 2, SPECTATORS: 3}}, True)
    time = PROCESS_TIMEOUT_S - ANNOUNCE_INTERVAL_S
    presence.hear("alive", {}, False)
    time = PROCESS_TIMEOUT_S + 1
    presence.fade()
    assert presence.seats("game") == {"l"}
    assert presence.watchers("game") == 3
    presence.hear("alive", {}, True)
    assert presence.seats("game") == frozenset()
