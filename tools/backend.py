"""The build back end: scikit-build-core, with Node among what a build needs where it is missing."""

from __future__ import annotations

from typing import TypeAlias

from scikit_build_core import build as _build
from scikit_build_core.build import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

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


def get_requires_for_build_wheel(settings: Settings | None = None) -> list[str]:
    """Return what a wheel is built with."""
    return _build.get_requires_for_build_wheel(settings) + _node(settings)


def get_requires_for_build_editable(settings: Settings | None = None) -> list[str]:
    """Return what an editable installation is built with."""
    return _build.get_requires_for_build_editable(settings) + _node(settings)


def _node(settings: Settings | None) -> list[str]:
    is_wanted = WITHOUT_PAGE not in (settings or {}).items()
    return [WHEEL] if is_wanted and find_node() is None else []
