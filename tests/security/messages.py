"""Messages and frames that no honest client sends (I4)."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from tests.faults.figures import Figure, Setting, amount, count
from tests.faults.processes import Measured, running
from tests.security.people import OWN, Scene, made, scene
from tests.security.raw import BINARY, CLOSE, PING, TEXT, RawSocket, frame

MESSAGES, FRAMES = 50_000, 10_000
BATCH = 25
PROPER = {1002, 1003, 1007, 1008, 1009}
COMMANDS: list[dict[str, Any]] = [
    {"do": "action", "action": "Pb4"},
    {"do": "turn", "turn": "Pb4+a3-a4"},
    {"do": "undo", "turns": 2},
    {"do": "resign", "seat": "d"},
    {"do": "names", "names": {"d": "Dora"}},
    {"do": "seat", "seat": "d", "player": {"kind": "engine", "level": 3, "name": ""}},
    {"do": "offer", "what": "takeback", "turns": 1},
    {"do": "start", "level": 1},
]
ODD: list[Any] = [
    None,
    True,
    -1,
    2**63,
    1e308,
    "",
    "x" * 1500,
    [],
    {},
    [[]],
    "\0",
    "\ud800",
    "\u200b",
    "🗼" * 40,
]


def mutated(chance: random.Random, nth: int) -> bytes:
    """Return a request that was changed in its parts, or in its bytes."""
    request: dict[str, Any] = {
        "request_id": f"mutant-{nth:08}",
        "version": chance.choice([0, 1, 3, 4, 10**6]),
        "command": dict(chance.choice(COMMANDS)),
    }
    for _ in range(chance.randrange(4)):
        part = chance.choice([request, request["command"]])
        assert isinstance(part, dict)
        name = chance.choice([*part, "extra"])
        part[name] = deepcopy(chance.choice(ODD))
        if chance.random() < 0.2:
            del part[name]
        if not isinstance(request.get("command"), dict):
            break
    text = bytearray(json.dumps(request).encode())
    for _ in range(chance.choice([0, 0, 1, 2, 5, 40])):
        at = chance.randrange(len(text))
        text[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
    return text.decode("utf-8", "replace").encode()  # what is no text at all is tried by frames


def frames() -> dict[str, Callable[[random.Random], bytes]]:
    """Return broken frames by name; each is complete, so that the server must answer."""
    return {
        "reserved opcode": lambda c: frame(b"x", c.choice([3, 4, 5, 6, 7, 11, 15])),
        "reserved bits": lambda c: frame(b"x", reserved=c.randrange(1, 8)),
        "not masked": lambda c: frame(c.randbytes(c.randrange(99)), is_masked=False),
        "control in parts": lambda _: frame(b"", PING, fin=False),
        "control too long": lambda c: frame(c.randbytes(126), c.choice([8, 9, 10])),
        "goes on with nothing": lambda c: frame(c.randbytes(5), 0),
        "begins twice": lambda _: frame(b"a", fin=False) + frame(b"b"),
        "bad code": lambda c: frame(
            c.choice([999, 1004, 1005, 1006, 1015, 5000]).to_bytes(2), CLOSE
        ),
        "half a code": lambda _: frame(b"\x03", CLOSE),
        "reason not text": lambda _: frame(b"\x03\xe8\xff\xfe", CLOSE),
        "not text": lambda c: frame(bytes([c.randrange(0x80, 0xC0)]) + c.randbytes(9), TEXT),
        "bytes": lambda c: frame(c.randbytes(c.randrange(1, 200)), BINARY),
        "too large": lambda c: frame(b"x" * c.randrange(8193, 20_000)),
        "claims too much": lambda c: frame(b"x" * 10, length=2 ** c.randrange(14, 62)),
        "many small parts": lambda c: (
            frame(b"x" * 500, fin=False) + frame(b"x" * 900, 0, fin=False) * 9
        ),
        "squeezed": lambda c: frame(c.randbytes(30), reserved=4),
    }


def answered(server: Measured, at: Scene, texts: list[bytes], codes: Counter[str]) -> None:
    """Send messages over a socket, and count how each is answered."""
    headers = at.headers(OWN)
    path = f"{at.path}/socket?since=9999"
    with RawSocket(server.address, path, headers) as socket:
        socket.send(b"".join(map(frame, texts)))
        left = len(texts)
        while left:
            heard = socket.message()
            if heard is None:
                codes["no word"] += 1
                return
            opcode, payload = heard
            if opcode == CLOSE:
                codes[str(int.from_bytes(payload[:2], "big"))] += 1
                return
            said = json.loads(payload) if opcode == TEXT else {}
            if "request_id" in said:
                codes[said["kind"]] += 1
                left -= 1


def messages(setting: Setting) -> list[Figure]:
    """Send mutated messages and broken frames; look for what the server did not expect."""
    chance, codes = random.Random(setting.seed), Counter[str]()
    wrong = Counter[str]()
    with (
        setting.folder() as folder,
        running(folder, setting.port) as server,
        server.client() as client,
    ):
        foreign = str(made(client)["secret"])
        sent = 0
        while sent < setting.times(MESSAGES):
            if sent % (BATCH * 40) == 0:
                at = scene(client, foreign)
            answered(server, at, [mutated(chance, sent + n) for n in range(BATCH)], codes)
            sent += BATCH
        kinds = list(frames().items())
        broken = setting.times(FRAMES)
        for nth in range(broken):
            name, build = kinds[nth % len(kinds)]
            with RawSocket(server.address, f"{at.path}/socket?since=9999") as socket:
                socket.send(build(chance))
                code = socket.code()
            if code not in PROPER:
                wrong[f"{name}: {code}"] += 1
        lives = client.get("/api/about").status_code
        _, said = server.stop()
    unexpected = {code for code in codes if code not in {"answer", "problem", *map(str, PROPER)}}
    print(dict(codes), dict(wrong), said[-2000:])
    return [
        amount("mutated messages", sent),
        amount("broken frames", broken),
        count("messages without a documented answer", sum(codes[code] for code in unexpected)),
        count("frames without a documented close code", sum(wrong.values())),
        count("exceptions in the server", said.count("Traceback")),
        count("server crashes", int(lives != 200)),
    ]
