"""Requests that a foreign page could let a browser send (X4)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import httpx
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.faults.figures import Figure, Setting, amount, count
from tests.faults.processes import Measured
from tests.security.people import made
from tests.server.support import request_id
from tretorri.server.api.middleware.guard import HTTPS_HEADERS

PUBLIC = "https://towers.example"


@dataclass(frozen=True, slots=True)
class Variant:
    """What a browser says about where a request comes from; ``{own}`` is the server itself."""

    name: str
    headers: Mapping[str, str]


FOREIGN = (
    Variant("another site", {"Origin": "http://evil.example"}),
    Variant("another site by https", {"Origin": "https://evil.example"}),
    Variant("null", {"Origin": "null"}),
    Variant("empty", {"Origin": ""}),
    Variant("own name as suffix", {"Origin": "http://evil{host}"}),
    Variant("own name as prefix", {"Origin": "http://{host}.evil.example"}),
    Variant("own name as subdomain", {"Origin": "http://www.{host}"}),
    Variant("another port", {"Origin": "http://{name}:1"}),
    Variant("no port", {"Origin": "http://{name}"}),
    Variant("https for http", {"Origin": "https://{host}"}),
    Variant("another scheme", {"Origin": "ftp://{host}"}),
    Variant("a file", {"Origin": "file://"}),
    Variant("an extension", {"Origin": "chrome-extension://abcdefgh"}),
    Variant("own name as user", {"Origin": "http://{host}@evil.example"}),
    Variant("a user", {"Origin": "http://me@{host}"}),
    Variant("a path", {"Origin": "http://{host}/page"}),
    Variant("a query", {"Origin": "http://{host}?page"}),
    Variant("two origins", {"Origin": "http://{host} http://evil.example"}),
    Variant("a port that is none", {"Origin": "http://{name}:99999999"}),
    Variant("a broken host", {"Origin": "http://[::1"}),
    Variant("a space before", {"Origin": "http://\t{host}"}),
    Variant("no origin but a cookie", {}),
    Variant("cross-site, no origin", {"Sec-Fetch-Site": "cross-site"}),
    Variant("same-site, no origin", {"Sec-Fetch-Site": "same-site"}),
    Variant("own origin but cross-site", {"Origin": "{own}", "Sec-Fetch-Site": "cross-site"}),
    Variant("a name that leads here", {"Origin": "http://localtest.me:{port}"}),
    Variant("the public address without TLS", {"Origin": "http://towers.example"}),
)
OWN = (
    Variant("own page", {"Origin": "{own}"}),
    Variant("own page, as browsers say", {"Origin": "{own}", "Sec-Fetch-Site": "same-origin"}),
    Variant("typed by the user", {"Sec-Fetch-Site": "none"}),
)


def tried(client: httpx.Client, game: str, headers: Mapping[str, str]) -> int:
    """Send a command with the cookie of a game; return the status."""
    body = {"request_id": request_id(), "version": 99, "command": {"do": "resign"}}
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in client.cookies.jar)
    sent = {**headers, "Cookie": cookies}
    path = f"{client.base_url}api/games/{game}/commands"
    return httpx.post(path, json=body, headers=sent).status_code


def knocked(client: httpx.Client, game: str, headers: Mapping[str, str]) -> int:
    """Open a socket with the cookie of a game; return the status, 101 if it was opened."""
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in client.cookies.jar)
    address = str(client.base_url).replace("http", "ws", 1)
    try:
        with connect(
            f"{address}api/games/{game}/socket",
            additional_headers={**headers, "Cookie": cookies},
            compression=None,
            proxy=None,
        ):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@contextmanager
def public(address: str | None) -> Iterator[None]:
    """Let servers that are started meanwhile have a public address."""
    if address:
        os.environ["TRETORRI_PUBLIC"] = address
    try:
        yield
    finally:
        os.environ.pop("TRETORRI_PUBLIC", None)


def origins(setting: Setting) -> list[Figure]:
    """Try all variants by request and by socket, at home and with a public address."""
    tries, wrong, attributes = 0, list[str](), list[str]()
    for address in (None, PUBLIC):
        with (
            setting.folder() as folder,
            public(address),
            Measured(folder, "--port", str(setting.port)) as server,
            server.client() as client,
        ):
            made_by = client.post("/api/games", json={"game": "volterra"})
            game, cookie = made_by.json()["id"], made_by.headers["set-cookie"]
            attributes += _missing(cookie, made_by.headers, is_secure=address is not None)
            own = {
                "own": server.address.rstrip("/"),
                "host": server.address.removeprefix("http://").rstrip("/"),
                "name": "127.0.0.1",
                "port": str(setting.port),
            }
            allowed = (*OWN, Variant("the public page", {"Origin": PUBLIC})) if address else OWN
            for variants, may in ((FOREIGN, False), (allowed, True)):
                for variant in variants:
                    headers = {name: text.format(**own) for name, text in variant.headers.items()}
                    answers = tried(client, game, headers), knocked(client, game, headers)
                    tries += 2
                    if answers != ((409, 101) if may else (403, 403)):
                        wrong.append(f"{variant.name} ({address}): {answers}")
            bearer = {"Authorization": f"Bearer {made(client)['secret']}"}
            wrong += [] if tried(client, game, bearer) != 403 else ["a program with a key"]
    for line in (*wrong, *attributes):
        print(line)
    return [
        amount("variants", len(FOREIGN) + len(OWN), at_least=25),
        amount("tries", tries),
        count("wrong answers", len(wrong)),
        count("missing attributes of cookies or headers", len(attributes)),
    ]


def _missing(cookie: str, headers: httpx.Headers, *, is_secure: bool) -> list[str]:
    wanted = ["HttpOnly", "SameSite=strict", "Path=/;"] + (
        ["Secure", "__Host-"] if is_secure else []
    )
    missing = [name for name in wanted if name.lower() not in cookie.lower()]
    if is_secure:
        missing += [name for name in HTTPS_HEADERS if name not in headers]
    elif "Secure" in cookie:
        missing.append("no Secure on plain http")
    return missing
