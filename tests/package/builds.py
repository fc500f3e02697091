"""The source distribution of this checkout, and the wheel made of it and of nothing else.

A wheel that was built before is used again as long as the source distribution is the same; both
stay in ``build/package``.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "package"
HOOK = """\
import sys
sys.path.insert(0, "tools")
import backend
settings = dict(word.split("=", 1) for word in sys.argv[3:])
print(getattr(backend, sys.argv[1])(sys.argv[2], settings))
"""
# What is asked of this wheel does not depend on its speed, so it is compiled quickly.
QUICK = ("cmake.define.CMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG",)


def build_sdist() -> Path:
    """Return the source distribution of this checkout, built anew."""
    with _locked():
        return _run_hook("build_sdist", ROOT, BUILD, ())


def build_wheel(sdist: Path) -> Path:
    """Return a wheel built from *sdist* alone, where every Node is broken."""
    digest = hashlib.sha256(sdist.read_bytes()).hexdigest()[:16]
    folder = BUILD / digest
    with _locked():
        for wheel in folder.glob("*.whl"):
            return wheel
        _forget_other_builds()
        with tarfile.open(sdist) as archive:
            archive.extractall(folder, filter="data")
        (source,) = folder.iterdir()
        path = os.pathsep.join([str(broken_node(folder / "bin")), os.environ["PATH"]])
        return _run_hook("build_wheel", source, folder, QUICK, {"PATH": path})


def broken_node(folder: Path) -> Path:
    """Write a Node and an npm that fail, and say where they are."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("node", "npm"):
        program = folder / name
        program.write_text("#!/bin/sh\nexit 70\n", encoding="utf-8")
        program.chmod(0o755)
    return folder


def _run_hook(
    hook: str,
    source: Path,
    folder: Path,
    settings: Sequence[str],
    changes: Mapping[str, str] | None = None,
) -> Path:
    """Call the build back end of *source*, as a front end would; return what it made."""
    ended = subprocess.run(
        [sys.executable, "-B", "-c", HOOK, hook, str(folder), *settings],
        cwd=source,
        env=os.environ | (changes or {}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, (ended.stdout + ended.stderr)[-8000:]
    return folder / ended.stdout.splitlines()[-1]


def _forget_other_builds() -> None:
    for old in BUILD.iterdir():
        if old.is_dir():
            shutil.rmtree(old)


@contextmanager
def _locked() -> Iterator[None]:
    """Keep other test processes from building at the same time."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
