"""The site of the documentation: it builds, its links resolve, and every page is listed."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.docs.site import DOCS, Page, build, is_outside

Site = dict[Path, Page]
LANGUAGES = {"Deutsch", "English", "Español", "Français", "Italiano"}
KINDS = ("tutorials", "how-to", "reference", "explanation")


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
    print("links out of the site:", *sorted(outside), sep="\n")  # they are not followed here
    assert [link for link in outside if not _is_whole(link)] == []


def _is_whole(link: str) -> bool:
    parts = urlsplit(link)
    return parts.scheme == "https" and re.fullmatch(r"[\w-]+(\.[\w-]+)+", parts.netloc) is not None


def test_the_site_loads_nothing_from_elsewhere(folder: Path, site: Site) -> None:
    assert {load for page in site.values() for load in page.loads if is_outside(load)} == set()
    foreign = re.compile(r"(?:url\(|@import )['\"]?(?:https?:)?//")
    assert [path.name for path in folder.rglob("*.css") if foreign.search(path.read_text())] == []


def test_every_page_that_is_written_is_in_the_list_of_pages(folder: Path, site: Site) -> None:
    written = {path.relative_to(DOCS).with_suffix(".html") for path in DOCS.rglob("*.md")}
    built = {path.relative_to(folder) for path in site}
    pages = {path.with_stem(path.stem.replace("README", "index")) for path in written}
    assert {Path("contributing.html"), Path("changelog.html")} <= built - pages
    assert pages <= built
    start = site[folder / "index.html"]
    listed = {start.target(link)[0] for link in start.links if not is_outside(link)}
    assert [str(path) for path in site.keys() - listed] == []


def test_every_page_has_a_title_of_its_own(site: Site) -> None:
    titles = Counter(page.title for page in site.values())
    assert [title for title, count in titles.items() if count > 1] == []


def test_no_page_is_called_by_a_language_alone(folder: Path, site: Site) -> None:
    found = json.loads((folder / "search.json").read_text("utf-8"))["items"]
    titles = {page.title.removesuffix(" - Tretorri") for page in site.values()}
    assert titles & LANGUAGES == set()
    assert {each["title"] for each in found} & LANGUAGES == set()
    rules = {page.title for path, page in site.items() if path.parent.name == "rules"}
    assert len(rules) == 3 * len(LANGUAGES)
    assert all(any(f"({language})" in title for language in LANGUAGES) for title in rules)


def test_every_page_says_what_it_is_for_and_is_part_of_one_kind() -> None:
    for kind in KINDS:
        for path in (DOCS / kind).glob("*.md"):
            title, _, about, *_ = path.read_text("utf-8").split("\n", 3)
            assert title.startswith("# "), path.name
            assert about[:1].isalnum(), f"{path.name} does not begin with what it is for"


def test_the_site_can_be_searched(folder: Path) -> None:
    found = (folder / "search.js").read_text("utf-8")
    wanted = ("Threat model", "VoldéTour", "first-game.html", "TRETORRI_DATABASE", "read_records")
    assert [word for word in wanted if word not in found] == []
