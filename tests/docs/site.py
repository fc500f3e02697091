"""The documentation as a site: built anew, and what its pages say and want."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tests.settings import TESTS

PROJECT = TESTS.parent


def build(folder: Path) -> Path:
    """Build the site in an empty folder as ``make docs`` does; return where it is."""
    shutil.copy(PROJECT / "zensical.toml", folder)
    shutil.copytree(PROJECT / "docs", folder / "docs")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    said = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr
    assert "No issues found" in said.stderr
    return folder / "build" / "site"


@dataclass
class Page(HTMLParser):
    """A page of the site: its anchors, where its links lead, and what it loads."""

    path: Path
    anchors: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    loads: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag has to tell."""
        has = {name: value for name, value in attrs if value}
        self.anchors |= {has[name] for name in ("id", "name") if name in has}
        if "href" in has:
            (self.links if tag == "a" else self.loads).add(has["href"])
        if "src" in has:
            self.loads.add(has["src"])

    def target(self, link: str) -> tuple[Path, str]:
        """Return the file that an inner link leads to, and the anchor in it."""
        parts = urlsplit(link)
        path = (self.path.parent / unquote(parts.path)).resolve() if parts.path else self.path
        return path, unquote(parts.fragment)


def is_outside(link: str) -> bool:
    """Tell whether a link leads out of the site."""
    parts = urlsplit(link)
    return bool(parts.scheme or parts.netloc)
