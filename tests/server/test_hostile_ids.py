"""Ids that no game can have: answered as a missing game; other callers are not affected."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.deadlines import deadline
from tests.server.support import Guest, Server, begin_game, request_id, with_service
from tests.services.places import Place
from tretorri.server.capacity.limits import OPENINGS
from tretorri.server.errors import BadRequest
from tretorri.server.service import Service
from tretorri.server.store import InsertKey
from tretorri.server.store.version_lookup import VersionLookup
from tretorri.table.access import CREATOR, Key, hash_secret
from tretorri.table.commands import PlayAction
from tretorri.table.errors import NoSuchGame

HOSTILE = ("\x00", "A" * 21 + "\x00", "\ud800" * 22, "", "x", "A" * 23, "A" * 22 + "\n", "'; --")
IN_PATHS = ("%00", "A" * 21 + "%00", "%ED%A0%80" * 22, "x", "A" * 23, "A" * 22 + "%0A", "%27;--")
ABSENT = "A" * 22


def test_the_service_knows_no_game_by_a_hostile_id(place: Place) -> None:
    async def test(service: Service) -> None:
        state, secret = await begin_game(service)

        async def asked(game_id: str) -> None:
            sent = (game_id, [secret], request_id(), 0, PlayAction("Pb4"))
            for question in (
                service.game(game_id),
                service.game(game_id, at_least=3),
                service.events(game_id, 0),
                service.submit(*sent),
            ):
                with pytest.raises(NoSuchGame):
                    await question

        games = [service.game(state.setup.id) for _ in range(50)]
        found = await asyncio.gather(*games, *(asked(game_id) for game_id in HOSTILE))
        assert [each.version for each in found[:50] if each] == [0] * 50
        assert await service.store.versions([*HOSTILE, state.setup.id]) == {state.setup.id: 0}

    with_service(place.url, test)


def test_of_those_who_share_a_question_only_the_one_to_blame_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(service: Service) -> None:
        games = [(await begin_game(service))[0].setup.id for _ in range(3)]
        ask = service.store.versions

        async def choosy(ids: Sequence[str]) -> dict[str, int]:
            if ABSENT in ids:
                raise ValueError(ABSENT)
            return await ask(ids)

        monkeypatch.setattr(service.store, "versions", choosy)
        versions = VersionLookup(service.store)
        asked = (versions.get(game_id) for game_id in (*games, ABSENT))
        *found, failed = await asyncio.gather(*asked, return_exceptions=True)
        assert found == [0, 0, 0]
        assert isinstance(failed, ValueError)

    with_service(tmp_path, test)


def test_of_works_that_are_stored_together_only_the_one_to_blame_is_refused(place: Place) -> None:
    async def test(service: Service) -> None:
        state, _ = await begin_game(service)
        keys = [Key(hash_secret(str(nth)), state.setup.id, CREATOR) for nth in range(20)]
        bad = [Key("\ud800", state.setup.id, CREATOR), Key("f" * 64, "\ud800", CREATOR)]
        works = [InsertKey(key) for key in (*keys[:10], *bad, *keys[10:])]
        done = await asyncio.gather(*map(service.store.write, works), return_exceptions=True)
        assert [type(each) for each in done if each is not None] == [BadRequest] * 2
        assert [await service.store.key(key.digest) for key in keys] == keys
        await begin_game(service)  # the writer lives

    with_service(place.url, test)


@pytest.fixture
def served(place: Place, tmp_path: Path) -> Server:
    """Return a server on a database of each kind."""
    return Server(tmp_path / "unused", "--database", place.url)


def test_one_caller_with_hostile_ids_is_told_404_and_everybody_else_is_served(
    served: Server,
) -> None:
    with served as server, server.client() as client:
        guest = Guest(client, game="volterra", seed=1)
        absent = client.get(f"/api/games/{ABSENT}")

        def looks(_: int) -> int:
            return client.get(guest.path).status_code

        def attacks(nth: int) -> tuple[str, str | None]:
            address = f"ws{server.address.removeprefix('http')}api/games"
            path = IN_PATHS[nth % len(IN_PATHS)]
            with connect(f"{address}/{path}/socket?since=0", compression=None) as socket:
                told = json.loads(socket.recv(deadline()))
            return told["kind"], told["problem"]["code"]

        with ThreadPoolExecutor(8) as threads:
            attacked, looked = threads.map(attacks, range(60)), threads.map(looks, range(120))
            assert set(looked) == {200}
            assert set(attacked) == {("problem", "no-such-game")}
        for path in IN_PATHS:
            for rest in ("", "/rights", "/record", "/news?since=0", "/hint", "/picture.svg"):
                answer = client.get(f"/api/games/{path}{rest}")
                assert (answer.status_code, answer.json()) == (404, absent.json()), path
            key = {"Authorization": f"Bearer {guest.secret}"}
            command = {"request_id": "hostile-id", "version": 0, "command": {"do": "back"}}
            for rest, body in (
                ("commands", command),
                ("join", {"ticket": "A" * 43}),
                ("tickets", {"seat": "l", "for": "join"}),
                ("rematch", {}),
                ("reactions", {"reaction": "hello"}),
                ("delete", {}),
            ):
                answer = client.post(f"/api/games/{path}/{rest}", json=body, headers=key)
                assert (answer.status_code, answer.json()) == (404, absent.json()), path
            hook = {"seat": "l", "url": "https://example.org/"}
            answer = client.put(f"/api/games/{path}/webhook", json=hook, headers=key)
            assert (answer.status_code, answer.json()) == (404, absent.json()), path
        listed = client.get("/api/games", params={"id": ["\x00", "x", guest.id]})
        assert [each["id"] for each in listed.json()] == [guest.id]


def test_an_address_opens_only_so_many_sockets_a_minute(tmp_path: Path) -> None:
    with (
        Server(tmp_path, has_limits=True) as server,
        server.client() as client,
    ):
        guest = Guest(client, game="volterra")
        address = f"ws{server.address.removeprefix('http')[:-1]}{guest.path}/socket?since=99"
        with pytest.raises(InvalidStatus) as refused:  # noqa: PT012 - which one is refused is open
            for _ in range(2 * OPENINGS.most):
                with connect(address, compression=None):
                    pass
        answer = refused.value.response
        assert (answer.status_code, json.loads(answer.body)["code"]) == (429, "too-many")
        assert int(answer.headers["Retry-After"]) > 0
        assert httpx.get(f"{server.address}api/about").status_code == 200
