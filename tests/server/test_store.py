"""Logs on disk: as durable as promised, contiguous, and never trusted blindly."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, text

from tests.server.support import begin_game, request_id, with_service
from tests.services.places import Place
from tretorri.server.bus import LocalBus
from tretorri.server.errors import StorageDown
from tretorri.server.service import Service
from tretorri.server.store import AppendEvents, Store
from tretorri.server.store.database import Database, open_database, sqlite_url_in
from tretorri.server.store.tables import metadata
from tretorri.table.commands import PlayAction, Rename
from tretorri.table.errors import DamagedGame, GameNotInstalled
from tretorri.table.events import EventKind, StoredEvent


async def played(service: Service) -> str:
    """Play two actions; return the id of the game."""
    state, secret = await begin_game(service)
    for action in ("Pb4", "a3-a4"):
        version, command = state.version, PlayAction(action)
        answer = await service.submit(state.setup.id, [secret], request_id(), version, command)
        state = answer.state
    return state.setup.id


PROMISES: dict[bool, dict[str, object]] = {
    True: {"PRAGMA journal_mode": "wal", "PRAGMA synchronous": 2},
    False: {
        "SHOW synchronous_commit": "on",
        "SHOW fsync": "on",
        "SHOW transaction_isolation": "read committed",
    },
}


def test_every_commit_reaches_the_disk(place: Place) -> None:
    if not place.is_sqlite:  # as a host may have set it up, at the risk of losing games
        name = place.url.rpartition("/")[2]
        place.ask(f"ALTER DATABASE {name} SET synchronous_commit = off")

    async def test() -> None:
        database: Database = await open_database(place.url)

        def answers(connection: Connection) -> dict[str, object]:
            questions = PROMISES[place.is_sqlite]
            return {asked: connection.execute(text(asked)).scalar() for asked in questions}

        assert await database.write(answers) == PROMISES[place.is_sqlite]
        await database.close()

    asyncio.run(test())


def test_the_migrations_make_exactly_the_tables_that_the_code_uses(place: Place) -> None:
    def difference(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async def test() -> list[object]:
        database = await open_database(place.url)
        async with database.readers.connect() as connection:
            found = await connection.run_sync(difference)
        await database.close()
        return found

    assert asyncio.run(test()) == []


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM event WHERE number = 1",
        'UPDATE event SET data = \'{"action": "Pb2"}\' WHERE number = 1',
        "UPDATE event SET data = '{}' WHERE number = 2",
        "UPDATE event SET kind = 'sorcery' WHERE number = 2",
        "UPDATE event SET \"check\" = 'ffffffffffffffff' WHERE number = 2",
        "UPDATE game SET rules = 999",
    ],
)
def test_a_damaged_log_is_put_aside_and_the_others_go_on(place: Place, damage: str) -> None:
    game_id = with_service(place.url, played)
    place.ask(damage)

    async def test(service: Service) -> None:
        for _ in range(2):  # found out, then remembered
            with pytest.raises(DamagedGame):
                await service.game(game_id)
        assert await service.store.damage(game_id)
        await played(service)

    with_service(place.url, test)


def test_a_game_that_is_not_installed_is_not_put_aside(place: Place) -> None:
    game_id = with_service(place.url, played)
    place.ask("UPDATE game SET kind = 'chess'")

    async def test(service: Service) -> None:
        for _ in range(2):
            with pytest.raises(GameNotInstalled, match="the game chess is not installed"):
                await service.game(game_id)
        assert await service.store.damage(game_id) is None

    with_service(place.url, test)


def test_many_writes_share_few_commits(place: Place) -> None:
    async def test() -> list[object]:
        database, commits = await open_database(place.url), list[object]()
        store = Store(database)
        service = Service(store, LocalBus())
        games = [(await begin_game(service))[0].setup.id for _ in range(8)]
        event.listen(database.writing.sync_engine, "commit", commits.append)
        check = "0" * 16
        first = StoredEvent(1, EventKind.BACK, None, {}, "request", 0, check)
        await asyncio.gather(*(store.write(AppendEvents(game_id, 0, [first])) for game_id in games))
        assert [len(await store.events(game_id)) for game_id in games] == [1] * 8
        await store.close()
        return commits

    assert 1 <= len(asyncio.run(test())) <= 2


def test_what_cannot_be_stored_has_not_happened(tmp_path: Path) -> None:
    async def limited(database: Database, pages: int) -> None:
        await database.write(lambda c: c.execute(text(f"PRAGMA max_page_count = {pages}")).all())

    async def test() -> None:
        database = await open_database(sqlite_url_in(tmp_path))
        service = Service(Store(database), LocalBus())
        state, secret = await begin_game(service)
        game_id, command, version = state.setup.id, Rename({"d": "x" * 40}), 0
        await limited(database, 1)  # no more than there are

        async def fill() -> None:
            nonlocal version
            while True:
                name = f"request-{version}"
                answer = await service.submit(game_id, [secret], name, version, command)
                version = answer.version

        with pytest.raises(StorageDown):
            await fill()
        assert (await service.game(game_id)).version == version
        assert len(await service.store.events(game_id)) == version
        await limited(database, 10**6)
        answer = await service.submit(game_id, [secret], f"request-{version}", version, command)
        assert answer.version == version + 1
        await service.store.close()

    asyncio.run(test())


def test_only_hashes_of_secrets_are_on_the_disk(tmp_path: Path) -> None:
    _, secret = with_service(tmp_path, begin_game)
    assert secret
    assert all(secret.encode() not in path.read_bytes() for path in tmp_path.iterdir())


def test_a_store_can_be_opened_again_and_again(place: Place) -> None:
    game_id = with_service(place.url, played)

    async def reopened() -> list[int]:
        store = await Store.open(place.url)
        numbers = [event.number for event in await store.events(game_id)]
        await store.close()
        return numbers

    assert asyncio.run(reopened()) == [1, 2]
    assert asyncio.run(reopened()) == [1, 2]


def test_several_processes_may_open_a_new_store_at_once(place: Place) -> None:
    code = (
        "import asyncio, sys; from tretorri.server.store import Store\n"
        "async def test():\n    await (await Store.open(sys.argv[1])).close()\n"
        "asyncio.run(test())"
    )
    command = [sys.executable, "-c", code, place.url]
    started = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    assert [process.communicate()[1] for process in started] == [""] * 3


def test_versions_of_many_games_are_one_question(place: Place) -> None:
    async def test(service: Service) -> None:
        games = [await played(service), (await begin_game(service))[0].setup.id]
        assert await service.store.versions([*games, "nowhere"]) == {games[0]: 2, games[1]: 0}
        assert await service.store.versions([]) == {}

    with_service(place.url, test)
