"""The README as the package index shows it: pictures and links with their full addresses.

A provider of dynamic metadata, named in ``pyproject.toml``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

README = Path(__file__).parent.parent / "README.md"
GITHUB, RAW = "https://github.com/", "https://raw.githubusercontent.com/"
TARGET = re.compile(r"""(?P<before>\]\(|\b(?:href|src)=")(?P<path>(?![a-z]+:|[#/])[^)"\s]+)""")
CLONE = re.compile(r"<!-- from a clone -->\n.*?<!-- /from a clone -->\n", re.DOTALL)
INSTALL = "```sh\npip install 'tretorri[server]'\ntretorri serve   # open the page\n```\n"
PICTURES = {".jpg", ".png", ".svg", ".webp"}


def dynamic_metadata(_: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, Any]:
    """Return the field ``readme``; the version must be known by now."""
    source, version = project["urls"]["Source"], project["version"]
    text = CLONE.sub(lambda _: INSTALL, README.read_text(encoding="utf-8"))
    text = with_addresses(text, source, f"v{version}")
    return {"readme": {"content-type": "text/markdown", "text": text}}


def with_addresses(text: str, source: str, tag: str) -> str:
    """Return Markdown with addresses in the repository *source* in place of relative ones."""
    files = source.replace(GITHUB, RAW)

    def replace(found: re.Match[str]) -> str:
        path = found["path"]
        is_picture = Path(path).suffix in PICTURES
        folder = f"{files}/{tag}" if is_picture else f"{source}/blob/{tag}"
        return f"{found['before']}{folder}/{path}"

    return TARGET.sub(replace, text)
