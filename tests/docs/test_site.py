"""The site of the documentation: it builds, its links lead somewhere, and it is all there."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.docs.site import PROJECT, Page, build, is_outside

Site = dict[Path, Page]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("docs"))


@pytest.fixture(scope="module")
def site(folder: Path) -> Site:
    pages = {path: Page(path) for path in folder.rglob("*.html")}
    del pages[folder / "404.html"]  # a server shows it anywhere: its links begin at the root
    return pages


def test_every_link_of_the_site_leads_somewhere(site: Site) -> None:
    lost = [
        f"{page.path.name}: {link}"
        for page in site.values()
        for link in page.links | page.loads
        if not is_outside(link) and not _leads_somewhere(site, page, link)
    ]
    assert lost == []


def _leads_somewhere(site: Site, page: Page, link: str) -> bool:
    path, anchor = page.target(link)
    return path.is_file() and (not anchor or path not in site or anchor in site[path].anchors)


def test_links_out_of_the_site_are_whole_and_secure(site: Site) -> None:
    outside = {link for page in site.values() for link in page.links if is_outside(link)}
    print(
        "links that lead out of the site:", *sorted(outside), sep="\n"
    )  # nobody follows them here
    assert [link for link in outside if not _is_whole(link)] == []


def _is_whole(link: str) -> bool:
    parts = urlsplit(link)
    return parts.scheme == "https" and re.fullmatch(r"[\w-]+(\.[\w-]+)+", parts.netloc) is not None


def test_the_site_loads_nothing_from_elsewhere(folder: Path, site: Site) -> None:
    assert {load for page in site.values() for load in page.loads if is_outside(load)} == set()
    foreign = re.compile(r"(?:url\(|@import )['\"]?(?:https?:)?//")
    assert [path.name for path in folder.rglob("*.css") if foreign.search(path.read_text())] == []


def test_every_page_that_is_written_is_in_the_list_of_pages(folder: Path, site: Site) -> None:
    docs = PROJECT / "docs"
    written = {path.relative_to(docs).with_suffix(".html") for path in docs.rglob("*.md")}
    built = {path.relative_to(folder) for path in site}
    assert built == {path.with_stem(path.stem.replace("README", "index")) for path in written}
    start = site[folder / "index.html"]
    listed = {start.target(link)[0] for link in start.links if not is_outside(link)}
    assert [str(path) for path in site.keys() - listed] == []


def test_the_site_can_be_searched(folder: Path) -> None:
    found = (folder / "search.js").read_text("utf-8")
    assert all(word in found for word in ("Threat model", "VoldéTour", "first-steps.html"))
