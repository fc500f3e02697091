"""Things that are too large, too deep or too slow (I5)."""

from __future__ import annotations

import json
import socket
import time
from contextlib import suppress

import httpx

from tests.deadlines import Deadline
from tests.faults.figures import Figure, Setting, amount, count, share, took
from tests.faults.processes import running
from tests.security.flooding import waits
from tests.security.people import OWN, Scene, made, scene
from tests.security.raw import RawSocket, dialled, frame

LORISES = 500
ASKED = 1000  # times by others, so that one answer in a hundred is not the slowest of all
OTHERS = "127.0.0.12"  # where those come from who notice nothing
MOST_MEMORY = 20.0  # megabytes
DEEP = 100_000
HEAD = b"POST /api/games HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"


def exploded(address: str, at: Scene) -> tuple[list[str], float]:
    """Throw what is too large or too deep over sockets; return what is wrong, and the slowest."""
    deep = b'{"request_id":' + b"[" * 7000
    bombs: dict[str, tuple[bytes, set[int | None]]] = {
        "8 KiB and one": (frame(b"x" * 8193), {1009}),
        "16 MiB": (frame(b"x" * 2**24), {1009, None}),  # we may be hung up on in mid-sentence
        "claims 1 GiB": (frame(b"x" * 100, length=2**30), {1009}),
        "a bomb of zeros, squeezed": (frame(b"\xc1\x00" * 50, reserved=4), {1002}),
        "parts without end": (
            frame(b"x" * 4000, fin=False) + frame(b"x" * 4000, 0, fin=False) * 9,
            {1009},
        ),
    }
    wrong, slowest = list[str](), 0.0
    for name, (data, codes) in bombs.items():
        with RawSocket(address, f"{at.path}/socket", at.headers(OWN)) as line:
            began = time.monotonic()
            line.send(data)
            code = line.code()
            slowest = max(slowest, time.monotonic() - began)
        if code not in codes:
            wrong.append(f"{name}: {code}")
    with RawSocket(address, f"{at.path}/socket?since=99", at.headers(OWN)) as line:
        line.send(frame(deep))
        heard = line.message()
        while heard and b'"problem"' not in heard[1]:
            heard = line.message()
        if heard is None or json.loads(heard[1])["problem"]["code"] != "bad-request":
            wrong.append(f"deep: {heard!r}")
    return wrong, slowest


def posted(client: httpx.Client) -> list[str]:
    """Send bodies that are too large or too deep; return what is wrong."""
    kind = {"Content-Type": "application/json"}
    sent = {
        "deep": (client.post("/api/games", content=b"[" * DEEP, headers=kind), 400),
        "deep data": (client.post("/api/records", content=b'{"record":' * DEEP, headers=kind), 400),
        "large": (client.post("/api/positions", content=b'"' + b"x" * 2**17, headers=kind), 413),
        "large record": (client.post("/api/games", content=b"x" * 3 * 2**20, headers=kind), 413),
        "not JSON": (client.post("/api/games", content=b"game=volterra"), 415),
    }
    return [
        f"{name}: {got.status_code}"
        for name, (got, want) in sent.items()
        if got.status_code != want
    ]


def slow_ones(address: str, many: int) -> list[socket.socket]:
    """Open connections over which requests come without ever being whole."""
    lines = [dialled(address) for _ in range(many)]
    for nth, line in enumerate(lines):
        line.sendall(HEAD if nth % 2 else HEAD + b"Content-Length: 1000\r\n\r\n{")
    return lines


def ended(lines: list[socket.socket]) -> tuple[int, float]:
    """Wait until the server ends them, sending now and then; return how many stay, and how long."""
    began, end, open_ones = time.monotonic(), Deadline(), list(lines)
    while open_ones and not end.has_passed:
        open_ones = [line for line in open_ones if not _is_over(line)]
        time.sleep(0.5)
    for line in lines:
        line.close()
    return len(open_ones), time.monotonic() - began


def _is_over(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        got = line.recv(4096)
    except BlockingIOError:
        with suppress(OSError):
            line.send(b"X")  # another byte of a head or a body that never ends
        return False
    except OSError:
        return True
    return not got or b" 408 " in got


def bombs(setting: Setting) -> list[Figure]:
    """Throw everything, and see what the server takes for it and what others notice."""
    many, asked = setting.times(LORISES), setting.times(ASKED)
    with (
        setting.folder() as folder,
        running(folder, setting.port) as server,
        server.client() as client,
    ):
        at = scene(client, str(made(client)["secret"]))
        path = f"/api/games?id={at.id}"
        peace = share(waits(server, OTHERS, path, asked), 0.99)
        before = server.memory
        wrong, slowest = exploded(server.address, at)
        wrong += posted(client)
        lines = slow_ones(server.address, many)
        beside = waits(server, OTHERS, path, asked)
        held = server.memory - before
        staying, took_long = ended(lines)
        wrong += [] if client.get("/api/about").status_code == 200 else ["gone"]
        _, said = server.stop()
    for line in wrong:
        print(line)
    return [
        amount("bombs", 11),
        amount("slow clients", many),
        count("bombs not refused as documented", len(wrong)),
        count("slow clients not disconnected", staying),
        count("exceptions in the server", said.count("Traceback")),
        took("time to refuse a bomb", slowest, "s", at_most=1),
        took("time to disconnect the last slow client", took_long, "s", at_most=15),
        took("memory", held, "MB", at_most=MOST_MEMORY),
        took("p99 for others at rest", peace),
        took(
            "p99 for others beside slow clients", share(beside, 0.99), at_most=max(1.0, 2 * peace)
        ),
        took("longest for others while slow clients connect", max(beside)),
    ]
