"""What computes is bounded, in turn, at the cost of who asks; and the event loop stays free."""

from __future__ import annotations

import asyncio
import itertools
import resource
import socket
import threading
from collections.abc import Callable, Coroutine
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.deadlines import deadline, wait_until
from tests.faults.costs import BOMBS, OPERATIONS, Worst, costs
from tests.faults.processes import Measured
from tretorri.core.budget import check_budget
from tretorri.server.api.bodies import MAX_ALL_BYTES, BytesInFlight, is_too_deep
from tretorri.server.capacity import computing
from tretorri.server.capacity.computing import ComputeThreads, RoundRobin
from tretorri.server.capacity.current_caller import NO_CALLER
from tretorri.server.capacity.limits import BODIES, COMPUTERS, COMPUTING, LOADS, Limits
from tretorri.server.errors import Overloaded, TooMany, TooMuchWork

MAX_HOLD_MS = 25.0  # ten times the goal: a collection of garbage may come at any time
MAX_EXTRA_MB = 64.0
STEPS = 1_000_000


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def work_on() -> None:
    """Work until it is ended."""
    while True:
        check_budget()


# Threads ------------------------------------------------------------------------------------------


def test_who_waits_is_let_in_by_turns() -> None:
    async def test() -> None:
        turns, order = RoundRobin(1), list[str]()

        async def enter(who: str) -> None:
            async with turns.turn(who[0]):
                order.append(who)
                await asyncio.sleep(0)

        await asyncio.gather(*map(enter, ("a1", "a2", "a3", "b1", "c1", "b2")))
        assert order == ["a1", "b1", "c1", "a2", "b2", "a3"]
        assert len(turns) == 0

    run(test)


def test_one_caller_takes_one_place_only() -> None:
    async def test() -> None:
        turns, inside = RoundRobin(2), list[str]()
        release = asyncio.Event()

        async def enter(who: str) -> None:
            async with turns.turn(who[0]):
                inside.append(who)
                await release.wait()

        tasks = [asyncio.create_task(enter(who)) for who in ("a1", "a2", "b1")]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert inside == ["a1", "b1"]
        tasks[1].cancel()
        release.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with turns.turn("a"):  # who has gone away takes no place
            pass

    run(test)


def test_work_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computing, "MAX_STUDY_CPU_S", 0.05)

    async def test() -> None:
        with pytest.raises(TooMuchWork) as refused:
            await ComputeThreads().study("ann", work_on)
        assert refused.value.status == 413

    run(test)


def test_work_is_counted_by_address_in_seconds_of_a_processor() -> None:
    async def test() -> None:
        limits = Limits(clock=lambda: 0.0)
        busy = ComputeThreads(limits)
        limits.spend(COMPUTING, "ann", COMPUTING.room)
        await busy.study("ann", lambda: sum(range(STEPS)))  # the last one that fits
        with pytest.raises(TooMany) as refused:
            await busy.study("ann", lambda: 1)
        assert refused.value.retry_after
        assert await busy.study("ben", lambda: 1) == 1

    run(test)


def test_only_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computing, "MAX_QUEUED_COMPUTATIONS", 3)

    async def test() -> None:
        stop = threading.Event()
        busy = ComputeThreads(Limits(), stop.is_set)
        tasks = [asyncio.create_task(busy.study("ann", work_on)) for _ in range(4)]
        await asyncio.sleep(0.01)
        assert busy.waiting == 3
        with pytest.raises(Overloaded):
            await busy.study("ben", lambda: 1)
        stop.set()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert {type(error) for error in ended} == {Overloaded}

    run(test)


def test_one_address_has_only_so_many_requests_that_compute() -> None:
    async def test() -> None:
        stop = threading.Event()
        busy = ComputeThreads(Limits(), stop.is_set)
        tasks = [asyncio.create_task(busy.study("ann", work_on)) for _ in range(COMPUTERS.most)]
        await asyncio.sleep(0.01)
        with pytest.raises(TooMany):
            await busy.study("ann", lambda: 1)
        assert await busy.study("ben", lambda: 1) == 1
        stop.set()
        await asyncio.gather(*tasks, return_exceptions=True)

    run(test)


