"""Engines in worker processes: they play, they can be killed, and they hold up no player."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import threading
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

import tretorri
from tests.deadlines import deadline, wait_until, wait_until_async
from tests.server.support import ENGINE, Guest, Server, a_service, begin_game, request_id
from tretorri.core.records import Record
from tretorri.engine.bots import RandomBot
from tretorri.engine.levels import LEVELS
from tretorri.engine.review import review
from tretorri.server.api.routes import study
from tretorri.server.background import engine_jobs as jobs
from tretorri.server.background import engine_pool as pools
from tretorri.server.background.engine_driver import EngineDriver
from tretorri.server.background.engine_jobs import AnalysisJob, TurnJob, choose_turn
from tretorri.server.background.engine_pool import EnginePool, JobCutShort, Urgency, WorkerFailed
from tretorri.server.capacity.limits import ENGINE_GAMES
from tretorri.server.errors import Busy
from tretorri.server.store.database import FILE
from tretorri.table.commands import PlayAction, StepBack
from tretorri.table.errors import error

START = tretorri.game("volterra").start(1)
ENDLESS = AnalysisJob(START, 1, 10**12, 3600.0)


def is_persons_turn(state: dict[str, Any]) -> bool:
    return state["is_over"] or not any(seat["is_thinking"] for seat in state["seats"])


@pytest.mark.parametrize("game_id", tretorri.all_games())
def test_an_engine_answers_in_every_game(client: httpx.Client, game_id: str) -> None:
    seats = {seat: {"kind": "engine", "level": 1} for seat in tretorri.game(game_id).seats[1:]}
    guest = Guest(client, game=game_id, seed=1, seats=seats)
    guest.do("turn", turn=str(next(tretorri.game(game_id).start(1).turns())))
    state = guest.wait_until(is_persons_turn)
    assert len(state["turns"]) == len(seats) + 1
    assert guest.do("undo")["turns"] == []


@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_every_level_plays_a_whole_turn(level: int) -> None:
    START.play_turn(choose_turn(START, level, seed=1))


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
        pool = EnginePool(1)
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
        assert await pool.run(TurnJob(START, 1, 1), deadline(60))
        await pool.close()

    asyncio.run(test())


def test_a_worker_beyond_its_deadline_is_killed() -> None:
    async def test() -> None:
        pool = EnginePool(1)
        assert await pool.run(TurnJob(START, 1, 1), deadline(60))
        (first,) = pool.pids
        with pytest.raises(WorkerFailed):
            await pool.run(ENDLESS, 0.1)
        assert await pool.run(TurnJob(START, 1, 1), deadline(60))
        assert pool.pids != [first]
        with pytest.raises(ProcessLookupError):
            os.kill(first, 0)
        await pool.close()
        assert pool.pids == []

    asyncio.run(test())


def test_who_is_not_urgent_is_sent_away_when_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "MAX_QUEUED_STUDIES", 3)

    async def test() -> None:
        pool = EnginePool(1)
        waiting = [asyncio.create_task(pool.run(ENDLESS, 3600.0)) for _ in range(4)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.run(ENDLESS, 3600.0)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert await pool.run(TurnJob(START, 1, 1), deadline(60), urgency=Urgency.LIVE)
        await pool.close()

    asyncio.run(test())


def test_a_long_job_ends_early_only_when_others_wait() -> None:
    async def test() -> None:
        pool = EnginePool(1)
        found = list[dict[str, Any]]()
        first = asyncio.create_task(pool.run(ENDLESS, 3600.0, share=0.0, tell=found.append))
        await wait_until_async(lambda: len(found) > 1, "two results")
        assert not first.done(), "it has had its share, but no job waits"
        assert await pool.run(TurnJob(START, 1, 1), deadline(60), urgency=Urgency.LIVE)
        with pytest.raises(JobCutShort):
            await first
        await pool.close()

    asyncio.run(test())


def test_one_long_job_makes_room_for_one_who_waits() -> None:
    async def test() -> None:
        pool = EnginePool(3)
        long = [asyncio.create_task(pool.run(ENDLESS, 3600.0, share=0.0)) for _ in range(2)]
        await wait_until_async(lambda: len(pool.pids) == len(long), "two workers")
        assert await pool.run(TurnJob(START, 1, 1), deadline(60))
        assert [task.done() for task in long] == [True, False]
        long[1].cancel()
        await asyncio.gather(*long, return_exceptions=True)
        await pool.close()

    asyncio.run(test())


def test_an_analysis_that_was_cut_short_says_what_it_has_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(study, "KEEPALIVE_INTERVAL_S", 0.05)

    async def test() -> None:
        pool = EnginePool(1)
        told, waiting = list[str](), None
        async for event in study._sse_events(
            partial(study._analyse, pool, ENDLESS, 3600.0, 0.0), "en"
        ):
            told.append(event)
            if waiting is None and study.KEEPALIVE_COMMENT in told and len(set(told)) > 1:
                waiting = asyncio.create_task(pool.run(TurnJob(START, 1, 1), deadline(60)))
        assert waiting is not None
        assert await waiting
        heard = [event for event in told if event != study.KEEPALIVE_COMMENT]
        assert heard[-1].startswith("event: cut\n")
        assert heard[-1].splitlines()[1] == heard[-2].splitlines()[1]
        await pool.close()

    asyncio.run(test())


def test_a_busy_engine_does_not_hold_up_people(tmp_path: Path) -> None:
    """Forty moves are made while every worker thinks and more jobs wait."""

    async def test() -> None:
        pool = EnginePool(1)
        thinking = [asyncio.create_task(pool.run(ENDLESS, 3600.0)) for _ in range(3)]
        async with a_service(tmp_path) as service:
            state, secret = await begin_game(service)
            game_id = state.setup.id
            for version in range(40):
                command = StepBack() if version % 2 else PlayAction("Pb4")
                await service.submit(game_id, [secret], request_id(), version, command)
            assert not any(task.done() for task in thinking)
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        await pool.close()

    asyncio.run(test())


class BrokenPool(EnginePool):
    """A pool whose workers always fail."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0

    async def run(self, *_: Any, **__: Any) -> Any:
        """Fail."""
        self.asked += 1
        raise error(WorkerFailed, "engine-failed")


