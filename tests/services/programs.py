"""Programs of Debian that tests run for real: ``python -m tests.services.programs`` installs them.

Proxies are only unpacked, under ``build/programs``: a package would start one on port 80.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

POSTGRESQL = Path("/usr/lib/postgresql")
UNPACKED = Path(__file__).parents[2] / "build" / "programs"
INSTALLED = ("postgresql", "redis-server", "docker-compose")
PROXIES = ("nginx", "caddy")
MISSING = (
    "the tests with real services need programs that could not be installed: "
    f"apt-get install {' '.join((*INSTALLED, *PROXIES))}"
)


def postgresql() -> Path | None:
    """Return the folder with the programs of PostgreSQL, the newest if there are several."""
    found = sorted(POSTGRESQL.glob("*/bin/pg_ctl"), key=lambda path: int(path.parts[-3]))
    other = shutil.which("pg_ctl")
    return found[-1].parent if found else Path(other).parent if other else None


def redis() -> str | None:
    """Return the program of Redis."""
    return shutil.which("redis-server")


def compose() -> list[str] | None:
    """Return the command of compose, of its own or of docker."""
    docker, own = shutil.which("docker"), shutil.which("docker-compose")
    if own is not None:
        return [own]
    ask = [docker or "", "compose", "version"]  # docker may have come without it
    has_it = docker and not subprocess.run(ask, capture_output=True, check=False).returncode
    return ask[:2] if has_it else None


def proxy(name: str) -> str | None:
    """Return the program of nginx or Caddy."""
    folders = [UNPACKED / "usr" / "sbin", UNPACKED / "usr" / "bin"]
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(map(str, folders)))


def are_installed() -> bool:
    """Tell whether the machine has all but the proxies."""
    return all(found is not None for found in (postgresql(), redis(), compose()))


def are_there() -> bool:
    """Tell whether there is everything."""
    return are_installed() and all(proxy(name) for name in PROXIES)


def install() -> bool:
    """Get them from Debian, without starting any of them; tell whether that worked."""
    if shutil.which("apt-get") is None:
        return False
    rights = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if rights and shutil.which("sudo") is None:
        return False
    print(f"installing {', '.join((*INSTALLED, *PROXIES))} ...", file=sys.stderr, flush=True)
    steps = [["update", "-qq"]]
    if not are_installed():
        steps.append(["install", "-y", "-qq", "--no-install-recommends", *INSTALLED])
    return (
        all(_quietly([*rights, "apt-get", *step]) for step in steps) and _unpack() and are_there()
    )


def _unpack() -> bool:
    """Unpack the proxies without installing them."""
    shutil.rmtree(UNPACKED, ignore_errors=True)
    UNPACKED.mkdir(parents=True)
    return _quietly(["apt-get", "download", "-qq", *PROXIES], UNPACKED) and all(
        _quietly(["dpkg-deb", "--extract", str(package), str(UNPACKED)])
        for package in UNPACKED.glob("*.deb")
    )


def _quietly(command: Sequence[str], folder: Path | None = None) -> bool:
    # RUNLEVEL=1: a package that starts its service leaves that be.
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    ended = subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        print(ended.stderr, file=sys.stderr)
    return ended.returncode == 0


if __name__ == "__main__":
    sys.exit(None if are_there() or install() else MISSING)
