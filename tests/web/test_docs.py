"""The site of the documentation, opened from the disk."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.docs.site import build


def test_the_site_is_read_and_searched_from_the_disk_alone(
    browser: Browser, tmp_path: Path
) -> None:
    site = build(tmp_path).as_uri()
    page = browser.new_page()
    asked, complaints = list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{site}/index.html")
    page.get_by_role("link", name="Your first game").first.click()
    expect(page).to_have_title("Your first game - Tretorri")
    page.wait_for_load_state()
    page.get_by_role("button", name="Search").first.click()
    page.get_by_role("combobox", name="Search").fill("pentanomial")
    expect(page.get_by_text(re.compile("[1-9] result"))).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_title("Matches and ratings - Tretorri")
    page.close()
    assert complaints == []
    assert [url for url in asked if not url.startswith((site, "data:"))] == []
