"""The documentation as a site: its pages, their titles, anchors and links."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from docs.generate import site
from tests.settings import TESTS

PROJECT = TESTS.parent
DOCS = PROJECT / "docs"


def build(folder: Path) -> Path:
    """Build the site in an empty folder as ``make docs`` does; return where it is."""
    return site.build(folder)


@dataclass
class Page(HTMLParser):
    """A page of the site: its title and anchors, where its links lead, and what it loads."""

    path: Path
    title: str = ""
    anchors: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    loads: set[str] = field(default_factory=set)
    is_in_title: bool = False

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect anchors, links and loads."""
        has = {name: value for name, value in attrs if value}
        self.is_in_title = tag == "title" and not self.title  # pictures have titles too
        self.anchors |= {has[name] for name in ("id", "name") if name in has}
        if "href" in has:
            (self.links if tag == "a" else self.loads).add(has["href"])
        if "src" in has:
            self.loads.add(has["src"])

    def handle_data(self, data: str) -> None:
        """Collect the title."""
        if self.is_in_title:
            self.title += data

    def handle_endtag(self, tag: str) -> None:
        """Leave the title."""
        self.is_in_title = False

    def target(self, link: str) -> tuple[Path, str]:
        """Return the file that an internal link leads to, and the anchor in it."""
        parts = urlsplit(link)
        path = (self.path.parent / unquote(parts.path)).resolve() if parts.path else self.path
        return path, unquote(parts.fragment)


def is_outside(link: str) -> bool:
    """Tell whether a link leads out of the site."""
    parts = urlsplit(link)
    return bool(parts.scheme or parts.netloc)
