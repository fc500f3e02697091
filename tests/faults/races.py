"""Rivals for one version of a game, over HTTP and sockets, on two servers (F10)."""

from __future__ import annotations

import asyncio
import itertools
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.deadlines import deadline
from tests.faults.figures import Figure, Setting, amount, count
from tests.faults.kills import postgresql
from tests.faults.players import ACTIONS, BEGINNING
from tests.faults.processes import running
from tests.faults.wire import Http, Socket, source
from tests.services.places import Place

RACES = 10_000
TABLES = 8
MOST_RIVALS = 8
ROUND = 50  # races after which a new game is begun
CONFLICT = 409
SHARE_IN_POSTGRESQL = 0.1
_names = itertools.count(1)
Told = tuple[int, dict[str, Any]]


@dataclass
class Races:
    """What came of all races."""

    run: int = 0
    winners: dict[int, int] = field(default_factory=dict)
    other_answers: int = 0
    stateless: int = 0
    changed_repeats: int = 0


class Rival:
    """Somebody who plays one game over one way."""

    def __init__(self, address: str, game: dict[str, Any], is_socket: bool, number: int) -> None:
        self._address, self._from = address, source(number)
        self._id, self._secret = game["id"], game["secret"]
        self._is_socket = is_socket
        self._http = Http(address, self._from)
        self._socket: Socket | None = None
        self._answers: dict[str, asyncio.Future[Told]] = {}

    async def send(self, request: dict[str, Any]) -> Told:
        """Send a request; return the status, and the answer or the problem."""
        if not self._is_socket:
            path = f"/api/games/{self._id}/commands?reply=brief"
            return await self._http.ask("POST", path, request, secret=self._secret)
        if self._socket is None:
            path = f"/api/games/{self._id}/socket?since=0"
            self._socket = await Socket.open(
                self._address, path, self._hear, secret=self._secret, come_from=self._from
            )
        name = request["request_id"]
        self._answers[name] = asyncio.get_running_loop().create_future()
        self._socket.send(request)
        return await asyncio.wait_for(self._answers[name], deadline())

    def _hear(self, message: dict[str, Any]) -> None:
        waiting = self._answers.pop(message.get("request_id") or "", None)
        if waiting is None or waiting.done():
            return
        if message["kind"] == "answer":
            waiting.set_result((200, message["answer"]))
        else:
            problem = message["problem"]
            status = CONFLICT if problem["code"] == "conflict" else 500
            waiting.set_result((status, problem))

    def close(self) -> None:
        """Leave."""
        self._http.close()
        if self._socket is not None:
            self._socket.cut()


async def table(addresses: list[str], races: int, seed: int, found: Races) -> None:
    """Run races at one table, in a new game now and then."""
    chance = random.Random(seed)
    for begin in range(0, races, ROUND):
        http = Http(addresses[0], source(seed))
        game = await http.must("POST", "/api/games", BEGINNING)
        http.close()
        rivals = [
            Rival(addresses[nth % 2], game, nth % 4 >= 2, seed * MOST_RIVALS + nth)
            for nth in range(MOST_RIVALS)
        ]
        for version in range(min(ROUND, races - begin)):
            chosen = chance.sample(rivals, chance.randint(2, MOST_RIVALS))
            await _race(chosen, version, found)
        for rival in rivals:
            rival.close()


async def _race(rivals: list[Rival], version: int, found: Races) -> None:
    requests = [_request(version, nth) for nth in range(len(rivals))]
    told = await asyncio.gather(
        *(rival.send(request) for rival, request in zip(rivals, requests, strict=True))
    )
    won = [nth for nth, (status, _) in enumerate(told) if status == 200]
    found.run += 1
    found.winners[len(won)] = found.winners.get(len(won), 0) + 1
    for status, answer in told:
        found.other_answers += status not in (200, CONFLICT)
        found.stateless += status == CONFLICT and _version_in(answer) != version + 1
    for nth in won:  # the repeat, by somebody else as well
        for rival in (rivals[nth], rivals[nth - 1]):
            again = await rival.send(requests[nth])
            found.changed_repeats += again[1].get("events") != told[nth][1]["events"]


def _version_in(conflict: dict[str, Any]) -> int | None:
    """Return the version that a refusal tells: by the state; on a socket the news bring that."""
    told: int | None = (conflict.get("state") or conflict["params"]).get("version")
    return told


def _request(version: int, nth: int) -> dict[str, Any]:
    is_new = version % 2 == 0
    action = ACTIONS[nth % len(ACTIONS)]
    command = {"do": "action", "action": action} if is_new else {"do": "back"}
    return {"request_id": f"rival-{next(_names):06}", "version": version, "command": command}


async def _at_all_tables(addresses: list[str], races: int, found: Races) -> None:
    tables = min(TABLES, races)
    each = -(-races // tables)
    await asyncio.gather(*(table(addresses, each, nth + 1, found) for nth in range(tables)))


def _on_two_servers(place: Place, folder: Path, port: int, races: int, found: Races) -> None:
    options = ("--database", place.url, "--workers", "1")
    with running(folder, port, *options) as one, running(folder, port + 1, *options) as other:
        asyncio.run(_at_all_tables([one.address, other.address], races, found))


def races(setting: Setting) -> list[Figure]:
    """Run races on two servers that share a file, then on two that share PostgreSQL."""
    number, found = setting.times(RACES, 50), Races()
    in_postgresql = max(20, round(number * SHARE_IN_POSTGRESQL))
    with setting.folder() as folder:
        in_file = number - in_postgresql
        _on_two_servers(Place(folder, None), folder, setting.port, in_file, found)
    with setting.folder() as folder, postgresql() as server:
        _on_two_servers(Place(folder, server), folder, setting.port, in_postgresql, found)
    one = found.winners.get(1, 0)
    return [
        amount("races", found.run, at_least=number),
        count("races without exactly one winner", found.run - one),
        count("answers other than 200 and 409", found.other_answers),
        count("409 answers without the state", found.stateless),
        count("repeats with a different answer", found.changed_repeats),
    ]
