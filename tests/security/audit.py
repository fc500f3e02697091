"""Known vulnerabilities of what we use, and what looks wrong in our code (X7)."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.faults.figures import Figure, NotRun, Setting, amount, count
from tests.settings import TESTS

PROJECT = TESTS.parent
LOCK = PROJECT / "requirements" / "test.txt"
UNREACHABLE = "could not be reached"


def audit(setting: Setting) -> list[Figure]:
    """Look everything up; at a smaller scale only in our code, for that needs no internet."""
    figures = [count("findings of high severity in our code", high_findings())]
    if setting.scale < 1:
        return figures
    said = _said(sys.executable, "tools/audit.py").stderr.splitlines()
    if any(UNREACHABLE in line for line in said):
        raise NotRun("the advisories could not be reached")
    known = [line for line in said if line.startswith(("requirements/", "web/"))]
    print("\n".join(known))
    hashes = LOCK.read_text("utf-8").count("--hash=sha256:")
    return [
        *figures,
        amount("hashes in the lock", hashes, at_least=1),
        count("known vulnerabilities", len(known)),
    ]


def high_findings() -> int:
    """Return how many grave findings bandit has."""
    said = _said(sys.executable, "-m", "bandit", "-q", "-r", "-f", "json", "src", "tools").stdout
    found = json.loads(said)["results"]
    return sum(1 for finding in found if finding["issue_severity"] == "HIGH")


def _said(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
