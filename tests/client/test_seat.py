"""A program at a table: it joins, plays, answers offers, and learns when it has to go."""

from __future__ import annotations

import logging
from typing import Literal

import pytest

import tretorri
from tests.client.support import VOLTERRA, play_to_the_end, seated, two
from tests.server.support import Server, request_id
from tretorri.client import (
    BadLink,
    Client,
    GameGone,
    Offer,
    OtherRules,
    Refused,
    SeatLost,
    Unreachable,
    join,
)

TURN = "Pb4+a3-a4"


def test_a_program_plays_an_engine_to_the_end(client: Client) -> None:
    (seat,) = seated(client.create(VOLTERRA, engines={"l": 1}))
    play_to_the_end(seat)
    assert seat.is_over
    assert seat.ending is not None
    assert seat.ending.reason.startswith(("V", "C"))
    assert str(seat.position) == seat.state["position"]
    assert seat.position.result is not None
    assert seat.position.result.winners == seat.ending.winners
    kinds = {each["id"]: (each["kind"], each["name"]) for each in seat.state["seats"]}
    assert kinds == {"d": ("bot", "bot d"), "l": ("engine", "")}


def test_the_position_remembers_what_the_rules_remember(client: Client) -> None:
    dark, light = two(client)
    dark.play_turn(TURN)
    assert light.wait()
    light.play_turn(str(next(light.position.turns())))
    assert dark.wait()
    assert dark.position.memory == dark.record().final.memory
    assert [str(action) for action in dark.position.actions()] == dark.actions
    assert dark.board.turns[0] == TURN


def test_a_game_goes_on_from_a_position(client: Client) -> None:
    position = VOLTERRA.start().play_turn(TURN)
    _, light = seated(client.create(position))
    assert light.wait()
    assert light.position == position


def test_options_and_seed_make_the_game(client: Client) -> None:
    game = tretorri.game("towers", players=3, variant="unlimited")
    first, *_ = seated(client.create(game, seed=7))
    assert first.state["options"] == game.options
    assert first.position == game.start(seed=7)


def test_an_illegal_action_names_its_rule(client: Client) -> None:
    dark, _ = two(client)
    with pytest.raises(Refused) as refused:
        dark.play("Pc4")
    assert (refused.value.code, refused.value.rule, refused.value.status) == (
        "illegal-action",
        "V5",
        422,
    )
    assert "light" in refused.value.reason


def test_what_is_refused_is_said_in_the_language_of_the_program(server: Server) -> None:
    client = Client(server.address, language="it")
    link = client.create(VOLTERRA).links["d"]
    assert "/it/join/" in link
    with join(link, language="it") as seat, pytest.raises(Refused, match="la partita"):
        seat.play("Pb4")  # no player has come for light


def test_a_name_that_changes_meanwhile_does_not_matter(client: Client) -> None:
    dark, light = two(client)
    light.look()
    body = {
        "request_id": request_id(),
        "version": light.state["version"],
        "command": {"do": "names", "names": {"l": "Luce"}},
    }
    light._wire.post(f"api/games/{light.game_id}/commands", body)
    assert dark.play("Pb4")
    assert dark.state["seats"][1]["name"] == "Luce"


def test_who_resigns_ends_the_game_while_the_other_thinks(client: Client) -> None:
    dark, light = two(client)
    light.look()
    assert light.resign()
    assert not dark.play("Pb4")
    assert not dark.wait()
    assert dark.ending is not None
    assert (dark.ending.winners, dark.ending.reason) == (("d",), "resign")
    assert not dark.resign()


def test_a_draw_that_both_want(client: Client) -> None:
    dark, light = two(client)
    assert dark.offer("draw")
    seen: list[Offer] = []

    def agrees(offer: Offer) -> bool:
        seen.append(offer)
        return True

    assert not light.wait(agrees)
    assert seen == [Offer("draw", "d", 1)]
    assert light.ending is not None
    assert light.ending.reason == "agreed"


def test_offers_are_declined_unless_the_caller_decides(client: Client) -> None:
    dark, light = two(client)
    dark.offer("draw")
    assert dark.play_turn(TURN)
    assert light.wait()
    assert light.state["offer"] is None
    assert not light.agree()


def test_turns_that_are_taken_back_are_taken_back_here_too(client: Client) -> None:
    dark, light = two(client)
    dark.play_turn(TURN)
    assert light.wait()
    light.play_turn(str(next(light.position.turns())))
    assert dark.wait()
    assert len(dark.position.game.seats) == len(dark.board.turns)
    dark.offer("takeback")
    light.look()
    assert light.asked == Offer("takeback", "d", 1)
    assert light.agree()
    dark.look()
    assert dark.wait()
    assert (dark.position, dark.board.turns) == (VOLTERRA.start(), [])


def test_a_turn_can_be_begun_anew(client: Client) -> None:
    dark, _ = two(client)
    dark.play("Pb4")
    assert dark.state["begun"] == ["Pb4"]
    assert dark.step_back()
    assert dark.position == VOLTERRA.start()
    assert dark.abort()
    assert dark.ending is not None
    assert dark.ending.reason == "abandoned"


