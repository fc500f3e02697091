"""Where tests keep games: in a SQLite file or in PostgreSQL, the same tests for both.

A test takes the fixture *place*; the ``conftest.py`` of its folder imports the fixtures from here.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services.servers import PostgreSQL, Redis
from tretorri.server.store.database import FILE, sqlite_url_in

KINDS = ("sqlite", "postgresql")


class Place:
    """A database of a test's own."""

    def __init__(self, folder: Path, server: PostgreSQL | None) -> None:
        self._folder, self._server = folder, server
        self._others = list[Place]()
        self.url = server.lend() if server else sqlite_url_in(folder)

    @property
    def is_sqlite(self) -> bool:
        """Tell whether it is a file."""
        return self._server is None

    def another(self) -> Place:
        """Return one more database of the same kind."""
        self._others.append(Place(Path(tempfile.mkdtemp(dir=self._folder)), self._server))
        return self._others[-1]

    def leave(self) -> None:
        """Let others have it."""
        for other in self._others:
            other.leave()
        if self._server is not None:
            self._server.take_back(self.url)

    def ask(self, statement: str) -> list[list[str]]:
        """Run a statement behind the back of the server; return its rows."""
        if self._server is not None:
            return self._server.ask(statement, self.url.rpartition("/")[2])
        with sqlite3.connect(self._folder / FILE) as connection:
            rows = connection.execute(statement).fetchall()
        connection.close()
        return [[str(value) for value in row] for row in rows]


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """Lend a PostgreSQL server."""
    server = PostgreSQL()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """Lend a Redis server."""
    server = Redis()
    yield server
    server.stop()


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Lend a database of each kind in turn; PostgreSQL is started when it is first needed."""
    is_file = request.param == "sqlite"
    found = Place(tmp_path, None if is_file else request.getfixturevalue("postgresql"))
    yield found
    found.leave()
