"""Games in memory: who may stay there, and how the store is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import event

from tests.server.support import a_service, begin_game, request_id
from tretorri.server import game_cache
from tretorri.server.errors import StorageDown
from tretorri.server.service import Service
from tretorri.server.store.version_lookup import VersionLookup
from tretorri.table.commands import Resign
from tretorri.table.errors import error


async def ended(service: Service) -> str:
    """Begin and resign a game; return its id."""
    state, secret = await begin_game(service)
    await service.submit(state.setup.id, [secret], request_id(), state.version, Resign(None))
    return state.setup.id


def test_games_that_are_over_leave_first_and_can_still_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_cache, "MAX_FINISHED_GAMES", 2)

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
