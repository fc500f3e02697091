"""How much an engine that thinks in eight games delays the moves of people.

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
OFTEN = 10  # moves after which the engines are looked after
GAMES = {name: tretorri.game(name) for name in tretorri.all_games()}
MOST = 100.0  # milliseconds that a move may be delayed


class Engines:
    """Eight games of the engine against itself; one that has ended is begun again."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        self._games = [self._begin(game) for game in islice(cycle(GAMES), BUSY_GAMES)]

    def go_on(self) -> None:
        """Begin the games again that have ended."""
        for nth, guest in enumerate(self._games):
            if guest.look()["is_over"]:
                self._games[nth] = self._begin(guest.state["game"])

    def _begin(self, game: str) -> Guest:
        engine = {"kind": "engine", "level": HIGHEST_LEVEL}
        return Guest(self._client, game=game, seats=dict.fromkeys(GAMES[game].seats, engine))


def human_moves(client: httpx.Client, game: str, engines: Engines | None) -> list[float]:
    """Play random actions of people; return the milliseconds that each took."""
    luck, times = random.Random(1), list[float]()
    guest = Guest(client, game=game, seed=1)
    while len(times) < MOVES:
        if guest.state["is_over"]:
            guest = Guest(client, game=game, seed=len(times))
        if engines and len(times) % OFTEN == 0:
            engines.go_on()
        action = luck.choice(guest.state["actions"]["texts"])
        begin = perf_counter()
        guest.do("action", action=action)
        times.append(1000 * (perf_counter() - begin))
    return times


def moves(game: str, is_busy: bool) -> list[float]:
    """Return the milliseconds of moves on a server of their own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder)) as server,
        server.client() as client,
    ):
        return human_moves(client, game, Engines(client) if is_busy else None)


def _late(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[98]


def row(game: str, name: str, times: list[float]) -> str:
    """Return a line of the table."""
    figures = (statistics.median(times), _late(times), max(times))
    return f"| {game} | {name} | {' | '.join(f'{each:.1f}' for each in figures)} |"


def section() -> tuple[str, bool]:
    """Return the report, and whether moves are delayed no more than they may."""
    lines, delays = list[str](), list[float]()
    for game in GAMES:
        idle, busy = moves(game, is_busy=False), moves(game, is_busy=True)
        lines += [row(game, "idle", idle), row(game, "busy", busy)]
        delays.append(_late(busy) - _late(idle))
    return (
        "## People's moves while the engine is busy\n\n"
        f"{MOVES} moves each, milliseconds from request to answer, while the engine is idle and"
        f" while it plays {BUSY_GAMES} games of level {HIGHEST_LEVEL} against itself. The 99th"
        f" percentile rises by at most {max(delays):.0f} ms; the limit is {MOST:.0f} ms.\n\n"
        "| game | engine | median | 99 % | longest |\n| --- | --- | --- | --- | --- |\n"
        + "\n".join(lines)
        + "\n"
    ), max(delays) <= MOST


if __name__ == "__main__":
    text, is_quick = section()
    print(text)
    sys.exit(not is_quick)
