"""Guessing games and keys, from many addresses (X3)."""

from __future__ import annotations

import http.client
import json
import os
import secrets
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from tests.faults.figures import Figure, Setting, amount, count, took
from tests.faults.processes import Measured
from tests.security.people import OWN, WATCHER, made, scene

GUESSES, ADDRESSES = 100_000, 1000
PER_MINUTE = 20
AT_A_TIME = 50  # addresses: from more, each would guess too slowly to be refused
PAIRS = 300
MOST_APART = 5.0  # milliseconds


class Line:
    """A connection over which requests of many addresses come, as from a proxy."""

    def __init__(self, server: Measured) -> None:
        self._line = http.client.HTTPConnection(urlsplit(server.address).netloc)

    def ask(self, address: str, method: str, path: str, body: object = None, key: str = "") -> int:
        """Return the status of an answer."""
        headers = {"X-Forwarded-For": address, "Content-Type": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        self._line.request(method, path, json.dumps(body) if body else None, headers)
        answer = self._line.getresponse()
        answer.read()
        return answer.status


@contextmanager
def behind_a_proxy() -> Iterator[None]:
    """Let servers that are started meanwhile believe what this machine says about callers."""
    os.environ["TRETORRI_PROXIES"] = "127.0.0.1"
    try:
        yield
    finally:
        del os.environ["TRETORRI_PROXIES"]


def guess(line: Line, game_id: str, address: str, nth: int) -> int:
    """Guess in one of four ways: a game, a key for it, a ticket, the game of a socket."""
    body = {"request_id": "guess-0001", "version": 0, "command": {"do": "resign"}}
    ticket = secrets.token_urlsafe(32)
    ways: list[Callable[[], int]] = [
        lambda: line.ask(address, "GET", f"/api/games/{secrets.token_urlsafe(16)}"),
        lambda: line.ask(address, "POST", f"/api/games/{game_id}/commands", body, ticket),
        lambda: line.ask(address, "POST", f"/api/games/{game_id}/join", {"ticket": ticket}),
        lambda: line.ask(address, "GET", f"/api/games/{secrets.token_urlsafe(16)}/record"),
    ]
    return ways[nth % len(ways)]()


def guessing(setting: Setting) -> list[Figure]:
    """Guess from many addresses; compare how absent and forbidden are answered."""
    guesses, addresses = setting.times(GUESSES), setting.times(ADDRESSES)
    statuses: Counter[int] = Counter()
    answered: Counter[str] = Counter()
    port = str(setting.port)
    with (
        setting.folder() as folder,
        behind_a_proxy(),
        Measured(folder, "--port", port, has_limits=True) as server,
        server.client() as client,
    ):
        game, line, longest = made(client)["id"], Line(server), 0.0
        for first in range(0, addresses, AT_A_TIME):
            began = time.monotonic()
            for nth in range(guesses // addresses):
                for number in range(first, min(first + AT_A_TIME, addresses)):
                    address = f"10.{number // 256}.{number % 256}.7"
                    status = guess(line, game, address, nth)
                    statuses[status] += 1
                    answered[address] += status != 429
            longest = max(longest, time.monotonic() - began)
    allowed = PER_MINUTE * (longest / 60 + 1) + 1
    return [
        amount("guesses", statuses.total(), at_least=guesses),
        amount("addresses", addresses),
        count("hits", statuses.total() - statuses[404] - statuses[429]),
        amount("refused by 429", statuses[429], at_least=guesses * 0.1),
        Figure("answers to one address", max(answered.values()), at_most=allowed),
        *_alike(setting),
    ]


def _alike(setting: Setting) -> list[Figure]:
    """Compare the answers for a game that there is not and one that is somebody else's."""
    times: dict[str, list[float]] = {"absent": [], "forbidden": []}
    answers: set[tuple[int, bytes]] = set()
    with (
        setting.folder() as folder,
        Measured(folder, "--port", str(setting.port)) as server,
        server.client() as client,
    ):
        at = scene(client, str(made(client)["secret"]))
        for _ in range(setting.times(PAIRS, at_least=30)):
            for name, game in (("absent", secrets.token_urlsafe(16)), ("forbidden", at.id)):
                body = {"request_id": "guess-0001", "version": 0, "command": {"do": "resign"}}
                began = time.perf_counter()
                answer = client.post(
                    f"/api/games/{game}/commands", json=body, headers=at.headers(WATCHER)
                )
                times[name].append((time.perf_counter() - began) * 1000)
                answers.add((answer.status_code, answer.content))
        assert at.do(OWN, do="abort").status_code == 200
    apart = abs(statistics.median(times["absent"]) - statistics.median(times["forbidden"]))
    return [
        count("differences between absent and forbidden", len(answers) - 1),
        took("difference of the medians for absent and forbidden", apart, at_most=MOST_APART),
    ]
