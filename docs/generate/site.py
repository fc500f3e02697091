"""Build the documentation as a site: ``python -m docs.generate.site``, or ``make docs``.

The pages of ``docs`` are copied, what is made from the code is put into them, the pages that lie
elsewhere in the repository are laid beside them, and Zensical makes a site of it all.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path, PurePosixPath

from docs.generate import command_line, http_api, limit_settings, python_api

PROJECT = Path(__file__).parents[2]
START = "README.md"
GENERATED = re.compile(r"<!-- generated: ([\w .-]+) -->.*?<!-- /generated -->", re.DOTALL)
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
TITLE = "---\ntitle: Documentation\n---\n\n"  # of the start page, whose heading is that of the site
ELSEWHERE = re.compile(r"\]\(\.\./([A-Z_]+\.md)\)")
FENCE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
PRODUCERS: Mapping[str, Callable[[], str]] = {
    "command line": command_line.render,
    "http operations": http_api.operations,
    "http data": http_api.data,
    "limits": limit_settings.render,
    **{f"python {name}": partial(python_api.render, name) for name in python_api.PAGES},
}


def assemble(folder: Path) -> Path:
    """Write all pages of the site to ``docs`` in *folder*, and the settings beside it."""
    target = folder / "docs"
    shutil.rmtree(target, ignore_errors=True)
    unwanted = shutil.ignore_patterns("*.py", "*.toml", "__pycache__", "generate")
    shutil.copytree(PROJECT / "docs", target, ignore=unwanted)
    shutil.copy(PROJECT / "zensical.toml", folder)
    pages = _pages()
    for source, page in pages.items():
        text = GENERATED.sub(_produce, (PROJECT / source).read_text("utf-8"))
        head = TITLE if page == START else ""
        (target / page).write_text(head + relink(text, source, pages), encoding="utf-8")
    return target


def _pages() -> dict[str, str]:
    """Return the place of each page in the site by its place in the repository."""
    docs = PROJECT / "docs"
    found = {
        path.relative_to(PROJECT).as_posix(): path.relative_to(docs).as_posix()
        for path in docs.rglob("*.md")
    }
    listed = ELSEWHERE.findall((docs / START).read_text("utf-8"))
    return {**found, **{name: name.lower() for name in listed}}


def _produce(found: re.Match[str]) -> str:
    return PRODUCERS[found[1]]().strip()


def relink(text: str, source: str, pages: Mapping[str, str]) -> str:
    """Let links lead to the pages of the site; those to other files become plain text."""
    here = PurePosixPath(pages[source]).parent

    def replace(found: re.Match[str]) -> str:
        label, target = found.groups()
        path, mark, anchor = target.partition("#")
        if not path or ":" in path:
            return found[0]
        wanted = os.path.normpath(PurePosixPath(source).parent / path)
        if wanted == START:
            wanted = f"docs/{START}"
        if wanted in pages:
            return f"[{label}]({os.path.relpath(pages[wanted], here)}{mark}{anchor})"
        return found[0] if wanted.startswith("docs/") else label

    parts = FENCE.split(text)
    parts[::2] = [LINK.sub(replace, part) for part in parts[::2]]
    return "".join(parts)


def build(folder: Path) -> Path:
    """Build the site below *folder*; return where it is."""
    assemble(folder)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode or "No issues found" not in done.stderr:
        sys.exit(done.stdout + done.stderr)
    return folder / "site"


def main() -> None:
    """Build the site in ``build`` and say where it is."""
    folder = PROJECT / "build"
    folder.mkdir(exist_ok=True)
    print(f"The documentation is in {build(folder).relative_to(PROJECT) / 'index.html'}")


if __name__ == "__main__":
    main()
