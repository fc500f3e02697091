"""One server for all tests that do not harm it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.deadlines import deadline
from tests.server.support import Server
from tretorri.client import Client


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Lend a running server."""
    with Server(tmp_path_factory.mktemp("games")) as running:
        yield running


@pytest.fixture
def client(server: Server) -> Client:
    """Lend a program that talks to the server."""
    return Client(server.address, patience=deadline())
