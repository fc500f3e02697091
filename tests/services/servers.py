"""Real servers for tests, each on a port and in a folder of its own."""

from __future__ import annotations

import itertools
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.deadlines import deadline, wait_until
from tests.programs import POSTGRESQL, REDIS

UNPRIVILEGED = ("postgres", "nobody")
PORTS = range(20_000, 32_000)  # below those that the system lends to clients
KEEPER = Path(__file__).parent / "keeper.py"


def free_port() -> int:
    """Return a port that is free, and stays so: the system gives none of these to a client."""
    while True:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port


def answers(port: int) -> bool:
    """Tell whether a process listens on a port."""
    with socket.socket() as found:
        return found.connect_ex(("127.0.0.1", port)) == 0


def unprivileged() -> dict[str, Any]:
    """Return how to start a process as an unprivileged user."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    name = next(name for name in UNPRIVILEGED if name in names)
    return {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": []}


class Service:
    """A folder, a port, and a keeper that tidies up after tests that were killed, too."""

    def __init__(self, pid_file: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tretorri-"))
        self.port = free_port()
        self.user = unprivileged()
        if self.user:
            shutil.chown(self.folder, self.user["user"], self.user["group"])
        self.pid_file = self.folder / pid_file
        command = [sys.executable, str(KEEPER), str(self.folder), str(self.pid_file)]
        self._keeper = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)

    def stop(self) -> None:
        """End the service and remove its folder."""
        self._keeper.communicate(timeout=deadline())

    def run(self, *command: str) -> str:
        """Run a program as the user of the service; return what it says."""
        ended = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, check=False, **self.user
        )
        said: str = ended.stdout
        assert ended.returncode == 0, said + ended.stderr
        return said


class PostgreSQL(Service):
    """A PostgreSQL server; it is as durable as usual."""

    def __init__(self) -> None:
        found = Path(POSTGRESQL.path()).parent
        super().__init__("data/postmaster.pid")
        self._programs, self._names = found, itertools.count(1)
        self._free = list[str]()
        trust = [
            "--no-sync",
            "--auth=trust",
            "--username=tretorri",
            "--encoding=UTF8",
            "--locale=C",
        ]
        self.run(str(found / "initdb"), f"--pgdata={self.folder / 'data'}", *trust)
        self._control("start")

    def _control(self, what: str, *options: str) -> None:
        settings = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self.folder}"
        log, data = str(self.folder / "log"), str(self.folder / "data")
        control = [str(self._programs / "pg_ctl"), what, "-w", "-D", data, "-l", log]
        self.run(*control, *([] if what == "stop" else ["-o", settings]), *options)

    def restart(self) -> None:
        """Let it crash, and start it again."""
        self._control("restart", "-m", "immediate")

    def pause(self) -> None:
        """Stop it for a while."""
        self._control("stop", "-m", "immediate")

    def resume(self) -> None:
        """Start it again."""
        self._control("start")

    def ask(self, statement: str, database: str = "postgres") -> list[list[str]]:
        """Run a statement; return its rows."""
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "tretorri", "-d", database]
        told = self.run(str(self._programs / "psql"), "-XAtq", *where, "-c", statement)
        return [line.split("|") for line in told.splitlines()]

    def lend(self) -> str:
        """Return the address of an empty database."""
        if not self._free:
            self._free.append(f"games{next(self._names)}")
            self.ask(f"CREATE DATABASE {self._free[-1]}")
        return f"postgresql://tretorri@127.0.0.1:{self.port}/{self._free.pop()}"

    def take_back(self, url: str) -> None:
        """Empty a database for the next test: making one takes much longer."""
        name = url.rpartition("/")[2]
        self.ask("SET client_min_messages = error; DROP SCHEMA public CASCADE", name)
        self.ask(f"CREATE SCHEMA public; ALTER DATABASE {name} RESET ALL", name)
        self._free.append(name)


class Redis(Service):
    """A Redis server that can be killed and started again on the same port."""

    def __init__(self) -> None:
        self._program = REDIS.path()
        super().__init__("redis.pid")
        self.start()

    @property
    def url(self) -> str:
        """Return its address."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        places = ["--dir", str(self.folder), "--pidfile", str(self.pid_file)]
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--daemonize", "yes"]
        self.run(self._program, *options, *places, "--save", "")
        wait_until(lambda: answers(self.port) and self.pid_file.exists(), "Redis to answer")

    def kill(self) -> None:
        """Let it crash."""
        os.kill(int(self.pid_file.read_text()), signal.SIGKILL)
        self.pid_file.unlink()
        wait_until(lambda: not answers(self.port), "the end of Redis")
