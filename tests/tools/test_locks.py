"""What is installed from elsewhere is pinned by its content, wherever it comes from."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
LOCKS = sorted(PROJECT.glob("requirements/*.txt"))
ADDRESS = re.compile(r"https?:|git\+|--(?:extra-)?index-url|--find-links|--trusted-host")
HASH = re.compile(r" --hash=sha256:[0-9a-f]{64}")


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_python_package_has_a_version_and_hashes_and_no_address(lock: Path) -> None:
    text = lock.read_text("utf-8")
    assert ADDRESS.search(text) is None
    lines = re.findall(r"^[^#\n].*", text.replace("\\\n", ""), re.MULTILINE)
    assert lines
    for line in lines:
        pinned = re.fullmatch(r"[\w.-]+==[\w.]+(?: ;.*?)?", HASH.sub("", line).strip())
        assert pinned, line
        assert HASH.search(line), line


def test_every_package_of_the_page_has_a_hash_and_no_address() -> None:
    text = (PROJECT / "web" / "package-lock.json").read_text("utf-8")
    packages = json.loads(text)["packages"]
    del packages[""]  # the page itself
    assert packages
    loose = [name for name, has in packages.items() if not has["integrity"].startswith("sha512-")]
    assert loose == []
    assert [name for name, has in packages.items() if "resolved" in has] == []
