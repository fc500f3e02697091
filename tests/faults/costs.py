"""What the worst allowed request of every operation costs a server: processor time and memory.

``python -m tests.faults.costs`` prints the table.
"""

from __future__ import annotations

import json
import random
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import httpx

from tests.faults.processes import MEGABYTE, Measured
from tests.server.support import Guest, request_id
from tretorri.core.registry import game
from tretorri.server.api.models import MAX_RECORD_CHARS
from tretorri.server.api.routes.positions import MAX_EDITS

MAX_LINE = 400  # C3 ends a game not much later
TIMES = 2  # the first may have to load something
HEADERS = ("operation", "status", "CPU ms", "on the loop ms", "longest hold ms", "extra MB")
TURN = 41
SPARE = 50_000  # characters that are added when a record is written anew
LORDS = ("e1", "f10", "a5", "j6")
HOLD = re.compile(r'tretorri_loop_hold_seconds_bucket\{le="([^"]+)"\} (\S+)')
LANGUAGE = {"lang": "de"}
NOTHING: dict[str, Any] = {}


class Worst:
    """The requests that cost most: VoldéTour with four players and all pieces on the board."""

    def __init__(self, client: httpx.Client) -> None:
        self.client, self._random = client, random.Random(5)
        self._turn = TURN

    @property
    def setting(self) -> dict[str, Any]:
        """Return a long line that nobody has asked for before."""
        self._turn += 4
        position = self.crowded.removesuffix(f" {TURN}") + f" {self._turn}"
        return {"game": "voldetour", "position": position, "turns": self.turns}

    @cached_property
    def crowded(self) -> str:
        """Return a position in which there are almost two thousand actions."""
        board = game("voldetour", players="4").set_up().on_turn(TURN)
        for seat, square in zip(board.draft.game.seats, LORDS, strict=True):
            board = board.play(f"{seat}L@{square}")
        while pieces := [
            edit for edit in board.actions() if "@" in edit.text and "L" not in edit.text
        ]:
            board = board.play(self._random.choice(pieces))
        return str(board.position())

    @cached_property
    def turns(self) -> list[str]:
        """Return as many turns from there as a request may have."""
        position, turns = game("voldetour").position(self.crowded), list[str]()
        while len(turns) < MAX_LINE:
            turn, at = list[str](), position
            for kind in "BS":
                places = [action for action in at.actions() if str(action).startswith(kind)]
                if places:
                    turn.append(str(self._random.choice(places)))
                    at = at.play(turn[-1])
            turn.append("end")
            position = at.play("end")
            turns.append("+".join(turn))
        return turns

    @cached_property
    def record(self) -> str:
        """Return a long record, filled up with a comment."""
        start = f'[Tretorri "1"]\n[Game "voldetour"]\n[Start "{self.crowded}"]\n\n'
        text = start + "\n".join(self.turns) + "\n{%s}\n[End]\n"
        return text % ("[" * (MAX_RECORD_CHARS - len(text) - SPARE))

    def played(self) -> Guest:
        """Return a game in the crowded position."""
        return Guest(self.client, game="voldetour", position=self.crowded)

    def joinable(self) -> tuple[Guest, str]:
        """Return a game with an open seat, and the ticket for it."""
        answer = self.client.post(
            "/api/games",
            json={"game": "voldetour", "position": self.crowded, "seats": {"b": {"kind": "open"}}},
        ).json()
        return answer["id"], answer["tickets"]["b"]


@dataclass(frozen=True, slots=True)
class Ask:
    """A request."""

    path: str
    body: Any = None
    params: dict[str, Any] = field(default_factory=dict)


def _get(tail: str, **params: Any) -> Callable[[Worst], Ask]:
    return lambda worst: Ask(worst.played().path + tail, None, LANGUAGE | params)


def _post(path: str, **more: Any) -> Callable[[Worst], Ask]:
    return lambda worst: Ask(path, worst.setting | more, LANGUAGE)


def _command(worst: Worst) -> Ask:
    command = {"do": "turn", "turn": worst.turns[0]}
    body = {"request_id": request_id(), "version": 0, "command": command}
    return Ask(f"{worst.played().path}/commands", body, LANGUAGE)


def _join(worst: Worst) -> Ask:
    game_id, ticket = worst.joinable()
    return Ask(f"/api/games/{game_id}/join", {"ticket": ticket}, LANGUAGE)


def _ticket(worst: Worst) -> Ask:
    game_id, _ = worst.joinable()
    return Ask(f"/api/games/{game_id}/tickets", {"seat": "b", "for": "join"})


def _over(worst: Worst) -> Ask:
    guest = worst.played()
    guest.do("resign")
    return Ask(f"{guest.path}/rematch", {})


