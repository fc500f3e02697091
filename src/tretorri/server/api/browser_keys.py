"""The secret of a browser: one cookie for all its seats, because browsers keep few per host."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

from fastapi import Response
from starlette.requests import HTTPConnection

from tretorri.server.api.middleware.proxy_trust import COOKIE_PREFIX
from tretorri.table.access import hash_secret, new_secret

YEAR_S = 365 * 24 * 3600
COOKIE_NAME = f"{COOKIE_PREFIX}browser-"
HOST_PREFIX = "__Host-"  # browsers accept it only from this host itself, by https
MAX_BROWSER_KEYS = 32
_NAME = re.compile(rf"(?:{HOST_PREFIX})?{COOKIE_NAME}[0-9a-f]{{8}}")
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class BrowserKey:
    """A secret that a browser keeps in a cookie; keys of seats are stored with its *digest*.

    Each has a name of its own: of two tabs that come without any at the same moment, each gets
    one, and the browser keeps both. New seats are kept with the first of them.
    """

    name: str
    secret: str

    @property
    def digest(self) -> str:
        """Return what is stored of it."""
        return hash_secret(self.secret)

    def set_on(self, response: Response, *, is_secure: bool) -> None:
        """Let the browser keep it; no script can read it, and no other site can send it.

        Pages of ours send it even if a link elsewhere led there: only the page was asked for from
        there, and it has no secret.
        """
        response.set_cookie(
            self.name,
            self.secret,
            max_age=YEAR_S,
            path="/",
            httponly=True,
            samesite="strict",
            secure=is_secure,
        )


def read_browser_keys(connection: HTTPConnection) -> list[BrowserKey]:
    """Return what a browser shows."""
    shown = sorted(connection.cookies.items())
    found = [BrowserKey(*each) for each in shown if _NAME.fullmatch(each[0])]
    return [key for key in found if _SECRET.fullmatch(key.secret)][:MAX_BROWSER_KEYS]


def choose_browser_key(connection: HTTPConnection, *, is_secure: bool) -> BrowserKey:
    """Return what new seats of a browser are kept with: what it shows, or else a new secret.

    By https that is never a cookie that a neighbouring host or plain http could have set: an
    attacker who puts a secret of theirs there would share the seats.
    """
    prefix = f"{HOST_PREFIX if is_secure else ''}{COOKIE_NAME}"
    fitting = (key for key in read_browser_keys(connection) if key.name.startswith(prefix))
    return next(fitting, None) or BrowserKey(f"{prefix}{secrets.token_hex(4)}", new_secret())
