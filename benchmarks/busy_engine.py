"""Does an engine that thinks in eight games delay the moves of people?

A real server plays eight games of its highest level against itself, while people play over HTTP.
A move is timed from its request to its answer, which has the new state with all legal actions;
beside it stand the same moves while nothing else happens.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter

import httpx

import tretorri
from tests.server.support import Guest, Server

BUSY_GAMES, HIGHEST_LEVEL = 8, 8
MOVES = 200
MOST = 100.0  # milliseconds that a move may be delayed


def human_moves(client: httpx.Client, game: str) -> list[float]:
    """Play random actions of people; return the milliseconds that each took."""
    luck, times = random.Random(1), list[float]()
    guest = Guest(client, game=game, seed=1)
    while len(times) < MOVES:
        if guest.state["is_over"]:
            guest = Guest(client, game=game, seed=len(times))
        action = luck.choice(guest.state["actions"]["texts"])
        begin = perf_counter()
        guest.do("action", action=action)
        times.append(1000 * (perf_counter() - begin))
    return times


def keep_busy(client: httpx.Client) -> list[Guest]:
    """Let engines play against each other."""
    engine = {"kind": "engine", "level": HIGHEST_LEVEL}
    return [
        Guest(client, game=game, seed=nth, seats=dict.fromkeys(tretorri.game(game).seats, engine))
        for nth, game in enumerate(islice(cycle(tretorri.all_games()), BUSY_GAMES))
    ]


def moves(game: str, is_busy: bool) -> list[float]:
    """Return the milliseconds of moves on a server of their own."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        with server.client() as client:
            thinking = keep_busy(client) if is_busy else []
            times = human_moves(client, game)
            assert all(not guest.look()["is_over"] for guest in thinking), "the engines were done"
        return times


def row(game: str, name: str, times: list[float]) -> str:
    """Return a line of the table."""
    late = statistics.quantiles(times, n=100)[98]
    return f"| {game} | {name} | {statistics.median(times):.1f} | {late:.1f} | {max(times):.1f} |"


def section() -> tuple[str, bool]:
    """Return the report, and whether moves are delayed no more than they may."""
    lines = list[str]()
    is_quick = True
    for game in tretorri.all_games():
        idle, busy = moves(game, is_busy=False), moves(game, is_busy=True)
        lines += [row(game, "nobody thinks", idle), row(game, "eight games think", busy)]
        delay = statistics.quantiles(busy, n=100)[98] - statistics.quantiles(idle, n=100)[98]
        is_quick = is_quick and delay <= MOST
    return (
        "## Moves of people while the engine is busy\n\n"
        f"{MOVES} moves each, milliseconds from request to answer; the engine plays {BUSY_GAMES} games of"
        f" level {HIGHEST_LEVEL} against itself. 99 of 100 moves may be delayed by {MOST:.0f} ms at most:"
        f" {'they are not' if is_quick else 'MISSED'}.\n\n"
        "| game | meanwhile | median | 99 % | longest |\n| --- | --- | --- | --- | --- |\n"
        + "\n".join(lines)
        + "\n"
    ), is_quick


if __name__ == "__main__":
    text, is_quick = section()
    print(text)
    sys.exit(not is_quick)
