"""One cookie holds all seats of a browser, however many games it plays."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event
from websockets.sync.client import connect

from tests.deadlines import deadline
from tests.server.support import Server, a_service, begin_game, request_id
from tests.server.test_seats import OPEN, a_game, refused, rights, ticket
from tests.services.places import Place
from tretorri.server.api.browser_keys import COOKIE_NAME, HOST_PREFIX
from tretorri.server.api.middleware.proxy_trust import COOKIE_PREFIX
from tretorri.server.invitations import Invitations, JoinResult
from tretorri.server.service import Service
from tretorri.server.store import Store
from tretorri.server.store.database import FILE
from tretorri.table.access import hash_secret, new_secret
from tretorri.table.commands import PlayTurn
from tretorri.table.setup import SeatPlayer
from tretorri.table.state import GameState

GAMES = 300
MAX_COOKIES = 8
MAX_HEADER_BYTES = 1024
TURN = {"do": "turn", "turn": "Pb4+a3-a4"}


def join(client: httpx.Client, game_id: str, secret: str, **body: Any) -> httpx.Response:
    """Exchange a ticket."""
    return client.post(f"/api/games/{game_id}/join", json={"ticket": secret, **body})


def move(client: httpx.Client, game_id: str, **headers: str) -> httpx.Response:
    """Play the first turn of a game, at the version that stands."""
    path = f"/api/games/{game_id}"
    version = client.get(path).json()["version"]
    body = {"request_id": request_id(), "version": version, "command": TURN}
    return client.post(f"{path}/commands?reply=brief", json=body, headers=headers)


def game_for(client: httpx.Client, guest: httpx.Client) -> str:
    """Create a game in which a guest comes to the first seat by link; return its id."""
    creator, tickets = a_game(client, seats={"d": OPEN})
    assert join(guest, creator.id, tickets["d"]).status_code == 200
    return creator.id


async def seated(service: Service, browser: str) -> tuple[GameState, dict[str, str]]:
    """Create a game and give a browser its first seat; return it with the unused tickets."""
    state, creator = await begin_game(
        service, players={"d": SeatPlayer("open"), "l": SeatPlayer("open")}
    )
    doors, game_id = Invitations(service), state.setup.id
    tickets = {seat: await doors.issue_ticket(game_id, [creator], seat, "join") for seat in "dl"}
    entrance = await joined(service, game_id, tickets.pop("d"), browser)
    return entrance.state, tickets


async def joined(service: Service, game_id: str, secret: str, browser: str | None) -> JoinResult:
    """Exchange a ticket, for a browser if there is one."""
    whose = hash_secret(browser) if browser else None
    return await Invitations(service).join(
        game_id, secret, request_id=request_id(), kind="link", name="", browser=whose
    )


async def play(service: Service, game_id: str, browser: str) -> str | None:
    """Play the first turn that the rules allow now; return the seat that has played it."""
    state = await service.game(game_id)
    turn = PlayTurn(str(next(iter(state.position.turns()))))
    answer = await service.submit(game_id, [browser], request_id(), state.version, turn)
    return answer.events[0].seat


def legacy_cookie(client: httpx.Client, game_id: str, secret: str) -> dict[str, str]:
    """Let a client forget its cookies, and return the header with the one of earlier versions."""
    client.cookies.clear()
    return {"Cookie": f"{COOKIE_PREFIX}{game_id}={secret}"}


def test_300_games_need_a_handful_of_cookies_and_lose_no_seat(
    server: Server, client: httpx.Client
) -> None:
    with server.client() as guest:
        games = [game_for(client, guest) for _ in range(GAMES)]
        for jar in (client.cookies.jar, guest.cookies.jar):
            assert len(jar) <= MAX_COOKIES
        sent = guest.get(f"/api/games/{games[0]}").request.headers["cookie"]
        assert len(sent) <= MAX_HEADER_BYTES
        assert [move(guest, game_id).status_code for game_id in games] == [200] * GAMES
        listed, after = list[str](), None
        while True:
            page = guest.get("/api/games/mine", params={"after": after} if after else {}).json()
            listed += page["ids"]
            after = page["next"]
            if after is None:
                break
        assert listed == games[::-1]


def test_another_browser_has_nothing_of_it(server: Server, client: httpx.Client) -> None:
    with server.client() as guest, server.client() as other:
        game_id = game_for(client, guest)
        game_for(client, other)  # so it has a cookie of its own
        refused(move(other, game_id), 404, "no-such-game")
        assert other.get(f"/api/games/{game_id}/rights").json()["seats"] == []
        assert game_id not in other.get("/api/games/mine").json()["ids"]
        other.cookies.clear()
        assert other.get("/api/games/mine").json() == {"ids": [], "next": None}
        (stolen,) = guest.cookies.jar
        forged = {"Cookie": f"{stolen.name}={hash_secret(stolen.value or '')[:43]}"}
        refused(move(other, game_id, **forged), 404, "no-such-game")
        assert move(guest, game_id).status_code == 200


def test_a_seat_that_was_handed_over_is_lost_to_the_browser_but_not_its_other_seats(
    server: Server, client: httpx.Client
) -> None:
    with server.client() as guest, server.client() as heir:
        first, second = game_for(client, guest), game_for(client, guest)
        body = {"seat": "d", "for": "handover"}
        given = guest.post(f"/api/games/{first}/tickets", json=body).json()["ticket"]
        assert join(heir, first, given).status_code == 200
        refused(move(guest, first), 404, "no-such-game")
        assert move(heir, first).status_code == 200
        assert move(guest, second).status_code == 200
        # Back again: the same browser comes to a later generation of the same seat.
        given = heir.post(f"/api/games/{first}/tickets", json=body).json()["ticket"]
        assert join(guest, first, given).status_code == 200
        assert guest.get(f"/api/games/{first}/rights").json()["seats"] == ["d"]
        assert heir.get(f"/api/games/{first}/rights").json()["seats"] == []


def test_first_joins_at_the_same_moment_keep_all_their_seats(
    server: Server, client: httpx.Client
) -> None:
    """Each request is sent without a cookie, and the browser keeps what each answer sets."""
    made = [a_game(client, seats={"d": OPEN}) for _ in range(6)]

    def first(at: int) -> list[str]:
        creator, tickets = made[at]
        with server.client() as tab:
            return join(tab, creator.id, tickets["d"]).headers.get_list("set-cookie")

    with ThreadPoolExecutor(len(made)) as tabs:
        answers = [*tabs.map(first, range(len(made)))]
    cookies = [line.partition(";")[0].split("=") for lines in answers for line in lines]
    with server.client() as browser:
        browser.cookies.update(dict(cookies))
        for creator, _ in made:
            assert move(browser, creator.id).status_code == 200
        game_id = game_for(client, browser)
        assert len({cookie.name for cookie in browser.cookies.jar}) == len(made)
        assert move(browser, game_id).status_code == 200


def test_a_page_that_asks_about_the_server_has_the_cookie_and_keeps_it(
    server: Server, client: httpx.Client
) -> None:
    with server.client() as guest:
        first = guest.get("/api/about").headers["set-cookie"]
        assert guest.get("/api/about").headers["set-cookie"] == first
        creator, tickets = a_game(client)
        assert join(guest, creator.id, tickets["l"]).headers["set-cookie"] == first
        assert "Max-Age=31536000" in first


def test_a_lost_answer_to_the_first_join_loses_no_seat(
    server: Server, client: httpx.Client
) -> None:
    creator, tickets = a_game(client, seats={"d": OPEN})
    with server.client() as guest:
        assert join(guest, creator.id, tickets["d"], request_id="the-first-one").status_code == 200
        guest.cookies.clear()
        assert join(guest, creator.id, tickets["d"], request_id="the-first-one").status_code == 200
        assert move(guest, creator.id).status_code == 200


def test_the_cookie_of_one_game_is_read_and_exchanged(server: Server, client: httpx.Client) -> None:
    creator, _ = a_game(client, seats={})
    headers = legacy_cookie(client, creator.id, creator.secret)
    assert move(client, creator.id, **headers).status_code == 200
    answer = client.get(f"{creator.path}/rights", headers=headers)
    assert answer.json()["seats"] == ["d", "l"]
    told = answer.headers.get_list("set-cookie")
    (gone,) = [line for line in told if line.startswith(f"{COOKIE_PREFIX}{creator.id}=")]
    assert "Max-Age=0" in gone
    assert f"Path={creator.path}" in gone
    assert rights(creator) == (["d", "l"], True)
    assert client.get("/api/games/mine").json()["ids"] == [creator.id]


def test_a_wrong_cookie_of_one_game_gives_a_browser_nothing(
    server: Server, client: httpx.Client
) -> None:
    creator, _ = a_game(client)
    with server.client() as other:
        headers = {"Cookie": f"{COOKIE_PREFIX}{creator.id}={new_secret()}"}
        answer = other.get(f"{creator.path}/rights", headers=headers)
        assert answer.json()["seats"] == []
        assert "set-cookie" not in answer.headers


def test_a_socket_plays_with_the_cookie_of_the_browser(
    server: Server, client: httpx.Client
) -> None:
    with server.client() as guest:
        game_id = game_for(client, guest)
        (cookie,) = guest.cookies.jar
        address = f"ws{server.address.removeprefix('http')[:-1]}/api/games/{game_id}/socket"
        version = guest.get(f"/api/games/{game_id}").json()["version"]
        headers = {"Cookie": f"{cookie.name}={cookie.value}", "Origin": server.address[:-1]}
        with connect(address, compression=None, additional_headers=headers) as socket:
            body = {"request_id": request_id(), "version": version, "command": TURN}
            socket.send(json.dumps(body))
            while "request_id" not in (said := json.loads(socket.recv(deadline()))):
                pass
            assert said["kind"] == "answer", said


def test_another_device_and_the_next_game_come_to_the_browser_that_asks(
    server: Server, client: httpx.Client
) -> None:
    creator, tickets = a_game(client)
    with server.client() as guest, server.client() as phone:
        assert join(guest, creator.id, tickets["l"]).status_code == 200
        given = ticket(creator, None, "device").json()["ticket"]
        assert join(phone, creator.id, given).status_code == 200
        assert move(phone, creator.id).status_code == 200
        creator.look()
        creator.do("resign", seat="d")
        for browser in (guest, phone):
            answer = browser.post(f"{creator.path}/rematch", json={}).json()
            assert answer["seats"], answer
            assert answer["id"] in browser.get("/api/games/mine").json()["ids"]
            known = browser.get(f"/api/games/{answer['id']}/rights").json()["seats"]
            assert known == answer["seats"]


def test_a_summary_says_which_seats_are_the_callers_and_a_deleted_game_is_listed_no_more(
    server: Server, client: httpx.Client
) -> None:
    creator, tickets = a_game(client)
    with server.client() as guest, server.client() as stranger:
        assert join(guest, creator.id, tickets["l"]).status_code == 200
        own = {
            who: found.get("/api/games", params={"id": creator.id}).json()[0]["own_seats"]
            for who, found in (("creator", client), ("guest", guest), ("stranger", stranger))
        }
        assert own == {"creator": ["d"], "guest": ["l"], "stranger": []}
        assert client.post(f"{creator.path}/delete", json={}).status_code == 204
        for browser in (client, guest):
            assert creator.id not in browser.get("/api/games/mine").json()["ids"]


def test_a_browser_with_a_seat_may_watch_other_games_as_often_as_it_likes(tmp_path: Path) -> None:
    options = ("--port", "18990")
    with (
        Server(tmp_path, *options, has_limits=True) as server,
        server.client() as client,
        server.client() as guest,
    ):
        creator, _ = a_game(client)
        assert guest.post("/api/games", json={"game": "volterra"}).status_code == 201
        statuses = {guest.get(f"{creator.path}/rights").status_code for _ in range(40)}
        assert statuses == {200}
        assert guest.post("/api/games", json={"game": "volterra"}).status_code == 201


def test_a_program_without_an_origin_may_create_and_join_but_not_use_the_cookie(
    server: Server, client: httpx.Client
) -> None:
    creator, tickets = a_game(client)
    with server.client() as program:
        del program.headers["Origin"]
        for _ in range(2):
            assert program.post("/api/games", json={"game": "volterra"}).status_code == 201
        answer = join(program, creator.id, tickets["l"])
        assert answer.status_code == 200
        path = f"{creator.path}/reactions"
        told = {"reaction": "hello"}
        refused(program.post(path, json=told), 403, "foreign-origin")
        key = {"Authorization": f"Bearer {answer.json()['secret']}"}
        assert program.post(path, json=told, headers=key).status_code == 204


def test_a_process_that_knows_a_browser_hears_of_seats_that_another_gave_it(place: Place) -> None:
    """A key that comes without an event: the device ticket of a second seat."""

    async def run() -> None:
        async with a_service(place.url) as one, a_service(place.url) as other:
            browser = new_secret()
            state, tickets = await seated(one, browser)
            game_id = state.setup.id
            assert (await one.rights(state, [browser])).seats == {"d"}
            light = (await joined(other, game_id, tickets["l"], None)).secrets[0]
            device = await Invitations(other).issue_ticket(game_id, [light], "l", "device")
            await joined(other, game_id, device, browser)
            assert [await play(one, game_id, browser) for _ in "dl"] == ["d", "l"]

    asyncio.run(run())


def test_a_move_reads_no_key_that_is_known(place: Place) -> None:
    async def run() -> None:
        async with a_service(place.url) as service:
            browser = new_secret()
            state, tickets = await seated(service, browser)
            game_id = state.setup.id
            await joined(service, game_id, tickets["l"], browser)
            assert [await play(service, game_id, browser) for _ in "dl"] == ["d", "l"]
            asked = list[str]()
            reader = service.store._database.readers.sync_engine

            def note(_: object, __: object, statement: str, *___: object) -> None:
                asked.append(statement)

            event.listen(reader, "before_cursor_execute", note)
            await play(service, game_id, browser)
            assert not [statement for statement in asked if "access_key" in statement]

    asyncio.run(run())


def test_by_https_no_neighbour_can_choose_the_secret_that_seats_are_kept_with(
    tmp_path: Path,
) -> None:
    public = "https://towers.example"
    env = {"TRETORRI_PUBLIC": public}
    with Server(tmp_path, env=env) as server, server.client() as client:
        client.headers["Origin"] = public
        planted = {"Cookie": f"{COOKIE_NAME}00000000={new_secret()}"}
        answer = client.post("/api/games", json={"game": "volterra"}, headers=planted)
        (cookie,) = answer.headers.get_list("set-cookie")
        assert cookie.startswith(f"{HOST_PREFIX}{COOKIE_NAME}")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=strict"} <= set(cookie.split("; "))
        own = {"Cookie": f"{planted['Cookie']}; {cookie.partition(';')[0]}"}
        path = f"/api/games/{answer.json()['id']}/rights"
        found = [client.get(path, headers=shown).json()["seats"] for shown in (planted, own)]
        assert found == [[], ["d", "l"]]
        again = client.post("/api/games", json={"game": "volterra"}, headers=own)
        assert again.headers["set-cookie"] == cookie


def test_no_secret_of_a_browser_is_stored(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.client() as client:
        a_game(client)
        (cookie,) = client.cookies.jar
        assert cookie.value is not None
        server.stop()
    with sqlite3.connect(tmp_path / FILE) as database:
        rows = database.execute("SELECT browser FROM access_key WHERE role = 'creator'").fetchall()
        secret, _, signature = cookie.value.partition(".")
        assert rows == [(hash_secret(secret),)]
        assert not any(part in line for line in database.iterdump() for part in (secret, signature))


# Cookies that others have put there -----------------------------------------------------------


def planted(number: int, value: str | None = None) -> str:
    """Return a cookie of an attacker; those of browsers come later in the order of their names."""
    return f"{COOKIE_NAME}{number:08x}={value or new_secret()}"


def shown_with(client: httpx.Client, *others: str) -> dict[str, str]:
    """Return the header with the cookies of a client behind those of others."""
    own = [f"{cookie.name}={cookie.value}" for cookie in client.cookies.jar]
    return {"Cookie": "; ".join([*others, *own])}


def new_game(client: httpx.Client, headers: dict[str, str]) -> str:
    """Create a game; return its id."""
    answer = client.post("/api/games", json={"game": "volterra"}, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def games_of(client: httpx.Client, headers: dict[str, str]) -> list[str]:
    """Return the games that a browser with these cookies sees."""
    client.cookies.clear()
    listed: list[str] = client.get("/api/games/mine", headers=headers).json()["ids"]
    return listed


def test_a_secret_that_the_server_did_not_issue_gets_no_game(server: Server) -> None:
    with server.client() as browser, server.client() as attacker:
        browser.get("/api/about")
        for value in (None, f"{new_secret()}.{new_secret()[:22]}"):
            cookie = planted(0, value)
            game_id = new_game(browser, shown_with(browser, cookie))
            assert games_of(attacker, {"Cookie": cookie}) == []
            assert game_id in games_of(attacker, shown_with(browser))
        with server.client() as first_visit:  # which has no cookie of its own yet
            game_id = new_game(first_visit, {"Cookie": planted(0)})
            assert game_id in games_of(attacker, shown_with(first_visit))


@pytest.mark.parametrize("is_issued", [False, True])
def test_no_number_of_planted_cookies_hides_games(server: Server, is_issued: bool) -> None:
    with server.client() as browser, server.client() as attacker:
        games = [new_game(browser, shown_with(browser)) for _ in range(3)]
        cookies = [planted(at, issued_to(attacker) if is_issued else None) for at in range(60)]
        headers = shown_with(browser, *cookies)
        games.append(new_game(browser, headers))
        assert games_of(attacker, headers) == games[::-1]
        assert games_of(attacker, shown_with(browser)) == games[::-1]


def issued_to(client: httpx.Client) -> str:
    """Return the value of a cookie that the server sets for a new browser."""
    client.cookies.clear()
    return client.get("/api/about").headers["set-cookie"].partition(";")[0].partition("=")[2]


def test_of_issued_secrets_that_with_most_games_gets_the_next_one(server: Server) -> None:
    with server.client() as browser, server.client() as attacker:
        cookie = planted(0, issued_to(attacker))
        stolen = new_game(attacker, {"Cookie": cookie})
        games = [new_game(browser, shown_with(browser)) for _ in range(2)]
        games.append(new_game(browser, shown_with(browser, cookie)))
        assert games_of(attacker, {"Cookie": cookie}) == [stolen]
        assert games_of(attacker, shown_with(browser)) == games[::-1]


def test_of_several_without_a_game_none_gets_the_first_one(server: Server) -> None:
    with server.client() as browser, server.client() as attacker:
        cookie = planted(0, issued_to(attacker))
        browser.get("/api/about")
        for _ in range(2):  # a page that is loaded again adds no cookie
            browser.get("/api/about", headers=shown_with(browser, cookie))
        first = new_game(browser, shown_with(browser, cookie))
        number = len(browser.cookies.jar)
        second = new_game(browser, shown_with(browser, cookie))
        assert len(browser.cookies.jar) == number
        assert games_of(attacker, {"Cookie": cookie}) == []
        assert games_of(attacker, shown_with(browser)) == [second, first]


def test_a_cookie_without_a_signature_is_kept_if_it_has_games_and_is_signed(server: Server) -> None:
    """As version 0.3.0 has set it, or the server that the games were exported from."""
    with server.client() as browser, server.client() as tab:
        game_id = new_game(browser, shown_with(browser))
        (cookie,) = browser.cookies.jar
        secret = (cookie.value or "").partition(".")[0]
        for value in (secret, f"{secret}.{new_secret()[:22]}"):
            headers = {"Cookie": f"{planted(0)}; {cookie.name}={value}"}
            assert games_of(tab, headers) == [game_id]
            told = tab.get("/api/about", headers=headers).headers["set-cookie"]
            assert told.partition(";")[0] == f"{cookie.name}={cookie.value}"
            key = {"Authorization": f"Bearer {value}"}
            found = tab.get(f"/api/games/{game_id}/rights", headers=key).json()
            assert found["seats"] == ["d", "l"]


def test_all_processes_sign_with_the_same_key(place: Place) -> None:
    async def run() -> None:
        stores = await asyncio.gather(*(Store.open(place.url) for _ in range(3)))
        assert len({store.signing_key for store in stores}) == 1
        assert len(stores[0].signing_key) == 32
        for store in stores:
            await store.close()

    asyncio.run(run())
