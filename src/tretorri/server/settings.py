"""How a server is set up."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from tretorri.server.webhook import hosts_in

PAGE = Path(__file__).parent.parent / "page"


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server is set up.

    *database* is where games are kept; so many *workers* think, and how long; *page* is the built
    page. *bus* is the address of what tells other processes of a change; without it they look.
    *public* is the address that the world knows, if it is another than the server's own;
    *webhooks* are the hosts that players may have notices sent to. What the *proxies* say about
    callers is believed. Without limits whoever calls may do anything as often as they like;
    *most_sockets* is how many people can watch and play at a time.
    """

    database: str
    workers: int = 2
    engine_seconds: float = 20.0
    page: Path = PAGE
    bus: str | None = None
    public: str | None = field(default_factory=lambda: os.environ.get("TRETORRI_PUBLIC") or None)
    webhooks: frozenset[str] = field(
        default_factory=lambda: hosts_in(os.environ.get("TRETORRI_WEBHOOKS", ""))
    )
    proxies: str = field(default_factory=lambda: os.environ.get("TRETORRI_PROXIES", ""))
    has_limits: bool = field(default_factory=lambda: os.environ.get("TRETORRI_LIMITS") != "off")
    most_sockets: int = field(
        default_factory=lambda: int(os.environ.get("TRETORRI_SOCKETS", "8000"))
    )

    @property
    def is_secure(self) -> bool:
        """Tell whether the world comes by https."""
        return self.public is not None and self.public.startswith("https://")

    @property
    def has_page(self) -> bool:
        """Tell whether the package was built with the page."""
        return (self.page / "index.html").is_file()


def data_folder() -> Path:
    """Return where games are kept unless somebody says otherwise: the user's place for data."""
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "tretorri"
