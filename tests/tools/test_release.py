"""What `make release` refuses, and what it does, in throw-away repositories."""

from __future__ import annotations

import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

import release

CHANGELOG = """\
# Changelog

## Unreleased

### Added

## 0.2.0 – 2026-12-01

### Added
- A fourth tower.

## 0.1.0 – 2026-11-17

### Added
- Three towers.
"""
CITATION = """\
cff-version: 1.2.0
version: 0.2.0
date-released: 2026-12-01
"""
PYPROJECT = """\
[build-system]
requires = ["scikit-build-core"]
build-backend = "backend"
backend-path = ["tools"]

[project]
name = "tretorri"
version = "0.2.0"

[tool.scikit-build]
wheel.cmake = false
"""
BACKEND = "from scikit_build_core.build import build_sdist, build_wheel\n"
Change = Callable[[Path], object]


def git(project: Path, *arguments: str) -> str:
    command = ["git", "-C", str(project), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def write(project: Path, name: str, text: str) -> int:
    path = project / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.write_text(text, "utf-8")


def commit(project: Path, name: str, text: str) -> None:
    write(project, name, text)
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "--message", f"Change {name}")


def commit_version(version: str) -> Change:
    return lambda project: commit(project, release.VERSION_FILE, f'__version__ = "{version}"\n')


