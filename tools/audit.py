"""Look up known vulnerabilities of all that is installed from elsewhere: ``python tools/audit.py``.

It needs the internet. What could not be looked up is a failure: silence proves nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))  # wherever it is called from

from install import AUDIT, install
from node import find_node

PROJECT = Path(__file__).parent.parent
LOCKS = ("requirements/test.txt", "requirements/node.txt", "requirements/audit.txt")
WEB_LOCK = "web/package-lock.json"
GRAVE = {"high", "critical"}  # as npm rates them; advisories for Python have no such rating
UNREACHABLE = "the advisories could not be reached, so nothing is known"


def main() -> int:
    """Print what was found, one line each; return the exit status."""
    install("audit", has_page=False)
    found = [f"{lock}: {trouble}" for lock in LOCKS for trouble in of_python(_pip_audit(lock))]
    found += [f"{WEB_LOCK}: {trouble}" for trouble in of_npm(_npm_audit())]
    print("\n".join(found) or "no known vulnerabilities", file=sys.stderr)
    return bool(found)


def of_python(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a report of pip-audit has to say.

    It calls it a success when it could look up nothing at all.
    """
    packages = report.get("dependencies", [])
    missing = [package["name"] for package in packages if "skip_reason" in package]
    if len(missing) == len(packages):
        yield UNREACHABLE
    elif missing:
        yield f"not looked up: {', '.join(missing)}"
    for package in packages:
        for vulnerability in package.get("vulns", []):
            yield f"{package['name']} {package['version']}: {vulnerability['id']}"


def of_npm(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a report of npm has to say; below *GRAVE* that is nothing."""
    if "vulnerabilities" not in report:
        yield UNREACHABLE
    for name, package in report.get("vulnerabilities", {}).items():
        if package["severity"] in GRAVE:
            yield f"{name} {package['range']}: {package['severity']}"


def _pip_audit(lock: str) -> Mapping[str, Any]:
    how = ("--disable-pip", "--require-hashes", "--format=json", "--progress-spinner=off")
    return _report([str(AUDIT.python), "-m", "pip_audit", *how, "--requirement", lock], PROJECT)


def _npm_audit() -> Mapping[str, Any]:
    node = find_node()
    return _report([*node.npm, "audit", "--json"], PROJECT / "web") if node else {}


def _report(command: Sequence[str], folder: Path) -> Mapping[str, Any]:
    """Return what a program prints as JSON; nothing if it prints something else."""
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    try:
        report: Mapping[str, Any] = json.loads(ended.stdout)
    except json.JSONDecodeError:
        return {}
    return report


if __name__ == "__main__":
    sys.exit(main())