def test_what_is_quick_is_done_at_once_and_all_else_in_a_thread() -> None:
    async def test() -> None:
        busy = ComputeThreads()
        assert await busy.play("quick", threading.get_ident) != threading.get_ident()
        assert await busy.play("quick", threading.get_ident) == threading.get_ident()
        for _ in range(2):
            slow = await busy.play("slow", lambda: (sum(range(STEPS)), threading.get_ident()))
        assert slow[1] != threading.get_ident()
        busy.close()
        with pytest.raises(Overloaded):
            await busy.play("slow", threading.get_ident)

    run(test)


def test_callers_take_turns_at_loading_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computing, "LOADING_THREADS", 1)

    async def test() -> None:
        busy, order = ComputeThreads(Limits()), list[str]()

        async def load(who: str) -> None:
            async with busy.loading(who[0]) as load:
                await load(lambda: order.append(who))

        await asyncio.gather(*map(load, ("a1", "a2", "a3", "b1", "c1")))
        assert order == ["a1", "b1", "c1", "a2", "a3"]

    run(test)


def test_loading_is_counted_by_address_but_not_what_the_server_loads_for_itself() -> None:
    async def test() -> None:
        limits = Limits(clock=lambda: 0.0)
        busy = ComputeThreads(limits)

        async def load(caller: str) -> None:
            async with busy.loading(caller) as load:
                await load(lambda: sum(range(STEPS)))

        for caller in ("ann", NO_CALLER):
            limits.spend(COMPUTING, caller, COMPUTING.room)
        await load("ann")  # the last one that fits
        with pytest.raises(TooMany) as refused:
            await load("ann")
        assert refused.value.retry_after
        with pytest.raises(TooMany):
            await busy.study("ann", lambda: 1)
        await load("ben")
        for _ in range(2):
            await load(NO_CALLER)

    run(test)


def test_one_address_has_only_so_many_games_being_loaded() -> None:
    async def test() -> None:
        stop = threading.Event()
        busy = ComputeThreads(Limits(), stop.is_set)

        async def load(caller: str, work: Callable[[], None]) -> None:
            async with busy.loading(caller) as load:
                await load(work)

        tasks = [asyncio.create_task(load("ann", work_on)) for _ in range(LOADS.most)]
        await asyncio.sleep(0.01)
        assert busy.waiting == LOADS.most - 1
        with pytest.raises(TooMany) as refused:
            await load("ann", lambda: None)
        assert refused.value.retry_after
        await load("ben", lambda: None)
        stop.set()
        await asyncio.gather(*tasks, return_exceptions=True)

    run(test)


def test_what_stays_the_same_is_computed_once_for_those_who_ask_at_the_same_time() -> None:
    async def test() -> None:
        busy, numbers = ComputeThreads(), itertools.count()
        asked = [busy.once("rulebook", lambda: next(numbers)) for _ in range(5)]
        assert await asyncio.gather(*asked) == [0] * 5

    run(test)


# Bodies -------------------------------------------------------------------------------------------


def naive_depth(text: str) -> int:
    """Return how deep JSON without a mistake is nested."""
    depth, deepest, is_inside, at = 0, 0, False, 0
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == '"':
            is_inside = not is_inside
        elif not is_inside:
            depth += (text[at] in "[{") - (text[at] in "]}")
            deepest = max(deepest, depth)
        at += 1
    return deepest


pieces = st.sampled_from(
    ["[", "]", "{", "}", '"a"', '"\\\\"', '"\\"["', '"]\\\\\\""', ",", "1", " "]
)


@given(parts=st.lists(pieces, max_size=60))
def test_depth_is_what_it_looks_like(parts: list[str]) -> None:
    text = "".join(parts)
    depth = naive_depth(text)
    assert not is_too_deep(text.encode(), depth)
    assert depth == 0 or is_too_deep(text.encode(), depth - 1)


def test_depth_is_found_across_chunks() -> None:
    far = b'["' + b"x" * 100_000 + b'",' + b"[" * 8 + b'"' + b"[" * 100_000 + b'"'
    assert is_too_deep(far, 8)
    assert not is_too_deep(far, 9)


