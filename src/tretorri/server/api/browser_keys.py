"""The secret of a browser: one cookie for all its seats, because browsers keep few per host."""

from __future__ import annotations

import base64
import hmac
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from fastapi import Response
from starlette.requests import HTTPConnection

from tretorri.server.api.middleware.proxy_trust import COOKIE_PREFIX
from tretorri.server.store import Store
from tretorri.table.access import hash_secret, new_secret

YEAR_S = 365 * 24 * 3600
COOKIE_NAME = f"{COOKIE_PREFIX}browser-"
HOST_PREFIX = "__Host-"  # browsers accept it only from this host itself, by https
SIGNATURE_CHARS = 22  # 132 bits
MAX_ISSUED_KEYS = 256  # browsers keep fewer cookies per host
MAX_UNSIGNED_KEYS = 32
_NAME = re.compile(rf"(?:{HOST_PREFIX})?{COOKIE_NAME}[0-9a-f]{{8}}")
_VALUE = re.compile(
    rf"(?P<secret>[A-Za-z0-9_-]{{43}})(?:\.(?P<signature>[A-Za-z0-9_-]{{{SIGNATURE_CHARS}}}))?"
)


@dataclass(frozen=True, slots=True)
class BrowserKey:
    """A secret that a browser keeps in a cookie; keys of seats are stored with its *digest*.

    Each has a name of its own: of two tabs that come without any at the same moment, each gets
    one, and the browser keeps both. The cookie has a signature of this server; those of version
    0.3.0 and of a server that games were exported from have none that is valid here.
    """

    name: str
    secret: str

    @property
    def digest(self) -> str:
        """Return what is stored of it."""
        return hash_secret(self.secret)

    def set_on(self, response: Response, store: Store, *, is_secure: bool) -> None:
        """Let the browser keep it; no script can read it, and no other site can send it.

        Pages of ours send it even if a link elsewhere led there: only the page was asked for from
        there, and it has no secret.
        """
        response.set_cookie(
            self.name,
            f"{self.secret}.{_sign(self.secret, store.signing_key)}",
            max_age=YEAR_S,
            path="/",
            httponly=True,
            samesite="strict",
            secure=is_secure,
        )


def secret_in(text: str) -> str:
    """Return the secret in a text that may be the value of a cookie of ours."""
    found = _VALUE.fullmatch(text)
    return found["secret"] if found else text


def read_browser_keys(connection: HTTPConnection, store: Store) -> list[BrowserKey]:
    """Return what a browser shows; cookies that this server has issued cannot be crowded out."""
    issued, unsigned = _read_cookies(connection, store)
    return [*issued, *unsigned[:MAX_UNSIGNED_KEYS]]


async def choose_browser_key(
    connection: HTTPConnection, store: Store, *, is_secure: bool, is_for_seat: bool = True
) -> BrowserKey:
    """Return what new seats of a browser are kept with: what it shows, or else a new secret.

    An attacker may have planted cookies, to share the seats. So only secrets count that this server
    has issued or that have games; of several, that with most games, and among equals that with the
    oldest one. If several have none, a seat gets a new secret; a page that is only loaded
    (not *is_for_seat*) goes on with those that there are.

    By https it is never a cookie that a neighbouring host or plain http could have set.
    """
    prefix = f"{HOST_PREFIX if is_secure else ''}{COOKIE_NAME}"
    issued, unsigned = _read_cookies(connection, store, prefix)
    shown = [*issued, *unsigned]
    if len(shown) == len(issued) == 1:
        return issued[0]
    counts = await store.count_games_of([key.digest for key in shown]) if shown else {}
    holders = [key for key in shown if key.digest in counts]
    if holders:
        return max(holders, key=lambda key: counts[key.digest])
    if issued and (len(issued) == 1 or not is_for_seat):
        return issued[0]
    return BrowserKey(f"{prefix}{secrets.token_hex(4)}", new_secret())


def _read_cookies(
    connection: HTTPConnection, store: Store, prefix: str = ""
) -> tuple[list[BrowserKey], list[BrowserKey]]:
    """Return the keys in cookies that this server has issued, and others."""
    issued: dict[str, BrowserKey] = {}
    unsigned: dict[str, BrowserKey] = {}
    for name, value in sorted(_split_cookies(connection)):
        found = _VALUE.fullmatch(value)
        if found is None or not _NAME.fullmatch(name) or not name.startswith(prefix):
            continue
        secret, signature = found["secret"], found["signature"] or ""
        is_issued = hmac.compare_digest(signature, _sign(secret, store.signing_key))
        (issued if is_issued else unsigned).setdefault(secret, BrowserKey(name, secret))
    others = [key for secret, key in unsigned.items() if secret not in issued]
    return [*issued.values()][:MAX_ISSUED_KEYS], others[:MAX_ISSUED_KEYS]


def _split_cookies(connection: HTTPConnection) -> Iterator[tuple[str, str]]:
    """Yield all cookies; two may have the same name, if another host or path has set one."""
    for header in connection.headers.getlist("cookie"):
        for part in header.split(";"):
            name, _, value = part.partition("=")
            yield name.strip(), value.strip()


def _sign(secret: str, key: bytes) -> str:
    signature = hmac.digest(key, secret.encode(), sha256)
    return base64.urlsafe_b64encode(signature).decode()[:SIGNATURE_CHARS]