def _listed(worst: Worst) -> Ask:
    return Ask("/api/games", None, {"id": [worst.played().id for _ in range(50)]})


def _set_up(_: Worst) -> Ask:
    edits = ["to-move:r", "to-move:b"] * MAX_EDITS
    body = {"game": "voldetour", "options": {"players": 4}, "edits": edits[:MAX_EDITS]}
    return Ask("/api/setups", body)


def _doubt(worst: Worst) -> Ask:
    return Ask("/api/setups/why", {"game": "voldetour", "draft": worst.crowded, "edit": "bB1@a1"})


def _lesson(worst: Worst) -> Ask:
    steps = worst.client.get("/api/shelf/voldetour/lesson").json()["steps"]
    return Ask("/api/lessons/check", {"game": "voldetour", "step": steps[-1]["id"]}, LANGUAGE)


def _webhook(worst: Worst) -> Ask:
    return Ask(
        f"{worst.played().path}/webhook", {"seat": "b", "url": "https://example.org/" + "x" * 200}
    )


def _shelf(tail: str) -> Callable[[Worst], Ask]:
    return lambda _: Ask(f"/api/shelf{tail}", None, {"lang": "it"})


GAME = "/api/games/{game_id}"
OPERATIONS: dict[str, Callable[[Worst], Ask]] = {
    "POST /api/games": lambda worst: Ask("/api/games", {"record": worst.record}, LANGUAGE),
    "GET /api/games": _listed,
    "GET /api/games/mine": lambda _: Ask("/api/games/mine"),
    f"GET {GAME}": _get(""),
    f"GET {GAME}/rights": _get("/rights"),
    f"POST {GAME}/commands": _command,
    f"GET {GAME}/positions/{{done}}": _get("/positions/0"),
    f"GET {GAME}/picture.svg": _get("/picture.svg"),
    f"GET {GAME}/why": _get("/why", action="La1"),
    f"GET {GAME}/record": _get("/record"),
    f"GET {GAME}/record.json": _get("/record.json"),
    f"POST {GAME}/join": _join,
    f"POST {GAME}/tickets": _ticket,
    f"POST {GAME}/rematch": _over,
    f"POST {GAME}/reactions": lambda worst: Ask(
        f"{worst.played().path}/reactions", {"reaction": "hello"}
    ),
    f"POST {GAME}/delete": lambda worst: Ask(f"{worst.played().path}/delete", {}),
    f"PUT {GAME}/webhook": _webhook,
    f"GET {GAME}/news": _get("/news", since=9, with_state=True, wait=0),
    f"GET {GAME}/stream": _get("/stream", since=9, with_state=True),
    f"GET {GAME}/hint": _get("/hint"),
    f"GET {GAME}/analysis": _get("/analysis", lines=5, nodes=1),
    "POST /api/analysis": _post("/api/analysis", nodes=1),
    f"GET {GAME}/review": _get("/review", nodes=1),
    "POST /api/review": lambda worst: Ask("/api/review", {"text": worst.record, "nodes": 1}),
    "GET /api/about": lambda _: Ask("/api/about", None, LANGUAGE),
    "GET /api/shelf": _shelf(""),
    "GET /api/shelf/{kind}": _shelf("/voldetour"),
    "GET /api/shelf/{kind}/rulebook": _shelf("/voldetour/rulebook"),
    "GET /api/shelf/{kind}/pictures/{name}.svg": _shelf("/voldetour/pictures/cover.svg"),
    "GET /api/shelf/{kind}/lesson": _shelf("/voldetour/lesson"),
    "POST /api/lessons/check": _lesson,
    "POST /api/positions": _post("/api/positions"),
    "POST /api/positions/picture.svg": _post("/api/positions/picture.svg"),
    "POST /api/positions/preview": _post("/api/positions/preview"),
    "POST /api/positions/why": _post("/api/positions/why", action="La1"),
    "POST /api/setups": _set_up,
    "POST /api/setups/why": _doubt,
    "POST /api/records": lambda worst: Ask("/api/records", {"text": worst.record}),
}
BOMBS = {  # bodies that are refused: what it costs to find out
    "POST /api/records (brackets)": b"[" * 2_000_000,
    "POST /api/records (lists)": b'{"record": [' + b"[]," * 600_000 + b"[]]}",
    "POST /api/records (numbers)": b'{"record": [' + b"1," * 900_000 + b"1]}",
    "POST /api/records (quotes)": b'{"record": "' + b'"' * 1_900_000,
    "POST /api/records (backslashes)": b'{"text": "' + b"\\" * 1_900_000,
    "POST /api/positions (names)": json.dumps({f"{n}": 1 for n in range(5_500)}).encode(),
}


