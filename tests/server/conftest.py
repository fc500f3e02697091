"""One server for all tests that do not harm it."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.server.support import Server
from tests.services.places import place, postgresql, redis

__all__ = ["place", "postgresql", "redis"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Lend a running server."""
    with Server(tmp_path_factory.mktemp("games")) as running:
        yield running


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    """Lend a client of the server, with cookies of its own."""
    with server.client() as found:
        yield found
