"""PostgreSQL and Redis of Debian: found, or installed by ``python -m tests.services.programs``."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

POSTGRESQL = Path("/usr/lib/postgresql")
PACKAGES = ("postgresql", "redis-server")
MISSING = (
    "the tests with real services need PostgreSQL and Redis, and they could not be installed: "
    "apt-get install postgresql redis-server"
)


def postgresql() -> Path | None:
    """Return the folder with the programs of PostgreSQL, the newest if there are several."""
    found = sorted(POSTGRESQL.glob("*/bin/pg_ctl"), key=lambda path: int(path.parts[-3]))
    other = shutil.which("pg_ctl")
    return found[-1].parent if found else Path(other).parent if other else None


def redis() -> str | None:
    """Return the program of Redis."""
    return shutil.which("redis-server")


def are_there() -> bool:
    """Tell whether the machine has both."""
    return postgresql() is not None and redis() is not None


def install() -> bool:
    """Install them from Debian, without starting any of them; tell whether that worked."""
    if shutil.which("apt-get") is None:
        return False
    rights = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if rights and shutil.which("sudo") is None:
        return False
    print(f"installing {' and '.join(PACKAGES)} ...", file=sys.stderr, flush=True)
    steps = (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *PACKAGES])
    return all(_quietly([*rights, "apt-get", *step]) for step in steps) and are_there()


def _quietly(command: list[str]) -> bool:
    # RUNLEVEL=1: a package that starts its service leaves that be.
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    ended = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if ended.returncode:
        print(ended.stderr, file=sys.stderr)
    return ended.returncode == 0


if __name__ == "__main__":
    sys.exit(None if are_there() or install() else MISSING)