def test_chance_plays_as_the_last_resort_and_the_log_says_so(tmp_path: Path) -> None:
    async def test() -> None:
        pool = BrokenPool()
        async with a_service(tmp_path) as service:
            driver = EngineDriver(service, pool, 1.0)
            state, _ = await begin_game(service, players={"d": ENGINE})
            while (await service.game(state.setup.id)).version == 0:
                await asyncio.sleep(0.01)
            events = await service.store.events(state.setup.id)
            assert {event.data["by"] for event in events} == {"chance"}
            assert pool.asked == 2
            await driver.close()
        await pool.close()

    asyncio.run(test())


def test_a_restarted_server_goes_on_with_the_turns_of_engines(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.client() as client:
        guest = Guest(client, game="voldetour", seats={"b": {"kind": "engine", "level": 8}})
        server.kill()
    connection = sqlite3.connect(tmp_path / FILE)
    ((due,),) = connection.execute("SELECT engine_due FROM game").fetchall()
    ((stored,),) = connection.execute("SELECT count(*) FROM event").fetchall()
    connection.close()
    assert due
    assert stored == 0
    with Server(tmp_path) as server, server.client() as client:
        guest.client = client
        assert len(guest.wait_until(is_persons_turn)["turns"]) == 1
        assert server.stop() == (0, "")


def a_record(turns: int) -> Record:
    """Return the record of a game in which chance has played so many turns, or all."""
    positions, bot = [START], RandomBot(1)
    while positions[-1].turn <= turns and not positions[-1].is_over:
        for action in bot.choose(positions[-1]).actions:
            positions.append(positions[-1].play(action))
    return Record.of(positions)


def from_address(server: Server, address: str) -> httpx.Client:
    """Return a client that calls from one of the addresses of this machine."""
    return httpx.Client(
        base_url=server.address,
        timeout=deadline(),
        headers={"Origin": server.address.rstrip("/")},
        transport=httpx.HTTPTransport(local_address=address),
    )


def test_reviews_of_one_address_hold_up_neither_hints_nor_turns(tmp_path: Path) -> None:
    body = {"text": a_record(30).to_text(), "nodes": 200_000}
    heard: list[str] = []

    def look_over(client: httpx.Client) -> None:
        with client.stream("POST", "/api/review", json=body) as answer:
            assert answer.status_code == 200, answer.read()
            heard.extend(line for line in answer.iter_lines() if line.startswith("event: "))

    with (
        Server(tmp_path, "--workers", "1", has_limits=True) as server,
        from_address(server, "127.0.0.2") as many,
        from_address(server, "127.0.0.3") as other,
    ):
        reviews = [threading.Thread(target=look_over, args=(many,)) for _ in range(4)]
        for each in reviews:
            each.start()
        wait_until(lambda: "event: progress" in heard, "a review to begin")
        guest = Guest(other, game="volterra", seed=1, seats={"l": {"kind": "engine", "level": 1}})
        hint = other.get(f"{guest.path}/hint")
        assert hint.status_code == 200, hint.text
        guest.do("turn", turn=hint.json()["turn"])
        assert len(guest.wait_until(is_persons_turn)["turns"]) == 2
        assert heard.count("event: done") < 4, heard  # one may be over: it had begun before
        for each in reviews:
            each.join()
        assert heard.count("event: done") == 4, heard


def test_a_review_in_slices_says_the_same_as_a_whole_one() -> None:
    record, told = a_record(20), list[dict[str, Any]]()

    async def test() -> Any:
        pool = EnginePool(1)
        found = await study._review(pool, record.to_text(), 2_000_000, told.append)
        await pool.close()
        return found

    found = asyncio.run(test())
    assert found == review(record, nodes=2_000_000).to_json()
    assert told[-1]["done"] == told[-1]["of"] > 6
    assert len(told) > 1


def test_a_turn_in_a_live_game_interrupts_what_is_less_urgent() -> None:
    async def test() -> None:
        pool = EnginePool(1)
        found = list[dict[str, Any]]()
        less = [
            asyncio.create_task(
                pool.run(ENDLESS, 3600.0, caller=str(urgency), urgency=urgency, tell=found.append)
            )
            for urgency in (Urgency.BACKGROUND, Urgency.STUDY)
            for _ in range(5)
        ]
        await wait_until_async(lambda: len(found) > 1, "two results")
        (worker,) = pool.pids
        for _ in range(3):
            assert await pool.run(TurnJob(START, 1, 1), deadline(60), urgency=Urgency.LIVE)
        assert pool.pids == [worker], "a worker that stops when it is asked to is not replaced"
        assert not any(task.done() for task in less), "they are begun again"
        for task in less:
            task.cancel()
        await asyncio.gather(*less, return_exceptions=True)
        await pool.close()

    asyncio.run(test())


def test_callers_take_turns_at_each_urgency() -> None:
    async def test() -> None:
        pool, order = EnginePool(1), list[str]()

        async def think(caller: str, urgency: Urgency) -> None:
            job = TurnJob(START, 1, 1)
            await pool.run(job, deadline(60), caller=caller, urgency=urgency)
            order.append(f"{urgency.name[0]} {caller}")

        callers = ("ann", "ann", "ann", "ben", "cem")
        first = asyncio.create_task(think("ann", Urgency.LIVE))
        await asyncio.sleep(0)
        await asyncio.gather(*(think(who, what) for what in (*Urgency,)[::-1] for who in callers))
        await first
        await pool.close()
        in_turn = ["ann", "ben", "cem", "ann", "ann"]
        assert order[:6] == ["L ann", *(f"L {who}" for who in in_turn)]
        for kind in "HSB":
            assert [each for each in order if each[0] == kind] == [f"{kind} {x}" for x in in_turn]
        assert order[-5:] == [f"B {who}" for who in in_turn]
        hints_first = [each[0] for each in order[6:-5]]
        assert hints_first == ["H", "H", "H", "H", "S", "H", "S", "S", "S", "S"]

    asyncio.run(test())


def test_a_hint_interrupts_an_analysis_which_is_begun_again() -> None:
    async def test() -> None:
        pool = EnginePool(2)  # one of them is reserved for turns
        found = list[dict[str, Any]]()
        studies = [
            asyncio.create_task(
                pool.run(ENDLESS, 3600.0, caller=caller, share=3600.0, tell=found.append)
            )
            for caller in ("ann", "ben", "cem")
            for _ in range(4)
        ]
        await wait_until_async(lambda: len(found) > 1, "two results")
        for _ in range(2):
            assert await pool.run(TurnJob(START, 1, 1), deadline(60), urgency=Urgency.HINT)
        assert not any(task.done() for task in studies), "they are begun again"
        for task in studies:
            task.cancel()
        await asyncio.gather(*studies, return_exceptions=True)
        await pool.close()

    asyncio.run(test())


def test_a_full_queue_of_studies_refuses_no_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "MAX_QUEUED_STUDIES", 3)

    async def test() -> None:
        pool = EnginePool(1)
        studies = [asyncio.create_task(pool.run(ENDLESS, 3600.0)) for _ in range(4)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.run(ENDLESS, 3600.0)
        assert await pool.run(TurnJob(START, 1, 1), deadline(60), urgency=Urgency.HINT)
        for task in studies:
            task.cancel()
        await asyncio.gather(*studies, return_exceptions=True)
        await pool.close()

    asyncio.run(test())


def test_hints_without_end_do_not_keep_a_study_from_its_end() -> None:
    async def test() -> None:
        pool, hints, is_done = EnginePool(1), 0, False
        job = AnalysisJob(START, 1, 300_000, 3600.0)

        async def ask_on(caller: str) -> None:
            nonlocal hints
            while not is_done:
                hint = TurnJob(START, 1, 1)
                await pool.run(hint, deadline(60), caller=caller, urgency=Urgency.HINT)
                hints += 1

        asking = [asyncio.create_task(ask_on(caller)) for caller in ("ann", "ben")]
        await wait_until_async(lambda: hints > 2, "some hints")
        before = hints
        assert (await pool.run(job, deadline(60), caller="cem"))["lines"]
        is_done = True
        await asyncio.gather(*asking)
        assert hints - before < 4 * (pools.MAX_HINTS_IN_ROW + 1)
        await pool.close()

    asyncio.run(test())


def test_the_share_of_an_analysis_shrinks_with_the_callers_who_wait() -> None:
    job_run = pools._RunningJob(Urgency.STUDY, share_s=6.0)
    left = [job_run.share_left_s(callers) or 0.0 for callers in (0, 1, 2, 3)]
    assert left == sorted(left, reverse=True)
    assert [round(each + job_run.took_s, 1) for each in left] == [6.0, 6.0, 3.0, 2.0]

    async def test() -> None:
        pool, share = EnginePool(1), 3600.0
        first = asyncio.create_task(pool.run(ENDLESS, 3600.0, caller="ann", share=share))
        await wait_until_async(lambda: bool(pool.pids), "a worker")
        (under_way,) = pool._running_jobs
        under_way.begun_s -= share / 3  # so long ago
        others = [
            asyncio.create_task(pool.run(TurnJob(START, 1, 1), deadline(60), caller=caller))
            for caller in ("ben", "ben", "cem")
        ]
        await asyncio.sleep(0)
        assert not under_way.is_cut, "two callers wait, whose thirds are not over"
        others.append(
            asyncio.create_task(pool.run(TurnJob(START, 1, 1), deadline(60), caller="dan"))
        )
        await asyncio.gather(*others)
        with pytest.raises(JobCutShort):
            await first
        await pool.close()

    asyncio.run(test())


def test_an_analysis_that_is_begun_again_has_one_share_for_all_its_parts() -> None:
    async def test() -> None:
        pool, share = EnginePool(1), 3600.0
        found = list[dict[str, Any]]()
        long = asyncio.create_task(pool.run(ENDLESS, 3600.0, share=share, tell=found.append))
        for _ in range(2):
            await wait_until_async(lambda: len(found) > 1, "two results")
            (under_way,) = pool._running_jobs
            under_way.begun_s -= share / 2  # so long ago
            found.clear()
            assert await pool.run(TurnJob(START, 1, 1), deadline(60), urgency=Urgency.HINT)
        with pytest.raises(JobCutShort):
            await long
        await pool.close()

    asyncio.run(test())


def test_one_position_of_a_review_has_only_so_much_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "REVIEW_POSITION_S", 0.05)
    monkeypatch.setattr(jobs, "REVIEW_SLICE_S", 0.0)
    found = jobs.ReviewJob(a_record(3).to_text(), 10**12).run(lambda _: None)
    assert len(found.evaluations) == 1
    assert found.review is None


