"""Write the licences of what a wheel carries from others: ``python tools/notices.py FILE [PAGE]``.

The texts are those of the packages that the wheel was built with; without one the build fails.
*PAGE* is the folder of the page, which brings its own notices.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

PAGE_NOTICES = "notices.txt"
RULE = f"\n{'-' * 80}\n\n"
HEAD = """\
Tretorri is distributed under the Apache License 2.0. This package also contains work of others,
under their own licences:
"""
LICENCE = re.compile(r"(licen[cs]e|copying|notice)[^/]*$", re.IGNORECASE)
ROBIN_MAP = "nanobind/ext/robin_map/include/tsl/robin_map.h"  # it has its licence in the source


def main(file: str, page: str | None = None) -> int:
    """Write the notices; return the status for the shell."""
    try:
        notices = [HEAD, *_of_nanobind(distribution("nanobind"))]
        if page is not None:
            notices.append(_read(Path(page, PAGE_NOTICES)))
    except LookupError as error:
        print(error, file=sys.stderr)
        return 1
    Path(file).write_text(RULE.join(notices), encoding="utf-8")
    return 0


def _of_nanobind(nanobind: Distribution) -> Iterator[str]:
    """Yield the notices of nanobind and of the hash map in it: both are linked into the module."""
    files = nanobind.files or []
    texts = [_read(Path(str(file.locate()))) for file in files if LICENCE.search(str(file))]
    if not texts:
        raise LookupError("the module contains nanobind, which has no licence text")
    yield "\n".join([f"nanobind {nanobind.version} (BSD-3-Clause)\n", *texts])
    source = _read(Path(str(nanobind.locate_file(ROBIN_MAP))))
    yield f"robin-map, as it is part of nanobind (MIT)\n\n{leading_comment(source)}\n"


def leading_comment(source: str) -> str:
    """Return the licence that a C++ header begins with."""
    found = re.match(r"\s*/\*+(.*?)\*/", source, re.DOTALL)
    lines = found[1].splitlines() if found else []
    text = "\n".join(line.strip().removeprefix("*").removeprefix(" ") for line in lines).strip()
    if "license" not in text.lower():
        raise LookupError("the module contains robin-map, which has no licence text")
    return text


def _read(path: Path) -> str:
    if not path.is_file():
        raise LookupError(f"{path} is missing: the notices cannot be written")
    return path.read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