def test_a_seat_that_is_handed_over_is_lost(client: Client) -> None:
    dark, light = two(client)
    heir = join(light.handover(), "heir")
    assert heir.id == "l"
    with pytest.raises(SeatLost, match="no longer have this seat"):
        light.wait()
    dark.play_turn(TURN)
    assert heir.wait()
    light.look()
    with pytest.raises(SeatLost):
        light.play("Pb1")


def test_a_seat_that_was_left_can_be_taken_again(client: Client) -> None:
    game = client.create(VOLTERRA)
    dark, light = seated(game)
    assert light.leave()
    with pytest.raises(SeatLost):
        light.wait()
    other = join(game.invite("l"), "other")
    dark.look()
    dark.play_turn(TURN)
    assert other.wait()


def test_a_deleted_game_is_gone(client: Client) -> None:
    game = client.create(VOLTERRA)
    dark, light = seated(game)
    dark.look()
    light.look()
    game.delete()
    with pytest.raises(GameGone, match="deleted"):
        light.wait()
    with pytest.raises(GameGone):
        dark.play("Pb4")
    with pytest.raises(GameGone):
        dark.look()


def test_a_link_is_good_for_once(client: Client) -> None:
    game = client.create(VOLTERRA)
    link = game.links["d"]
    join(link)
    for void in (link, link[:-3] + "AAA"):
        with pytest.raises(BadLink, match="no longer valid"):
            join(void)


def test_who_keeps_the_key_comes_back(client: Client) -> None:
    dark, _ = two(client)
    dark.play("Pb4")
    dark.close()
    again = client.come_back(dark.game_id, dark.key)
    assert (again.id, again.state["begun"]) == ("d", ["Pb4"])
    assert again.play("a3-a4")
    for game_id, key in ((dark.game_id, "A" * 43), ("A" * 22, dark.key)):
        with pytest.raises(SeatLost):
            client.come_back(game_id, key)


def test_a_link_for_the_creator_brings_no_seat(client: Client) -> None:
    game = client.create(VOLTERRA)
    body = {"seat": None, "for": "device"}
    ticket = game._wire.post(f"api/games/{game.id}/tickets", body)["ticket"]
    with pytest.raises(BadLink, match="no seat"):
        client.join(game.id, ticket)


@pytest.mark.parametrize("per", ["game", "turn"])
def test_the_clock_tells_what_is_left(client: Client, per: Literal["game", "turn"]) -> None:
    dark, light = two(client, clock={"per": per, "seconds": 3600})
    assert light.seconds_left == 3600
    assert dark.seconds_left is not None
    assert 3000 < dark.seconds_left < 3600
    timeless, _ = two(client)
    assert timeless.seconds_left is None


def test_secrets_are_not_shown(client: Client) -> None:
    game = client.create(VOLTERRA)
    ticket = game.links["d"].partition("#")[2]
    dark, _ = seated(game)
    said = f"{client!r} {game!r} {dark!r} {dark!s} {dark._wire!r}"
    assert [secret for secret in (ticket, game.key, dark.key) if secret in said] == []


def test_secrets_are_not_logged(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    dark, light = two(client)
    dark.play_turn(TURN)
    assert light.wait()
    assert [seat for seat in (dark, light) if seat.key in caplog.text] == []


def test_rules_that_differ_are_noticed(client: Client) -> None:
    dark, _ = two(client)
    dark.play_turn(TURN)
    dark.state = {**dark.state, "position": "something else"}
    with pytest.raises(OtherRules, match="Volterra"):
        _ = dark.position
    dark.state = {**dark.state, "turns": [{"text": "Pc4"}]}
    with pytest.raises(OtherRules):
        _ = dark.position


def test_no_server_at_the_address_is_said_at_once() -> None:
    with pytest.raises(Unreachable, match=r"127\.0\.0\.1:9/"):
        Client("http://127.0.0.1:9").create(VOLTERRA)


@pytest.mark.parametrize(
    "link",
    [
        "",
        "towers.example",
        "https://towers.example/en/join/7dG1bEoW2nHkQy0sVt4zXA",
        "https://towers.example/en/game/7dG1bEoW2nHkQy0sVt4zXA#" + "x" * 43,
        "https://towers.example/en/join/7dG1bEoW2nHkQy0sVt4zXA#" + "x" * 42,
        "https://me:you@towers.example/en/join/7dG1bEoW2nHkQy0sVt4zXA#" + "x" * 43,
        "file:///en/join/7dG1bEoW2nHkQy0sVt4zXA#" + "x" * 43,
        "https://[towers/en/join/7dG1bEoW2nHkQy0sVt4zXA#" + "x" * 43,
        "https://towers:port/en/join/7dG1bEoW2nHkQy0sVt4zXA#" + "x" * 43,
    ],
)
def test_what_is_no_link_is_refused_here(link: str) -> None:
    with pytest.raises(BadLink) as refused:
        join(link)
    assert "x" * 42 not in str(refused.value)