def test_one_address_has_few_games_that_only_engines_play(tmp_path: Path) -> None:
    engines = {seat: {"kind": "engine", "level": 8} for seat in "bw"}
    wish = {"game": "voldetour", "seats": engines}
    with (
        Server(tmp_path, "--workers", "1", has_limits=True) as server,
        from_address(server, "127.0.0.2") as many,
        from_address(server, "127.0.0.3") as other,
    ):
        answers = [many.post("/api/games", json=wish) for _ in range(ENGINE_GAMES.most + 1)]
        statuses = [answer.status_code for answer in answers]
        assert statuses == [201] * ENGINE_GAMES.most + [429]
        assert answers[-1].headers["Retry-After"]
        assert other.post("/api/games", json=wish).status_code == 201
        guest = Guest(many, game="voldetour", seats={"b": {"kind": "engine", "level": 1}})
        assert len(guest.wait_until(is_persons_turn)["turns"]) == 1


def test_a_game_that_is_deleted_while_its_engine_thinks_is_no_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class SlowPool(EnginePool):
        """A pool that answers when it is told to."""

        answer = asyncio.Event()

        async def run(self, *_: Any, **__: Any) -> Any:
            await self.answer.wait()
            return str(next(START.turns()))

    async def test() -> None:
        pool = SlowPool(1)
        async with a_service(tmp_path) as service:
            driver = EngineDriver(service, pool, 1.0)
            state, _ = await begin_game(service, players={"d": ENGINE})
            turn = driver._turns[state.setup.id]
            await service.delete(state.setup.id)
            pool.answer.set()
            await asyncio.wait([turn])
            assert turn.exception() is None
            await driver.close()
        await pool.close()

    asyncio.run(test())
    assert "engine turn failed" not in capsys.readouterr().out


