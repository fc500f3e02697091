"""The build back end: scikit-build-core, and around it what only this project needs.

A source distribution contains the page as it was built, so that a wheel made of it needs no Node;
a build without compiler says so in a sentence.
"""

from __future__ import annotations

from typing import TypeAlias

from scikit_build_core import build as _build
from scikit_build_core.build import (
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

import page
from compiler import find_trouble
from node import WHEEL, find_node

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]
Settings: TypeAlias = dict[str, str | list[str]]
WITHOUT_PAGE = ("cmake.define.TRETORRI_WEB", "OFF")
PAGE = "build/page"  # from where pyproject.toml puts it into the source distribution


def get_requires_for_build_wheel(settings: Settings | None = None) -> list[str]:
    """Return what a wheel is built with."""
    return _build.get_requires_for_build_wheel(settings) + _node(settings)


def get_requires_for_build_editable(settings: Settings | None = None) -> list[str]:
    """Return what an editable installation is built with."""
    return _build.get_requires_for_build_editable(settings) + _node(settings)


def get_requires_for_build_sdist(settings: Settings | None = None) -> list[str]:
    """Return what a source distribution is built with: its page is always there."""
    return _build.get_requires_for_build_sdist(settings) + _node(None)


def build_wheel(
    folder: str, settings: Settings | None = None, metadata_folder: str | None = None
) -> str:
    """Build a wheel, or end with a sentence about what is missing."""
    _require_compiler()
    return _build.build_wheel(folder, settings, metadata_folder)


def build_editable(
    folder: str, settings: Settings | None = None, metadata_folder: str | None = None
) -> str:
    """Build an editable installation, or end with a sentence about what is missing."""
    _require_compiler()
    return _build.build_editable(folder, settings, metadata_folder)


def build_sdist(folder: str, settings: Settings | None = None) -> str:
    """Build the page, and a source distribution with it."""
    status = page.build(PAGE)
    if status:
        raise SystemExit(status)
    return _build.build_sdist(folder, settings)


def _node(settings: Settings | None) -> list[str]:
    is_wanted = WITHOUT_PAGE not in (settings or {}).items() and not page.is_prebuilt()
    return [WHEEL] if is_wanted and find_node() is None else []


def _require_compiler() -> None:
    trouble = find_trouble()
    if trouble is not None:
        raise SystemExit(trouble)
