"""``tretorri new-game`` writes a package that plays and passes its own tests at once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.cli.support import run
from tests.settings import TESTS
from tretorri.core.registry import games

CAMPANILE = TESTS / "fourth" / "campanile"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # pytest imports the files of tests/fourth/campanile as a package of that name.
    monkeypatch.delitem(sys.modules, CAMPANILE.name, raising=False)


def add_path(project: Path, folder: Path) -> dict[str, str]:
    """Do what pip does with a project; return an environment in which it is installed."""
    facts = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    info = folder / f"{facts['name']}-{facts['version']}.dist-info"
    info.mkdir(parents=True)
    head = f"Metadata-Version: 2.1\nName: {facts['name']}\nVersion: {facts['version']}\n"
    (info / "METADATA").write_text(head)
    lines = [
        line
        for group, points in facts["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in points.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    path = os.pathsep.join((str(folder), str(project / "src")))
    return {**os.environ, "PYTHONPATH": path, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}


def start(environment: dict[str, str], *arguments: str, cwd: Path | None = None) -> str:
    """Run a Python program and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        env=environment,
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_new_game_plays_and_passes_its_tests(tmp_path: Path) -> None:
    made = run("new-game", "bell_tower", "--folder", str(tmp_path / "deep" / "project"))
    assert made.exit_code == 0
    assert "tretorri play bell_tower" in made.stderr
    project = tmp_path / "deep" / "project"
    env = add_path(project, tmp_path / "site")
    assert re.search("^bell_tower +Bell Tower", start(env, "tretorri", "games"), re.MULTILINE)
    played = start(env, "tretorri", "play", "bell_tower", "--bots", "level:8,random", "--seed", "1")
    assert "P3" in played
    assert "t3" in start(env, "tretorri", "analyse", "bell_tower", "--nodes", "500")
    quiet = ("-q", "-p", "no:cacheprovider", "--rootdir", str(project))
    assert "4 passed" in start(env, "pytest", *quiet, "tests", cwd=project)


def test_it_is_the_game_of_the_tutorial(tmp_path: Path) -> None:
    assert run("new-game", "campanile").exit_code == 0
    package = tmp_path / "campanile" / "src" / "campanile"
    ours = {path.relative_to(package) for path in package.rglob("*.*")}
    theirs = [path for path in CAMPANILE.rglob("*.*") if "__pycache__" not in path.parts]
    assert ours == {path.relative_to(CAMPANILE) for path in theirs}
    for path in theirs:
        told = path.read_text("utf-8").replace("tests.fourth.campanile", "campanile")
        assert (package / path.relative_to(CAMPANILE)).read_text("utf-8") == told


@pytest.mark.parametrize(
    "name", ["", "x", "Bell", "bell-tower", "1st", "class", "../bell", "bell tower", "b" * 31, "ö1"]
)
def test_a_bad_name_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    refused = run("new-game", name)
    assert refused.exit_code == 2
    assert len(refused.stderr.splitlines()) == 1
    assert "cannot name a game" in refused.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", [*games(), "json", "tretorri", "click", "tests"])
def test_a_name_that_is_taken_is_refused(name: str, tmp_path: Path) -> None:
    refused = run("new-game", name)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "is already the name of a game or of a Python package" in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_exists_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "bell").mkdir()
    refused = run("new-game", "bell")
    assert refused.exit_code == 2
    assert refused.stderr == "tretorri: bell already exists; choose another name\n"
    assert list((tmp_path / "bell").iterdir()) == []
