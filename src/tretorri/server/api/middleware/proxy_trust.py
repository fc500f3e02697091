"""The caller behind trusted proxies, and requests from pages of other origins."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import Scope

from tretorri.server.capacity.addresses import Address, Network, customer_network, parse_address
from tretorri.server.capacity.current_caller import current_caller

PORTS = {"http": 80, "https": 443}
COOKIE_PREFIX = "tretorri-"
JOIN_SUFFIX = "/join"
OWN_FETCH_SITES = {"same-origin", "none"}
_ORIGIN = re.compile(r"https?://[^/?#@\s]+")
_GAME = re.compile(r"/api/games/([A-Za-z0-9_-]{22})(?:/|$)")


@dataclass(frozen=True, slots=True)
class ProxyTrust:
    """What stands between callers and server: trusted *proxies*, and the *public* address."""

    public: str | None = None
    proxies: Sequence[Network] = field(default=())

    def resolve_caller(self, scope: Scope) -> None:
        """Write the caller and the scheme into *scope*; only trusted proxies may name them."""
        peer = parse_address(scope["client"][0]) if scope.get("client") else None
        caller = peer
        if peer is not None and self._is_proxy(peer):
            headers = dict(scope["headers"])
            caller = self._behind(peer, headers.get(b"x-forwarded-for", b"").decode("latin-1"))
            if headers.get(b"x-forwarded-proto", b"").strip().lower() == b"https":
                scope["scheme"] = "wss" if scope["type"] == "websocket" else "https"
        scope.setdefault("state", {})["caller"] = customer_network(caller)
        current_caller.set(scope["state"]["caller"])

    def _is_proxy(self, caller: Address) -> bool:
        return any(caller in network for network in self.proxies)

    def _behind(self, peer: Address, forwarded: str) -> Address | None:
        """Return the last address that no proxy of ours has; whatever is before it may be lies."""
        found: Address | None = peer
        for text in reversed(forwarded.split(",")):
            found = parse_address(text)
            if found is None or not self._is_proxy(found):
                break
        return found

    def is_own(self, connection: HTTPConnection) -> bool:
        """Tell whether a request that can change something comes from a page of ours, or from none.

        Browsers name the origin of a page. A request with a cookie but no origin may come from
        a browser that a foreign page uses; programs send their key in a header of its own.
        """
        headers = connection.headers
        if headers.get("sec-fetch-site", "same-origin") not in OWN_FETCH_SITES:
            return False
        origin = headers.get("origin")
        if origin is not None:
            return _parse_origin(origin) in self._origins(connection)
        if "sec-fetch-site" in headers or "authorization" in headers:
            return True
        return not _depends_on_cookies(connection) or COOKIE_PREFIX not in headers.get("cookie", "")

    def is_meant(self, connection: HTTPConnection) -> bool:
        """Tell whether the caller asks on purpose for something that takes a while to compute.

        A picture in a foreign page makes browsers request any address, from the network address
        of their user. They do not send our cookies then, and no other page can make them send an
        origin of ours or a key.
        """
        headers = connection.headers
        if "origin" in headers or "sec-fetch-site" in headers:
            return self.is_own(connection)
        return "authorization" in headers or COOKIE_PREFIX in headers.get("cookie", "")

    def _origins(self, connection: HTTPConnection) -> list[tuple[str, str, int]]:
        """Return where pages of ours come from: the public address, or wherever we were asked."""
        scheme = connection.url.scheme.replace("ws", "http", 1)
        asked = _parse_origin(f"{scheme}://{connection.headers.get('host', '')}")
        public = _parse_origin(self.public.rstrip("/")) if self.public else None
        is_usable = public is None or (asked is not None and _is_loopback(asked[1], connection))
        return [found for found in (public, asked if is_usable else None) if found is not None]


def _depends_on_cookies(connection: HTTPConnection) -> bool:
    """Tell whether cookies decide what a request may do; a ticket opens a seat by itself."""
    path = connection.scope["path"]
    return game_in(path) is not None and not path.endswith(JOIN_SUFFIX)


def _is_loopback(host: str, connection: HTTPConnection) -> bool:
    """Tell whether a caller on the machine of the server uses its local name."""
    caller = parse_address(connection.client.host) if connection.client else None
    named = parse_address(host)
    is_here = host == "localhost" or (named is not None and named.is_loopback)
    return is_here and caller is not None and caller.is_loopback


def _parse_origin(origin: str) -> tuple[str, str, int] | None:
    """Return scheme, host and port of an origin; ``None`` for what is not one, such as ``null``."""
    if not _ORIGIN.fullmatch(origin):
        return None
    try:
        found = urlsplit(origin)
        port = found.port or PORTS[found.scheme]
    except ValueError:
        return None
    return found.scheme, found.hostname or "", port


def caller_of(connection: HTTPConnection) -> str:
    """Return the address that limits go by."""
    found: str = connection.state.caller
    return found


def key_holder(connection: HTTPConnection) -> Hashable:
    """Return what stands for the keys that a caller sends; without any, for the address.

    The keys themselves are not kept. A cookie counts in each game for itself.
    """
    headers, game_id = connection.headers, game_in(connection.scope["path"])
    cookie = headers.get("cookie") if _depends_on_cookies(connection) else None
    shown = headers.get("authorization") or cookie
    return caller_of(connection) if not shown else hash((caller_of(connection), shown, game_id))


def game_in(path: str) -> str | None:
    """Return the id of the game that an address is about."""
    found = _GAME.match(path)
    return found[1] if found else None