def test_more_parts_than_anything_has_are_refused() -> None:
    for body in (b"[" + b"1," * 200_000, b"[" + b"[]," * 50_000, b"[" * 9 + b'""' * 300_000):
        assert is_too_deep(body, 8)


def test_bytes_in_flight_are_counted_by_address_and_given_back() -> None:
    held = BytesInFlight(Limits())
    held.take("ann", BODIES.most)
    with pytest.raises(TooMany):
        held.take("ann", 1)
    held.take("ben", 1)
    held.give_back("ann", BODIES.most)
    held.take("ann", 1)


def test_all_together_hold_only_so_many_bytes() -> None:
    held = BytesInFlight(Limits())
    callers = [f"caller {nth}" for nth in range(MAX_ALL_BYTES // BODIES.most)]
    for caller in callers:
        held.take(caller, BODIES.most)
    with pytest.raises(Overloaded):
        held.take("ann", 1)
    held.give_back(callers[0], BODIES.most)
    held.take("ann", 1)


def test_bodies_that_do_not_come_to_an_end_take_little_memory(tmp_path: Path) -> None:
    head = (
        b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 1900000\r\n\r\n"
    )
    with Measured(tmp_path, "--workers", "1", has_limits=True) as server:
        url = httpx.URL(server.address)
        before = server.memory
        with ExitStack() as stack:
            withheld = [
                stack.enter_context(socket.create_connection((url.host, url.port or 80)))
                for _ in range(40)
            ]
            for connection in withheld:
                connection.settimeout(deadline())
                with suppress(OSError):  # it may have been refused already
                    connection.sendall(head + b'"' + b"x" * 1_800_000)
            refused = [connection for connection in withheld if _is_refused(connection)]
            assert len(refused) >= len(withheld) - BODIES.most // 1_800_000
            assert server.memory - before < MAX_EXTRA_MB
        with server.client() as client:  # what they held is given back
            wait_until(lambda: _is_read(client), "a record that is read again")


def _is_refused(connection: socket.socket) -> bool:
    try:
        return b" 429 " in connection.recv(100)
    except TimeoutError:
        return False
    except OSError:
        return True


def _is_read(client: httpx.Client) -> bool:
    return client.post("/api/records", json={"text": "x" * 500_000}).status_code == 400


# A server -----------------------------------------------------------------------------------------


def test_no_request_holds_the_event_loop_for_long_or_takes_much_memory(tmp_path: Path) -> None:
    with Measured(tmp_path, "--workers", "1") as server:
        with server.client() as client:
            paths = client.get("/api/openapi.json").json()["paths"]
        described = {f"{method.upper()} {path}" for path, of in paths.items() for method in of}
        assert described == OPERATIONS.keys()
        found = dict(costs(server, times=1))
    assert found.keys() == OPERATIONS.keys() | BOMBS.keys()
    assert all(cost.status < 500 for cost in found.values()), found
    holds = {operation: cost.hold_ms for operation, cost in found.items()}
    assert not {name: ms for name, ms in holds.items() if ms is None or ms > MAX_HOLD_MS}
    assert not {name: c for name, c in found.items() if c.extra_mb > MAX_EXTRA_MB}


def test_a_server_stops_beside_work(tmp_path: Path) -> None:
    with Measured(tmp_path, "--workers", "1") as server:
        with server.client() as client:
            worst = Worst(client)
            asked = [worst.setting for _ in range(8)]
        busy = [threading.Thread(target=_ask, args=(server, body)) for body in asked]
        for thread in busy:
            thread.start()
        idle = server.seconds
        wait_until(lambda: server.seconds > idle + 0.2, "work that has begun")
        begun = server.seconds
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert server.stop()[0] == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        for thread in busy:
            thread.join(deadline())
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert took - begun < 2.0  # all that was asked for takes eight seconds


def _ask(server: Measured, body: dict[str, Any]) -> None:
    with server.client() as client, suppress(httpx.HTTPError):
        client.post("/api/positions", json=body)
