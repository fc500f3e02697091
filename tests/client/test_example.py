"""The example bot plays each game to its end, against a second copy of itself and an engine."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import tretorri
from tests.deadlines import deadline
from tests.settings import TESTS, AnyGame
from tretorri.client import Client
from tretorri.engine import bot

PROGRAM = TESTS.parent / "examples" / "bot.py"
GAMES = [
    (tretorri.game("volterra"), "", 0),
    (tretorri.game("volterra"), "l", 0),
    (tretorri.game("towers", players=3), "b", 485),
    (tretorri.game("voldetour"), "w", 0),
    (tretorri.game("voldetour", players=4), "y", 0),
]


def start(link: str) -> subprocess.Popen[str]:
    """Start the program at a seat."""
    command = [sys.executable, "-W", "error", str(PROGRAM), link, "Copy"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize(("game", "engines", "turns"), GAMES, ids=str)
def test_the_example_plays_to_the_end(
    client: Client, game: AnyGame, engines: str, turns: int
) -> None:
    own = client.create(_later(game, turns), engines=dict.fromkeys(engines, 1))
    programs = [start(link) for link in own.links.values()]
    said = [program.communicate(timeout=deadline()) for program in programs]
    assert [program.returncode for program in programs] == [0] * len(programs), said
    lines = {tuple(out.splitlines()[1:]) for out, _ in said}
    assert len(lines) == 1, "all say the same about the end"
    assert lines != {("",)}


def _later(game: AnyGame, turns: int) -> Any:
    """Return the game, or a position of it so many turns later: whole games take too long."""
    position = game.start(seed=1)
    for _ in range(turns):
        position = position.play_turn(bot("random", 1).choose(position))
    assert not position.is_over
    return position if turns else game


def test_a_void_link_is_one_line(client: Client) -> None:
    own = client.create(tretorri.game("volterra"))
    link = own.links["d"]
    own.delete()
    out, said = start(link).communicate(timeout=deadline())
    assert out == ""
    assert said.startswith("bad-link: this link")
    assert said.count("\n") == 1
