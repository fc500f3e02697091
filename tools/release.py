"""Prepare a release: check it, build it and tag it. Nothing is pushed.

python tools/release.py               build sdist and wheel into dist/ and create the tag
python tools/release.py --dry-run     only check
python tools/release.py notes X.Y.Z   print the section of the changelog for that version
python tools/release.py verify vX.Y.Z check that a tag matches the version and the changelog
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

PROJECT = Path(__file__).parent.parent
BRANCH = "main"
GIT = shutil.which("git") or "git"
VERSION_FILE = "src/tretorri/__init__.py"
CHANGELOG = "CHANGELOG.md"
CITATION = "CITATION.cff"
UNRELEASED = "Unreleased"
MAX_LISTED_FILES = 5
VERSION_LINE = re.compile(r'^__version__ = "(.*)"$', re.MULTILINE)
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
HEADING = re.compile(r"^## (?P<title>\S+)(?: [–-] (?P<date>\S+))?[ \t]*$", re.MULTILINE)
CITED = re.compile(r"^(version|date-released): (.+)$", re.MULTILINE)
BUILD_SDIST = "import sys, backend; backend.build_sdist(sys.argv[1])"


class ReleaseError(Exception):
    """The release cannot be prepared; the message is for the maintainer."""


@dataclass(frozen=True, slots=True)
class Section:
    """What the changelog says about one version, or about changes not released yet."""

    title: str
    date: str | None
    body: str

    @property
    def has_valid_date(self) -> bool:
        """Tell whether the heading names a day of the calendar as YYYY-MM-DD."""
        try:
            return self.date == date.fromisoformat(self.date or "").isoformat()
        except ValueError:
            return False

    @property
    def entries(self) -> list[str]:
        """Return all lines of text; headings such as "### Added" alone are no entries."""
        return [line for line in self.body.splitlines() if line and not line.startswith("#")]


def main(arguments: Sequence[str] | None = None, project: Path = PROJECT) -> int:
    """Run the command; return the exit status."""
    options = _parse_arguments(arguments)
    try:
        match options.command:
            case "notes":
                print(read_notes(project, options.version))
            case "verify":
                _require(find_tag_obstacles(project, options.tag))
            case _:
                prepare(project, is_dry_run=options.dry_run)
    except ReleaseError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def prepare(project: Path, *, is_dry_run: bool) -> None:
    """Build and tag the version that the package names.

    The tag comes last, so a build that fails leaves nothing to take back.
    """
    _require(find_obstacles(project))
    version = read_version(project)
    tag = f"v{version}"
    if is_dry_run:
        print(f"{tag} can be released: nothing stands in the way.")
        return
    for built in build_distributions(project):
        print(f"built {built.relative_to(project)}")
    _git(project, "tag", "--annotate", tag, "--message", f"Tretorri {version}")
    print(f"tagged {tag}\nNothing has been pushed. To publish this release:\n")
    print(f"    git push --atomic origin {BRANCH} {tag}")


def find_obstacles(project: Path) -> list[str]:
    """Return every reason against a release, one sentence each."""
    finders = (
        _repository_obstacles,
        _version_obstacles,
        _changelog_obstacles,
        _citation_obstacles,
    )
    return [obstacle for find in finders for obstacle in find(project)]


def find_tag_obstacles(project: Path, tag: str) -> list[str]:
    """Return every reason against publishing what is checked out under *tag*."""
    version = read_version(project)
    differs = f"The tag is {tag}, but the version in {VERSION_FILE} is {version}."
    return [
        *([differs] if tag != f"v{version}" else []),
        *_changelog_obstacles(project),
        *_citation_obstacles(project),
    ]


def read_version(project: Path) -> str:
    """Return the version that the package names, well formed or not."""
    found = VERSION_LINE.search((project / VERSION_FILE).read_text("utf-8"))
    if found is None:
        raise ReleaseError(f"{VERSION_FILE} does not define __version__.")
    return found[1]


def read_sections(project: Path) -> dict[str, Section]:
    """Return the sections of the changelog by title: a version, or "Unreleased"."""
    text = (project / CHANGELOG).read_text("utf-8")
    headings = list(HEADING.finditer(text))
    ends = [*(heading.start() for heading in headings[1:]), len(text)]
    return {
        heading["title"]: Section(
            heading["title"], heading["date"], text[heading.end() : end].strip()
        )
        for heading, end in zip(headings, ends, strict=True)
    }


def read_notes(project: Path, version: str) -> str:
    """Return what the changelog says about *version*, without the heading."""
    section = read_sections(project).get(version)
    if section is None:
        raise ReleaseError(f"{CHANGELOG} has no section for {version}.")
    return section.body


def build_distributions(project: Path) -> list[Path]:
    """Build the sdist and, from it alone, the wheel; return both files in dist/.

    A file that is missing from the sdist thus fails the build here and not at a user's.
    """
    dist = project / "dist"
    dist.mkdir(exist_ok=True)
    tools = {**os.environ, "PYTHONPATH": str(project / "tools")}
    pip = ("-m", "pip", "--disable-pip-version-check", "--quiet")
    how = ("--no-deps", "--no-build-isolation", "--wheel-dir")
    with tempfile.TemporaryDirectory() as folder:
        _run([sys.executable, "-c", BUILD_SDIST, folder], project, tools)
        [sdist] = Path(folder).iterdir()
        _run([sys.executable, *pip, "wheel", *how, folder, str(sdist)], project)
        return [Path(shutil.copy(built, dist)) for built in sorted(Path(folder).iterdir())]


def _repository_obstacles(project: Path) -> Iterator[str]:
    changed = [line[3:] for line in _git(project, "status", "--porcelain").splitlines()]
    if changed:
        more = ", …" if len(changed) > MAX_LISTED_FILES else ""
        listed = ", ".join(changed[:MAX_LISTED_FILES])
        yield f"The working tree has changes that are not committed: {listed}{more}."
    branch = _git(project, "branch", "--show-current").strip()
    if branch != BRANCH:
        yield f"Releases are made from {BRANCH}, not from {branch or 'a detached commit'}."


def _version_obstacles(project: Path) -> Iterator[str]:
    version = read_version(project)
    number = _parse_version(version)
    if number is None:
        yield f"The version in {VERSION_FILE} is {version}, which is not of the form X.Y.Z."
        return
    tags = _git(project, "tag", "--list", "v*").split()
    released = [known for tag in tags if (known := _parse_version(tag.removeprefix("v")))]
    if number in released:
        yield f"The tag v{version} exists already."
    elif released and number < max(released):
        last = ".".join(map(str, max(released)))
        yield f"The version {version} is not newer than the last release, v{last}."


def _changelog_obstacles(project: Path) -> Iterator[str]:
    version = read_version(project)
    sections = read_sections(project)
    section = sections.get(version)
    if section is None:
        example = f"## {version} – {date.today().isoformat()}"
        yield f'{CHANGELOG} has no section for {version}, with a heading such as "{example}".'
    elif not section.has_valid_date:
        yield f"The section for {version} in {CHANGELOG} has no date of the form YYYY-MM-DD."
    if section and not section.entries:
        yield f"The section for {version} in {CHANGELOG} is empty."
    if UNRELEASED in sections and sections[UNRELEASED].entries:
        yield f"{CHANGELOG} still has entries under {UNRELEASED}; move them to {version}."


def _citation_obstacles(project: Path) -> Iterator[str]:
    version = read_version(project)
    section = read_sections(project).get(version)
    cited = dict(CITED.findall((project / CITATION).read_text("utf-8")))
    number, day = cited.get("version"), cited.get("date-released")
    if number != version:
        yield f"{CITATION} cites the version {number}, not {version}."
    if section and section.has_valid_date and day != section.date:
        yield f"{CITATION} gives {day} as the date of {version}, not {section.date}."


def _require(obstacles: Sequence[str]) -> None:
    if obstacles:
        raise ReleaseError("\n".join(["This cannot be released:", *obstacles]))


def _parse_version(text: str) -> tuple[int, ...] | None:
    found = VERSION.fullmatch(text)
    return tuple(map(int, found.groups())) if found else None


def _git(project: Path, *arguments: str) -> str:
    return _run([GIT, *arguments], project)


def _run(command: Sequence[str], folder: Path, env: dict[str, str] | None = None) -> str:
    ended = subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        raise ReleaseError(f"{' '.join(command)} failed:\n{ended.stderr or ended.stdout}".rstrip())
    return ended.stdout


def _parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tools/release.py", description="Check, build and tag a release; nothing is pushed."
    )
    parser.add_argument("--dry-run", action="store_true", help="check only, change nothing")
    commands = parser.add_subparsers(dest="command")
    notes = commands.add_parser("notes", help="print the changelog of one version")
    notes.add_argument("version", metavar="X.Y.Z")
    verify = commands.add_parser("verify", help="compare a tag with the version and the changelog")
    verify.add_argument("tag", metavar="vX.Y.Z")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
