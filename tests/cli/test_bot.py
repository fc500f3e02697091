"""``tretorri bot``: our players at the seat of a link, on a real server."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import tretorri
from tests.cli.support import DARK, Terminal, run
from tests.server.support import Server
from tretorri.client import Client, OwnGame, join

VOLTERRA = tretorri.game("volterra")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Lend a program that talks to a server."""
    with Server(tmp_path_factory.mktemp("games")) as server:
        yield Client(server.address)


def against_an_engine(client: Client, **wish: object) -> OwnGame:
    return client.create(VOLTERRA, engines={"l": 1}, **wish)  # type: ignore[arg-type]


@pytest.mark.parametrize("player", ["random", "greedy", "level:2", "engine:nodes=200"])
def test_a_bot_plays_to_the_end(client: Client, player: str) -> None:
    done = run("bot", against_an_engine(client).links["d"], "--engine", player)
    assert done.exit_code == 0, done.stderr
    assert done.stderr == f"{player} plays {DARK} in Volterra\n"
    *turns, ending = done.stdout.splitlines()
    assert all(re.match(rf"\d+\. {DARK}: \S+$", turn) for turn in turns)
    assert "wins" in ending or "Draw" in ending


def test_an_engine_keeps_to_the_clock(client: Client) -> None:
    game = against_an_engine(client, clock={"per": "game", "seconds": 20})
    done = run("bot", game.links["d"], "--engine", "engine:seconds=1000", "--name", "Slow")
    assert done.exit_code == 0, done.stderr
    assert "time" not in done.stdout.splitlines()[-1]


def test_a_bot_begins_a_turn_anew_that_another_client_has_begun(client: Client) -> None:
    with join(against_an_engine(client).links["d"]) as seat:
        seat.play("Pb4")
        done = run("bot", seat.handover(), "--engine", "random")
    assert done.exit_code == 0, done.stderr


def test_a_void_link_is_one_line_in_any_language(client: Client) -> None:
    game = client.create(VOLTERRA)
    join(game.links["d"])
    done = run("bot", game.links["d"], "--language", "fr")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("tretorri: ce lien n’est plus valable")
    assert game.links["d"].partition("#")[2] not in done.stderr


def test_a_bot_whose_game_is_deleted_says_so(client: Client) -> None:
    game = client.create(VOLTERRA)
    with Terminal("bot", game.links["d"]) as terminal:
        terminal.read(f"plays {DARK}")
        game.delete()
        terminal.read("the game has been deleted")
        assert terminal.ends() == 2


def test_ctrl_c_gives_the_seat_back(client: Client) -> None:
    game = client.create(VOLTERRA)
    with Terminal("bot", game.links["d"], "--name", "Zoe") as terminal:
        terminal.read(f"plays {DARK}")
        assert terminal.ends_by_ctrl_c() == 130, terminal.raw
        assert "The seat is free again" in terminal.rest()
        assert "Traceback" not in terminal.raw
    assert join(game.invite("d")).id == "d"


@pytest.mark.parametrize(
    "line", ["bot", "bot nowhere", "bot https://x/en/join/y#z", "bot x --engine nobody"]
)
def test_bad_input_is_one_line_and_status_2(line: str) -> None:
    done = run(*line.split())
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
