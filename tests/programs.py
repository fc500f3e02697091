"""Programs that tests run for real: ``python -m tests.programs`` gets those that are missing.

They come from Debian. Proxies are only unpacked, under ``build/programs``: their packages would
start them on port 80. Without the right to install, the tests that need a program are skipped, and
``conftest.py`` names them at the end.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

POSTGRESQL_VERSIONS = Path("/usr/lib/postgresql")
UNPACKED = Path(__file__).parents[1] / "build" / "programs"
LOCK_TIMEOUT_S = 600  # while another program installs something


class Missing(Exception):
    """A program that this machine does not have; the text says how to get it."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program and the packages of Debian that have it, joined by blanks."""

    name: str
    packages: str
    find: Callable[[], str | None]
    is_unpacked: bool = False

    @property
    def missing(self) -> Missing:
        """Return what to say where there is none."""
        return Missing(f"needs {self.name}: apt-get install {self.packages}")

    def path(self) -> str:
        """Return where it is; inside a test, the lack of it skips the test."""
        found = self.find()
        if found is None:
            raise self.missing
        return found


def _which(*names: str) -> Callable[[], str | None]:
    return lambda: next(filter(None, map(shutil.which, names)), None)


def _find_postgresql() -> str | None:
    """Return the program that controls PostgreSQL, of the newest version."""
    found = POSTGRESQL_VERSIONS.glob("*/bin/pg_ctl")
    newest = max(found, key=lambda path: int(path.parts[-3]), default=None)
    return str(newest) if newest else shutil.which("pg_ctl")


def _find_compose() -> str | None:
    """Return docker-compose, or docker if it has compose inside."""
    docker, own = shutil.which("docker"), shutil.which("docker-compose")
    if own is not None or docker is None:
        return own
    ask = [docker, "compose", "version"]
    return None if subprocess.run(ask, capture_output=True, check=False).returncode else docker


@cache
def _find_clang() -> str | None:
    """Return clang++ if its sanitizers, which are a package of their own, can be linked."""
    if (clang := shutil.which("clang++")) is None:
        return None
    link = [clang, "-fsanitize=address", "-x", "c++", "-", "-o", os.devnull]
    linked = subprocess.run(
        link, input="int main() {}", text=True, capture_output=True, check=False
    )
    return None if linked.returncode else clang


def _find_unpacked(name: str) -> Callable[[], str | None]:
    folders = os.pathsep.join(str(UNPACKED / "usr" / folder) for folder in ("sbin", "bin"))
    return lambda: shutil.which(name) or shutil.which(name, path=folders)


def _find_in_sbin(name: str) -> Callable[[], str | None]:
    return lambda: shutil.which(name) or shutil.which(name, path="/usr/sbin")


CHROMIUM = Program("Chromium", "chromium", _which("chromium", "chromium-browser", "google-chrome"))
POSTGRESQL = Program("PostgreSQL", "postgresql", _find_postgresql)
REDIS = Program("Redis", "redis-server", _which("redis-server"))
COMPOSE = Program("docker-compose", "docker-compose", _find_compose)
STRACE = Program("strace", "strace", _which("strace"))
LOGROTATE = Program("logrotate", "logrotate", _find_in_sbin("logrotate"))
CLANG = Program("clang++ with sanitizers", "clang libclang-rt-dev", _find_clang)
NGINX = Program("nginx", "nginx", _find_unpacked("nginx"), is_unpacked=True)
CADDY = Program("Caddy", "caddy", _find_unpacked("caddy"), is_unpacked=True)
GROUPS = {
    "browser": (CHROMIUM,),
    "services": (POSTGRESQL, REDIS, COMPOSE, STRACE, LOGROTATE, CLANG, NGINX, CADDY),
}


def compose_command() -> list[str]:
    """Return the command of compose, of its own or of docker."""
    found = COMPOSE.path()
    return [found, "compose"] if Path(found).name == "docker" else [found]


def install(wanted: Sequence[Program]) -> None:
    """Get programs from Debian without starting any of them, as far as that is allowed."""
    rights = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if shutil.which("apt-get") is None or (rights and shutil.which("sudo") is None):
        return
    print(f"installing {' '.join(p.packages for p in wanted)} ...", file=sys.stderr, flush=True)
    apt = [*rights, "apt-get", "-qq", "-o", f"DPkg::Lock::Timeout={LOCK_TIMEOUT_S}"]
    installed, unpacked = (
        [name for p in wanted if p.is_unpacked is is_unpacked for name in p.packages.split()]
        for is_unpacked in (False, True)
    )
    if not _run_quietly([*apt, "update"]):
        return
    if installed:
        _run_quietly([*apt, "install", "-y", "--no-install-recommends", *installed])
    if unpacked:
        _unpack(unpacked)


def _unpack(packages: Sequence[str]) -> None:
    UNPACKED.mkdir(parents=True, exist_ok=True)
    if _run_quietly(["apt-get", "-qq", "download", *packages], UNPACKED):
        for file in UNPACKED.glob("*.deb"):
            _run_quietly(["dpkg-deb", "--extract", str(file), str(UNPACKED)])


def _run_quietly(command: Sequence[str], folder: Path | None = None) -> bool:
    """Run a command; wait while the lists of packages, which know no timeout, are locked."""
    # RUNLEVEL=1: a package that starts its service leaves that be.
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    end = time.monotonic() + LOCK_TIMEOUT_S
    while True:
        done = subprocess.run(
            command, cwd=folder, env=env, capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            return True
        if "Could not get lock" not in done.stderr or time.monotonic() > end:
            print(done.stderr, file=sys.stderr)
            return False
        time.sleep(1)


def main(*groups: str) -> None:
    """Get what is missing, and say what still is; tests go on without."""
    programs = [program for group in groups or GROUPS for program in GROUPS[group]]
    if wanted := [program for program in programs if program.find() is None]:
        install(wanted)
        _find_clang.cache_clear()
    for program in programs:
        if program.find() is None:
            print(f"some tests will be skipped: one {program.missing}", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
