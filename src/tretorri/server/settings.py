"""How a server is set up."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from tretorri.core.errors import TretorriError
from tretorri.core.words import Reason, excerpt
from tretorri.server.webhook_hosts import parse_hosts

PAGE_FOLDER = Path(__file__).parent.parent / "page"
LIMITS_VARIABLE, SOCKETS_VARIABLE, PUBLIC_VARIABLE = (
    "TRETORRI_LIMITS",
    "TRETORRI_SOCKETS",
    "TRETORRI_PUBLIC",
)
PROXIES_VARIABLE, METRICS_VARIABLE = "TRETORRI_PROXIES", "TRETORRI_METRICS"
LIMIT_PREFIX = "TRETORRI_LIMIT_"  # and the name of one
MAX_SOCKETS = 8000
_COUNT = re.compile(r"0*[1-9][0-9]{0,8}")
_LIMIT = re.compile(r"(0*[1-9][0-9]{0,8})(?:/(0*[1-9][0-9]{0,8}))?")


class BadSetting(TretorriError):
    """An environment variable has a value that a server cannot go by."""

    code = "bad-setting"


def bad_setting_error(name: str, form: str) -> BadSetting:
    """Return the error about a variable that should have another form."""
    value = excerpt(os.environ.get(name, ""))
    params = {"name": name, "value": value, "form": form}
    return BadSetting(Reason("core.cli-serve-bad-setting", params))


def _read_choice(name: str, usual: str, other: str) -> str:
    """Return which of two values a variable has."""
    value = os.environ.get(name) or usual
    if value not in (usual, other):
        raise bad_setting_error(name, f"{usual} | {other}")
    return value


def _read_max_sockets() -> int:
    value = os.environ.get(SOCKETS_VARIABLE) or str(MAX_SOCKETS)
    if not _COUNT.fullmatch(value):
        raise bad_setting_error(SOCKETS_VARIABLE, "N")
    return int(value)


def _read_public_address() -> str | None:
    value = os.environ.get(PUBLIC_VARIABLE)
    if not value:
        return None
    try:
        parts = urlsplit(value)
        is_address = parts.scheme in ("http", "https") and parts.hostname is not None
    except ValueError:
        is_address = False
    if not is_address:
        raise bad_setting_error(PUBLIC_VARIABLE, "https://HOST")
    return value


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server is set up.

    *database* is where games are kept; so many *workers* think, and how long; *page* is the built
    page. *bus* is the address of what tells other processes of a change; without it they look.
    *public* is the address that the world knows, if it is another than the server's own;
    *webhooks* are the hosts that players may have notices sent to. What the *proxies* say about
    callers is believed. Without limits a caller may do anything as often as it likes;
    *max_sockets* is how many people can watch and play at a time.
    """

    database: str
    workers: int = 2
    engine_seconds: float = 20.0
    page: Path = PAGE_FOLDER
    bus: str | None = None
    public: str | None = field(default_factory=_read_public_address)
    webhooks: frozenset[str] = field(
        default_factory=lambda: parse_hosts(os.environ.get("TRETORRI_WEBHOOKS", ""))
    )
    proxies: str = field(default_factory=lambda: os.environ.get(PROXIES_VARIABLE, ""))
    has_limits: bool = field(
        default_factory=lambda: _read_choice(LIMITS_VARIABLE, "on", "off") == "on"
    )
    max_sockets: int = field(default_factory=_read_max_sockets)

    def __post_init__(self) -> None:
        _read_choice(METRICS_VARIABLE, "local", "public")  # it is read with each request for them

    @property
    def is_secure(self) -> bool:
        """Tell whether the world comes by https."""
        return self.public is not None and self.public.startswith("https://")

    @property
    def has_page(self) -> bool:
        """Tell whether the package was built with the page."""
        return (self.page / "index.html").is_file()


def limit_variable(name: str) -> str:
    """Return the environment variable that sets a limit.

    >>> limit_variable("all-sockets").removeprefix(LIMIT_PREFIX)
    'ALL_SOCKETS'
    """
    return LIMIT_PREFIX + name.upper().replace("-", "_")


def read_limit(name: str) -> tuple[int, float | None] | None:
    """Return what the environment says about a limit: so many, and in how many seconds.

    What has another form counts for nothing here: a server refuses it before it starts.
    """
    found = _LIMIT.fullmatch(os.environ.get(limit_variable(name), ""))
    if found is None:
        return None
    return int(found[1]), float(found[2]) if found[2] else None


def check_limits(forms: Mapping[str, str]) -> None:
    """Refuse variables that set no limit, or not in the form that the limit of that name has."""
    known = {limit_variable(name): form for name, form in forms.items()}
    given = sorted(
        name for name, value in os.environ.items() if name.startswith(LIMIT_PREFIX) and value
    )
    for variable in given:
        if variable not in known:
            raise bad_setting_error(variable, " | ".join(f"{name}=N" for name in known))
        found = _LIMIT.fullmatch(os.environ[variable])
        if found is None or (found[2] and "/" not in known[variable]):
            raise bad_setting_error(variable, known[variable])


def find_data_folder() -> Path:
    """Return where games are kept by default: in the user's folder for data."""
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "tretorri"
