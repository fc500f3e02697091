"""Seats by link, over the wire: tickets, joining, leaving, offers, the next game."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from tests.deadlines import deadline
from tests.server.support import Guest, Server, request_id

OPEN: dict[str, Any] = {"kind": "open"}


class Friend(Guest):
    """A player who joined a game by a ticket."""

    def __init__(self, server: Server, game_id: str, ticket: str, **body: Any) -> None:
        self.client = server.client()
        self.id = game_id
        self.joined = self.client.post(f"{self.path}/join", json={"ticket": ticket, **body})
        if self.joined.status_code == 200:
            self.secret = self.joined.json()["secret"]
            self.state = self.joined.json()["state"]

    @property
    def seat(self) -> str:
        """Return the seat that the ticket was for."""
        assert self.joined.status_code == 200, self.joined.text
        return str(self.joined.json()["seat"])


def a_game(client: httpx.Client, **wish: Any) -> tuple[Guest, dict[str, str]]:
    """Begin a game, of Volterra unless wished otherwise, and return the tickets for open seats."""
    body = {"game": "volterra", "seats": {"l": OPEN}, **wish}
    answer = client.post("/api/games", json=body)
    assert answer.status_code == 201, answer.text
    guest = Guest.__new__(Guest)
    guest.client, guest.secret = client, answer.json()["secret"]
    guest.id, guest.state = answer.json()["id"], answer.json()["state"]
    return guest, answer.json()["tickets"]


def rights(guest: Guest) -> tuple[list[str], bool]:
    """Return the seats of a caller, and whether it is the creator."""
    answer = guest.client.get(f"{guest.path}/rights").json()
    return answer["seats"], answer["creator"]


def ticket(guest: Guest, seat: str | None, purpose: str) -> httpx.Response:
    """Ask for a ticket."""
    return guest.client.post(f"{guest.path}/tickets", json={"seat": seat, "for": purpose})


def two_friends(server: Server, client: httpx.Client, **wish: Any) -> tuple[Friend, Friend]:
    """Return two who have come by link to a game of Volterra: dark, who begins, and light."""
    guest, tickets = a_game(client, seats={"d": OPEN, "l": OPEN}, **wish)
    dark = Friend(server, guest.id, tickets["d"], name="Dora")
    light = Friend(server, guest.id, tickets["l"], name="Leo")
    dark.look()
    return dark, light


def refused(answer: httpx.Response, status: int, code: str) -> None:
    """Check that something was refused."""
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text


def test_the_game_starts_when_the_last_seat_is_taken(server: Server, client: httpx.Client) -> None:
    creator, tickets = a_game(client)
    assert list(tickets) == ["l"]
    assert (creator.state["is_started"], creator.state["to_move"]) == (False, None)
    refused(creator.send("action", action="Pb4"), 422, "not-now")
    friend = Friend(server, creator.id, tickets["l"], name="Leo")
    assert friend.seat == "l"
    assert (friend.state["is_started"], friend.state["to_move"]) == (True, "d")
    assert [seat["name"] for seat in friend.state["seats"]] == ["", "Leo"]
    assert rights(friend) == (["l"], False)
    assert rights(creator) == (["d"], True)
    refused(friend.send("action", action="Pb4"), 422, "not-now")
    creator.look()
    creator.do("turn", turn="Pb4+a3-a4")
    friend.look()
    assert friend.state["to_move"] == "l"


def test_a_ticket_is_good_once_and_its_repeat_gets_the_same_key(
    server: Server, client: httpx.Client
) -> None:
    creator, tickets = a_game(client)
    first = Friend(server, creator.id, tickets["l"], request_id="the-first-request")
    again = Friend(server, creator.id, tickets["l"], request_id="the-first-request")
    assert again.secret == first.secret
    refused(Friend(server, creator.id, tickets["l"]).joined, 404, "no-such-game")
    other, _ = a_game(client)
    refused(Friend(server, other.id, tickets["l"]).joined, 404, "no-such-game")
    refused(Friend(server, creator.id, "A" * 43).joined, 404, "no-such-game")


def test_a_new_ticket_makes_the_old_one_void(server: Server, client: httpx.Client) -> None:
    creator, tickets = a_game(client)
    new = ticket(creator, "l", "join").json()["ticket"]
    refused(Friend(server, creator.id, tickets["l"]).joined, 404, "no-such-game")
    assert Friend(server, creator.id, new).seat == "l"
    refused(ticket(creator, "l", "join"), 422, "not-now")


def test_another_device_shares_the_seat_and_a_handover_takes_it(
    server: Server, client: httpx.Client
) -> None:
    dark, light = two_friends(server, client)
    refused(ticket(dark, "l", "device"), 404, "no-such-game")
    phone = Friend(server, dark.id, ticket(dark, "d", "device").json()["ticket"])
    phone.do("action", action="Pb4")
    dark.look()
    dark.do("back")
    heir = Friend(server, dark.id, ticket(dark, "d", "handover").json()["ticket"], name="Heir")
    for gone in (dark, phone):
        assert rights(gone) == ([], False)
        gone.look()
        refused(gone.send("action", action="Pb4"), 404, "no-such-game")
    heir.do("turn", turn="Pb4+a3-a4")
    assert light.look()["to_move"] == "l"


def test_the_creator_goes_on_at_another_device(server: Server, client: httpx.Client) -> None:
    creator, _ = a_game(client, seats={})
    phone = Friend(server, creator.id, ticket(creator, None, "device").json()["ticket"])
    assert rights(phone) == (["d", "l"], True)
    refused(ticket(creator, "d", "handover"), 422, "not-now")


def test_who_leaves_has_no_say_any_more_and_somebody_else_may_come(
    server: Server, client: httpx.Client
) -> None:
    creator, tickets = a_game(client)
    friend = Friend(server, creator.id, tickets["l"])
    friend.do("leave")
    assert rights(friend) == ([], False)
    creator.look()
    assert creator.state["is_started"]
    creator.do("turn", turn="Pb4+a3-a4")
    next_one = Friend(server, creator.id, ticket(creator, "l", "join").json()["ticket"], name="Eva")
    assert next_one.state["to_move"] == "l"
    assert next_one.state["seats"][1]["name"] == "Eva"


def test_one_browser_may_have_several_seats(server: Server, client: httpx.Client) -> None:
    creator, tickets = a_game(client, seats={"d": OPEN, "l": OPEN})
    for seat in "dl":
        body = {"ticket": tickets[seat], "name": seat}
        assert client.post(f"{creator.path}/join", json=body).status_code == 200
    assert rights(creator) == (["d", "l"], True)
    creator.look()
    creator.do("turn", turn="Pb4+a3-a4")
    assert creator.state["to_move"] == "l"


def test_the_creator_fills_open_seats_with_engines(server: Server, client: httpx.Client) -> None:
    creator, tickets = a_game(client)
    creator.do("start", level=2)
    assert creator.state["seats"][1]["kind"] == "engine"
    refused(Friend(server, creator.id, tickets["l"]).joined, 404, "no-such-game")
    refused(creator.send("start", level=2), 422, "not-now")


def test_the_seat_of_who_came_by_link_is_not_given_away(
    server: Server, client: httpx.Client
) -> None:
    creator, tickets = a_game(client)
    Friend(server, creator.id, tickets["l"])
    creator.look()
    refused(creator.send("seat", seat="l", player={"kind": "here"}), 422, "not-now")
    refused(creator.send("names", names={"l": "x"}), 404, "no-such-game")


@pytest.mark.parametrize(("answer", "reason"), [("agree", "agreed"), ("decline", None)])
def test_a_draw_needs_both(
    server: Server, client: httpx.Client, answer: str, reason: str | None
) -> None:
    dark, light = two_friends(server, client)
    dark.do("offer", what="draw")
    assert dark.state["offer"] == {
        "what": "draw",
        "turns": 1,
        "seat": "d",
        "agreed": ["d"],
        "waiting": ["l"],
    }
    refused(dark.send("agree"), 422, "not-now")
    refused(dark.send("offer", what="draw"), 422, "not-now")
    light.look()
    light.do(answer)
    assert light.state["offer"] is None
    assert (light.state["result"] or {"reason": None})["reason"] == reason


def test_an_offer_of_a_draw_lapses_when_the_other_plays_on(
    server: Server, client: httpx.Client
) -> None:
    dark, light = two_friends(server, client)
    dark.do("offer", what="draw")
    dark.do("turn", turn="Pb4+a3-a4")
    assert dark.state["offer"] is not None
    light.look()
    light.do("turn", turn="Pb1+a2-b2")
    assert light.state["offer"] is None


def test_a_takeback_needs_all_others(server: Server, client: httpx.Client) -> None:
    dark, light = two_friends(server, client)
    refused(dark.send("offer", what="takeback"), 422, "not-now")
    dark.do("turn", turn="Pb4+a3-a4")
    light.look()
    light.do("turn", turn="Pb1+a2-b2")
    dark.look()
    dark.do("offer", what="takeback")
    light.look()
    light.do("agree")
    assert (light.state["to_move"], light.state["turns"], light.state["begun"]) == ("d", [], [])
    refused(light.send("undo"), 404, "no-such-game")


def test_where_points_are_counted_to_agree_means_to_count(
    server: Server, client: httpx.Client
) -> None:
    here, _ = a_game(client, game="towers", options={"players": 3}, seats={})
    seats = {seat["id"]: OPEN for seat in here.state["seats"]}
    guest, tickets = a_game(client, game="towers", options={"players": 3}, seats=seats)
    friends = [Friend(server, guest.id, tickets[seat]) for seat in seats]
    first, second, third = friends
    first.look()
    assert first.state["draw_means"] == "count"
    first.do("offer", what="draw")
    second.look()
    assert second.do("agree")["result"] is None
    third.look()
    result = third.do("agree")["result"]
    assert result["reason"] == "agreed"
    assert sorted(result["winners"]) == sorted(seats)  # no seat has a point yet, so all share


def test_a_game_can_be_aborted_until_the_first_turn_is_over(
    server: Server, client: httpx.Client
) -> None:
    dark, light = two_friends(server, client)
    assert dark.state["can_abort"]
    light.look()
    light.do("abort")
    assert light.state["result"]["reason"] == "abandoned"
    assert light.state["result"]["winners"] == []
    dark, light = two_friends(server, client)
    dark.do("turn", turn="Pb4+a3-a4")
    refused(dark.send("abort"), 422, "not-now")


def test_engines_are_not_asked(client: httpx.Client) -> None:
    alone, _ = a_game(client, seats={"l": {"kind": "engine", "level": 1}})
    refused(alone.send("offer", what="draw"), 422, "not-now")


def test_the_next_game_has_the_seats_moved_on_by_one(server: Server, client: httpx.Client) -> None:
    dark, light = two_friends(server, client)
    refused(dark.client.post(f"{dark.path}/rematch", json={}), 422, "not-now")
    dark.do("resign")
    first = dark.client.post(f"{dark.path}/rematch", json={}).json()
    assert first["seats"] == ["l"]
    assert light.look()["rematch"] == first["id"]
    second = light.client.post(f"{light.path}/rematch", json={}).json()
    assert (second["id"], second["seats"]) == (first["id"], ["d"])
    again = dark.client.post(f"{dark.path}/rematch", json={}).json()
    assert again == first
    state = dark.client.get(f"/api/games/{first['id']}").json()
    assert state["is_started"]
    assert [seat["name"] for seat in state["seats"]] == ["Leo", "Dora"]
    stranger = server.client().post(f"{dark.path}/rematch", json={})
    refused(stranger, 404, "no-such-game")


def test_a_deleted_game_is_gone(server: Server, client: httpx.Client) -> None:
    creator, tickets = a_game(client)
    friend = Friend(server, creator.id, tickets["l"])
    refused(friend.client.post(f"{friend.path}/delete", json={}), 404, "no-such-game")
    assert client.post(f"{creator.path}/delete", json={}).status_code == 204
    refused(client.get(creator.path), 404, "no-such-game")
    refused(friend.send("action", action="Pb4"), 404, "no-such-game")


def test_nobody_gets_hints_while_people_play_by_link(server: Server, client: httpx.Client) -> None:
    dark, _ = two_friends(server, client)
    for thinking in ("hint", "analysis", "review"):
        refused(dark.client.get(f"{dark.path}/{thinking}"), 422, "not-now")
    dark.do("resign")
    assert dark.client.get(f"{dark.path}/review", params={"nodes": 1}).status_code == 200


def test_of_two_who_take_a_seat_at_once_one_gets_it(server: Server, client: httpx.Client) -> None:
    for _ in range(5):
        creator, tickets = a_game(client, seats={"d": OPEN, "l": OPEN})
        friends = [
            Friend(server, creator.id, tickets[seat], request_id=request_id()) for seat in "ddll"
        ]
        assert [friend.joined.status_code for friend in friends].count(200) == 2


def test_a_friendly_word_reaches_everybody_at_the_game(
    server: Server, client: httpx.Client
) -> None:
    dark, light = two_friends(server, client)
    address = server.address.replace("http", "ws", 1).rstrip("/") + light.path
    headers = {"Authorization": f"Bearer {light.secret}"}
    with connect(f"{address}/socket?since=99", additional_headers=headers) as socket:
        told = [json.loads(socket.recv(deadline()))]
        said = dark.client.post(f"{dark.path}/reactions", json={"reaction": "hello"})
        assert said.status_code == 204, said.text
        while told[-1]["kind"] != "note" or told[-1]["note"]["kind"] != "reaction":
            told.append(json.loads(socket.recv(deadline())))
        assert told[-1]["note"] == {"kind": "reaction", "seat": "d", "reaction": "hello"}
        assert told[-1]["present"] == ["l"]
    rude = dark.client.post(f"{dark.path}/reactions", json={"reaction": "shame"})
    refused(rude, 400, "bad-request")
    foreign = {"reaction": "hello", "seat": "l"}
    refused(dark.client.post(f"{dark.path}/reactions", json=foreign), 404, "no-such-game")
    with server.client() as stranger:
        answer = stranger.post(f"{dark.path}/reactions", json={"reaction": "hello"})
        refused(answer, 404, "no-such-game")
