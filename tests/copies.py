"""Copies of the package that a test may change, and programs that use them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import tretorri

ROOT, PACKAGE = Path(__file__).parents[1], Path(tretorri.__file__).parent


@contextmanager
def copied_package() -> Iterator[Path]:
    """Lend a folder in which there is a copy of the package, without its page."""
    unneeded = shutil.ignore_patterns("page", "__pycache__")
    with tempfile.TemporaryDirectory(prefix="tretorri-") as name:
        folder = Path(name)
        shutil.copytree(PACKAGE, folder / "tretorri", ignore=unneeded)
        yield folder


def python(
    folder: Path, *words: str, seconds: float | None = None
) -> subprocess.CompletedProcess[str]:
    """Run Python with the package in *folder*; nothing is written beside what it reads."""
    return subprocess.run(
        [sys.executable, "-B", *words],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
    )
