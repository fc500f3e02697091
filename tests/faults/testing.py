"""Tests that a row of the table runs in a process of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from tests.settings import TESTS


def pytest_says(*arguments: str, **environment: str) -> str:
    """Run tests in a process of their own; return what they say."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", *arguments]
    variables = {**os.environ, **environment}
    ended = subprocess.run(
        command, cwd=TESTS.parent, env=variables, capture_output=True, text=True, check=False
    )
    assert ended.returncode in (0, 1), ended.stdout + ended.stderr
    return ended.stdout


def failed(said: str) -> int:
    """Return how many tests have failed, from what they say."""
    found = re.search(r"(\d+) (?:failed|error)", said)
    return int(found[1]) if found else 0
