"""The API over HTTP, asked as a page or a program would."""

from __future__ import annotations

import gzip
import json
from typing import Any

import httpx
import pytest

import tretorri
from tests.server.support import Guest, Server, request_id
from tretorri.core.registry import games
from tretorri.engine.levels import LEVELS
from tretorri.server.api.middleware.guard import MAX_BODY_BYTES, SECURITY_HEADERS

NOWHERE = "/api/games/" + "A" * 22


def refusal(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Check that an answer is a refusal in the common form; return it."""
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    assert set(found) - {"state"} == {"code", "message", "rule", "params"}
    assert found["code"] == code
    assert found["message"]
    return found


def test_the_shelf_tells_what_a_start_page_needs(client: httpx.Client) -> None:
    shelf = client.get("/api/shelf").json()
    assert [game["id"] for game in shelf] == list(games())
    for game in shelf:
        assert all(game[name] for name in ("title", "about", "players", "minutes", "author"))
        assert client.get(f"/api/shelf/{game['id']}").json() == game
        assert all(option["label"] for option in game["options"])
        assert all(
            list(o["labels"]) == (o["values"] or o["letters"] or []) for o in game["options"]
        )
        position = tretorri.game(game["id"]).position(game["cover"])
        drawn = client.get(f"/api/shelf/{game['id']}/pictures/cover.svg").text
        assert drawn == position.svg(has_legend=False)
    refusal(client.get("/api/shelf/chess"), 404, "unknown-game")


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "volterra"},
        {"game": "volterra", "options": {"first": "light", "variant": "free"}},
        {"game": "towers", "options": {"players": 3}, "seed": 2**63 - 1},
        {"game": "towers", "options": {"seats": "gr"}, "seed": 5},
        {"game": "voldetour", "options": {"players": "4"}},
        {"game": "voldetour", "position": "bw wSn@d4.0 w bc3,wh8 - 2"},
    ],
)
def test_a_game_can_be_begun_in_every_way(client: httpx.Client, wish: dict[str, Any]) -> None:
    guest = Guest(client, **wish)
    state = guest.state
    position = tretorri.game(wish["game"]).position(state["position"])
    assert state["actions"]["texts"] == [str(action) for action in position.actions()]
    assert state["actions"]["picks"] == [list(position.picks(a)) for a in position.actions()]
    assert len(state["actions"]["descriptions"]) == len(state["actions"]["texts"])
    assert [seat["id"] for seat in state["seats"]] == list(position.game.seats)
    assert state["scene"] == json.loads(json.dumps(position.scene().to_json()))
    assert state["version"] == 0
    assert guest.look() == state


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({}, 400, "bad-request"),
        ({"game": "chess"}, 404, "unknown-game"),
        ({"game": "volterra", "unknown": 1}, 400, "bad-request"),
        ({"game": "volterra", "options": {"players": 9}}, 400, "invalid-option"),
        ({"game": "volterra", "seed": -1}, 400, "bad-request"),
        ({"game": "volterra", "position": "nonsense"}, 422, "invalid-position"),
        ({"game": "volterra", "position": "x", "seed": 1}, 400, "bad-request"),
        ({"record": "nonsense"}, 400, "invalid-record"),
        ({"record": "x", "game": "volterra"}, 400, "bad-request"),
        ({"game": "volterra", "seats": {"z": {}}}, 400, "bad-request"),
        ({"game": "volterra", "seats": {"d": {"kind": "engine"}}}, 400, "bad-request"),
        ({"game": "volterra", "seats": {"d": {"kind": "here", "level": 1}}}, 400, "bad-request"),
        ({"game": "volterra", "seats": {"d": {"kind": "engine", "level": 9}}}, 400, "bad-request"),
    ],
)
def test_a_bad_wish_is_refused_in_one_form(
    client: httpx.Client, wish: dict[str, Any], status: int, code: str
) -> None:
    refusal(client.post("/api/games", json=wish), status, code)


def test_actions_turns_steps_back_undo_and_redo(client: httpx.Client) -> None:
    guest = Guest(client, game="volterra", seed=1)
    start = guest.state["position"]
    state = guest.do("action", action="Pb4")
    assert (state["begun"], state["can_step_back"], state["version"]) == (["Pb4"], True, 1)
    assert guest.do("back")["position"] == start
    state = guest.do("turn", turn="Pb4+a3-a4")
    assert state["turns"] == [{"turn": 1, "seat": "d", "text": "Pb4+a3-a4"}]
    state = guest.do("undo")
    assert (state["position"], state["can_undo"], state["can_redo"]) == (start, False, True)
    assert guest.do("redo")["turns"][0]["text"] == "Pb4+a3-a4"
    earlier = client.get(f"{guest.path}/positions/0").json()
    assert earlier["position"] == start
    refusal(client.get(f"{guest.path}/positions/2"), 404, "not-found")
    state = guest.do("resign")
    assert state["result"]["winners"] == ["d"]
    assert state["result"]["reason"] == "resign"
    assert "Dark" in state["result"]["sentence"]
    assert state["actions"]["texts"] == []
    refusal(guest.send("action", action="Pb1"), 422, "illegal-action")


def test_an_illegal_action_names_its_rule(client: httpx.Client) -> None:
    guest = Guest(client, game="volterra")
    told = refusal(guest.send("action", action="Pc4"), 422, "illegal-action")
    assert told["rule"] == "V5"
    why = client.get(f"{guest.path}/why", params={"action": "Pc4"}).json()
    assert why["problem"] == told
    assert client.get(f"{guest.path}/why", params={"action": "Pb4"}).json()["is_legal"]


def test_who_comes_too_late_gets_the_state(client: httpx.Client) -> None:
    guest = Guest(client, game="volterra")
    late = guest.state
    guest.do("action", action="Pb4")
    now, guest.state = guest.state, late
    told = refusal(guest.send("action", action="Pb2"), 409, "conflict")
    assert told["state"] == now


def test_a_repeat_gets_the_same_answer_to_the_letter(client: httpx.Client) -> None:
    guest = Guest(client, game="volterra")
    body = {
        "request_id": request_id(),
        "version": 0,
        "command": {"do": "turn", "turn": "Pb4+a3-a4"},
    }
    path = f"{guest.path}/commands?reply=brief"
    first = client.post(path, json=body)
    guest.look()
    guest.do("undo")
    again = client.post(path, json=body)
    assert (again.status_code, again.content) == (first.status_code, first.content)


def test_absent_and_forbidden_look_alike(server: Server, client: httpx.Client) -> None:
    guest = Guest(client, game="volterra")
    body = {"request_id": request_id(), "version": 0, "command": {"do": "resign"}}
    with server.client() as stranger:
        forbidden = stranger.post(f"{guest.path}/commands", json=body)
        absent = stranger.post(f"{NOWHERE}/commands", json=body)
        wrong = {"Authorization": "Bearer wrong"}
        guessed = stranger.post(f"{guest.path}/commands", json=body, headers=wrong)
        assert stranger.get(guest.path).status_code == 200  # a caller who knows the id may watch
        rights = stranger.get(f"{guest.path}/rights").json()
        assert (rights["seats"], rights["creator"]) == ([], False)
        assert refusal(forbidden, 404, "no-such-game")
        assert forbidden.content == absent.content == guessed.content
        token = {"Authorization": f"Bearer {guest.secret}"}
        rights = stranger.get(f"{guest.path}/rights", headers=token).json()
        assert (rights["seats"], rights["creator"]) == (["d", "l"], True)


def test_the_cookie_is_for_no_script_and_no_other_site(client: httpx.Client) -> None:
    answer = client.post("/api/games", json={"game": "volterra"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Path=/;" in cookie
    assert answer.json()["secret"] not in cookie


def test_a_page_of_somebody_else_can_change_nothing(server: Server, client: httpx.Client) -> None:
    guest = Guest(client, game="volterra")
    body = {"request_id": request_id(), "version": 0, "command": {"do": "resign"}}
    host = server.address.removeprefix("http://").strip("/")
    for origin in (
        "null",
        "http://evil.example",
        f"http://{host}.evil.example",
        "http://127.0.0.1",
    ):
        answer = client.post(f"{guest.path}/commands", json=body, headers={"Origin": origin})
        refusal(answer, 403, "foreign-origin")
    own = client.post(f"{guest.path}/commands", json=body, headers={"Origin": f"http://{host}"})
    assert own.status_code == 200


def test_what_is_too_large_or_too_deep_is_not_read(client: httpx.Client) -> None:
    guest = Guest(client, game="volterra")
    large = b'{"a": "' + b"x" * MAX_BODY_BYTES + b'"}'
    refusal(client.post(f"{guest.path}/commands", content=large), 413, "too-large")
    pieces = (large[at : at + 1000] for at in range(0, len(large), 1000))
    refusal(client.post(f"{guest.path}/commands", content=pieces), 413, "too-large")
    in_json = {"content-type": "application/json"}
    assert client.post("/api/games", content=large, headers=in_json).status_code == 400
    deep = b'{"command":' * 100_000 + b"1" + b"}" * 100_000
    refusal(client.post("/api/games", content=deep[:60_000], headers=in_json), 400, "bad-request")
    refusal(client.post("/api/games", content=b"{\xff", headers=in_json), 400, "bad-request")


def test_every_answer_has_the_security_headers(client: httpx.Client) -> None:
    for path in ("/api/shelf", NOWHERE, "/nowhere", "/api/openapi.json"):
        headers = client.get(path).headers
        assert {name: headers.get(name) for name in SECURITY_HEADERS} == SECURITY_HEADERS
    assert "unsafe" not in SECURITY_HEADERS["content-security-policy"]


def test_records_go_in_and_out(client: httpx.Client) -> None:
    guest = Guest(client, game="towers", seed=3, seats={"v": {"name": "Anna"}})
    guest.do("action", action=guest.state["actions"]["texts"][0])
    text = client.get(f"{guest.path}/record").text
    record = tretorri.Record.from_text(text)
    assert record.header("Player.v") == "Anna"
    assert client.get(f"{guest.path}/record.json").json() == record.to_json()
    again = Guest(client, record=text)
    assert again.state["position"] == guest.state["position"]
    assert again.state["seats"][0]["name"] == "Anna"
    assert client.get(f"{again.path}/record").text == text


def test_positions_are_checked_by_the_rules(client: httpx.Client) -> None:
    start = client.post("/api/positions", json={"game": "volterra"}).json()
    moved = client.post("/api/positions", json={"game": "volterra", "turns": ["Pb4+a3-a4"]}).json()
    assert (start["turn"], moved["turn"]) == (1, 2)
    bad = {"game": "volterra", "position": start["position"].replace("lc2", "lc3")}
    refusal(client.post("/api/positions", json=bad), 422, "invalid-position")
    bad = {"game": "volterra", "turns": ["Pc4"]}
    assert refusal(client.post("/api/positions", json=bad), 422, "illegal-action")["rule"] == "V5"
    drawn = client.post("/api/positions/picture.svg", json={"game": "volterra"})
    assert drawn.text.startswith("<svg")


def test_a_preview_is_the_scene_after_the_turns_and_the_way_of_the_last_action(
    client: httpx.Client,
) -> None:
    setting = {"game": "voldetour", "position": "bw - b ba1,wa2 - 7"}
    bare = client.post("/api/positions/preview", json=setting).json()
    walked = client.post("/api/positions/preview", json={**setting, "turns": ["L>b2"]}).json()
    assert (bare["way"], walked["way"]) == ([], [[0, 0, 0], [1, 0, 0], [1, 1, 0]])
    assert bare["scene"] != walked["scene"]
    bad = {**setting, "turns": ["L>a2"]}
    assert refusal(client.post("/api/positions/preview", json=bad), 422, "illegal-action")["rule"]


def test_games_in_short_leave_out_what_is_not_there(client: httpx.Client) -> None:
    guest = Guest(client, game="volterra", seats={"l": {"kind": "open"}})
    (found,) = client.get("/api/games", params={"id": [guest.id, "A" * 22]}).json()
    assert found["id"] == guest.id
    assert [seat["kind"] for seat in found["seats"]] == ["here", "open"]
    assert client.get(f"{guest.path}/picture.svg").text.startswith("<svg")


def test_the_many_actions_of_a_full_board_travel_light(client: httpx.Client) -> None:
    pieces = "bB2x@e3.0;bSe@h3.0;wSn@d4.0;bB1@f5.0;wB3y@b6.0;wB2x@e8.0"
    setting = {"game": "voldetour", "position": f"bw {pieces} b bc3,wh8 - 3"}
    answer = client.post("/api/positions", json=setting)
    assert answer.status_code == 200, answer.text
    assert len(answer.json()["actions"]["texts"]) > 1000
    assert answer.headers["content-encoding"] == "gzip"
    assert len(gzip.compress(answer.content)) < 60_000


def test_unknown_languages_fall_back_and_known_ones_are_told(client: httpx.Client) -> None:
    about = client.get("/api/about", headers={"Accept-Language": "xx, en;q=0.5"}).json()
    assert "en" in about["languages"]
    assert len(about["levels"]) == LEVELS
    guest = Guest(client, game="volterra")
    guest.do("resign")
    told = {
        language: client.get(guest.path, params={"lang": language}).json()
        for language in about["languages"]
    }
    assert [state["language"] for state in told.values()] == about["languages"]
    for part in ("result", "seats", "scene"):
        assert len({json.dumps(state[part]) for state in told.values()}) == len(told)
    problem = client.get("/api/shelf/chess", headers={"Accept-Language": "de-AT, en"}).json()
    assert problem["message"] != client.get("/api/shelf/chess").json()["message"]