def test_games_that_only_engines_play_wait_for_each_other(tmp_path: Path) -> None:
    class LazyPool(EnginePool):
        """A pool that never answers."""

        async def run(self, *_: Any, **__: Any) -> Any:
            await asyncio.Event().wait()

    async def test() -> None:
        pool = LazyPool(1)
        async with a_service(tmp_path) as service:
            driver = EngineDriver(service, pool, 1.0)
            games = [
                (await begin_game(service, players={"d": ENGINE, "l": ENGINE}))[0] for _ in range(6)
            ]
            assert len(driver._turns) == ENGINE_GAMES.most
            await service.delete(games[0].setup.id)
            driver._turns[games[0].setup.id].cancel()
            await asyncio.sleep(0)
            await driver._cancel_played()
            await driver._take_over(None)
            assert len(driver._turns) == ENGINE_GAMES.most
            assert len(driver._held) == 1
            await driver.close()
        await pool.close()

    asyncio.run(test())


def test_a_picture_in_a_foreign_page_starts_no_search(tmp_path: Path) -> None:
    with (
        Server(tmp_path, "--workers", "1", has_limits=True) as server,
        server.client() as client,
    ):
        guest = Guest(client, game="volterra", seed=1)
        own = {"Origin": server.address.rstrip("/")}
        key = {"Authorization": f"Bearer {guest.secret}"}
        foreign: tuple[dict[str, str], ...] = (
            {},
            {"Sec-Fetch-Site": "cross-site"},
            {"Origin": "https://elsewhere.example"},
        )
        with httpx.Client(base_url=server.address, timeout=deadline()) as browser:
            for path in ("hint", "analysis?nodes=10", "review?nodes=10"):
                address = f"{guest.path}/{path}"
                answers = [browser.get(address, headers=each) for each in foreign for _ in "12345"]
                assert {answer.status_code for answer in answers} == {403}
                assert {answer.json()["code"] for answer in answers} == {"foreign-origin"}
                for headers in (own, key, {"Sec-Fetch-Site": "same-origin"}):
                    assert browser.get(address, headers=headers).status_code == 200
            client.headers.pop("Origin")
            assert client.get(f"{guest.path}/hint").status_code == 200, "it has the cookie"
