"""Games in memory: who may stay there, and how the store is asked."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import event

from tests.server.support import a_service, begin_game, request_id
from tretorri.server import game_cache
from tretorri.server.capacity import computing
from tretorri.server.capacity.current_caller import current_caller
from tretorri.server.errors import StorageDown
from tretorri.server.game_cache import CachedGame
from tretorri.server.service import Service
from tretorri.server.store.version_lookup import VersionLookup
from tretorri.table.commands import PlayAction, Resign, StepBack
from tretorri.table.errors import NoSuchGame, error
from tretorri.table.events import StoredEvent
from tretorri.table.setup import GameSetup


async def ended(service: Service) -> str:
    """Begin and resign a game; return its id."""
    state, secret = await begin_game(service)
    await service.submit(state.setup.id, [secret], request_id(), state.version, Resign(None))
    return state.setup.id


def test_games_that_are_over_leave_first_and_can_still_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_cache, "MAX_FINISHED_POSITIONS", 4)  # two games without a turn

    async def test() -> None:
        async with a_service(tmp_path) as service:
            played, _ = await begin_game(service)
            await service.game(played.setup.id)
            over = [await ended(service) for _ in range(5)]
            assert service.games_in_memory == 3
            for game_id in over:
                assert (await service.game(game_id)).is_over
            assert service.games_in_memory == 3
            assert not (await service.game(played.setup.id)).is_over

    asyncio.run(test())


class Loads:
    """The games that are played through, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ids = list[str]()
        self._replay = game_cache._replay_game
        monkeypatch.setattr(game_cache, "_replay_game", self.note)

    def note(self, setup: GameSetup, events: Sequence[StoredEvent]) -> CachedGame:
        """Note a game that is played through."""
        self.ids.append(setup.id)
        return self._replay(setup, events)


async def games_on_disk(service: Service, count: int) -> list[str]:
    """Begin and end games that are not in memory; return their ids."""
    ids = [await ended(service) for _ in range(count)]
    for game_id in ids:
        service._games.forget(game_id)
    return ids


def test_a_caller_does_not_wait_behind_games_that_another_has_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computing, "LOADING_THREADS", 1)
    loads = Loads(monkeypatch)

    async def look(service: Service, caller: str, game_id: str) -> None:
        current_caller.set(caller)
        assert (await service.game(game_id)).is_over

    async def test() -> None:
        async with a_service(tmp_path) as service:
            ids = await games_on_disk(service, 12)
            loads.ids.clear()
            asked = [*(("ann", each) for each in ids[:11]), ("ben", ids[10]), ("ben", ids[11])]
            looks = [asyncio.create_task(look(service, *each)) for each in asked]
            await asyncio.gather(*looks)
            assert sorted(loads.ids) == sorted(ids), "each is loaded once, whoever asks for it"
            assert loads.ids.index(ids[10]) < 4, "the last game of one is the first of the other"
            assert loads.ids.index(ids[11]) < 6

    asyncio.run(test())


def test_a_game_is_made_ready_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = set[int]()
    record = CachedGame._record_requests

    def note(game: CachedGame, events: Sequence[StoredEvent]) -> None:
        threads.add(threading.get_ident())
        record(game, events)

    async def test() -> None:
        async with a_service(tmp_path) as service:
            (game_id,) = await games_on_disk(service, 1)
            monkeypatch.setattr(CachedGame, "_record_requests", note)
            await service.game(game_id)
            assert threads
            assert threading.get_ident() not in threads

    asyncio.run(test())


def test_a_log_is_read_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_cache, "EVENTS_PER_QUERY", 2)

    async def test() -> None:
        async with a_service(tmp_path) as service:
            state, secret = await begin_game(service)
            game_id = state.setup.id
            for version in range(5):
                command = StepBack() if version % 2 else PlayAction("Pb4")
                await service.submit(game_id, [secret], request_id(), version, command)
            before = await service.game(game_id)
            service._games.forget(game_id)
            assert await service.game(game_id) == before
            events = await service.events(game_id, 0)
            assert [event.number for event in events or ()] == [1, 2, 3, 4, 5]

    asyncio.run(test())


def test_lists_do_not_play_a_game_through_that_has_left_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_cache, "MAX_FINISHED_POSITIONS", 4)
    loads = Loads(monkeypatch)

    async def test() -> None:
        async with a_service(tmp_path) as service:
            ids = [await ended(service) for _ in range(6)]
            loads.ids.clear()
            for _ in range(3):
                assert [(await service.head(each)).is_over for each in ids] == [True] * 6
            assert loads.ids == []
            assert (await service.game(ids[0])).is_over
            assert loads.ids == ids[:1], "what is looked at is played through"
            await service.delete(ids[1])
            with pytest.raises(NoSuchGame):
                await service.head(ids[1])

    asyncio.run(test())


def test_all_who_ask_at_the_same_time_are_told_by_one_question(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_service(tmp_path) as service:
            ids = [(await begin_game(service))[0].setup.id for _ in range(5)]
            questions = list[str]()
            engine = service.store._database.readers.sync_engine
            event.listen(engine, "before_cursor_execute", lambda *told: questions.append(told[2]))
            versions = VersionLookup(service.store)
            told = await asyncio.gather(*(versions.get(game_id) for game_id in [*ids, *ids, "x"]))
            assert told == [0] * 10 + [None]  # nothing has happened yet, and there is no game x
            assert len([each for each in questions if each.startswith("SELECT")]) == 1

    asyncio.run(test())


def test_a_question_that_fails_fails_for_all_and_the_next_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with a_service(tmp_path) as service:
            state, _ = await begin_game(service)
            versions, answer = VersionLookup(service.store), service.store.versions

            async def down(ids: Sequence[str]) -> dict[str, int]:
                raise error(StorageDown, "storage-down")

            monkeypatch.setattr(service.store, "versions", down)
            told = await asyncio.gather(
                *(versions.get(state.setup.id) for _ in range(3)), return_exceptions=True
            )
            assert [type(each) for each in told] == [StorageDown] * 3
            monkeypatch.setattr(service.store, "versions", answer)
            assert await versions.get(state.setup.id) == state.version

    asyncio.run(test())
