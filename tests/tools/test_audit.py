"""The audit of what is installed: it says what is known, and when nothing is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from audit import LOCKS, UNREACHABLE, WEB_LOCK, of_npm, of_python
from install import install

PROJECT = Path(__file__).parents[2]
GOOD = {"name": "click", "version": "8.1.0", "vulns": []}
BAD = {"name": "jinja2", "version": "2.0", "vulns": [{"id": "PYSEC-2019-217"}]}
SKIPPED = {"name": "rich", "skip_reason": "Dependency not found on PyPI"}


def test_a_known_vulnerability_is_named() -> None:
    assert list(of_python({"dependencies": [GOOD]})) == []
    assert list(of_python({"dependencies": [GOOD, BAD]})) == ["jinja2 2.0: PYSEC-2019-217"]
    weak = {"severity": "moderate", "range": "<2"}
    grave = {"severity": "high", "range": "<3"}
    assert list(of_npm({"vulnerabilities": {}})) == []
    assert list(of_npm({"vulnerabilities": {"a": weak, "b": grave}})) == ["b <3: high"]


def test_what_was_not_looked_up_is_a_failure() -> None:
    assert list(of_python({"dependencies": [GOOD, SKIPPED]})) == ["not looked up: rich"]
    assert list(of_python({"dependencies": [SKIPPED]})) == [UNREACHABLE]
    assert list(of_python({})) == [UNREACHABLE]
    assert list(of_npm({"statusCode": 405})) == [UNREACHABLE]


def test_without_the_internet_it_says_so_and_fails() -> None:
    install("audit", has_page=False)
    nowhere = "http://127.0.0.1:9"
    env = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    env |= {"HTTPS_PROXY": nowhere, "npm_config_registry": nowhere, "npm_config_fetch_retries": "0"}
    command = [sys.executable, "tools/audit.py"]
    ended = subprocess.run(
        command, cwd=PROJECT, env=env, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert ended.stderr.splitlines() == [f"{lock}: {UNREACHABLE}" for lock in (*LOCKS, WEB_LOCK)]
