"""Games that are deleted while others do something with them: every race has its answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.deadlines import deadline
from tests.server.support import (
    ENGINE,
    Guest,
    Server,
    a_service,
    begin_game,
    request_id,
    with_service,
)
from tests.services.places import Place
from tretorri.core.errors import TretorriError
from tretorri.server.errors import Busy
from tretorri.server.invitations import Invitations, JoinResult
from tretorri.server.service import CommandResult, Service
from tretorri.server.store import DeleteGame
from tretorri.table.commands import PlayAction, PlayTurn, Resign
from tretorri.table.errors import NoSuchGame, NotNow
from tretorri.table.setup import LINK, OPEN, SeatPlayer

ROUNDS = 25
BY_LINK = {"d": SeatPlayer(OPEN), "l": SeatPlayer(OPEN)}


async def joined(service: Service, game_id: str, creator: str, seat: str) -> str:
    """Let a player join a seat; return the secret."""
    doors = Invitations(service)
    ticket = await doors.issue_ticket(game_id, [creator], seat, "join")
    came = await doors.join(game_id, ticket, request_id=request_id(), kind=LINK, name=seat)
    return came.secrets[0]


def close_code(socket: ClientConnection) -> int | None:
    """Read a socket to its end; return why it was closed."""
    try:
        while True:
            socket.recv(deadline())
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


async def outcomes(calls: Iterable[Awaitable[object]]) -> list[str]:
    """Return how calls end: ``ok``, or the code of a refusal; anything else is a fault."""
    found = []
    for each in await asyncio.gather(*calls, return_exceptions=True):
        if isinstance(each, BaseException) and not isinstance(each, TretorriError):
            raise each
        found.append(each.code if isinstance(each, TretorriError) else "ok")
    return found


# Forgotten by all ----------------------------------------------------------------------------


def test_a_game_that_another_process_has_deleted_is_forgotten_at_once(place: Place) -> None:
    async def test() -> None:
        async with a_service(place.url) as one, a_service(place.url) as other:
            state, secret = await begin_game(one)
            game_id = state.setup.id
            sent = (game_id, [secret], request_id(), 0, PlayAction("Pb4"))
            await other.submit(*sent)
            await one.delete(game_id)
            assert other.games_in_memory == 1
            with pytest.raises(NoSuchGame):
                await other.submit(*sent)  # a repeat
            with pytest.raises(NoSuchGame):
                await other.game(game_id)
            assert other.games_in_memory == 0
            with pytest.raises(NoSuchGame):
                await other.submit(game_id, [secret], request_id(), 1, PlayAction("a3-a4"))

    asyncio.run(test())


def test_who_watches_a_game_at_another_server_is_shown_out(place: Place, tmp_path: Path) -> None:
    options = ("--database", place.url)
    with (
        Server(tmp_path / "one", *options) as one,
        Server(tmp_path / "other", *options) as other,
        one.client() as here,
        other.client() as there,
        ThreadPoolExecutor(1) as threads,
    ):
        guest = Guest(here, game="volterra", seed=1)
        assert there.get(guest.path).status_code == 200
        address = f"ws{other.address.removeprefix('http')[:-1]}{guest.path}/socket?since=0"
        with connect(address, compression=None) as socket:
            poll = threads.submit(there.get, f"{guest.path}/news?since=0")
            assert here.post(f"{guest.path}/delete", json={}).status_code == 204
            for path in (
                "",
                "/record",
                "/rights",
                "/picture.svg",
                "/positions/0",
                "/stream?since=0",
            ):
                assert there.get(f"{guest.path}{path}").status_code == 404, path
            assert there.get("/api/games", params={"id": guest.id}).json() == []
            assert close_code(socket) == 1008
            assert poll.result(deadline()).status_code == 404
        assert there.get(f"{guest.path}/news?since=0").status_code == 404


def test_who_claims_a_version_beyond_all_does_not_make_the_server_forget(client_of: Guest) -> None:
    far = client_of.client.get(f"{client_of.path}/news", params={"since": 2**31 - 1})
    assert (far.status_code, far.json()["kind"]) == (200, "snapshot")


@pytest.fixture
def client_of(server: Server) -> Guest:
    """Return a player at a new game."""
    return Guest(server.client(), game="volterra")


# Races ---------------------------------------------------------------------------------------


def test_after_a_rematch_was_deleted_there_is_another(place: Place) -> None:
    async def test() -> None:
        async with a_service(place.url) as one, a_service(place.url) as other:
            state, creator = await begin_game(one, players=BY_LINK)
            game_id = state.setup.id
            dark, light = [await joined(one, game_id, creator, seat) for seat in "dl"]
            version = (await one.game(game_id)).version
            await one.submit(game_id, [dark], request_id(), version, Resign(None))
            first = await Invitations(one).rematch(game_id, [creator, dark])
            await one.delete(first.state.setup.id)
            asking = [
                Invitations(one).rematch(game_id, [creator]),
                Invitations(other).rematch(game_id, [dark]),
                Invitations(other).rematch(game_id, [light]),
            ]
            came: list[JoinResult] = await asyncio.gather(*asking)
            (second,) = {each.state.setup.id for each in came}
            assert second != first.state.setup.id
            assert [list(each.seats) for each in came] == [[], ["l"], ["d"]]

    asyncio.run(test())


def test_repeats_of_a_join_at_one_moment_all_get_the_same_key(place: Place) -> None:
    async def test() -> None:
        async with a_service(place.url) as one, a_service(place.url) as other:
            for _ in range(ROUNDS):
                state, creator = await begin_game(one, players=BY_LINK)
                game_id, same = state.setup.id, request_id()
                await other.game(game_id)
                ticket = await Invitations(one).issue_ticket(game_id, [creator], "d", "join")
                asking = [
                    Invitations(service).join(
                        game_id, ticket, request_id=same, kind=LINK, name="Dora"
                    )
                    for service in (one, other) * 4
                ]
                came = await asyncio.gather(*asking)
                assert len({each.secrets[0] for each in came}) == 1
                assert {tuple(each.seats) for each in came} == {("d",)}

    asyncio.run(test())


def test_whatever_happens_beside_a_deletion_has_a_documented_answer(place: Place) -> None:
    async def test() -> None:
        async with a_service(place.url) as one, a_service(place.url) as other:
            told = set[str]()
            for _ in range(ROUNDS):
                state, creator = await begin_game(one, players={"l": SeatPlayer(OPEN)})
                game_id = state.setup.id
                device = await Invitations(one).issue_ticket(game_id, [creator], None, "device")
                await other.game(game_id)
                told |= {
                    *await outcomes(
                        [
                            Invitations(one).delete(game_id, [creator]),
                            Invitations(other).issue_ticket(game_id, [creator], "l", "join"),
                            Invitations(one).issue_ticket(game_id, [creator], None, "device"),
                            Invitations(other).delete(game_id, [creator]),
                            joined(other, game_id, creator, "l"),
                            Invitations(other).join(
                                game_id, device, request_id=request_id(), kind=LINK, name=""
                            ),
                        ]
                    )
                }
                with pytest.raises(NoSuchGame):
                    await other.game(game_id)
            assert told <= {"ok", NoSuchGame.code, Busy.code}

    asyncio.run(test())


def test_a_ticket_for_a_game_that_is_deleted_behind_its_back_is_refused(place: Place) -> None:
    async def test(service: Service) -> None:
        state, creator = await begin_game(service, players={"l": SeatPlayer(OPEN)})
        game_id, ask = state.setup.id, service.rights

        async def late(*args: object) -> object:
            found = await ask(*args)  # type: ignore[arg-type]
            await service.store.write(DeleteGame(game_id))
            return found

        service.rights = late  # type: ignore[assignment, method-assign]
        with pytest.raises(NoSuchGame):
            await Invitations(service).issue_ticket(game_id, [creator], "l", "join")

    with_service(place.url, test)


# Who may delete ------------------------------------------------------------------------------


def test_a_creator_cannot_delete_a_game_that_others_play(place: Place) -> None:
    async def test(service: Service) -> None:
        doors = Invitations(service)
        state, creator = await begin_game(service, players=BY_LINK)
        game_id = state.setup.id
        secrets = [await joined(service, game_id, creator, seat) for seat in "dl"]

        async def do(secret: str, command: PlayTurn | Resign) -> CommandResult:
            version = (await service.game(game_id)).version
            return await service.submit(game_id, [secret], request_id(), version, command)

        await do(secrets[0], PlayTurn("Pb4+a3-a4"))
        with pytest.raises(NotNow):
            await doors.delete(game_id, [creator])
        with pytest.raises(NotNow):
            await doors.delete(game_id, [creator, secrets[0]])
        await do(secrets[1], Resign(None))
        await doors.delete(game_id, [creator])

    with_service(place.url, test)


def test_a_creator_deletes_what_nobody_else_plays(place: Place) -> None:
    async def test(service: Service) -> None:
        doors = Invitations(service)
        waiting, creator = await begin_game(service, players=BY_LINK)
        await joined(service, waiting.setup.id, creator, "d")
        await doors.delete(waiting.setup.id, [creator])
        alone, creator = await begin_game(service, players={"l": ENGINE})
        sent = (alone.setup.id, [creator], request_id(), 0, PlayAction("Pb4"))
        await service.submit(*sent)
        await doors.delete(alone.setup.id, [creator])

    with_service(place.url, test)
