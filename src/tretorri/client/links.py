"""Addresses of servers, and links to games and seats."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tretorri.client.errors import BadLink, client_error
from tretorri.core.words import excerpt

_JOIN = re.compile(r"(.*/)[A-Za-z-]{2,8}/join/([A-Za-z0-9_-]{22})/?")
_TICKET = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a seat; its ticket works once and is not part of ``repr``.

    >>> read_link("https://towers.example/it/join/7dG1bEoW2nHkQy0sVt4zXA#" + "x" * 43)
    Link(address='https://towers.example/', game_id='7dG1bEoW2nHkQy0sVt4zXA')
    """

    address: str
    game_id: str
    ticket: str = field(repr=False)


def read_link(text: str) -> Link:
    """Read a link such as ``https://HOST/en/join/ID#TICKET``; nothing of it is sent anywhere."""
    whole, _, ticket = text.strip().partition("#")
    try:
        found = _JOIN.fullmatch(urlsplit(whole).path)
    except ValueError:  # brackets that are no address
        found = None
    if found is None or not _TICKET.fullmatch(ticket):
        raise client_error(BadLink, "bad-link")
    path, game_id = found.groups()
    return Link(read_address(whole[: whole.rindex(found[0])] + path), game_id, ticket)


def read_address(text: str) -> str:
    """Return the address of a server, with a slash at its end.

    >>> read_address("http://127.0.0.1:8765")
    'http://127.0.0.1:8765/'
    """
    try:
        parts = urlsplit(text.strip())
        is_good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_good = False
    if not is_good or "@" in parts.netloc or parts.query or parts.fragment:
        raise client_error(BadLink, "bad-address", address=excerpt(text))
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/"


def join_link(address: str, language: str, game_id: str, ticket: str) -> str:
    """Return the link that carries a ticket."""
    return f"{address}{language}/join/{game_id}#{ticket}"
