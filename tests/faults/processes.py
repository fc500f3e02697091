"""Servers as processes of their own, and what they take of the machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from tests.server.support import Server

MEGABYTE = 2**20


class Measured(Server):
    """A server process of which memory and open files are known."""

    @property
    def _process(self) -> psutil.Process:
        return psutil.Process(self.process.pid)

    @property
    def memory(self) -> float:
        """Return how much memory the server itself takes, in megabytes."""
        return float(self._process.memory_info().rss) / MEGABYTE

    @property
    def files(self) -> int:
        """Return how many files and sockets it holds open."""
        return int(self._process.num_fds())

    @property
    def seconds(self) -> float:
        """Return how much processor time it has taken."""
        times = self._process.cpu_times()
        return float(times.user + times.system)


@contextmanager
def running(folder: Path, port: int, *options: str) -> Iterator[Measured]:
    """Lend a running server."""
    with Measured(folder, "--port", str(port), *options) as server:
        yield server
