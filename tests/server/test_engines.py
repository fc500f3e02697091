"""Engines in worker processes: they play, they can be killed, and they hold nobody up."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

import tretorri
from tests.server.support import ENGINE, Guest, Server, a_service, begun, request_id
from tretorri.engine.levels import LEVELS
from tretorri.server.api import study
from tretorri.server.commands import PlayAction, StepBack
from tretorri.server.engines import pool as pools
from tretorri.server.engines.driver import Driver
from tretorri.server.engines.pool import CutShort, Pool, WorkerFailed
from tretorri.server.engines.thinking import AnalysisJob, TurnJob, engine_turn
from tretorri.server.errors import Busy, refused
from tretorri.server.store.database import FILE

START = tretorri.game("volterra").start(1)
ENDLESS = AnalysisJob(START, 1, 10**12, 3600.0)


def is_persons_turn(state: dict[str, Any]) -> bool:
    return state["is_over"] or not any(seat["is_thinking"] for seat in state["seats"])


@pytest.mark.parametrize("game_id", ["volterra", "towers", "voldetour"])
def test_an_engine_answers_in_every_game(client: httpx.Client, game_id: str) -> None:
    seats = {seat: {"kind": "engine", "level": 1} for seat in tretorri.game(game_id).seats[1:]}
    guest = Guest(client, game=game_id, seed=1, seats=seats)
    guest.do("turn", turn=str(next(tretorri.game(game_id).start(1).turns())))
    state = guest.wait_until(is_persons_turn)
    assert len(state["turns"]) == len(seats) + 1
    assert guest.do("undo")["turns"] == []


@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_every_level_plays_a_whole_turn(level: int) -> None:
    START.play_turn(engine_turn(START, level, seed=1))


def test_hints_analysis_and_reviews(client: httpx.Client) -> None:
    guest = Guest(client, game="volterra", seed=1)
    hint = client.get(f"{guest.path}/hint").json()
    START.play_turn(hint["turn"])
    assert hint["action"] == hint["turn"].split("+")[0]
    guest.do("turn", turn=hint["turn"])
    told = client.get(f"{guest.path}/analysis", params={"nodes": 2000, "lines": 2}).text
    assert told.startswith("event: progress\n")
    assert "\nevent: done\n" in told
    told = client.post(
        "/api/analysis", json={"game": "volterra", "position": str(START), "nodes": 500}
    ).text
    assert "event: done\n" in told
    told = client.get(f"{guest.path}/review", params={"nodes": 200}).text
    assert '"done": 2, "of": 2' in told
    assert f'"text": "{hint["turn"]}"' in told
    guest.do("resign")
    guest.do("undo")


def test_a_game_goes_on_when_its_workers_are_killed(server: Server, client: httpx.Client) -> None:
    guest = Guest(client, game="volterra", seed=1, seats={"l": {"kind": "engine", "level": 1}})
    for _ in range(2):
        guest.do("turn", turn=client.get(f"{guest.path}/hint").json()["turn"])
        assert not guest.wait_until(is_persons_turn)["is_over"]
        workers = server.children()
        assert workers
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        assert client.get(f"{guest.path}/hint").status_code == 200
    events = client.get(f"{guest.path}/news", params={"since": 0}).json()["events"]
    by = {event["data"].get("by") for event in events if event["seat"] == "l"}
    assert by == {"engine"}


def test_a_worker_that_is_killed_in_mid_thought_is_replaced() -> None:
    async def test() -> None:
        pool = Pool(1)
        running = asyncio.create_task(pool.run(ENDLESS, 3600.0))
        killed: set[int] = set()
        while not running.done():
            for worker in set(pool.pids) - killed:
                os.kill(worker, signal.SIGKILL)
                killed.add(worker)
            await asyncio.sleep(0.01)
        with pytest.raises(WorkerFailed):
            await running
        assert len(killed) == 2
        assert await pool.run(TurnJob(START, 1, 1), 60.0)
        await pool.close()

    asyncio.run(test())


def test_a_worker_beyond_its_deadline_is_killed() -> None:
    async def test() -> None:
        pool = Pool(1)
        assert await pool.run(TurnJob(START, 1, 1), 60.0)
        (first,) = pool.pids
        with pytest.raises(WorkerFailed):
            await pool.run(ENDLESS, 0.1)
        assert await pool.run(TurnJob(START, 1, 1), 60.0)
        assert pool.pids != [first]
        with pytest.raises(ProcessLookupError):
            os.kill(first, 0)
        await pool.close()
        assert pool.pids == []

    asyncio.run(test())


def test_who_is_not_urgent_is_sent_away_when_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "MOST_WAITING", 3)

    async def test() -> None:
        pool = Pool(1)
        waiting = [asyncio.create_task(pool.run(ENDLESS, 3600.0)) for _ in range(4)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.run(ENDLESS, 3600.0)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert await pool.run(TurnJob(START, 1, 1), 60.0, is_urgent=True)
        await pool.close()

    asyncio.run(test())


def test_a_long_job_ends_early_only_when_others_wait() -> None:
    async def test() -> None:
        pool = Pool(1)
        found = list[dict[str, Any]]()
        first = asyncio.create_task(pool.run(ENDLESS, 3600.0, share=0.0, tell=found.append))
        while len(found) < 2:
            await asyncio.sleep(0.01)
        assert not first.done(), "it has had its share, but nobody waits"
        assert await pool.run(TurnJob(START, 1, 1), 60.0, is_urgent=True)
        with pytest.raises(CutShort):
            await first
        await pool.close()

    asyncio.run(test())


def test_one_long_job_makes_room_for_one_who_waits() -> None:
    async def test() -> None:
        pool = Pool(3)
        long = [asyncio.create_task(pool.run(ENDLESS, 3600.0, share=0.0)) for _ in range(2)]
        while len(pool.pids) < len(long):
            await asyncio.sleep(0.01)
        assert await pool.run(TurnJob(START, 1, 1), 60.0)
        assert [task.done() for task in long] == [True, False]
        long[1].cancel()
        await asyncio.gather(*long, return_exceptions=True)
        await pool.close()

    asyncio.run(test())


def test_an_analysis_that_was_cut_short_says_what_it_has_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(study, "BREATH", 0.05)

    async def test() -> None:
        pool = Pool(1)
        told, waiting = list[str](), None
        async for event in study._told(pool, ENDLESS, 3600.0, "en", 0.0):
            told.append(event)
            if waiting is None and study.QUIET in told and len(set(told)) > 1:
                waiting = asyncio.create_task(pool.run(TurnJob(START, 1, 1), 60.0))
        assert waiting is not None
        assert await waiting
        heard = [event for event in told if event != study.QUIET]
        assert heard[-1].startswith("event: cut\n")
        assert heard[-1].splitlines()[1] == heard[-2].splitlines()[1]
        await pool.close()

    asyncio.run(test())


def test_a_busy_engine_does_not_hold_up_people(tmp_path: Path) -> None:
    """Forty moves are made while every worker thinks and more jobs wait."""

    async def test() -> None:
        pool = Pool(1)
        thinking = [asyncio.create_task(pool.run(ENDLESS, 3600.0)) for _ in range(3)]
        async with a_service(tmp_path) as service:
            fold, secret = await begun(service)
            game_id = fold.opening.id
            for version in range(40):
                command = StepBack() if version % 2 else PlayAction("Pb4")
                await service.submit(game_id, [secret], request_id(), version, command)
            assert not any(task.done() for task in thinking)
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        await pool.close()

    asyncio.run(test())


class BrokenPool(Pool):
    """A pool whose workers always fail."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0

    async def run(self, *_: Any, **__: Any) -> Any:
        """Fail."""
        self.asked += 1
        raise refused(WorkerFailed, "engine-failed")