def commit_changelog(old: str, new: str) -> Change:
    assert old in CHANGELOG
    return lambda project: commit(project, release.CHANGELOG, CHANGELOG.replace(old, new))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lend a repository that is ready for the release of 0.2.0, after 0.1.0."""
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, "/dev/null")
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    git(tmp_path, "config", "user.name", "A maintainer")
    git(tmp_path, "config", "user.email", "maintainer@example.org")
    write(tmp_path, release.VERSION_FILE, '__version__ = "0.2.0"\n')
    write(tmp_path, release.CITATION, CITATION)
    write(tmp_path, "pyproject.toml", PYPROJECT)
    write(tmp_path, "tools/backend.py", BACKEND)
    write(tmp_path, ".gitignore", "dist/\n__pycache__/\n")
    commit(tmp_path, release.CHANGELOG, CHANGELOG)
    git(tmp_path, "tag", "v0.1.0")
    return tmp_path


OBSTACLES: list[tuple[Change, str]] = [
    (
        lambda project: write(project, "new.py", ""),
        "The working tree has changes that are not committed: new.py.",
    ),
    (
        lambda project: [write(project, f"{number}.py", "") for number in range(6)],
        "The working tree has changes that are not committed: 0.py, 1.py, 2.py, 3.py, 4.py, ….",
    ),
    (
        lambda project: git(project, "switch", "--quiet", "--create", "towers"),
        "Releases are made from main, not from towers.",
    ),
    (
        lambda project: git(project, "switch", "--quiet", "--detach"),
        "Releases are made from main, not from a detached commit.",
    ),
    (lambda project: git(project, "tag", "v0.2.0"), "The tag v0.2.0 exists already."),
    (
        lambda project: git(project, "tag", "v0.10.0"),
        "The version 0.2.0 is not newer than the last release, v0.10.0.",
    ),
    (
        commit_changelog("## 0.2.0 – 2026-12-01", "## 0.2.0"),
        "The section for 0.2.0 in CHANGELOG.md has no date of the form YYYY-MM-DD.",
    ),
    (
        commit_changelog("2026-12-01", "2026-02-30"),
        "The section for 0.2.0 in CHANGELOG.md has no date of the form YYYY-MM-DD.",
    ),
    (
        commit_changelog("- A fourth tower.\n", ""),
        "The section for 0.2.0 in CHANGELOG.md is empty.",
    ),
    (
        commit_changelog("### Added\n\n", "### Added\n- A fifth tower.\n\n"),
        "CHANGELOG.md still has entries under Unreleased; move them to 0.2.0.",
    ),
    (
        lambda project: commit(project, release.CITATION, CITATION.replace("0.2.0", "0.1.0")),
        "CITATION.cff cites the version 0.1.0, not 0.2.0.",
    ),
    (
        lambda project: commit(project, release.CITATION, CITATION.replace("12-01", "11-17")),
        "CITATION.cff gives 2026-11-17 as the date of 0.2.0, not 2026-12-01.",
    ),
]


def test_nothing_stands_against_a_release_that_is_ready(project: Path) -> None:
    assert release.find_obstacles(project) == []


@pytest.mark.parametrize(("change", "sentence"), OBSTACLES, ids=[each[1] for each in OBSTACLES])
def test_each_obstacle_has_one_sentence(project: Path, change: Change, sentence: str) -> None:
    change(project)
    assert release.find_obstacles(project) == [sentence]


@pytest.mark.parametrize("version", ["0.2", "0.2.0rc1", "v0.2.0", "0.02.0", ""])
def test_a_version_must_be_three_numbers(project: Path, version: str) -> None:
    commit_version(version)(project)
    wanted = f"The version in {release.VERSION_FILE} is {version}, which is not of the form X.Y.Z."
    assert wanted in release.find_obstacles(project)


def test_a_version_without_a_section_is_told_what_the_heading_looks_like(project: Path) -> None:
    commit_version("0.3.0")(project)
    obstacle = release.find_obstacles(project)[0]
    assert obstacle.startswith('CHANGELOG.md has no section for 0.3.0, with a heading such as "## ')


def test_all_obstacles_are_named_at_once_and_nothing_is_changed(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    git(project, "tag", "v0.2.0")
    git(project, "switch", "--quiet", "--create", "towers")
    write(project, "new.py", "")
    assert release.main([], project) == 1
    assert capsys.readouterr().err.splitlines() == [
        "This cannot be released:",
        "The working tree has changes that are not committed: new.py.",
        "Releases are made from main, not from towers.",
        "The tag v0.2.0 exists already.",
    ]
    assert not (project / "dist").exists()


def test_a_dry_run_changes_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["--dry-run"], project) == 0
    assert capsys.readouterr().out == "v0.2.0 can be released: nothing stands in the way.\n"
    assert git(project, "tag") == "v0.1.0"
    assert not (project / "dist").exists()


def test_a_release_is_built_and_tagged_and_says_what_to_push(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert release.main([], project) == 0
    built = sorted(path.name for path in (project / "dist").iterdir())
    assert built == ["tretorri-0.2.0-py3-none-any.whl", "tretorri-0.2.0.tar.gz"]
    with tarfile.open(project / "dist" / built[1]) as sdist:
        assert f"tretorri-0.2.0/{release.VERSION_FILE}" in sdist.getnames()
    assert git(project, "cat-file", "-t", "v0.2.0") == "tag", "annotated"
    assert git(project, "rev-parse", "v0.2.0^{commit}") == git(project, "rev-parse", "main")
    said = capsys.readouterr().out.splitlines()
    assert said[-1].strip() == "git push --atomic origin main v0.2.0"
    assert git(project, "status", "--porcelain") == ""


def test_a_build_that_fails_leaves_no_tag(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commit(project, "tools/backend.py", "raise RuntimeError('no compiler')\n")
    assert release.main([], project) == 1
    assert "no compiler" in capsys.readouterr().err
    assert git(project, "tag") == "v0.1.0"


def test_the_notes_of_a_version_are_its_section(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert release.main(["notes", "0.2.0"], project) == 0
    assert capsys.readouterr().out == "### Added\n- A fourth tower.\n"
    assert release.main(["notes", "0.3.0"], project) == 1
    assert capsys.readouterr().err == "CHANGELOG.md has no section for 0.3.0.\n"


def test_a_tag_must_match_the_version_and_the_changelog(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    git(project, "tag", "v0.2.0")
    git(project, "switch", "--quiet", "--detach")
    assert release.main(["verify", "v0.2.0"], project) == 0
    commit_changelog("2026-12-01", "soon")(project)
    assert release.main(["verify", "v0.3.0"], project) == 1
    assert capsys.readouterr().err.splitlines() == [
        "This cannot be released:",
        "The tag is v0.3.0, but the version in src/tretorri/__init__.py is 0.2.0.",
        "The section for 0.2.0 in CHANGELOG.md has no date of the form YYYY-MM-DD.",
    ]


def test_a_folder_without_a_repository_is_refused(
    project: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path_factory.mktemp("sdist")
    for name in (release.VERSION_FILE, release.CHANGELOG):
        write(copy, name, (project / name).read_text("utf-8"))
    assert release.main([], copy) == 1
    assert "not a git repository" in capsys.readouterr().err


def test_the_project_names_a_version_and_describes_it() -> None:
    version = release.read_version(release.PROJECT)
    assert release.read_sections(release.PROJECT).keys() >= {release.UNRELEASED, version}
