"""Those who ask too often are refused at once, and nobody else notices (X6)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from multiprocessing import get_context
from multiprocessing.synchronize import Event

import httpx

from tests.deadlines import Deadline, deadline
from tests.faults.figures import Figure, Setting, count, share, took
from tests.faults.processes import Measured
from tests.security.people import OWN, WATCHER, Scene, made, scene
from tests.security.raw import RawSocket, dialled, frame
from tretorri.server.capacity.limits import (
    COMMANDS,
    FLOODS,
    GAMES,
    NAMES,
    REACTIONS,
    REQUESTS,
    SEATS,
    SOCKETS,
    SPECTATOR_MESSAGES,
    RateLimit,
)

FLOOD = 10_000  # messages at once
MEASURED = 500  # requests of somebody else, fewer than one may send
OPENED, TOO_MANY, REFUSED = 101, 429, 1008
AGAIN = 10  # times as often as it holds is a limit asked for
FEW = 8  # of what is counted was done to set the scene
SLOWER = 2.0  # so many times as long may others wait


def trips(limit: RateLimit, ask: Callable[[], httpx.Response]) -> list[str]:
    """Ask until it is refused; say what is wrong with how or when."""
    for nth in range(AGAIN * int(limit.room)):  # it fills up again while a busy machine answers
        answer = ask()
        if answer.status_code == TOO_MANY:
            wait = answer.headers.get("retry-after", "")
            is_told = wait.isdecimal() and answer.json()["code"] == "too-many"
            is_early = nth < limit.room - FEW
            return [] if is_told and not is_early else [f"{limit.name}: {nth} {answer.headers}"]
    return [f"{limit.name}: never refused"]


def by_request(client: httpx.Client, at: Scene, other: Scene) -> list[str]:
    """Return what is wrong with the limits of requests; to give a name is a command as well."""
    names = {"names": {"d": "Dora"}}
    return [
        *trips(NAMES, lambda: at.do(OWN, do="names", **names)),
        *trips(REACTIONS, lambda: at.post(OWN, "/reactions", {"reaction": "hello"})),
        *trips(SEATS, lambda: at.post(OWN, "/tickets", {"seat": "d", "for": "device"})),
        *trips(COMMANDS, lambda: other.do(OWN, do="agree")),
        *trips(GAMES, lambda: client.post("/api/games", json={"game": "volterra"})),
    ]


def by_socket(server: Measured, at: Scene) -> tuple[list[str], float]:
    """Flood a socket with a seat and one without; return what is wrong, and the slowest end."""
    wrong, slowest = list[str](), 0.0
    request = {"request_id": "flood-0001", "version": 0, "command": {"do": "redo"}}
    for who, limit in ((OWN, COMMANDS), (WATCHER, SPECTATOR_MESSAGES)):
        with RawSocket(server.address, f"{at.path}/socket?since=9", at.headers(who)) as socket:
            began = time.monotonic()
            socket.send(frame(json.dumps(request).encode()) * (3 * limit.most))
            code = socket.code()
            slowest = max(slowest, time.monotonic() - began)
        if code != REFUSED:
            wrong.append(f"{limit.name}: {code}")
    return wrong, slowest


def again_and_again(server: Measured, at: Scene) -> list[str]:
    """Flood as many sockets as an address may; it gets no more."""
    for _ in range(int(FLOODS.room) + 1):
        with RawSocket(server.address, f"{at.path}/socket", source="127.0.0.7") as socket:
            if socket.status == TOO_MANY:
                return []
            socket.send(frame(b"{}") * FLOOD)
            socket.code()
    return ["floods: never refused"]


def too_many_sockets(server: Measured, at: Scene) -> list[str]:
    """Open one socket more than one address may."""
    with ExitStack() as open_ones:
        statuses = [
            open_ones.enter_context(
                RawSocket(server.address, f"{at.path}/socket", source="127.0.0.9")
            ).status
            for _ in range(SOCKETS.most + 1)
        ]
        with RawSocket(server.address, f"{at.path}/socket", source="127.0.0.10") as other:
            statuses.append(other.status)
    wanted = [OPENED] * SOCKETS.most + [TOO_MANY, OPENED]
    return [] if statuses == wanted else [f"sockets: {statuses}"]


def all_requests(server: Measured) -> list[str]:
    """Ask more often than one address may, all over one line."""
    line = dialled(server.address, "127.0.0.11")
    many = 2 * REQUESTS.most
    ask = b"GET /api/games?id=x HTTP/1.1\r\nHost: here\r\n\r\n"
    line.sendall(ask * (many - 1) + ask.replace(b"Host", b"Connection: close\r\nHost"))
    heard = b""
    while got := line.recv(2**16):
        heard += got
    line.close()
    answered = heard.count(b"HTTP/1.1 200") + heard.count(b"HTTP/1.1 429")
    is_held = heard.count(b"HTTP/1.1 200") < many and heard.count(b"retry-after") > 0
    return [] if answered == many and is_held else [f"requests: {answered} {heard[-500:]!r}"]


def two_searches(server: Measured, client: httpx.Client) -> list[str]:
    """Let somebody think twice at the same time."""
    game = client.post("/api/games", json={"game": "towers", "seed": 1}).json()
    path = f"/api/games/{game['id']}/analysis?seconds=5"
    key = {"Authorization": f"Bearer {game['secret']}"}
    with server.client() as other, other.stream("GET", path, headers=key) as first:
        lines = first.iter_lines()
        next(lines)
        second = client.get(path, headers=key)
    end = Deadline()
    third = TOO_MANY
    while third == TOO_MANY and not end.has_passed:  # the first has gone away
        third = client.get(path.replace("=5", "=0.1"), headers=key).status_code
    statuses = first.status_code, second.status_code, third
    return [] if statuses == (200, 429, 200) else [f"searches: {statuses}"]


def waits(server: Measured, source: str, path: str, times: int) -> list[float]:
    """Return how long somebody at an address waits for answers, in milliseconds."""
    found = list[float]()
    own = httpx.HTTPTransport(local_address=source)
    with httpx.Client(base_url=server.address, timeout=deadline(), transport=own) as client:
        for _ in range(times):
            began = time.perf_counter()
            assert client.get(path).status_code == 200
            found.append((time.perf_counter() - began) * 1000)
    return found


def flood(address: str, path: str, begun: Event) -> None:
    """Send far too much, again and again."""
    blob = frame(b'{"a": 1}') * FLOOD
    begun.set()
    while True:
        with suppress(OSError, EOFError), RawSocket(address, path, source="127.0.0.8") as socket:
            socket.send(blob)
            socket.code()


def flooded(server: Measured, at: Scene, times: int) -> tuple[float, float]:
    """Return the p99 that others wait, in peace and while somebody floods."""
    path = f"/api/games?id={at.id}"
    peace = share(waits(server, "127.0.0.12", path, times), 0.99)
    # A process of its own: in ours it would hold up whoever takes the time.
    context = get_context("spawn")
    begun = context.Event()
    wanted = server.address, f"{at.path}/socket", begun
    flooder = context.Process(target=flood, args=wanted, daemon=True)
    flooder.start()
    begun.wait(deadline())
    try:
        return peace, share(waits(server, "127.0.0.13", path, times), 0.99)
    finally:
        flooder.kill()
        flooder.join()


def flooding(setting: Setting) -> list[Figure]:
    """Trip every limit, and see what others notice of it."""
    with (
        setting.folder() as folder,
        Measured(folder, "--port", str(setting.port), has_limits=True) as server,
        server.client() as client,
    ):
        foreign = str(made(client)["secret"])
        at, second = scene(client, foreign), scene(client, foreign)
        wrong = two_searches(server, client)
        wrong += by_request(client, at, second)
        of_sockets, slowest = by_socket(server, second)
        wrong += of_sockets + too_many_sockets(server, second) + again_and_again(server, second)
        wrong += all_requests(server)
        peace, war = flooded(server, second, setting.times(MEASURED, at_least=60))
    for line in wrong:
        print(line)
    return [
        count("limits not enforced", len(wrong)),
        took("time to close a flooding socket", slowest, "s", at_most=1),
        took("p99 for others at rest", peace),
        took("p99 for others during a flood", war, at_most=max(1.0, SLOWER * peace)),
    ]
