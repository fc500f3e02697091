"""The page: files that the build made, kept in memory, and every address that the page knows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tretorri.core.words import ENGLISH, languages
from tretorri.server.api.language import choose_language
from tretorri.server.api.problems import make_problem_response
from tretorri.server.api.routes.operations import PATHS
from tretorri.server.errors import NotFound
from tretorri.table.errors import error

API, ASSETS, INDEX = "/api/", "/assets/", "/index.html"
CACHE_FOREVER = (
    "public, max-age=31536000, immutable"  # the name of an asset changes with its content
)
REVALIDATE = "no-cache"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page, *packed* by gzip too if that is worth it."""

    path: str
    body: bytes
    packed: bytes | None

    def answer(self, asked: Headers, status: int = 200) -> Response:
        """Return the file as the asking browser can take it, or say that it has it already."""
        packed = self.packed if "gzip" in asked.get("accept-encoding", "") else None
        body = self.body if packed is None else packed
        headers = {
            "cache-control": CACHE_FOREVER if self.path.startswith(ASSETS) else REVALIDATE,
            "content-type": TYPES.get(PurePosixPath(self.path).suffix, "application/octet-stream"),
            "etag": f'"{hashlib.sha256(body).hexdigest()[:24]}"',
            "vary": "Accept-Encoding, Accept-Language" if self.path == INDEX else "Accept-Encoding",
        }
        if asked.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        if packed is not None:
            headers["content-encoding"] = "gzip"
        return Response(body, status, headers)


class Page:
    """Answers what is not asked of the API; every ``/LANGUAGE/...`` is an address of the page."""

    def __init__(self, app: ASGIApp, folder: Path) -> None:
        self._app = app
        self._files = {file.path: file for file in _read_files(folder)}
        self._starts = dict(_translate_index(self._files[INDEX]))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] != "http" or _is_api_path(scope["path"]):
            await self._app(scope, receive, send)
        elif scope["method"] not in ("GET", "HEAD"):
            await self._missing(Headers(scope=scope))(scope, receive, send)
        else:
            await self._answer(scope["path"], Headers(scope=scope))(scope, receive, send)

    def _answer(self, path: str, asked: Headers) -> Response:
        language = path.split("/")[1]
        if language in self._starts:
            return self._starts[language].answer(asked)
        if path in self._files and path != INDEX:
            return self._files[path].answer(asked)
        start = self._starts[choose_language(asked.get("accept-language"))]
        if path == "/":
            return start.answer(asked)
        is_for_people = "text/html" in asked.get("accept", "")
        return start.answer(asked, NotFound.status) if is_for_people else self._missing(asked)

    def _missing(self, asked: Headers) -> Response:
        language = choose_language(asked.get("accept-language"))
        return make_problem_response(error(NotFound, "not-found"), language)


def _is_api_path(path: str) -> bool:
    return path.startswith(API) or path in PATHS


def _read_files(folder: Path) -> Iterator[File]:
    """Yield the files of the page; what the build has packed goes along with its file."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".gz":
            packed = path.with_name(f"{path.name}.gz")
            yield File(
                f"/{path.relative_to(folder).as_posix()}",
                path.read_bytes(),
                packed.read_bytes() if packed.exists() else None,
            )


def _translate_index(index: File) -> Iterator[tuple[str, File]]:
    """Yield the start of the page by language: browsers and readers know it before any script."""
    for language in languages():
        body = index.body.replace(f'lang="{ENGLISH}"'.encode(), f'lang="{language}"'.encode(), 1)
        yield language, File(index.path, body, None)
