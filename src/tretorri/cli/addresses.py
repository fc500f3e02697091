"""Addresses of a server, and whether a browser can be opened here."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Mapping

LOOPBACK = "127.0.0.1"
ANY_ADDRESSES = ("0.0.0.0", "::", "")  # noqa: S104 - it is only compared
PROBE_ADDRESS = ("192.0.2.1", 9)  # reserved for documentation; nothing is sent to it


def address(host: str, port: int) -> str:
    """Return the address of the page; for a wildcard host, the one of this machine.

    >>> address("::1", 80), address("0.0.0.0", 8765)
    ('http://[::1]:80/', 'http://127.0.0.1:8765/')
    """
    name = LOOPBACK if host in ANY_ADDRESSES else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


def network_address(host: str, port: int) -> str | None:
    """Return the address for other devices in the network, if the host accepts them."""
    if host not in ANY_ADDRESSES:
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            way_out.connect(PROBE_ADDRESS)  # selects the local address of the default route
        except OSError:
            return None
        own = str(way_out.getsockname()[0])
    return None if own.startswith("127.") else address(own, port)


def can_open_browser(environment: Mapping[str, str] = os.environ) -> bool:
    """Tell whether the user has a terminal and a screen that a browser could open on."""
    has_screen = sys.platform in ("darwin", "win32") or any(
        environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    return has_screen and sys.stdout.isatty()
