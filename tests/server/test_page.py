"""The page as the server gives it: every address, languages, caching, packing, headers."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import httpx
import pytest

from tests.server.support import Server
from tretorri.server.api.app import make_app
from tretorri.server.settings import Settings

PEOPLE = {"accept": "text/html,*/*"}
SCRIPT = b"console.log('tower');" * 100


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text('<!doctype html><html lang="en"></html>', "utf-8")
    (page / "assets" / "index-1.js").write_bytes(SCRIPT)
    (page / "assets" / "index-1.js.gz").write_bytes(gzip.compress(SCRIPT))
    (page / "icon.svg").write_text("<svg/>", "utf-8")
    (page / "odd.thing").write_text("?", "utf-8")
    return page


def ask(folder: Path, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    app = make_app(Settings("sqlite+aiosqlite://", page=folder))

    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return await client.request(method, path, headers=headers)

    return asyncio.run(asked())


@pytest.mark.parametrize("path", ["/de", "/de/", "/de/game/x?turn=3", "/de/rules/towers"])
def test_every_address_in_a_language_is_the_page_in_that_language(folder: Path, path: str) -> None:
    answer = ask(folder, path, **{"accept-language": "fr"})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert '<html lang="de">' in answer.text


def test_the_bare_address_is_in_the_language_of_the_browser(folder: Path) -> None:
    assert '<html lang="fr">' in ask(folder, "/", **{"accept-language": "fr-CA, en;q=0.5"}).text


def test_an_address_that_nobody_knows_is_an_error_that_people_can_read(folder: Path) -> None:
    assert ask(folder, "/elsewhere").json()["code"] == "not-found"
    shown = ask(folder, "/elsewhere", **PEOPLE)
    assert shown.status_code == 404
    assert "<html" in shown.text


@pytest.mark.parametrize("path", ["/api/elsewhere", "/assets/index-2.js", "/../settings.py"])
def test_what_is_not_there_is_not_the_page(folder: Path, path: str) -> None:
    answer = ask(folder, path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_nothing_can_be_sent_to_the_page(folder: Path) -> None:
    assert ask(folder, "/de/", "POST").status_code == 404


def test_assets_stay_in_the_cache_for_ever_and_the_rest_is_asked_for_again(folder: Path) -> None:
    assert "immutable" in ask(folder, "/assets/index-1.js").headers["cache-control"]
    for path in ("/", "/en/", "/icon.svg"):
        assert ask(folder, path).headers["cache-control"] == "no-cache"


def test_what_the_browser_has_is_not_sent_again(folder: Path) -> None:
    first = ask(folder, "/icon.svg")
    again = ask(folder, "/icon.svg", **{"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_files_are_packed_for_browsers_that_can_unpack(folder: Path) -> None:
    packed = ask(folder, "/assets/index-1.js", **{"accept-encoding": "br, gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == SCRIPT
    plain = ask(folder, "/assets/index-1.js", **{"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == SCRIPT


def test_each_file_says_what_it_is(folder: Path) -> None:
    assert ask(folder, "/icon.svg").headers["content-type"] == "image/svg+xml"
    assert ask(folder, "/odd.thing").headers["content-type"] == "application/octet-stream"


def test_a_package_without_the_page_has_the_api_only(tmp_path: Path) -> None:
    assert ask(tmp_path, "/de/").status_code == 404
    assert ask(tmp_path, "/api/openapi.json").status_code == 200


def test_the_package_has_the_page_and_it_may_only_load_what_is_ours(server: Server) -> None:
    with server.client() as client:
        answer = client.get("/it/", headers=PEOPLE)
        assert '<html lang="it"' in answer.text
        script = answer.text.partition('src="/assets/')[2].partition('"')[0]
        assert client.head(f"/assets/{script}").headers["content-encoding"] == "gzip"
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
