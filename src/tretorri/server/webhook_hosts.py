"""Where programs want to be told that it is their turn, and where a server may send anything.

The owner of a server names the hosts. A host that is named by its address may be a private one; a
name that leads to a private address is refused.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Set
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

HTTP, HTTPS = "http", "https"
HTTPS_PORT = 443
MAX_URL_CHARS = 500
_PLAIN = re.compile(r"[!-~]+")  # what needs no escaping in a header


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where the holder of a seat is told of a turn, as long as the seat keeps its player.

    *link* is where the game can be watched.
    """

    game_id: str
    seat: str
    generation: int
    url: str
    link: str


def parse_hosts(text: str) -> frozenset[str]:
    """Return the hosts that a setting names, with spaces or commas between them.

    >>> sorted(hosts_in("bots.example, 127.0.0.1:9000"))
    ['127.0.0.1:9000', 'bots.example']
    """
    return frozenset(text.lower().replace(",", " ").split())


def is_allowed(url: str, hosts: Set[str]) -> bool:
    """Tell whether something may be sent to *url*: by https to a named host, or to this machine.

    >>> is_allowed("https://bots.example/turn?of=me", {"bots.example"})
    True
    >>> is_allowed("https://bots.example:6379/", {"bots.example"})
    False
    >>> is_allowed("http://127.0.0.1:9000/", {"127.0.0.1:9000"})
    True
    """
    if len(url) > MAX_URL_CHARS or not _PLAIN.fullmatch(url):
        return False
    try:
        parts = urlsplit(url)
        port = port_of(parts)
    except ValueError:
        return False
    if not parts.hostname or "@" in parts.netloc or parts.fragment:
        return False
    is_private_talk = parts.scheme == HTTP and _is_loopback(parts.hostname)
    if parts.scheme != HTTPS and not is_private_talk:
        return False
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{host}:{port}" in hosts or (port == HTTPS_PORT and host in hosts)


def port_of(parts: SplitResult) -> int:
    """Return the port that an address leads to."""
    usual = HTTPS_PORT if parts.scheme == HTTPS else 80
    return usual if parts.port is None else parts.port


def is_reachable(address: str, named: str) -> bool:
    """Tell whether the *address* that a host has may be reached: a public one, or the one named.

    >>> may_reach("10.0.0.7", "bots.example"), may_reach("10.0.0.7", "10.0.0.7")
    (False, True)
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    return str(found) == named or (found.is_global and not found.is_multicast)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