def test_chance_plays_as_the_last_resort_and_the_log_says_so(tmp_path: Path) -> None:
    async def test() -> None:
        pool = BrokenPool()
        async with a_service(tmp_path) as service:
            driver = Driver(service, pool, 1.0)
            fold, _ = await begun(service, players={"d": ENGINE})
            while (await service.game(fold.opening.id)).version == 0:
                await asyncio.sleep(0.01)
            events = await service.store.events(fold.opening.id)
            assert {event.data["by"] for event in events} == {"chance"}
            assert pool.asked == 2
            await driver.close()
        await pool.close()

    asyncio.run(test())


def test_a_restarted_server_goes_on_with_the_turns_of_engines(tmp_path: Path) -> None:
    with Server(tmp_path, "--port", "18800") as server, server.client() as client:
        guest = Guest(client, game="voldetour", seats={"b": {"kind": "engine", "level": 8}})
        server.kill()
    connection = sqlite3.connect(tmp_path / FILE)
    ((due,),) = connection.execute("SELECT engine_due FROM game").fetchall()
    ((stored,),) = connection.execute("SELECT count(*) FROM event").fetchall()
    connection.close()
    assert due
    assert stored == 0
    with Server(tmp_path, "--port", "18800") as server, server.client() as client:
        guest.client = client
        assert len(guest.wait_until(is_persons_turn)["turns"]) == 1
        assert server.stop() == (0, "")
