"""Secrets: never the same twice, and nowhere but with those whom they belong to (X2)."""

from __future__ import annotations

import base64
from pathlib import Path

import httpx

from tests.faults.figures import Figure, Setting, amount, count
from tests.faults.processes import running
from tests.security.people import OWN, Scene, made, scene
from tretorri.table.access import SECRET_BYTES, hash_secret, new_game_id, new_secret

MILLION = 1_000_000


def tokens(setting: Setting) -> list[Figure]:
    """Issue many secrets, and look for those of a game wherever they must not be."""
    issued = setting.times(MILLION)
    secrets = {new_secret() for _ in range(issued)}
    games = {new_game_id() for _ in range(issued)}
    bits = len(base64.urlsafe_b64decode(f"{new_secret()}=")) * 8
    with setting.folder() as folder, running(folder, setting.port) as server:
        with server.client() as client:
            at = scene(client, str(made(client)["secret"]))
            told = told_about(client, at)
        _, log = server.stop()
        found = shown(at, told) + shown(at, log) + shown(at, stored(folder))
        hashes = [key for key in at.keys.values() if key and hash_secret(key) in stored(folder)]
    return [
        amount("secrets issued", issued),
        amount("bits of a secret", bits, at_least=SECRET_BYTES * 8),
        count("repeats", 2 * issued - len(secrets) - len(games)),
        count("secrets in other callers' answers, logs or database", found),
        amount("hashes in the database", len(hashes), at_least=4),
    ]


def told_about(client: httpx.Client, at: Scene) -> str:
    """Return all that somebody without a key is told about a game."""
    paths = ("", "/rights", "/record", "/record.json", "/positions/0", "/news?since=0&wait=0")
    at.do(OWN, do="turn", turn="Pb4+a3-a4")
    return "".join(client.get(f"{at.path}{path}").text for path in paths)


def stored(folder: Path) -> str:
    """Return everything that was stored, as text."""
    return "".join(
        file.read_bytes().decode("latin-1") for file in folder.rglob("*") if file.is_file()
    )


def shown(at: Scene, text: str) -> int:
    """Return how many keys of a game are in a text."""
    assert text is not None
    return sum(1 for key in at.keys.values() if key and key in text)
