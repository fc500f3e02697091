"""The connection breaks in mid-commit: it is found out what was stored; nothing twice or lost."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.support import a_service, begin_game
from tests.services.cutter import Cutter
from tests.services.places import Place
from tests.services.servers import PostgreSQL
from tretorri.server.errors import StorageDown
from tretorri.server.service import Service
from tretorri.server.store import database
from tretorri.table.commands import PlayAction, StepBack

GAMES = 5


@pytest.fixture
def place(postgresql: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Lend a database in PostgreSQL; a file has no wire that could break."""
    return Place(tmp_path_factory.mktemp("unused"), postgresql)


async def play(service: Service, games: list[tuple[str, str]], version: int) -> None:
    """Do something in all games at once."""
    command = StepBack() if version % 2 else PlayAction("Pb4")
    answers = await asyncio.gather(
        *(
            service.submit(game_id, [secret], f"request-{version}", version, command)
            for game_id, secret in games
        )
    )
    assert {answer.version for answer in answers} == {version + 1}


@pytest.mark.parametrize("does_arrive", [True, False])
def test_what_a_lost_commit_has_done_is_found_out(
    place: Place, postgresql: PostgreSQL, does_arrive: bool
) -> None:
    cutter = Cutter(postgresql.port)

    async def test() -> None:
        async with cutter.wire() as port, a_service(place.url) as truth:
            async with a_service(place.url.replace(f":{postgresql.port}", f":{port}")) as service:
                cutter.does_arrive, cutter.cuts = does_arrive, 2
                begun_games = await asyncio.gather(*(begin_game(service) for _ in range(GAMES)))
                games = [(state.setup.id, secret) for state, secret in begun_games]
                for version in range(4):
                    cutter.cuts = version % 3
                    await play(service, games, version)
                    assert cutter.cuts == 0
            for game_id, _ in games:
                stored = await truth.store.events(game_id)
                assert [event.number for event in stored] == [1, 2, 3, 4]
                assert [event.request_id for event in stored] == [f"request-{n}" for n in range(4)]

    asyncio.run(test())
    place.leave()


def test_who_cannot_find_out_says_so_and_a_repeat_tells(
    place: Place, postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "MAX_RETRIES", 1)
    cutter = Cutter(postgresql.port)

    async def test() -> None:
        async with (
            cutter.wire() as port,
            a_service(place.url.replace(f":{postgresql.port}", f":{port}")) as service,
        ):
            state, secret = await begin_game(service)
            games = [(state.setup.id, secret)]
            cutter.cuts = 10
            with pytest.raises(StorageDown, match="not certain"):
                await play(service, games, 0)
            cutter.cuts = 0
            await play(service, games, 0)
            assert len(await service.store.events(state.setup.id)) == 1

    asyncio.run(test())
    place.leave()