@dataclass(frozen=True, slots=True)
class Cost:
    """What a request has taken of the server."""

    status: int
    cpu_ms: float
    loop_ms: float
    hold_ms: float | None
    extra_mb: float

    def worse(self, other: Cost) -> Cost:
        """Return the worst of two."""
        holds = [cost.hold_ms for cost in (self, other) if cost.hold_ms is not None]
        return Cost(
            self.status,
            max(self.cpu_ms, other.cpu_ms),
            max(self.loop_ms, other.loop_ms),
            max(holds, default=None),
            max(self.extra_mb, other.extra_mb),
        )


class Meter:
    """Measures what one request after the other takes of a server."""

    def __init__(self, server: Measured, client: httpx.Client) -> None:
        self._pid, self._client = server.process.pid, client

    def ask(self, method: str, ask: Ask) -> Cost:
        """Send a request and wait for the answer, of a stream for its end or second event."""
        holds, before, kept = self._holds(), self._cpu(), self._memory("VmRSS")
        Path(f"/proc/{self._pid}/clear_refs").write_text("5", "ascii")  # forget the peak
        status = self._send(method, ask)
        after, peak = self._cpu(), self._memory("VmHWM")
        return Cost(
            status,
            (after[0] - before[0]) / 1e6,
            (after[1] - before[1]) / 1e6,
            _longest(holds, self._holds()),
            max(0.0, peak - kept),
        )

    def _send(self, method: str, ask: Ask) -> int:
        body = ask.body if isinstance(ask.body, bytes) else json.dumps(ask.body).encode()
        body = b"" if ask.body is None else body
        headers = {"Content-Type": "application/json"} if body else {}
        with self._client.stream(
            method, ask.path, content=body, params=ask.params, headers=headers
        ) as answer:
            for nth, _ in enumerate(answer.iter_bytes()):
                if nth and "event-stream" in answer.headers.get("content-type", ""):
                    break
                if nth == 0 and ask.path.endswith("/stream"):
                    break
            return answer.status_code

    def _cpu(self) -> tuple[int, int]:
        """Return the nanoseconds of all threads, and of the one with the loop."""
        taken = {
            task.name: int((task / "schedstat").read_text("ascii").split()[0])
            for task in Path(f"/proc/{self._pid}/task").iterdir()
        }
        return sum(taken.values()), taken[str(self._pid)]

    def _memory(self, name: str) -> float:
        told = Path(f"/proc/{self._pid}/status").read_text("ascii")
        return int(told.split(f"{name}:")[1].split()[0]) * 1024 / MEGABYTE

    def _holds(self) -> dict[float, float]:
        told = self._client.get("/metrics").text
        return {float(end): float(count) for end, count in HOLD.findall(told)}


def _longest(before: dict[float, float], after: dict[float, float]) -> float | None:
    """Return the end of the last bucket in which something was counted, in milliseconds."""
    if not after:
        return None
    fewer = [
        end
        for end in sorted(after)
        if after[end] - before.get(end, 0) < after[float("inf")] - before.get(float("inf"), 0)
    ]
    larger = [end for end in sorted(after) if not fewer or end > fewer[-1]]
    return larger[0] * 1000


def costs(server: Measured, times: int = TIMES) -> Iterator[tuple[str, Cost]]:
    """Yield what each operation costs at worst, and what bodies cost that are refused."""
    with server.client() as client:
        worst, meter = Worst(client), Meter(server, client)
        for operation, ask in OPERATIONS.items():
            yield operation, _worst_of(times, partial(ask, worst), meter, operation)
        for operation, body in BOMBS.items():
            bomb = partial(Ask, operation.split()[1], body)
            yield operation, _worst_of(times, bomb, meter, operation)


def _worst_of(times: int, make: Callable[[], Ask], meter: Meter, operation: str) -> Cost:
    method = operation.partition(" ")[0]
    found = meter.ask(method, make())
    for _ in range(times - 1):
        found = found.worse(meter.ask(method, make()))
    return found


def lines(server: Measured) -> Iterator[str]:
    """Yield the table."""
    yield f"| {' | '.join(HEADERS)} |"
    yield "|---" * len(HEADERS) + "|"
    for operation, cost in costs(server):
        hold = "-" if cost.hold_ms is None else f"≤ {cost.hold_ms:g}"
        yield (
            f"| {operation} | {cost.status} | {cost.cpu_ms:.1f} | {cost.loop_ms:.1f} "
            f"| {hold} | {cost.extra_mb:.1f} |"
        )


def main() -> None:
    """Print the table."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Measured(Path(folder), "--workers", "1") as server,
    ):
        for line in lines(server):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
